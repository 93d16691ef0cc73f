"""A whole game of the engine against itself, driven by python-chess, which checks every move and every line.

usage: uci_game.py PROGRAM       (needs the package `chess`)
"""
import sys

import chess
import chess.engine

with chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"]) as engine:
    engine.configure({"Hash": 8, "Threads": 1, "Move Overhead": 10, "UCI_ShowWDL": True})
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < 200:
        clock = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.02, black_inc=0.02)
        result = engine.play(board, clock, info=chess.engine.INFO_ALL)
        line = board.copy()
        for move in result.info["pv"]:
            line.push(chess.Move.from_uci(move.uci()))
            assert line.is_valid(), line.fen()
        assert result.info["pv"][0] == result.move
        board.push(result.move)
    lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=8), multipv=3)
    assert len(lines) == 3
print(f"{board.ply()} moves by both sides, {board.result(claim_draw=True)}")
