#!/bin/sh
# Mutation tests: all of game, the modules of rules that read and write text, and a random sample of the server's rooms
# and storage. Results are written to target/mutants; the exit code is 0 even if mutants survive.
set -eu
cd "$(dirname "$0")/.."
output=${CARGO_TARGET_DIR:-target}/mutants
sample=${SAMPLE:-150}

# run NAME PACKAGE FILE...: prints how many viable mutants were caught.
run() {
	name=$1
	package=$2
	shift 2
	mkdir -p "$output/$name"
	status=0
	cargo mutants --package "$package" --output "$output/$name" --no-times "$@" || status=$?
	# 2: some mutants were missed; 3: some ran out of time. Anything else is a failure of the run itself.
	case $status in 0 | 2 | 3) ;; *) exit "$status" ;; esac
	results=$output/$name/mutants.out
	caught=$(cat "$results/caught.txt" "$results/timeout.txt" | wc -l)
	missed=$(wc -l <"$results/missed.txt")
	echo "$name: $caught of $((caught + missed)) viable mutants caught; those missed are in $results/missed.txt"
}

run game tabiya-game
run rules-text tabiya-rules \
	--file 'crates/rules/src/fen/*.rs' --file 'crates/rules/src/notation/*.rs' \
	--file crates/rules/src/uci.rs --file crates/rules/src/epd.rs --file crates/rules/src/text.rs

# One shard is a sample of about SAMPLE mutants. SHARD selects which; without it the date does.
files="--file crates/server/src/rooms/**/*.rs --file crates/server/src/store/**/*.rs"
set -f
all=$(cargo mutants --list --package tabiya-server $files | wc -l)
shards=$((all / sample))
[ "$shards" -ge 1 ] || shards=1
shard=${SHARD:-$(($(date +%s) / 86400 % shards))}
run server-sample tabiya-server $files --shard "$shard/$shards" --sharding round-robin
