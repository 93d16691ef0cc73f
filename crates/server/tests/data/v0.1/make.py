#!/usr/bin/env python3
"""Makes the data folder of this directory by driving a server, and writes down what that server said about it.

    make.py path/to/tabiya

`data.sqlite.gz` is the database that the server left behind, `expected.json` what it answered about every game and
search. Both were made once, with the first version of the storage format; the test `old_data` opens them with the
current program. They are never made again with a newer program: then they would test nothing.
"""
import base64
import gzip
import http.client
import json
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse

HERE = pathlib.Path(__file__).parent
PROGRAM = sys.argv[1]
PASSWORD = "correct horse battery"


class Server:
    """`tabiya serve` on a free port of this machine."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.site = f"http://127.0.0.1:{self.port}"
        listen = ["--listen", f"127.0.0.1:{self.port}", "--data", str(folder)]
        self.process = subprocess.Popen([PROGRAM, "serve", *listen])
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        sys.exit("the server does not listen")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


class Browser:
    """Somebody with a cookie."""

    def __init__(self, server):
        self.server, self.cookie = server, ""
        self.sockets = {}
        self.ask("GET", "/app/me")

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port)
        headers = {"Origin": self.server.site, "Cookie": self.cookie}
        text = None
        if body is not None:
            headers["Content-Type"], text = "application/json", json.dumps(body)
        connection.request(method, path, text, headers)
        answer = connection.getresponse()
        if cookie := answer.getheader("set-cookie"):
            self.cookie = cookie.split(";")[0]
        text = answer.read().decode()
        if answer.status >= 400:
            sys.exit(f"{method} {path} {body}: {answer.status} {text}")
        return json.loads(text)

    def register(self, name):
        return self.ask("POST", "/app/register", {"name": name, "password": PASSWORD})

    def watch(self, game):
        """The live channel of a game, opened once."""
        if game not in self.sockets:
            self.sockets[game] = Socket(self.server.port, self.server.site, self.cookie)
            self.sockets[game].send({"t": "watch", "game": game})
            self.sockets[game].receive("game")
        return self.sockets[game]

    def leave(self):
        for connection in self.sockets.values():
            connection.close()
        self.sockets = {}


class Socket:
    """As much of a WebSocket as this needs."""

    def __init__(self, port, site, cookie):
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=30)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            "GET /live HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: tabiya.1",
            f"Origin: {site}", f"Cookie: {cookie}", "", "",
        ]
        self.connection.sendall("\r\n".join(lines).encode())
        self.input = self.connection.makefile("rb")
        status = self.input.readline()
        assert b"101" in status, status
        while self.input.readline().strip():
            pass
        self.names = 0

    def frame(self, opcode, payload):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([0x80 | opcode, 0x80 | size]) if size < 126 else bytes([0x80 | opcode, 0xFE]) + struct.pack(">H", size)
        self.connection.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)))

    def send(self, message):
        self.frame(1, json.dumps(message).encode())

    def next(self):
        while True:
            head = self.input.read(2)
            if len(head) < 2:
                sys.exit("the server has closed a socket")
            opcode, size = head[0] & 15, head[1] & 127
            if size == 126:
                (size,) = struct.unpack(">H", self.input.read(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self.input.read(8))
            payload = self.input.read(size)
            if opcode == 9:
                self.frame(10, payload)
            elif opcode == 1:
                return json.loads(payload)

    def receive(self, *kinds):
        while True:
            message = self.next()
            if message["t"] in kinds:
                return message

    def act(self, game, action):
        """Asks for something, which must be done."""
        self.names += 1
        name = f"c{self.names}"
        self.send({"t": "do", "game": game, "id": name, "action": action})
        while True:
            answer = self.receive("done", "refused")
            if answer["id"] == name:
                if answer["t"] == "refused":
                    sys.exit(f"{game} {action}: {answer}")
                return answer

    def close(self):
        self.connection.close()


LONE_KING = "7k/8/8/8/8/8/q7/4K3 b - - 0 1"
SHUFFLE = ["Nf3", "Nf6", "Ng1", "Ng8"]

# What was agreed, then what the players do: a text is a move of whoever is to move, a pair names who does what.
# `wait` waits until the server has ended the game, `open` leaves it as it is.
GAMES = [
    ({"rated": True, "time": "300+3"}, ["f3", "e5", "g4", "Qh4#"]),
    ({"rated": True, "time": "180+2"}, ["e4", "c5", ("black", "resign")]),
    ({"rated": True, "time": "60"}, ["d4", ("white", "offer"), ("black", "accept")]),
    ({"rated": True, "time": "1800"}, ["e4", "e5", "Nf3", "Nc6", ("white", "resign")]),
    ({"time": "1/86400", "rated": True}, ["c4", "e5", ("black", "resign")]),
    ({"fen": LONE_KING}, [("black", "resign")]),
    ({"fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}, ["e4", ("white", "draw")]),
    ({"time": "1", "conduct": "tournament"}, ["wait"]),
    ({"time": "1", "time_black": "2", "conduct": "tournament"}, ["e4", "wait"]),
    # Draws on time: by material, by a wall, by forced moves.
    ({"time": "1", "conduct": "tournament", "fen": LONE_KING}, ["wait"]),
    ({"time": "1", "conduct": "tournament", "fen": "8/1p3b2/pPp1p1p1/BkP1P1P1/1P6/BPB5/PKP5/8 w - - 0 1"}, ["wait"]),
    ({"time": "1", "conduct": "tournament", "fen": "7k/6q1/p4PPK/6PP/8/5P2/8/8 w - - 0 1"}, ["wait"]),
    ({"time": "300", "conduct": "tournament"}, ["e4", ("judge", {"do": "forfeit", "who": "black"})]),
    ({"time": "300", "conduct": "tournament"}, [("judge", {"do": "forfeit", "who": "both"})]),
    ({"fen": "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"}, ["Kf7"]),
    # Dead positions: bare kings, a wall, forced moves, every reachable position looked at.
    ({"fen": "7k/8/8/8/8/8/4r3/5K2 w - - 0 1"}, ["Kxe2"]),
    ({"fen": "8/8/1p1k1p2/pPp1pPp1/P1P1P1P1/8/3Kr3/8 w - - 0 1"}, ["Kxe2"]),
    ({"fen": "k7/8/8/8/1q6/8/8/K7 b - - 0 1"}, ["Qb2+"]),
    ({"fen": "8/p1p5/2P5/P7/4k3/6p1/6Pp/4b1K1 w - - 0 1"}, ["Kh1"]),
    ({}, SHUFFLE + SHUFFLE[:3] + [("black", {"do": "claim", "move": "Ng8"})]),
    ({"fifty_move_rule": False}, SHUFFLE * 4),
    ({"fen": "7k/8/8/8/8/8/R7/K7 w - - 99 90"}, ["Rb2", ("black", "claim")]),
    ({"fen": "7k/8/8/8/8/8/R7/K7 w - - 149 100"}, ["Rb2"]),
    ({"time": "300", "conduct": "tournament"}, ["Qh5", "e4", ("black", "Qh4"), ("black", "Qh4")]),
    ({"time": "300", "conduct": "tournament", "fen": LONE_KING}, ["Qb8", "Qb8"]),
    ({"time": "300"}, [("white", "abort")]),
    ({"variant": "chess960", "fen": "1r1k1r2/5p2/8/8/8/8/5P2/1R1K1R2 w FBfb - 0 1", "time": "*180"}, ["d1f1", "Ke7", ("black", "resign")]),
    ({"fen": "1bB4b/k7/R5r1/8/1pBp1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1"}, [("white", "resign")]),
    # Everything that can happen on the way, in a game that goes on, and another that was just begun.
    ({"time": "40/5400+30:1800+30", "conduct": "online"}, [
        "e4", ("white", "offer"), "e5", ("black", "offer"), ("white", "decline"), "Nf3", "Nc6",
        ("white", "takeback"), ("black", "decline"), ("white", "takeback"), "Bb5", ("black", "takeback"),
        ("white", "takeback"), ("black", {"do": "add_time", "seconds": 15}), "open",
    ]),
    ({"time": "5400b30", "conduct": "tournament", "draw_offers_from_move": 30}, [
        "e4", ("black", {"do": "touch", "square": "e7"}), "e5", ("white", "adjust"),
        ("judge", {"do": "pause"}), ("judge", {"do": "set_clocks", "white": 4_000_000, "black": 4_100_000}),
        ("judge", {"do": "resume"}), ("judge", {"do": "restart"}), "d4",
        ("black", {"do": "claim"}), ("judge", {"do": "pause"}), "open",
    ]),
    ({"time": "10/864000", "chat": False, "draw_offers_from_move": "never"}, ["open"]),
]

SEARCHES = [
    "player=ann", "player=bob&color=white", "player=ann&opponent=bob&result=1/2-1/2", "reason=dead%20position",
    "reason=draw%20on%20time", "reason=time", "reason=fifty-move%20rule", "reason=forfeit", "reason=abort",
    "result=0-0", "result=*", "player=ann&opening=e4%20e5", "player=cat", "reason=checkmate&limit=1",
]


def play(game, sides, judge, actions):
    """Plays what is listed. Moves that are illegal over the board are meant so."""
    turn = None
    for action in actions:
        if action == "open":
            return
        shown = sides["white"].ask("GET", f"/app/games/{game}")
        turn = shown["state"]["turn"]
        if action == "wait":
            while sides["white"].ask("GET", f"/app/games/{game}")["state"]["result"] is None:
                time.sleep(0.1)
            return
        who, what = (turn, {"do": "move", "move": action}) if isinstance(action, str) else action
        if isinstance(what, str):
            moves = what[0].isupper() or what[-1].isdigit()
            what = {"do": "move", "move": what} if moves else {"do": what}
        (judge if who == "judge" else sides[who]).watch(game).act(game, what)


def main():
    folder = pathlib.Path(tempfile.mkdtemp()) / "data"
    server = Server(folder)
    ann, bob, judge = Browser(server), Browser(server), Browser(server)
    ann.register("Ann"), bob.register("Bob"), judge.register("Judge")
    subprocess.run([PROGRAM, "user", "roles", "judge", "--arbiter", "--data", str(folder)], check=True)
    subprocess.run([PROGRAM, "user", "add", "Robot", "--bot", "--data", str(folder)], check=True)
    guests = [Browser(server), Browser(server)]
    games = []
    for number, (terms, actions) in enumerate(GAMES):
        sides = [ann, bob] if terms.get("rated") or number % 3 else guests
        white, black = sides if number % 2 else reversed(sides)
        wish = {"opponent": {"link": {}}, "color": "white", **terms}
        game = white.ask("POST", "/app/games", wish)["id"]
        black.ask("POST", f"/app/challenges/{game}/accept", {})
        print(number, game, terms, actions, flush=True)
        for side in (white, black):
            side.watch(game)
        play(game, {"white": white, "black": black}, judge, actions)
        games.append(game)
        if number in (1, 28):
            white.watch(game).send({"t": "chat", "game": game, "text": "Good luck! ♟ é", "room": "player"})
            white.watch(game).receive("chat")
            judge.watch(game).send({"t": "chat", "game": game, "text": "A spectator's line", "room": "spectator"})
            judge.watch(game).receive("chat")
        if len(games) % 8 == 0:
            for browser in (ann, bob, judge, *guests):
                browser.leave()
    # The computer, a rematch, and a game from elsewhere.
    computer = ann.ask("POST", "/app/games", {"opponent": {"computer": {"level": 1}}, "color": "white"})["id"]
    ann.watch(computer).act(computer, {"do": "move", "move": "e4"})
    ann.watch(computer).act(computer, {"do": "resign"})
    first = games[0]
    ann.watch(first).act(first, {"do": "rematch"})
    bob.watch(first).act(first, {"do": "rematch"})
    rematch = ann.watch(first).receive("rematch")
    while "next" not in rematch:
        rematch = ann.watch(first).receive("rematch")
    games += [computer, rematch["next"]]
    pgn = '[Event "Elsewhere"]\n[White "Cat"]\n[Black "Dog"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n'
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/api/import", urllib.parse.urlencode({"pgn": pgn}), form)
    imported = json.loads(connection.getresponse().read())
    games.append(imported["id"])
    # Challenges that nobody has answered: by link, to a person, in the lobby.
    for opponent in ({"link": {}}, {"user": {"name": "bob"}}, {"lobby": {}}):
        ann.ask("POST", "/app/games", {"opponent": opponent, "time": "300+3", "rated": "lobby" in opponent})
    for browser in (ann, bob, judge, *guests):
        browser.leave()
    # Finished games go from the journal to the archive in a moment.
    time.sleep(3)
    expected = {
        "games": [told(ann.ask("GET", f"/app/games/{game}")) for game in games],
        "searches": {query: [found["id"] for found in ann.ask("GET", f"/app/games?{query}")["games"]] for query in SEARCHES},
        "ann": {key: value for key, value in ann.ask("GET", "/app/me").items() if key != "playing"},
        "ratings": {name: ann.ask("GET", f"/api/user/{name}")["perfs"] for name in ("ann", "bob")},
        "lobby": ann.ask("GET", "/app/lobby"),
        "password": PASSWORD,
    }
    server.stop()
    subprocess.run([PROGRAM, "fsck", "--data", str(folder)], check=True)
    (HERE / "expected.json").write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n")
    [database] = [file for file in folder.iterdir() if file.suffix == ".sqlite"]
    (HERE / "data.sqlite.gz").write_bytes(gzip.compress(database.read_bytes(), 9, mtime=0))
    print(sorted(folder.iterdir()))


def told(shown):
    """What does not depend on the moment or on who asks."""
    state = shown["state"]
    kept = ("ply", "fen", "turn", "result", "reason", "law", "mating_line", "no_mate", "no_mate_of", "draw_offer", "takeback", "paused")
    names = {side: shown[side]["name"] for side in ("white", "black")}
    moves = [move["uci"] for move in shown["moves"]]
    return {"game": shown["game"], **names, "v": shown["v"], "start_fen": shown["start_fen"], "moves": moves,
            "settings": shown["settings"], "state": {key: state[key] for key in kept if key in state}, "chat": shown["chat"]}


main()
