"""berserk plays whole games on a server: to mate, draws by agreement and by claim, flag, resignation, abort."""

import sys
import threading
import time

import berserk
import chess
import chess.pgn
import io
import requests

from server import Server

FOOLS_MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]
KNIGHTS = ["g1f3", "g8f6", "f3g1", "f6g8"]


class Player:
    """A client with its stream of events, read by a thread of its own."""

    def __init__(self, server, name, token, kind="board"):
        self.name = name
        self.token = token
        self.client = berserk.Client(berserk.TokenSession(token), base_url=server.url)
        self.play = getattr(self.client, "board" if kind == "board" else "bots")
        self.events = []
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for event in self.client.board.stream_incoming_events():
            self.events.append(event)

    def wait(self, kind, game):
        """The first event of a kind about a game or a challenge."""
        for _ in range(200):
            for event in list(self.events):
                about = event.get("game") or event.get("challenge")
                if event["type"] == kind and about["id"] == game:
                    return about
            time.sleep(0.05)
        raise AssertionError(f"{self.name}: no {kind} of {game} in {self.events}")


class Game:
    """A game between two players: each reads the stream of its own side."""

    def __init__(self, white, black, **options):
        options = {"clock_limit": 300, "clock_increment": 2, **options}
        challenge = white.client.challenges.create(black.name, rated=options.pop("rated", False), color="white", **options)
        self.id = challenge["id"]
        assert challenge["status"] == "created" and challenge["finalColor"] == "white", challenge
        assert black.wait("challenge", self.id)["challenger"]["name"] == white.name
        black.client.challenges.accept(self.id)
        self.players = [white, black]
        for player, color in zip(self.players, ["white", "black"]):
            start = player.wait("gameStart", self.id)
            assert start["gameId"] == self.id and start["color"] == color, start
        self.lines = [[], []]
        self.readers = [threading.Thread(target=self.read, args=(side,), daemon=True) for side in (0, 1)]
        for reader in self.readers:
            reader.start()
        for _ in range(200):  # a stream does not carry chat from before it was opened
            if all(self.lines):
                break
            time.sleep(0.05)

    def read(self, side):
        for line in self.players[side].play.stream_game_state(self.id):
            self.lines[side].append(line)

    def moves(self, moves):
        for move in moves:
            board = self.board()
            self.players[0 if board.turn else 1].play.make_move(self.id, move)

    def board(self):
        exported = self.players[0].client.games.export(self.id, as_pgn=True)
        return chess.pgn.read_game(io.StringIO(exported)).end().board()

    def end(self, status, winner):
        """Both streams end with a line that says how the game ended."""
        for side in (0, 1):
            self.readers[side].join(timeout=15)
            assert not self.readers[side].is_alive(), f"the stream of side {side} does not end: {self.lines[side]}"
            lines = self.lines[side]
            assert lines[0]["type"] == "gameFull", lines
            last = [line for line in lines if line["type"] == "gameState"][-1:] or [lines[0]["state"]]
            assert last[0]["status"] == status and last[0].get("winner") == winner, last
            finish = self.players[side].wait("gameFinish", self.id)
            assert finish["status"]["name"] == status and finish.get("winner") == winner, finish
        print(f"  {status}, {winner or 'nobody'} wins: {self.id}")


def refused(action, *arguments):
    try:
        action(*arguments)
    except berserk.exceptions.ResponseError as error:
        return error.status_code
    raise AssertionError("it should have been refused")


def whole_games(white, black):
    mate = Game(white, black)
    white.client.board.post_message(mate.id, "good luck")
    mate.moves(FOOLS_MATE)
    mate.end("mate", "black")
    assert [line["text"] for line in mate.lines[1] if line["type"] == "chatLine"] == ["good luck"], mate.lines[1]
    assert white.client.board.get_game_chat(mate.id) == [{"user": white.name, "text": "good luck"}]
    pgn = chess.pgn.read_game(io.StringIO(white.client.games.export(mate.id, as_pgn=True)))
    assert pgn.headers["Result"] == "0-1" and pgn.end().board().is_checkmate(), pgn

    agreed = Game(white, black)
    agreed.moves(KNIGHTS[:2])
    white.play.offer_draw(agreed.id)
    black.play.accept_draw(agreed.id)
    agreed.end("draw", None)

    claimed = Game(white, black)
    claimed.moves(KNIGHTS * 2)
    white.play.offer_draw(claimed.id)  # the position occurs for the third time, so "yes" is a claim
    claimed.end("draw", None)

    resigned = Game(white, black)
    resigned.moves(["e2e4", "e7e5"])
    assert refused(black.play.make_move, resigned.id, "d7d5") == 400, "it is White's turn"
    assert refused(white.play.make_move, resigned.id, "e4e6") == 400, "it is illegal"
    white.play.offer_takeback(resigned.id)
    black.play.accept_takeback(resigned.id)
    resigned.moves(["d2d4", "d7d5"])
    black.play.resign_game(resigned.id)
    resigned.end("resign", "white")

    aborted = Game(white, black)
    white.play.abort_game(aborted.id)
    aborted.end("aborted", None)

    flag = Game(white, black, clock_limit=0, clock_increment=1)
    flag.moves(["e2e4", "e7e5"])
    flag.end("outoftime", "black")


def challenges(white, black):
    challenge = white.client.challenges.create(black.name, rated=False, clock_limit=600, clock_increment=0)
    black.wait("challenge", challenge["id"])
    black.client.challenges.decline(challenge["id"], reason="tooSlow")
    declined = white.wait("challengeDeclined", challenge["id"])
    assert declined["declineReasonKey"] == "tooslow", declined
    challenge = white.client.challenges.create(black.name, rated=False, clock_limit=600, clock_increment=0)
    mine = white.client.challenges.get_mine()
    assert [out["id"] for out in mine["out"]] == [challenge["id"]], mine
    white.client.challenges.cancel(challenge["id"])
    black.wait("challengeCanceled", challenge["id"])
    assert refused(black.client.challenges.accept, challenge["id"]) == 404
    print("  challenges declined and canceled")


def seeks(white, black):
    before = len([event for event in white.events if event["type"] == "gameStart"])
    threads = [
        threading.Thread(target=lambda player=player: player.client.board.seek(10, 5), daemon=True)
        for player in (white, black)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=15)
        assert not thread.is_alive(), "the stream of a seek ends when an opponent is found"
    starts = [event["game"] for event in white.events if event["type"] == "gameStart"][before:]
    assert len(starts) == 1 and starts[0]["opponent"]["username"] == black.name, starts
    white.play.abort_game(starts[0]["gameId"])
    print("  two seeks meet")


def television(white, black):
    game = Game(white, black)
    game.moves(["e2e4", "e7e5"])
    assert white.client.tv.get_current_games()["best"]["gameId"] == game.id
    feed = black.client.tv.stream_current_game_of_channel("blitz")
    featured = next(feed)
    assert featured["t"] == "featured" and featured["d"]["id"] == game.id, featured
    white.play.make_move(game.id, "g1f3")
    moved = next(feed)
    assert moved["t"] == "fen" and moved["d"]["lm"] == "g1f3", moved
    black.play.resign_game(game.id)
    game.end("resign", "white")
    print("  television")


def collections(server, white, black):
    """Exports, scores, ratings and settings, with every call that berserk has for them."""
    games = white.client.games
    finished = list(games.export_by_player(white.name, as_pgn=False))
    assert len(finished) >= 6 and all("clocks" not in game for game in finished), finished
    oldest_first = list(games.export_by_player(white.name, as_pgn=False, sort="dateAsc", max=2))
    assert [game["id"] for game in oldest_first] == [game["id"] for game in reversed(finished[-2:])], oldest_first
    assert list(games.export_by_player(white.name, as_pgn=False, rated=True)) == []
    assert list(games.export_by_player(white.name, as_pgn=False, vs="nobody-else")) == []
    assert len(list(games.export_by_player(white.name, as_pgn=False, vs=black.name, max=3, color="white"))) == 3
    pages, until = [], None
    while page := list(games.export_by_player(white.name, as_pgn=False, max=2, until=until)):
        pages += [game["id"] for game in page]
        until = berserk.utils.to_millis(page[-1]["createdAt"]) - 1
    assert pages == [game["id"] for game in finished], pages
    several = list(games.export_multi(finished[0]["id"], finished[1]["id"], as_pgn=False))
    assert [game["id"] for game in several] == pages[:2], several
    last = list(games.export_ongoing_by_player(white.name, as_pgn=True))
    assert any("GameId" in str(line) for line in last), last
    score = requests.get(f"{server.url}/api/crosstable/{white.name}/{black.name}", timeout=5).json()
    assert score["nbGames"] == sum(score["users"].values()) > 0, score
    assert [history["name"] for history in white.client.users.get_rating_history(white.name)][:2] == ["Bullet", "Blitz"]
    assert "blitz" in white.client.users.get_all_top_10()
    assert white.client.users.get_leaderboard("blitz", count=5) == []
    assert white.client.users.get_realtime_statuses(white.name, with_game_ids=True)[0]["online"]
    settings = berserk.Client(
        berserk.TokenSession(server.add_token(white.name, "preference:read,preference:write")), base_url=server.url
    ).account
    assert settings.get_preferences()["language"]
    settings.set_kid_mode(True)
    assert settings.get_kid_mode() is True
    settings.set_kid_mode(False)
    assert settings.get_kid_mode() is False
    print(f"  {len(finished)} games exported, scores, ratings and settings")


def among_players(white, black):
    stream = white.client.games.get_among_players(white.name, black.name, with_current_games=True)
    game = Game(white, black)
    first = next(stream)
    assert first["id"] == game.id and first["statusName"] == "started", first
    white.play.abort_game(game.id)
    game.end("aborted", None)
    last = next(stream)
    assert last["id"] == game.id and last["statusName"] == "aborted", last
    print("  a stream of the games between two players")


def games_from_elsewhere(player):
    imported = player.client.games.import_game("[White \"Ann\"]\n\n1. f3 e5 2. g4 Qh4# 0-1")
    pgn = chess.pgn.read_game(io.StringIO(player.client.games.export(imported["id"], as_pgn=True)))
    assert pgn.headers["White"] == "Ann" and pgn.end().board().is_checkmate(), pgn
    print("  an imported game")


def computer(player):
    game = player.client.challenges.create_ai(level=1, clock_limit=300, clock_increment=2, color="white")
    board = chess.Board()
    for line in player.play.stream_game_state(game["id"]):
        state = line.get("state", line)
        board = chess.Board()
        for move in state["moves"].split():
            board.push_uci(move)
        if state["status"] != "started":
            break
        if board.turn == chess.WHITE:
            if board.fullmove_number > 5:
                player.play.resign_game(game["id"])
            else:
                player.play.make_move(game["id"], next(iter(board.legal_moves)).uci())
    assert state["status"] in ("resign", "mate") and len(state["moves"].split()) >= 8, state
    print(f"  against the computer: {len(state['moves'].split())} plies, then resigned")


def create_bulk(arbiter, pairs, **options):
    """Replaces `bulk_pairings.create`, which fails in berserk 0.14 ("unexpected keyword argument 'payload'")."""
    players = ",".join(":".join(pair) for pair in pairs)
    return arbiter.bulk_pairings._r.post("/api/bulk-pairing", json={"players": players, **options})


def bulk_pairing(server):
    """A hundred games with given colours, whose clocks start together; a kill before the start loses nothing."""
    server.add_user("Organiser", "--arbiter")
    arbiter = berserk.Client(
        berserk.TokenSession(server.add_token("Organiser", "challenge:bulk")), base_url=server.url
    )
    pairs = []
    for number in range(100):
        names = (f"White{number}", f"Black{number}")
        for name in names:
            server.add_user(name)
        pairs.append(tuple(server.add_token(name, "challenge:write,board:play") for name in names))
    start = int(time.time() * 1000) + 3_600_000
    bulk = create_bulk(arbiter, pairs, **{"clock.limit": 300, "clock.increment": 2, "startClocksAt": start})
    assert len(bulk["games"]) == 100 and bulk["pairedAt"], bulk
    for number, game in enumerate(bulk["games"]):
        assert (game["white"], game["black"]) == (f"white{number}", f"black{number}"), game
    assert bulk["id"] in [found["id"] for found in arbiter.bulk_pairings.get_upcoming()["bulks"]]
    server.kill()
    server.start()
    games = [game["id"] for game in bulk["games"]]
    first = berserk.Client(berserk.TokenSession(pairs[0][0]), base_url=server.url)
    try:
        first.board.make_move(games[0], "e2e4")
        raise AssertionError("a move was accepted before the clocks have started")
    except berserk.exceptions.ResponseError:
        pass
    arbiter.bulk_pairings.start_clocks(bulk["id"])
    first.board.make_move(games[0], "e2e4")
    found = list(arbiter.games.export_multi(*games))
    assert len(found) == 100, len(found)
    later = create_bulk(arbiter, pairs[:1], **{"clock.limit": 300, "clock.increment": 0, "pairAt": start})
    assert later["pairedAt"] is None, later
    arbiter.bulk_pairings.cancel(later["id"])
    assert arbiter.bulk_pairings.get_upcoming()["bulks"] == []
    print("  bulk pairing: 100 games, a kill, and all clocks started")


def main():
    with Server(sys.argv[1]) as server:
        white = Player(server, "Anna", server.add_user("Anna"))
        black = Player(server, "Bobby", server.add_user("Bobby"))
        account = white.client.account.get()
        assert account["username"] == "Anna" and "title" not in account, account
        assert white.client.oauth.test_tokens(white.token)[white.token]["userId"] == "anna"
        whole_games(white, black)
        challenges(white, black)
        seeks(white, black)
        television(white, black)
        collections(server, white, black)
        among_players(white, black)
        games_from_elsewhere(white)
        computer(white)
        bots = [
            Player(server, name, server.add_user(name, "--bot"), "bot") for name in ("RoboA", "RoboB")
        ]
        game = Game(*bots)
        game.moves(FOOLS_MATE)
        game.end("mate", "black")
        assert requests.get(f"{server.url}/api/openapi.json", timeout=5).json()["openapi"] == "3.1.0"
        bulk_pairing(server)
    print("berserk: all games played to their ends")


main()
