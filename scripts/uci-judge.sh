#!/bin/sh
# python-chess plays a whole game with the engine and judges every move and line. It goes into a virtual environment under
# target/.
set -eu
cd "$(dirname "$0")/.."
command -v python3 >/dev/null || { echo "uci-judge: left out; to run it: install Python 3"; exit 0; }
target=${CARGO_TARGET_DIR:-target}
venv=$target/pgn-judge
if ! "$venv/bin/python" -c 'import chess' 2>/dev/null; then
    if ! { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2; }; then
        echo "uci-judge: left out; to run it: make Python able to install the package 'chess'"
        exit 0
    fi
fi
cargo build --quiet --package tabiya
"$venv/bin/python" scripts/uci_game.py "$target/debug/tabiya"
