#!/bin/sh
# usage: fuzz/run.sh [SECONDS]: runs every target for this long (default 15) and prints how many inputs it tried.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-15}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

fuzz/seed.sh
for target in $(cargo +nightly fuzz list); do
    if cargo +nightly fuzz run "$target" -- -max_total_time="$seconds" -print_final_stats=1 \
        -close_fd_mask=1 >"$log" 2>&1; then
        echo "fuzz: $target, $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s"
    else
        cat "$log"
        echo "fuzz: $target found something"
        exit 1
    fi
done
