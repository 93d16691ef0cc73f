#!/bin/sh
# Real clients play whole games on a real server: berserk as a library, cli-chess in a pseudo-terminal, litchee as a library
# in Rust.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
python=$(scripts/venv.sh clients berserk==0.14.0 cli-chess==1.8.0 pyte==0.8.2)
cargo build --quiet --package tabiya
"$python" scripts/clients/berserk_games.py "$target/debug/tabiya"
"$python" scripts/clients/cli_chess_game.py "$target/debug/tabiya"
cargo build --quiet --locked --manifest-path scripts/clients/litchee/Cargo.toml --target-dir "$target/litchee"
"$python" scripts/clients/litchee_games.py "$target/debug/tabiya" "$target/litchee/debug/litchee-game"
