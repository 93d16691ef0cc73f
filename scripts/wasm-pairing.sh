#!/bin/sh
# The pairing in WebAssembly, run by Node, gives the same tournaments as the native one.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
wasm=wasm32-unknown-unknown
cargo build --quiet --release --package tabiya-pairing --example signature --target $wasm
native=$(cargo run --quiet --release --package tabiya-pairing --example signature)
in_node=$(node scripts/wasm_engine.mjs "$target/$wasm/release/examples/signature.wasm")
if [ "$native" != "$in_node" ]; then
    printf 'wasm: the pairing differs\nnative:\n%s\nNode:\n%s\n' "$native" "$in_node"
    exit 1
fi
echo "wasm: the pairing in Node gives the same $(echo "$native" | wc -l) tournaments as the native one"
