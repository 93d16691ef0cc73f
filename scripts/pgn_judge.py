"""Compares what tabiya reads and writes with what python-chess and pgn-extract read.

usage: pgn_judge.py TABIYA FILE…

For each file: the games of `tabiya pgn json` are those of python-chess, with tags, moves, variations, annotations,
comments and last positions; and `tabiya pgn clean` writes a file that python-chess and pgn-extract read as the same
games.
"""

import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile

import chess
import chess.pgn

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)


def run(*command):
    return subprocess.run(command, check=False, capture_output=True).stdout


def words(comments):
    """Comments may differ only in how they are joined and broken into lines."""
    return " ".join(" ".join(comments).split())


def comment_words(comment):
    return words(comment if isinstance(comment, list) else [comment])


def theirs_line(node):
    """The moves after a node of python-chess, in the form of tabiya's JSON."""
    line = []
    while node.variations:
        board = node.board()
        first, *others = node.variations
        line.append(theirs_move(board, first, [[theirs_move(board, other, [])] + theirs_line(other) for other in others]))
        node = first
    return line


def theirs_move(board, node, variations):
    uci = "0000" if not node.move else board.uci(node.move)
    san = "--" if not node.move else board.san(node.move)
    return (san, uci, sorted(node.nags), comment_words(node.starting_comment), comment_words(node.comment), variations)


def ours_line(moves):
    return [
        (
            move["san"],
            move["uci"],
            sorted(set(move.get("nags", []))),
            words(move.get("comments_before", [])),
            words(move.get("comments", [])),
            [ours_line(variation) for variation in move.get("variations", [])],
        )
        for move in moves
    ]


def theirs(path):
    with open(path, encoding="utf-8-sig", errors="surrogateescape") as file:
        while game := chess.pgn.read_game(file):
            yield game


def judge(path, ours, places):
    games = 0
    for number, (our, their) in enumerate(zip(ours, theirs(path), strict=True), 1):
        if our["errors"] and any(not error.get("note") for error in our["errors"]):
            assert their.errors, f"{places}: game {number}: only tabiya complains: {our['errors']}"
            continue
        assert not their.errors, f"{places}: game {number}: only python-chess complains: {their.errors}"
        same(places, number, "moves", ours_line(our["moves"]), theirs_line(their))
        same(places, number, "comment", words(our.get("comments", [])), comment_words(their.comment))
        same(places, number, "position", our["fen"], their.end().board().fen(en_passant="legal"))
        for name, value in our["tags"].items():
            if name != "Result":
                # python-chess does not resolve escapes.
                plain = their.headers.get(name, "").replace('\\"', '"').replace("\\\\", "\\")
                same(places, number, name, value, plain)
        games += 1
    return games


def same(path, number, what, ours, theirs):
    assert ours == theirs, f"{path}: game {number}: {what}\n  tabiya       {ours}\n  python-chess {theirs}"


def main_lines(games):
    return [[move["uci"] for move in game["moves"]] for game in games if "Variant" not in game["tags"]]


def judge_with_pgn_extract(extract, path, games):
    """Its UCI output has one line of moves per game; it does not support Chess960."""
    text = run(extract, "-s", "-Wuci", "-w1000000", "--notags", "--allownullmoves", path).decode("utf-8", "replace")
    lines = [line.split()[:-1] for line in text.splitlines() if line.strip()]
    expected = main_lines(games)
    if len(lines) == len(games):
        lines = [line for line, game in zip(lines, games) if "Variant" not in game["tags"]]
    lines = [["0000" if move == "--" else move.lower() for move in line] for line in lines]
    for number, (our, their) in enumerate(zip(expected, lines, strict=True), 1):
        assert our == their, f"{path}: game {number}\n  tabiya      {our}\n  pgn-extract {their}"


def main(tabiya, paths):
    extract = shutil.which("pgn-extract", path=os.environ["PATH"] + ":/usr/games")
    assert extract, "pgn-extract is missing. To install it: apt-get install pgn-extract"
    for path in paths:
        ours = [json.loads(line) for line in run(tabiya, "pgn", "json", path).splitlines()]
        games = judge(path, ours, path)
        # Games that could not be read are left out, because python-chess repairs them in its own way.
        good = [game for game in ours if all(error.get("note") for error in game["errors"])]
        with tempfile.NamedTemporaryFile(suffix=".pgn", delete=False) as cleaned:
            cleaned.write(run(tabiya, "pgn", "clean", path))
        try:
            again = [json.loads(line) for line in run(tabiya, "pgn", "json", cleaned.name).splitlines()]
            judge(cleaned.name, again, f"{path}, cleaned")
            if len(good) == len(ours):
                lines = [ours_line(game["moves"]) for game in again]
                assert lines == [ours_line(game["moves"]) for game in ours], f"{path}: cleaning changes moves"
                if os.path.getsize(cleaned.name) < 20_000_000:
                    judge_with_pgn_extract(extract, cleaned.name, again)
        finally:
            os.unlink(cleaned.name)
        print(f"{path}: {games} games as python-chess and pgn-extract read them")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
