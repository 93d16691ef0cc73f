#!/bin/sh
# lichess-bot, unmodified, plays whole games on a real server. It is not on PyPI, so LICHESS_BOT names a checkout of it.
set -eu
cd "$(dirname "$0")/.."
[ -f "${LICHESS_BOT:-}/lichess-bot.py" ] || {
    echo "usage: make lichess-bot LICHESS_BOT=DIR, where DIR is a checkout of lichess-bot" >&2
    exit 2
}
target=${CARGO_TARGET_DIR:-target}
python=$(scripts/venv.sh lichess-bot --requirement "$LICHESS_BOT/requirements.txt" berserk==0.14.0 websocket-client==1.9.2)
# As `make unit` builds it, so that nothing is built twice.
cargo test --quiet --workspace --no-run
"$python" scripts/clients/lichess_bot_games.py "$target/debug/tabiya" "$LICHESS_BOT" "$python"
