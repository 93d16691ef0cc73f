#!/bin/sh
# usage: wasm-signature.sh CRATE...: the example `signature` of each crate prints the same in WebAssembly, run by Node, as natively.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
wasm=wasm32-unknown-unknown
for crate in "$@"; do
	cargo build --quiet --release --package "tabiya-$crate" --example signature --target $wasm
	native=$(cargo run --quiet --release --package "tabiya-$crate" --example signature)
	in_node=$(node scripts/wasm_signature.mjs "$target/$wasm/release/examples/signature.wasm")
	if [ "$native" != "$in_node" ]; then
		printf 'wasm: %s differs\nnative:\n%s\nNode:\n%s\n' "$crate" "$native" "$in_node"
		exit 1
	fi
	echo "wasm: $crate in Node gives the same $(echo "$native" | wc -l) lines as the native one"
done
