#!/bin/sh
# python-chess plays a whole game with the engine and judges every move and line.
set -eu
cd "$(dirname "$0")/.."
judge=uci-judge
. scripts/python-chess.sh
cargo build --quiet --package tabiya
"$python" scripts/uci_game.py "$target/debug/tabiya"
