#!/bin/sh
# Runs a test program and ends it, with all processes that it has started, at the first failed test: one is enough to
# catch a mutant.
#
# usage: scripts/until-failure.sh PROGRAM ARGUMENT…
set -eu
folder=$(mktemp -d)
mkfifo "$folder/output"
# A process group of its own, so that it can be ended as a whole.
setsid "$@" >"$folder/output" &
program=$!
end() {
	kill -TERM "-$program" 2>/dev/null || true
	rm -rf "$folder"
}
# cargo-mutants ends what takes too long.
trap 'end; exit 143' TERM INT HUP
while IFS= read -r line; do
	printf '%s\n' "$line"
	case $line in *' ... FAILED')
		end
		exit 101
		;;
	esac
done <"$folder/output"
status=0
wait "$program" || status=$?
rm -rf "$folder"
exit "$status"
