#!/bin/sh
# The engine in WebAssembly, run by Node, finds what the native one finds: same moves, same values, same counts.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
wasm=wasm32-unknown-unknown
cargo build --quiet --release --package tabiya-engine --example signature --target $wasm
native=$(cargo run --quiet --release --package tabiya-engine --example signature)
in_node=$(node scripts/wasm_engine.mjs "$target/$wasm/release/examples/signature.wasm")
if [ "$native" != "$in_node" ]; then
    printf 'wasm: the engine differs\nnative:\n%s\nNode:\n%s\n' "$native" "$in_node"
    exit 1
fi
echo "wasm: the engine in Node finds what the native one finds, $(echo "$native" | awk '{sum += $1} END {print sum}') positions"
