#!/bin/sh
# Measures the levels of the engine: each against the one below, steps of 100 points of the rating scale, how often they
# give pieces away, how much openings vary, and, if Stockfish is installed (apt-get install stockfish), each level
# against its UCI_Elo.
#
#   bench/levels.sh [GAMES]        games of each pair (default 100)
set -eu
cd "$(dirname "$0")/.."
games=${1:-100}
stockfish=${STOCKFISH:-/usr/games/stockfish}
cargo build --release --package tabiya --package tabiya-tuner
programs="${CARGO_TARGET_DIR:-target}/release"
tuner="$programs/tabiya-tuner"

for level in 2 3 4 5 6 7; do
    echo "level $level against $((level - 1)): $("$tuner" level-match $level $((level - 1)) --games "$games")"
done
echo "400 against level 1: $("$tuner" level-match 400 1 --games "$games")"
rating=400
while [ $rating -lt 2400 ]; do
    echo "$((rating + 100)) against $rating: $("$tuner" level-match $((rating + 100)) $rating --games "$games")"
    rating=$((rating + 100))
done
"$tuner" blunders --games "$games"
"$tuner" blunders 400 600 --games "$games"
echo "level 8 against itself: $("$tuner" level-match 8 8 --from-start --nodes 20000 --games "$games")"

# play LEVEL OPPONENT...: a match of a level; the remaining arguments describe the opponent and the limits.
play() {
    level=$1
    shift
    "$tuner" match --engine cmd="$programs/tabiya uci" name="level-$level" option.Level="$level" \
        --engine "$@" --pairs "$(((games + 1) / 2))" --openings bench/openings.fen || [ $? = 2 ]
}
# Full strength is limited only by time.
play 8 cmd="$programs/tabiya uci" name=level-7 option.Level=7 --tc 8+0.08 --margin 200
[ -x "$stockfish" ] || exit 0
# anchor LEVEL ELO NODES: a level against Stockfish with this rating, and the nodes it needs to play at that strength.
anchor() {
    play "$1" cmd="$stockfish" name="stockfish-$2" option.UCI_LimitStrength=true option.UCI_Elo="$2" nodes="$3" --nodes 4000000
}
anchor 1 1350 20000
anchor 2 1350 20000
anchor 3 1500 20000
anchor 4 1800 20000
anchor 5 1900 40000
anchor 6 2000 40000
anchor 7 2200 100000
play 8 cmd="$stockfish" name=stockfish-2500 option.UCI_LimitStrength=true option.UCI_Elo=2500 --tc 8+0.08 --margin 200
