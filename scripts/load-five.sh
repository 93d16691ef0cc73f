#!/bin/sh
# Five runs of the load test in a row; the last three right after a gigabyte was written to the same disk.
# Needs `cargo build --release -p tabiya`. Prints the latency, the CPU use and the verdict of each run.
cd "$(dirname "$0")/.." || exit 1
for run in 1 2 3 4 5; do
    if [ "$run" -gt 2 ]; then
        dd if=/dev/zero of=target/gigabyte bs=1M count=1024 status=none
    fi
    cargo run --release --quiet --manifest-path bench/server/Cargo.toml -- load --server target/release/tabiya "$@" |
        grep -E "move to answer|waited over|cores|PASS|below"
    rm -f target/gigabyte
done
