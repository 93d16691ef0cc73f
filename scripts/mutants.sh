#!/bin/sh
# Mutation tests: all of game, the modules of rules that read and write text, and a random sample of the server's rooms
# and store. Fails if the tests catch fewer than 90 % of the viable mutants of game, or 85 % of another part.
#
# usage: scripts/mutants.sh     PARTS="game rules-text server"  the parts to test
#                               SAMPLE=20   a random sample of this many mutants of every part
#                               SEED=1      selects the sample; the date by default
set -eu
cd "$(dirname "$0")/.."
parts=${PARTS:-game rules-text server}
seed=${SEED:-$(date +%Y%m%d)}
output=${CARGO_TARGET_DIR:-$PWD/target}/mutants
# Mutated code must not be built into the folder of everyday work. One folder for all parts builds the dependencies once.
export CARGO_TARGET_DIR="$output/build"
host=$(rustc -vV | sed -n 's/^host: //p' | tr 'a-z-' 'A-Z_')
export "CARGO_TARGET_${host}_RUNNER=$PWD/scripts/until-failure.sh"
mkdir -p "$output"
set -f

# The package, files, smallest share of caught mutants, and sample size of a part. Without a size, every mutant is tried.
describe() {
	size=${SAMPLE:-}
	build=
	case $1 in
	game)
		package=tabiya-game files= least=90
		;;
	rules-text)
		package=tabiya-rules least=85
		files="--file crates/rules/src/fen/*.rs --file crates/rules/src/notation/*.rs --file crates/rules/src/uci.rs
			--file crates/rules/src/epd.rs --file crates/rules/src/text.rs"
		;;
	server)
		package=tabiya-server least=85
		files="--file crates/server/src/rooms/**/*.rs --file crates/server/src/store/**/*.rs"
		# Most of the time goes into compiling the server; its tests hardly gain from optimised code.
		build="--cargo-arg=--config=profile.dev.package.tabiya-server.opt-level=0"
		size=${SAMPLE:-150}
		;;
	*)
		echo "mutants: unknown part \"$1\"; the parts are game, rules-text and server" >&2
		exit 2
		;;
	esac
}

# A random sample of $1 lines. The generator is spelled out, because awk's own differs between implementations.
sample() {
	awk -v seed="$seed" 'function next_state() { return state = state * 16807 % 2147483647 }
		BEGIN { state = (seed * 69621 + 1013904223) % 2147483646 + 1; for (i = 0; i < 10; i++) next_state() }
		{ printf "%010d %s\n", next_state(), $0 }' | sort | head -n "$1" | cut -c 12-
}

# A pattern that excludes nothing is out of date: the code has moved or is gone.
check_patterns() {
	cargo mutants --list --no-config --package tabiya-game --package tabiya-rules --package tabiya-server >"$output/all.txt"
	sed -n 's/^    "\(.*\)",$/\1/p' .cargo/mutants.toml | sed 's/\\\\/\\/g' >"$output/patterns.txt"
	while read -r pattern; do
		grep -Eq -e "$pattern" "$output/all.txt" || {
			echo "mutants: this pattern of .cargo/mutants.toml matches no mutant: $pattern" >&2
			exit 1
		}
	done <"$output/patterns.txt"
}

choose() {
	describe "$1"
	cargo mutants --list --package $package $files >"$output/$1.all.txt"
	all=$(wc -l <"$output/$1.all.txt")
	# cargo-mutants 27 tries every deleted field whatever --re says, so these come on top of the sample.
	field=': delete field '
	grep -v "$field" "$output/$1.all.txt" | sample "${size:-$all}" >"$output/$1.txt"
	grep "$field" "$output/$1.all.txt" >>"$output/$1.txt" || true
	chosen=$(wc -l <"$output/$1.txt")
	if [ "$chosen" = "$all" ]; then
		echo "$1: all $all mutants"
	else
		echo "$1: $chosen of $all mutants, chosen with SEED=$seed"
	fi
}

# Prints one line for each mutant, and appends the share of caught mutants to the summary.
run() {
	describe "$1"
	echo "$1: first the tests without a mutant, then $(wc -l <"$output/$1.txt") mutants"
	only=
	[ -z "$size" ] || only="--re=^($(sed 's/[][\\.*^$()+?{}|]/\\&/g' "$output/$1.txt" | paste -s -d '|' -))\$"
	mkdir -p "$output/$1"
	status=0
	# No doc tests: each is compiled and linked on its own.
	cargo mutants --package $package $files ${only:+"$only"} --output "$output/$1" --gitignore true --caught --unviable \
		$build -- --lib --tests || status=$?
	# 2: some mutants were missed; 3: some ran out of time. Anything else is a failure of the run itself.
	case $status in 0 | 2 | 3) ;; *) exit "$status" ;; esac
	results=$output/$1/mutants.out
	caught=$(cat "$results/caught.txt" "$results/timeout.txt" | wc -l)
	missed=$(wc -l <"$results/missed.txt")
	viable=$((caught + missed))
	verdict=
	[ $((caught * 100)) -ge $((viable * least)) ] || verdict=", fewer than $least %: FAILED"
	echo "$1: $caught of $viable viable mutants caught$verdict" >>"$output/summary.txt"
	[ "$missed" = 0 ] || sed 's/^/  missed: /' "$results/missed.txt" >>"$output/summary.txt"
}

: >"$output/summary.txt"
check_patterns
for part in $parts; do
	choose "$part"
done
for part in $parts; do
	run "$part"
done
cat "$output/summary.txt"
! grep -q 'FAILED$' "$output/summary.txt"
