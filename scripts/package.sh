#!/bin/sh
# Packages the published libraries and runs the tests of each inside its unpacked archive, as a user would find it.
# The siblings they depend on come from the same archives, because they are not published yet.
set -eu
cd "$(dirname "$0")/.."
crates="rules unwinnable pgn game pairing"
target=${CARGO_TARGET_DIR:-$PWD/target}
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
set --
for crate in $crates; do
	set -- "$@" --package "tabiya-$crate"
done
cargo package --quiet --no-verify --allow-dirty "$@"
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
# A workspace of the unpacked archives, which contains only what is published.
{
	echo '[workspace]'
	echo 'resolver = "3"'
	echo 'members = ["tabiya-*"]'
	echo '[patch.crates-io]'
} >"$unpacked/Cargo.toml"
for crate in $crates; do
	tar -xzf "$target/package/tabiya-$crate-$version.crate" -C "$unpacked"
	echo "tabiya-$crate = { path = \"tabiya-$crate-$version\" }" >>"$unpacked/Cargo.toml"
done
cp Cargo.lock "$unpacked/"
cd "$unpacked"
CARGO_TARGET_DIR="$target/package/target" cargo test --quiet --workspace --all-features
echo "package: the tests of $crates pass in their archives"
