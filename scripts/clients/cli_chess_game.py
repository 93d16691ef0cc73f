"""cli-chess, in a pseudo-terminal, plays a whole game on a server against berserk: it is mated, and shows it. Then it
watches another game."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import threading
import time

import berserk
import pyte

from server import Server

ENTER, DOWN, RIGHT, F1 = "\r", "\x1b[B", "\x1b[C", "\x1bOP"


LINES, COLUMNS = 40, 120


class Terminal:
    """A program in a terminal, with keys as input and a screen as output."""

    def __init__(self, command, home):
        self.screen = pyte.Screen(COLUMNS, LINES)
        self.stream = pyte.ByteStream(self.screen)
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
            os.environ.update(HOME=home, XDG_CONFIG_HOME=home, TERM="xterm-256color")
            os.execv(command[0], command)

    def read(self, seconds=0.3):
        end = time.time() + seconds
        while time.time() < end:
            if select.select([self.file], [], [], 0.1)[0]:
                try:
                    self.stream.feed(os.read(self.file, 65536))
                except OSError:
                    return

    def wait(self, word, seconds=30):
        """Waits until a word is on the screen. The output alone is not enough, because programs write only changes."""
        end = time.time() + seconds
        while not any(word in line for line in self.screen.display):
            assert time.time() < end, "\n".join([f"no {word!r} on the screen:", *self.screen.display])
            self.read()

    def press(self, keys, seconds=0.5):
        os.write(self.file, keys.encode())
        self.read(seconds)

    def close(self):
        os.kill(self.pid, signal.SIGTERM)
        os.waitpid(self.pid, 0)


def opponent(server, token, moves):
    """Accepts the first challenge, and answers every move of White with the next move of the list."""
    client = berserk.Client(berserk.TokenSession(token), base_url=server.url)
    for event in client.board.stream_incoming_events():
        if event["type"] == "challenge":
            client.challenges.accept(event["challenge"]["id"])
        elif event["type"] == "gameStart":
            break
    game = event["game"]["gameId"]
    mine = event["game"]["color"]
    assert mine == "black", event
    for line in client.board.stream_game_state(game):
        state = line.get("state", line)
        if line["type"] in ("gameFull", "gameState") and state["status"] == "started":
            made = state["moves"].split()
            if len(made) % 2 == 1:
                client.board.make_move(game, moves[len(made) // 2])


def main():
    with Server(sys.argv[1]) as server, tempfile.TemporaryDirectory() as home:
        ann, ben = server.add_user("Anna"), server.add_user("Bobby")
        threading.Thread(target=opponent, args=(server, ben, ["e7e5", "d8h4"]), daemon=True).start()
        program = os.path.join(os.path.dirname(sys.executable), "cli-chess")
        terminal = Terminal([program, "--base-url", server.url, "--token", ann], home)
        try:
            play(terminal)
        finally:
            terminal.close()
        look_on(server, program, ann, home)
    print("cli-chess: a game to mate in a terminal, and another one on television")


def look_on(server, program, token, home):
    names = ["Carla", "David"]
    carla, david = [berserk.Client(berserk.TokenSession(server.add_user(name)), base_url=server.url) for name in names]
    game = carla.challenges.create("David", rated=False, color="white", clock_limit=300, clock_increment=2)["id"]
    david.challenges.accept(game)
    terminal = Terminal([program, "--base-url", server.url, "--token", token], home)
    try:
        terminal.wait("Online Games")
        terminal.read(2)
        terminal.press(DOWN)  # online games
        terminal.press(RIGHT)
        for _ in range(3):
            terminal.press(DOWN)
        terminal.wait("Watch Lichess TV")
        terminal.press(RIGHT)  # the channels, the best one first
        terminal.press(F1)
        terminal.wait("Carla")
        for client, move in [(carla, "e2e4"), (david, "c7c5"), (carla, "g1f3")]:
            client.board.make_move(game, move)
        terminal.wait("05:0")  # the clocks are known from the moves
    finally:
        terminal.close()


def play(terminal):
    terminal.wait("Online Games")
    terminal.read(2)
    terminal.press(DOWN)  # online games
    terminal.press(RIGHT)
    terminal.press(DOWN)  # challenge a player
    terminal.wait("Challenge a player")
    terminal.press(RIGHT)
    for _ in range(3):
        terminal.press(DOWN)
    terminal.press(ENTER)  # the side to play as: from random to white
    terminal.press(DOWN)  # the opponent's name
    terminal.press("Bobby", 1)
    terminal.press(F1)  # send the challenge
    terminal.wait("Move:")
    terminal.press("f2f3" + ENTER, 2)
    terminal.press("g2g4" + ENTER, 2)
    terminal.wait("heckmate", 30)


main()
