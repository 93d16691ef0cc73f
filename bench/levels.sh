#!/bin/sh
# Measures the levels of the engine: each against the one below, what they give away, and, where Stockfish is
# installed (apt-get install stockfish), each against its UCI_Elo.
#
#   bench/levels.sh [GAMES]        100 games of each pair unless told otherwise
#
# TOOLS: the folder of match.py;  OPENINGS: a file of positions;  PYTHON: one with the package `chess`.
set -eu
cd "$(dirname "$0")/.."
games=${1:-100}
tools=${TOOLS:-../shared/tools}
openings=${OPENINGS:-../shared/data/openings/balanced220.epd}
python=${PYTHON:-python3}
stockfish=${STOCKFISH:-/usr/games/stockfish}
cargo build --release --package tabiya --package tabiya-tuner
programs="${CARGO_TARGET_DIR:-target}/release"

for level in 2 3 4 5 6 7; do
    echo "level $level against $((level - 1)): $("$programs/tabiya-tuner" duel $level $((level - 1)) --games "$games")"
done
"$programs/tabiya-tuner" levels --games "$games"

[ -f "$tools/match.py" ] || exit 0
# Full strength has no limit but time.
"$python" "$tools/match.py" -e cmd="$programs/tabiya uci" name=level-8 option.Level=8 \
    -e cmd="$programs/tabiya uci" name=level-7 option.Level=7 \
    --tc 8+0.08 --margin 200 --pairs "$((games / 2))" --openings "$openings"
[ -x "$stockfish" ] || exit 0
# A level, the rating of Stockfish, and the positions it needs to play like that.
anchor() {
    "$python" "$tools/match.py" -e cmd="$programs/tabiya uci" name="level-$1" option.Level="$1" \
        -e cmd="$stockfish" name="stockfish-$2" option.UCI_LimitStrength=true option.UCI_Elo="$2" nodes="$3" \
        --nodes 4000000 --pairs "$((games / 2))" --openings "$openings"
}
anchor 1 1350 20000
anchor 2 1350 20000
anchor 3 1500 20000
anchor 4 1800 20000
anchor 5 1900 40000
anchor 6 2000 40000
anchor 7 2200 100000
"$python" "$tools/match.py" -e cmd="$programs/tabiya uci" name=level-8 option.Level=8 \
    -e cmd="$stockfish" name=stockfish-2500 option.UCI_LimitStrength=true option.UCI_Elo=2500 \
    --tc 8+0.08 --margin 200 --pairs "$((games / 2))" --openings "$openings"
