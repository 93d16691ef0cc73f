#!/bin/sh
# Real clients play whole games on a real server: berserk as a library, cli-chess in a pseudo-terminal, litchee as a library
# in Rust. Where they cannot be had, one line says what to install, and the judge is left out.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
command -v python3 >/dev/null || { echo "clients-judge: left out; to run it: install Python 3"; exit 0; }
python=$target/clients/bin/python
if ! "$python" -c 'import berserk, cli_chess, pyte' 2>/dev/null; then
    if ! { python3 -m venv "$target/clients" &&
        "$python" -m pip install --quiet --disable-pip-version-check berserk==0.14.0 cli-chess==1.8.0 pyte==0.8.2; }; then
        echo "clients-judge: left out; to run it: make Python able to install 'berserk', 'cli-chess' and 'pyte'"
        exit 0
    fi
fi
cargo build --quiet --package tabiya
"$python" scripts/clients/berserk_games.py "$target/debug/tabiya"
"$python" scripts/clients/cli_chess_game.py "$target/debug/tabiya"
if cargo build --quiet --locked --manifest-path scripts/clients/litchee/Cargo.toml --target-dir "$target/litchee"; then
    "$python" scripts/clients/litchee_games.py "$target/debug/tabiya" "$target/litchee/debug/litchee-game"
else
    echo "clients-judge: litchee is left out; to run it: let cargo fetch it and build its TLS library, which is in C"
fi
