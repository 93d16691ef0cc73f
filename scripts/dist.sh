#!/bin/sh
# Builds the artefacts of a release into target/dist: a static Linux program, an archive, a Debian package, a container
# file, and, if mingw is installed, tabiya.exe. The build is reproducible: the bytes should depend only on the commit and
# the tools, which `make dist-same` checks.
set -eu
umask 022
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
dist=$target/dist
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 0)
TABIYA_COMMIT=$(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
export SOURCE_DATE_EPOCH TABIYA_COMMIT
# Keeps the paths of this machine out of the program, for Rust and for C.
cargo_home=${CARGO_HOME:-$HOME/.cargo}
RUSTFLAGS="--remap-path-prefix=$target=target --remap-path-prefix=$PWD=tabiya --remap-path-prefix=$cargo_home=cargo ${RUSTFLAGS:-}"
CFLAGS="-ffile-prefix-map=$target=target -ffile-prefix-map=$PWD=tabiya -ffile-prefix-map=$cargo_home=cargo ${CFLAGS:-}"
export RUSTFLAGS CFLAGS
musl=x86_64-unknown-linux-musl
windows=x86_64-pc-windows-gnu

need() { command -v "$1" >/dev/null || { echo "dist: $1 is missing: $2" >&2; exit 1; }; }
need musl-gcc "apt install musl-tools"
need dpkg-deb "apt install dpkg"
rustup target list --installed | grep -q "$musl" || rustup target add "$musl"

# The page is part of the program.
make --no-print-directory page
rm -rf "$dist"
mkdir -p "$dist"
echo "building the static program"
cargo build --release --locked --package tabiya --target "$musl"
cp "$target/$musl/release/tabiya" "$dist/tabiya"
strip --strip-all "$dist/tabiya"
program=$dist/tabiya

echo "building the archive"
name=tabiya-$version-x86_64-linux
tree=$dist/$name
mkdir -p "$tree/completions" "$tree/man" "$tree/docs"
cp "$program" LICENSE README.md CHANGELOG.md packaging/tabiya.service packaging/Containerfile "$tree/"
cp docs/*.md docs/*.png "$tree/docs/"
"$program" manual > "$tree/man/tabiya.1"
"$program" completions bash > "$tree/completions/tabiya.bash"
"$program" completions zsh > "$tree/completions/_tabiya"
"$program" completions fish > "$tree/completions/tabiya.fish"
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --mode=u+rwX,go+rX,go-w --owner=0 --group=0 --numeric-owner -C "$dist" -cf - "$name" \
    | gzip -9n > "$dist/$name.tar.gz"

echo "building the Debian package"
deb=$dist/deb
mkdir -p "$deb/DEBIAN" "$deb/usr/bin" "$deb/usr/lib/systemd/system" "$deb/usr/share/man/man1" "$deb/etc/default" \
    "$deb/usr/share/bash-completion/completions" "$deb/usr/share/zsh/vendor-completions" \
    "$deb/usr/share/fish/vendor_completions.d" "$deb/usr/share/doc/tabiya"
cp "$program" "$deb/usr/bin/tabiya"
cp packaging/tabiya.service "$deb/usr/lib/systemd/system/"
cp packaging/default "$deb/etc/default/tabiya"
gzip -9n < "$tree/man/tabiya.1" > "$deb/usr/share/man/man1/tabiya.1.gz"
cp "$tree/completions/tabiya.bash" "$deb/usr/share/bash-completion/completions/tabiya"
cp "$tree/completions/_tabiya" "$deb/usr/share/zsh/vendor-completions/"
cp "$tree/completions/tabiya.fish" "$deb/usr/share/fish/vendor_completions.d/"
cp LICENSE "$deb/usr/share/doc/tabiya/copyright"
cp packaging/debian/postinst packaging/debian/prerm packaging/debian/postrm "$deb/DEBIAN/"
echo /etc/default/tabiya > "$deb/DEBIAN/conffiles"
cat > "$deb/DEBIAN/control" <<CONTROL
Package: tabiya
Version: $version
Architecture: amd64
Maintainer: The Tabiya developers <tabiya@localhost>
Section: games
Priority: optional
Depends: passwd
Description: chess by the laws: play, watch, run a club server
 The laws of chess, a computer opponent, and a server for a club or a school, in one program.
CONTROL
find "$deb" -type d -exec chmod 755 {} +
find "$deb" -type f -exec chmod 644 {} +
chmod 755 "$deb/usr/bin/tabiya" "$deb"/DEBIAN/p*
find "$deb" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zgzip --build "$deb" "$dist/tabiya_${version}_amd64.deb" >/dev/null
rm -rf "$deb" "$tree"
cp packaging/Containerfile "$dist/"

if command -v x86_64-w64-mingw32-gcc >/dev/null; then
    echo "building tabiya.exe"
    rustup target list --installed | grep -q "$windows" || rustup target add "$windows"
    # Otherwise the linker would write the build time into the program.
    RUSTFLAGS="$RUSTFLAGS -C link-arg=-Wl,--no-insert-timestamp" \
        cargo build --release --locked --package tabiya --target "$windows"
    cp "$target/$windows/release/tabiya.exe" "$dist/"
    x86_64-w64-mingw32-strip --strip-all "$dist/tabiya.exe"
else
    echo "dist: no tabiya.exe, since mingw is missing (apt install gcc-mingw-w64-x86-64)"
fi
(cd "$dist" && sha256sum $(ls | grep -v SHA256SUMS) > SHA256SUMS && cat SHA256SUMS)
