"""lichess-bot, unmodified, plays whole games on a server: one with `tabiya uci`, one with Stockfish where there is one.

Rated and casual games, Chess960, games from a position, correspondence, a draw by agreement, resignations, checkmate, an abort,
a takeback, a rematch, `!help`, matchmaking for standard chess and Chess960, and a server that is killed in the middle of a game.

    lichess_bot_games.py PROGRAM CHECKOUT PYTHON

CHECKOUT is a checkout of lichess-bot, PYTHON an interpreter that has what its requirements.txt asks for. Nothing is written to
the checkout.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import berserk
import chess
import requests
import websocket
import yaml

from server import Server

PROGRAM = os.path.abspath(sys.argv[1])
CHECKOUT, PYTHON = pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
MATE_IN_ONE = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"
# Black is a queen and a rook down, but far enough from mate that it resigns first.
LOST_FOR_BLACK = "4k3/pppp4/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"
CLOCK = {"clock.limit": "120", "clock.increment": "1"}


def stockfish():
    return shutil.which("stockfish") or shutil.which("/usr/games/stockfish")


class Bot:
    """A process of lichess-bot with an account and an engine of its own."""

    def __init__(self, server, folder, name, engine, matchmaking):
        self.server, self.name = server, name
        self.folder = pathlib.Path(folder) / name
        self.folder.mkdir()
        self.token = server.add_user(name, "--bot")
        launcher = self.folder / "engine.sh"
        launcher.write_text(f'#!/bin/sh\nexec {engine}\n')
        launcher.chmod(0o755)
        config = yaml.safe_load((CHECKOUT / "config.yml.default").read_text())
        config.update(token=self.token, url=server.url, abort_time=6, max_takebacks_accepted=1, move_overhead=200)
        config["pgn_directory"] = str(self.folder / "pgn")
        config["engine"].update(dir=str(self.folder), name="engine.sh", ponder=False)
        config["engine"]["uci_options"] = {"Hash": 16, "go_commands": {"depth": 4}}
        config["engine"]["draw_or_resign"].update(
            resign_enabled=True, resign_score=-500, resign_moves=2,
            # Neither engine is a pawn and a half ahead after eight moves: both offer a draw, so the game is drawn.
            offer_draw_enabled=True, offer_draw_score=150, offer_draw_moves=8, offer_draw_pieces=32,
        )
        config["correspondence"].update(move_time=1, checkin_period=5, disconnect_time=5)
        config["challenge"].update(
            concurrency=3, variants=["standard", "fromPosition", "chess960"], max_days=14,
            time_controls=["bullet", "blitz", "rapid", "classical", "correspondence"],
        )
        config["matchmaking"].update(
            allow_matchmaking=True, challenge_timeout=1, challenge_variant=matchmaking, challenge_mode="casual",
            challenge_initial_time=[60], challenge_increment=[1], opponent_rating_difference=2000,
        )
        (self.folder / "config.yml").write_text(yaml.safe_dump(config))
        self.log = open(self.folder / "log", "wb")
        self.process = subprocess.Popen(
            [PYTHON, str(CHECKOUT / "lichess-bot.py"), "--config", "config.yml", "--disable_auto_logging"],
            cwd=self.folder, stdout=self.log, stderr=subprocess.STDOUT,
            env={**os.environ, "TERM": "dumb", "COLUMNS": "200"}, start_new_session=True,
        )

    def text(self):
        return (self.folder / "log").read_text(errors="replace")

    def wait_online(self):
        def online():
            assert self.process.poll() is None, f"{self.name} has ended:\n{self.text()}"
            status = requests.get(f"{self.server.url}/api/users/status?ids={self.name}", timeout=5).json()
            return status and status[0].get("online")

        wait_for(online, 40, f"{self.name} comes online\n{self.text()}")

    def challenge(self, opponent, **options):
        answer = requests.post(
            f"{self.server.url}/api/challenge/{opponent.name}",
            headers={"Authorization": f"Bearer {self.token}"}, json=options, timeout=5,
        )
        assert answer.status_code == 200, answer.text
        return answer.json()["id"]

    def stop(self):
        os.killpg(self.process.pid, signal.SIGINT)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(timeout=10)
        self.log.close()


def wait_for(condition, seconds, what, pause=0.2):
    end = time.time() + seconds
    while time.time() < end:
        found = condition()
        if found:
            return found
        time.sleep(pause)
    raise AssertionError(f"timed out after {seconds} s: {what}")


def export(server, game):
    answer = requests.get(f"{server.url}/game/export/{game}", headers={"Accept": "application/json"}, timeout=5)
    return answer.json() if answer.status_code == 200 else {"status": "none"}


def ended(server, game, seconds, logs=()):
    def over():
        shown = export(server, game)
        return shown if shown["status"] not in ("started", "none") else None

    try:
        return wait_for(over, seconds, f"the end of {game}: {export(server, game)}")
    except AssertionError:
        for bot in logs:
            print(f"--- {bot.name}\n{bot.text()[-4000:]}", file=sys.stderr)
        raise


def between_bots(server, one, other):
    position = {"variant": "fromPosition", "color": "white"}
    anything = {"mate", "resign", "draw", "stalemate"}
    for what, options, statuses in [
        ("rated", {**CLOCK, "rated": True}, {"draw"}),
        ("casual", {**CLOCK, "rated": False}, anything),
        ("Chess960", {**CLOCK, "rated": True, "variant": "chess960"}, anything),
        ("mate from a position", {**CLOCK, **position, "fen": MATE_IN_ONE}, {"mate"}),
        ("a bot resigns", {**CLOCK, **position, "fen": LOST_FOR_BLACK}, {"resign"}),
        ("correspondence", {"days": 1, **position, "fen": MATE_IN_ONE}, {"mate"}),
    ]:
        game = one.challenge(other, **options)
        shown = ended(server, game, 240, (one, other))
        assert shown["status"] in statuses, shown
        assert shown["rated"] == bool(options.get("rated")), shown
        if statuses == {"draw"}:
            assert shown["termination"] == "agreement", shown
        print(f"  {what}: {shown['status']}, {shown.get('termination')}, {len(shown['moves'].split())} plies")


class Person:
    """A person who plays against a bot through the Board API."""

    def __init__(self, server, name):
        self.server, self.name = server, name
        self.token = server.add_user(name)
        self.client = berserk.Client(berserk.TokenSession(self.token), base_url=server.url)

    def begin(self, bot, color="white"):
        """Starts a game with a bot and collects the lines of its stream."""
        self.lines = []
        self.game = self.client.challenges.create(
            bot.name, rated=False, clock_limit=300, clock_increment=2, color=color
        )["id"]
        wait_for(lambda: export(self.server, self.game)["status"] == "started", 20, f"{bot.name} accepts\n{bot.text()}")
        threading.Thread(target=self.read, args=(self.game,), daemon=True).start()

    def read(self, game):
        try:
            for line in self.client.board.stream_game_state(game):
                self.lines.append(line)
        except Exception as error:  # the server may be killed
            self.lines.append({"type": "lost", "why": str(error)})

    def play(self, move):
        """Plays a move, waits for the bot's answer, and returns the number of plies."""
        self.client.board.make_move(self.game, move)
        return self.wait_turn()

    def plies(self):
        return len(export(self.server, self.game)["moves"].split())

    def wait_turn(self):
        wait_for(lambda: self.plies() % 2 == 0 and self.plies(), 30, f"the bot answers in {self.game}")
        return self.plies()


def against_a_person(server, person, bot):
    person.begin(bot)
    person.play("e2e4")
    person.client.board.post_message(person.game, "!help")
    answers = lambda: [l for l in person.lines if l["type"] == "chatLine" and l["username"] == bot.name]
    wait_for(lambda: len(answers()) >= 2, 15, "the bot greets and helps")
    print(f"  says: {answers()[-1]['text'][:60]}")
    before = person.plies()
    person.client.board.offer_takeback(person.game)
    wait_for(lambda: person.plies() < before, 15, "the bot lets a move be taken back")
    print("  a takeback")
    person.play("d2d4")
    person.client.board.resign_game(person.game)
    assert ended(server, person.game, 10)["winner"] == "black"
    print("  a person resigns")
    rematch(server, person, bot)
    person.begin(bot)
    shown = ended(server, person.game, 40, (bot,))
    assert shown["status"] == "aborted", shown
    print("  aborted, because the person does not move")


def rematch(server, person, bot):
    """A rematch offered on the page and accepted by the bot. The page's socket needs a browser session."""
    session = requests.Session()
    origin = {"Origin": server.url}
    name, password = "Paula", "a long enough secret 77"
    answer = session.post(f"{server.url}/app/register", json={"name": name, "password": password}, headers=origin, timeout=10)
    assert answer.ok, answer.text
    made = session.post(
        f"{server.url}/app/games", json={"opponent": {"user": {"name": bot.name}}, "time": "300+2", "color": "white"},
        headers=origin, timeout=5,
    )
    assert made.ok, made.text
    game = made.json()["id"]
    wait_for(lambda: export(server, game)["status"] == "started", 20, f"{bot.name} accepts\n{bot.text()}")
    cookie = "; ".join(f"{key}={value}" for key, value in session.cookies.items())
    socket = websocket.create_connection(
        server.url.replace("http", "ws") + "/live", origin=server.url, cookie=cookie, subprotocols=["tabiya.1"], timeout=20
    )
    number = [0]

    def act(in_game, action):
        number[0] += 1
        socket.send(json.dumps({"t": "do", "game": in_game, "id": f"c{number[0]}", "action": action}))

    act(game, {"do": "move", "move": "e2e4"})
    wait_for(lambda: len(export(server, game)["moves"].split()) == 2, 30, "the bot answers on the page")
    act(game, {"do": "resign"})
    ended(server, game, 10)
    act(game, {"do": "rematch"})
    end = time.time() + 30
    while time.time() < end:
        said = json.loads(socket.recv() or "{}")
        if said.get("t") == "started" and said["game"] != game:
            print("  a rematch, offered on the page")
            act(said["game"], {"do": "abort"})
            ended(server, said["game"], 30)
            socket.close()
            return
    raise AssertionError("the bot does not accept the rematch:\n" + bot.text()[-2000:])


def killed_in_the_middle(server, person, bot):
    person.begin(bot)
    for move in ("e2e4", "g1f3"):
        plies = person.play(move)
    server.kill()
    time.sleep(1)
    server.start()
    assert person.plies() == plies, "nothing that was acknowledged is lost"
    wait_for(lambda: requests.get(f"{server.url}/api/users/status?ids={bot.name}", timeout=5).json()[0].get("online"),
             60, f"{bot.name} comes back\n{bot.text()[-3000:]}")
    assert person.play("d2d3") == plies + 2
    person.client.board.resign_game(person.game)
    ended(server, person.game, 10)
    print(f"  the server is killed after {plies} plies, and the game goes on")


def matchmaking(server, bot, perf):
    """The bot looks for an opponent by itself, after at least a minute of idleness. Only it plays 60+1."""
    def found():
        games = requests.get(
            f"{server.url}/api/games/user/{bot.name}?ongoing=true&perfType={perf}&rated=false",
            headers={"Accept": "application/x-ndjson"}, timeout=5,
        ).text
        games = map(json.loads, games.splitlines())
        return [game for game in games if (game["clock"]["initial"], game["clock"]["increment"]) == (60, 1)]

    game = wait_for(found, 300, f"{bot.name} finds an opponent for {perf}\n{bot.text()[-3000:]}", pause=3)[0]
    ended(server, game["id"], 240, (bot,))
    print(f"  matchmaking has found a game of {game['variant']}")


def check(bots):
    files = [str(file) for bot in bots for file in (bot.folder / "pgn").glob("*.pgn")]
    assert len(files) >= 8, files
    answer = subprocess.run([PROGRAM, "pgn", "check", *files], capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    for bot in bots:
        assert "Traceback" not in bot.quiet_log, f"{bot.name}:\n{bot.quiet_log}"
    print(f"  {len(files)} records of games, all sound")


def main():
    with tempfile.TemporaryDirectory(prefix="tabiya-lichess-bot-") as folder, Server(PROGRAM) as server:
        bots = [
            Bot(server, folder, "RoboTabiya", f"{PROGRAM} uci", matchmaking="chess960"),
            Bot(server, folder, "RoboFish", stockfish() or f"{PROGRAM} uci", matchmaking="standard"),
        ]
        try:
            for bot in bots:
                bot.wait_online()
            between_bots(server, *bots)
            person = Person(server, "Petra")
            against_a_person(server, person, bots[0])
            matchmaking(server, bots[0], "chess960")
            matchmaking(server, bots[1], "bullet")
            for bot in bots:
                bot.quiet_log = bot.text()
            killed_in_the_middle(server, person, bots[1])
            check(bots)
        finally:
            for bot in bots:
                bot.stop()
    print("lichess-bot: all games played to their ends")


main()
