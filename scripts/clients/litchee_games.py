"""litchee, a Rust client, plays whole games on a server: `litchee_games.py TABIYA LITCHEE-GAME`."""

import subprocess
import sys

from server import Server

with Server(sys.argv[1]) as server:
    tokens = [server.add_user(name) for name in ("Anna", "Bobby")]
    server.add_user("Organiser", "--arbiter")
    arbiter = server.add_token("Organiser", "challenge:bulk")
    pairs = []
    for number in range(100):
        names = (f"White{number}", f"Black{number}")
        for name in names:
            server.add_user(name)
        pairs.append(":".join(server.add_token(name, "challenge:write,board:play") for name in names))
    subprocess.run([sys.argv[2], server.url, *tokens, arbiter, ",".join(pairs)], check=True, timeout=120)
