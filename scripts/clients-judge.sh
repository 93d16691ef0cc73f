#!/bin/sh
# Real clients play whole games on a real server: berserk as a library, cli-chess in a pseudo-terminal, and litchee as a
# Rust library. schemathesis checks responses against /api/openapi.json. lichess-bot has a script of its own.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
python=$(scripts/venv.sh clients berserk==0.14.0 cli-chess==1.8.0 pyte==0.8.2)
# As `make unit` builds it, so that nothing is built twice.
cargo test --quiet --workspace --no-run
"$python" scripts/clients/berserk_games.py "$target/debug/tabiya"
"$python" scripts/clients/cli_chess_game.py "$target/debug/tabiya"
cargo build --quiet --locked --manifest-path scripts/clients/litchee/Cargo.toml --target-dir "$target/litchee"
"$python" scripts/clients/litchee_games.py "$target/debug/tabiya" "$target/litchee/debug/litchee-game"
schema=$(scripts/venv.sh schemathesis schemathesis==4.32.5)
"$python" scripts/clients/schema_check.py "$target/debug/tabiya" "$(dirname "$schema")/schemathesis" "${SCHEMA_SECONDS:-45}"
