#!/bin/sh
# lichess-bot plays whole games on a real server. It is in no package registry: the argument names a checkout of it.
set -eu
checkout=$1
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
python=$(scripts/venv.sh lichess-bot --requirement "$checkout/requirements.txt" berserk==0.14.0 websocket-client==1.9.2)
cargo test --quiet --workspace --no-run
"$python" scripts/clients/lichess_bot_games.py "$target/debug/tabiya" "$checkout" "$python"
