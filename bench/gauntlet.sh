#!/bin/sh
# Matches of the engine against four programs that Debian packages (apt-get install gnuchess phalanx glaurung toga2),
# at 8+0.08 seconds, one thread each. The machine should do nothing else meanwhile.
#
#   bench/gauntlet.sh [PAIRS]      100 pairs of games against each, colours exchanged, unless told otherwise
#
# TOOLS: the folder of match.py and xb2uci.py;  OPENINGS: a file of positions;  PYTHON: one with the package `chess`.
set -eu
cd "$(dirname "$0")/.."
pairs=${1:-100}
tools=${TOOLS:-../shared/tools}
openings=${OPENINGS:-../shared/data/openings/balanced220.epd}
python=${PYTHON:-python3}
cargo build --release --package tabiya
engine="${CARGO_TARGET_DIR:-target}/release/tabiya uci"

play() {
    "$python" "$tools/match.py" -e cmd="$engine" name=tabiya option.Threads=1 option.Hash=32 -e "$@" \
        --tc 8+0.08 --margin 200 --pairs "$pairs" --openings "$openings"
}
play "cmd=/usr/games/gnuchess --uci" name=gnuchess
play "cmd=$python $tools/xb2uci.py -- /usr/games/phalanx -b- -l-" name=phalanx
play cmd=/usr/games/glaurung name=glaurung option.OwnBook=false option.Threads=1 option.Ponder=false
play cmd=/usr/games/toga2 name=toga option.OwnBook=false option.Ponder=false
