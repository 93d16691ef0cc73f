#!/bin/sh
# Builds the last commit twice, in two folders with names of different lengths, and compares the artefacts of `make dist`.
set -eu
cd "$(dirname "$0")/.."
source=$PWD
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
build() {
    git clone --quiet --no-hardlinks "$source" "$1"
    [ ! -d web/node_modules ] || cp -a web/node_modules "$1/web/"
    (cd "$1" && unset CARGO_TARGET_DIR && make --no-print-directory dist >"$1.log" 2>&1) ||
        { tail -40 "$1.log" >&2; exit 1; }
    cp "$1/target/dist/SHA256SUMS" "$1.sums"
    cat "$1.sums"
    # Two build folders would fill a small disk.
    rm -rf "$1"
}
build "$place/a"
build "$place/a-folder-with-a-longer-name"
cmp "$place/a.sums" "$place/a-folder-with-a-longer-name.sums"
echo "dist: the same bytes in both folders"
