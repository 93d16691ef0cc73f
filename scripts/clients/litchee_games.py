"""litchee, which is a client in Rust, plays whole games on a server: `litchee_games.py TABIYA LITCHEE-GAME`."""

import subprocess
import sys

from server import Server

with Server(sys.argv[1]) as server:
    tokens = [server.add_user(name) for name in ("Anna", "Bobby")]
    subprocess.run([sys.argv[2], server.url, *tokens], check=True, timeout=120)
