#!/bin/sh
# Builds the two WebAssembly modules of the page: the core, and the engine that is fetched when first needed.
set -eu
cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}
version=$(sed -n 's/^wasm-bindgen = "\(.*\)"$/\1/p' Cargo.toml)

if ! wasm-bindgen --version 2>/dev/null | grep -q "$version"; then
	echo "building wasm-bindgen $version, once"
	cargo install wasm-bindgen-cli --version "$version"
fi
scripts/need wasm

# The core is small and runs everywhere; the engine is built for speed and needs simd128, which every browser has had
# since 2023.
cargo build --profile release-wasm --target wasm32-unknown-unknown --package tabiya-browser
RUSTFLAGS="-C target-feature=+simd128" cargo build --release --target wasm32-unknown-unknown --package tabiya-browser-engine
bind() {
	wasm-bindgen --target web --remove-name-section --remove-producers-section --out-name "$1" --out-dir "web/src/$1/pkg" "$2"
}
bind core "$target/wasm32-unknown-unknown/release-wasm/tabiya_browser.wasm"
bind engine "$target/wasm32-unknown-unknown/release/tabiya_browser_engine.wasm"
