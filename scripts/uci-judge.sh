#!/bin/sh
# python-chess plays a whole game against the engine and checks every move and line of output.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
python=$(scripts/venv.sh python-chess chess==1.11.2)
cargo build --quiet --package tabiya
"$python" scripts/uci_game.py "$target/debug/tabiya"
