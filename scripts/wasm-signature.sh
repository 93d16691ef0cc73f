#!/bin/sh
# usage: wasm-signature.sh CRATE...: checks that the example `signature` of each crate prints the same in WebAssembly, run
# by Node, as natively. Both also print their run time in milliseconds to stderr, so that the speeds can be compared.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
wasm=wasm32-unknown-unknown
times=$(mktemp -d)
trap 'rm -rf "$times"' EXIT
for crate in "$@"; do
	# With vector instructions, as on the page.
	RUSTFLAGS="-C target-feature=+simd128" \
		cargo build --quiet --release --package "tabiya-$crate" --example signature --target $wasm
	cargo build --quiet --release --package "tabiya-$crate" --example signature
	native=$("$target/release/examples/signature" 2>"$times/native")
	in_node=$(node scripts/wasm_signature.mjs "$target/$wasm/release/examples/signature.wasm" 2>"$times/node")
	if [ "$native" != "$in_node" ]; then
		printf 'wasm: %s differs\nnative:\n%s\nNode:\n%s\n' "$crate" "$native" "$in_node"
		exit 1
	fi
	speed=$((100 * $(cat "$times/native") / ($(cat "$times/node") + 1)))
	echo "wasm: $crate in Node gives the same $(echo "$native" | wc -l) lines as the native one, at $speed % of its speed"
done
