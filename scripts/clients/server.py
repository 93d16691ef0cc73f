"""A tabiya server for one test, on a free port and with an empty folder; accounts are created on the command line."""

import socket
import subprocess
import tempfile
import time
import urllib.request


class Server:
    def __init__(self, program, *options):
        self.program, self.options = program, options
        self.folder = tempfile.TemporaryDirectory(prefix="tabiya-clients-")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        return self.start()

    def start(self):
        """Starts the server, or starts it again on the same data."""
        self.process = subprocess.Popen(
            [self.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.folder.name, *self.options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for _ in range(300):
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=1):
                    return self
            except OSError:
                if self.process.poll() is not None:
                    raise SystemExit(f"the server does not start: {self.process.stderr.read().decode()}")
                time.sleep(0.1)
        raise SystemExit("the server does not answer")

    def kill(self):
        """Kills the server without a clean shutdown."""
        self.process.kill()
        self.process.communicate(timeout=20)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate(timeout=20)
        self.folder.cleanup()

    def add_user(self, name, *options):
        """Creates an account while the server runs, and returns its token."""
        command = [self.program, "user", "add", name, *options, "--data", self.folder.name]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def add_token(self, name, scopes):
        command = [self.program, "user", "token", name, "--scopes", scopes, "--data", self.folder.name]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
