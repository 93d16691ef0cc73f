"""How long moves take while games are exported: 20 exports of 1,000 games at once, from 20 addresses.

    exports.py PROGRAM [SECONDS]

Needs python-chess. One game of 100 plies is played; its record is then copied 999 times into the archive of the stopped
server, so that the export has 1,000 games. Prints the time from a move to its answer without and with exports.
"""

import asyncio
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import time

import chess

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "clients"))
from server import Server  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 15.0
GAMES, PLIES, EXPORTS = 1000, 100, 20
TABLES, MOVES_A_SECOND = 20, 5.0


def random_game(plies, seed):
    """The moves of a game that is not over after this many plies."""
    for attempt in range(1000):
        chance, board = random.Random(seed * 1000 + attempt), chess.Board()
        while len(board.move_stack) < plies and not board.is_game_over(claim_draw=True):
            board.push(chance.choice(list(board.legal_moves)))
        if len(board.move_stack) == plies:
            return [move.uci() for move in board.move_stack]
    raise SystemExit("no game is long enough")


class Http:
    """A persistent HTTP connection."""

    def __init__(self, server, token=None, address=None):
        self.server, self.token, self.address = server, token, address

    async def open(self):
        source = (self.address, 0) if self.address else None
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=source)
        return self

    async def ask(self, method, path, form=""):
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.server.port}", f"Content-Length: {len(form)}"]
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        if form:
            lines.append("Content-Type: application/x-www-form-urlencoded")
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n" + form).encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        status = int(head.split(" ", 2)[1])
        if "content-length:" in head.lower():
            length = int(head.lower().split("content-length:")[1].split("\r\n")[0])
            return status, await self.reader.readexactly(length)
        body = b""
        while size := int((await self.reader.readline()).strip(), 16):
            body += (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readline()
        return status, body


async def begin(server, white, black):
    import json

    one, other = await Http(server, white[1]).open(), await Http(server, black[1]).open()
    status, body = await one.ask("POST", f"/api/challenge/{black[0]}", "clock.limit=10800&clock.increment=0&color=white")
    assert status == 200, body
    game = json.loads(body)["id"]
    status, body = await other.ask("POST", f"/api/challenge/{game}/accept")
    assert status == 200, body
    return game, (one, other)


async def play(game, sides, moves, times, pause):
    for ply, move in enumerate(moves):
        begun = time.perf_counter()
        status, body = await sides[ply % 2].ask("POST", f"/api/board/game/{game}/move/{move}")
        assert status == 200, body
        times.append(time.perf_counter() - begun)
        await asyncio.sleep(max(0.0, pause - (time.perf_counter() - begun)))


def told(what, times):
    times = sorted(times)
    at = lambda share: times[min(len(times) - 1, int(share * len(times)))] * 1000
    print(f"{what}: {len(times)} moves, p50 {at(.5):.1f} ms, p95 {at(.95):.1f}, p99 {at(.99):.1f}, max {at(1):.1f}")


async def measure(server, players, games, times):
    """Plays games at a steady rate for a while."""
    begun = [await begin(server, players[2 * number], players[2 * number + 1]) for number in range(TABLES)]

    async def table(number):
        game, sides = begun[number]
        await asyncio.sleep(random.random() / MOVES_A_SECOND)
        await play(game, sides, games[number], times, 1 / MOVES_A_SECOND)
        await sides[0].ask("POST", f"/api/board/game/{game}/resign")

    await asyncio.gather(*(table(number) for number in range(TABLES)))


class Exports:
    """20 repeated exports from as many addresses, in separate processes, so that this one only measures."""

    def __init__(self, server):
        url = f"{server.url}/api/games/user/alpha?clocks=true"
        export = f"curl -s -o /dev/null -w '%{{http_code}} %{{size_download}}\\n' --interface 127.0.1.$1 '{url}'"
        loop = f"trap 'exit 0' TERM; while :; do {export}; done"
        self.processes = [
            subprocess.Popen(["sh", "-c", loop, "export", str(number + 1)], stdout=subprocess.PIPE, text=True)
            for number in range(EXPORTS)
        ]

    def stop(self):
        """How many exports ended with which status and size."""
        for process in self.processes:
            process.terminate()
        answers = [line for process in self.processes for line in process.communicate()[0].splitlines()]
        return {answer: answers.count(answer) for answer in set(answers)}


def copy_game(folder, copies):
    with sqlite3.connect(pathlib.Path(folder) / "tabiya.sqlite") as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(archive)") if row[1] != "game"]
        game, = database.execute("SELECT game FROM archive WHERE plies = ? LIMIT 1", (PLIES,)).fetchone()
        names = ", ".join(columns)
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        for number in range(copies):
            name = "copy" + "".join(letters[number // 62**place % 62] for place in (3, 2, 1, 0))
            new = int.from_bytes(name.encode(), "big")
            database.execute(f"INSERT INTO archive (game, {names}) SELECT ?, {names} FROM archive WHERE game = ?", (new, game))


async def prepare(server):
    alpha = ("alpha", server.add_user("alpha"))
    beta = ("beta", server.add_user("beta"))
    game, sides = await begin(server, alpha, beta)
    await play(game, sides, random_game(PLIES, 7), [], 0)
    await sides[0].ask("POST", f"/api/board/game/{game}/resign")
    await asyncio.sleep(1)


async def run(server, players, games):
    quiet, busy = [], []
    await measure(server, players, games[:TABLES], quiet)
    told("without exports", quiet)
    exports = Exports(server)
    await asyncio.sleep(0.5)
    await measure(server, players, games[TABLES:], busy)
    told(f"with {EXPORTS} exports of {GAMES} games", busy)
    print(f"exports by status and bytes: {exports.stop()}")


def main():
    with Server(PROGRAM) as server:
        asyncio.run(prepare(server))
        server.kill()
        copy_game(server.folder.name, GAMES - 1)
        server.start()
        # Generated beforehand, because this program cannot measure while it generates games.
        games = [random_game(int(SECONDS * MOVES_A_SECOND), 100 + number) for number in range(2 * TABLES)]
        players = [(f"player{n}", server.add_user(f"player{n}")) for n in range(2 * TABLES)]
        asyncio.run(run(server, players, games))


main()
