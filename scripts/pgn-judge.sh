#!/bin/sh
# Compares how tabiya reads and writes PGN with python-chess and pgn-extract: on the project's own games, and on the
# files given as arguments.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
python=$(scripts/venv.sh python-chess chess==1.11.2)
cargo build --quiet --package tabiya
cargo run --quiet --package tabiya-pgn --example random_games 300 >"$target/random.pgn"
"$python" scripts/pgn_judge.py "$target/debug/tabiya" crates/pgn/tests/data/constructs.pgn "$target/random.pgn" "$@"
