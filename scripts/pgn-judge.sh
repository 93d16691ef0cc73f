#!/bin/sh
# Compares tabiya with python-chess and, where it is installed, pgn-extract: the project's own games, and those of the
# files that are given. python-chess goes into a virtual environment under target/.
set -eu
cd "$(dirname "$0")/.."
command -v python3 >/dev/null || { echo "pgn-judge: left out; to run it: install Python 3"; exit 0; }
target=${CARGO_TARGET_DIR:-target}
venv=$target/pgn-judge
if ! "$venv/bin/python" -c 'import chess' 2>/dev/null; then
    if ! { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2; }; then
        echo "pgn-judge: left out; to run it: make Python able to install the package 'chess'"
        exit 0
    fi
fi
cargo build --quiet --package tabiya
cargo run --quiet --package tabiya-pgn --example random_games 300 >"$target/random.pgn"
set -- crates/pgn/tests/data/constructs.pgn "$target/random.pgn" "$@"
beside=../shared/data/pgn/lichess_db_100k.pgn
[ ! -e "$beside" ] || set -- "$@" "$beside"
"$venv/bin/python" scripts/pgn_judge.py "$target/debug/tabiya" "$@"
