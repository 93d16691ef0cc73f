#!/bin/sh
# Matches of the engine against the UCI programs that Debian packages, at 8+0.08 seconds, one thread each. The machine
# should be otherwise idle. Programs that are not installed are skipped; this installs all of them:
# apt-get install gnuchess glaurung toga2 sjaakii ethereal-chess fairy-stockfish stockfish
#
#   bench/gauntlet.sh [PAIRS [CONCURRENCY]]
#
# PAIRS of games with reversed colours against each program (default 100), CONCURRENCY games at once (default 1).
set -eu
cd "$(dirname "$0")/.."
pairs=${1:-100}
concurrency=${2:-1}
cargo build --release --package tabiya --package tabiya-tuner
programs="${CARGO_TARGET_DIR:-target}/release"

play() {
    program=$1
    shift
    [ -x "/usr/games/$program" ] || { echo "$program: not installed, skipped"; return 0; }
    "$programs/tabiya-tuner" match --engine cmd="$programs/tabiya uci" name=tabiya option.Threads=1 option.Hash=32 \
        --engine "$@" --tc 8+0.08 --margin 200 --pairs "$pairs" \
        --concurrency "$concurrency" --openings bench/openings.fen || [ $? = 2 ]
}
play gnuchess "cmd=/usr/games/gnuchess --uci" name=gnuchess
play glaurung cmd=/usr/games/glaurung name=glaurung option.OwnBook=false option.Threads=1 option.Ponder=false
play toga2 cmd=/usr/games/toga2 name=toga option.OwnBook=false option.Ponder=false
play sjaakii "cmd=/usr/games/sjaakii --uci" name=sjaakii
play ethereal-chess cmd=/usr/games/ethereal-chess name=ethereal option.Threads=1 option.Hash=32
play fairy-stockfish cmd=/usr/games/fairy-stockfish name=fairy-stockfish option.Threads=1 option.Hash=32
play stockfish cmd=/usr/games/stockfish name=stockfish option.Threads=1 option.Hash=32
