#!/bin/sh
# Compares tabiya with python-chess and, where it is installed, pgn-extract: the project's own games, and those of the
# files that are given.
set -eu
cd "$(dirname "$0")/.."
judge=pgn-judge
. scripts/python-chess.sh
cargo build --quiet --package tabiya
cargo run --quiet --package tabiya-pgn --example random_games 300 >"$target/random.pgn"
set -- crates/pgn/tests/data/constructs.pgn "$target/random.pgn" "$@"
beside=../shared/data/pgn/lichess_db_100k.pgn
[ ! -e "$beside" ] || set -- "$@" "$beside"
"$python" scripts/pgn_judge.py "$target/debug/tabiya" "$@"
