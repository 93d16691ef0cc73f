#!/bin/sh
# Tries each artefact of `make dist` on this machine: the archive plays a game by HTTP, the package installs and purges in a
# folder of its own, the program for Windows starts under Wine.
set -eu
cd "$(dirname "$0")/.."
dist=${CARGO_TARGET_DIR:-$PWD/target}/dist
place=$(mktemp -d)
server=
finish() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$place"; }
trap finish EXIT

# Starts a server and plays the first moves of a game against the computer. $1: what it is called; the rest: the command.
try() {
    what=$1; shift
    "$@" serve --listen 127.0.0.1:0 --data "$place/data-$what" > "$place/$what.out" 2> "$place/$what.err" &
    server=$!
    for _ in $(seq 1 100); do
        url=$(tr -d '\r' < "$place/$what.out" | sed -n 's/^tabiya: \(http[^ ]*\).*/\1/p' | head -1)
        [ -z "$url" ] || break
        sleep 0.2
    done
    [ -n "$url" ] || { echo "$what: the server does not start"; cat "$place/$what.err"; exit 1; }
    jar=$place/$what.cookies
    curl -fsS -c "$jar" "$url/app/me" > /dev/null
    game=$(curl -fsS -b "$jar" -H "Origin: $url" -d '{"opponent":{"computer":{"level":1}},"color":"black"}' "$url/app/games" \
        | sed 's/.*"id":"\([A-Za-z0-9]*\)".*/\1/')
    for _ in $(seq 1 100); do
        moves=$(curl -fsS -b "$jar" "$url/app/games/$game" | grep -o '"san":' | wc -l)
        [ "$moves" -lt 1 ] || break
        sleep 0.2
    done
    [ "$moves" -ge 1 ] || { echo "$what: the computer does not move"; exit 1; }
    curl -fsS "$url/" | grep -q '<html' || { echo "$what: there is no page"; exit 1; }
    kill "$server"; wait "$server" 2>/dev/null || true
    server=
    echo "$what: starts, serves the page, and the computer has moved"
}

archive=$(ls "$dist"/tabiya-*.tar.gz)
tar -xzf "$archive" -C "$place"
unpacked=$(ls -d "$place"/tabiya-*)
file "$unpacked/tabiya" | grep -q 'statically linked\|static-pie' || { echo "the program is not static"; exit 1; }
"$unpacked/tabiya" --version
try archive "$unpacked/tabiya"
bash -n "$unpacked/completions/tabiya.bash"
grep -q '^\.TH' "$unpacked/man/tabiya.1"

deb=$(ls "$dist"/tabiya_*.deb)
dpkg-deb --info "$deb" > /dev/null
dpkg-deb -x "$deb" "$place/root"
try package "$place/root/usr/bin/tabiya"
if [ "$(id -u)" = 0 ] && [ "${TABIYA_TRY_INSTALL:-no}" = yes ]; then
    dpkg -i "$deb"
    test "$(stat -c '%U %a' /var/lib/tabiya)" = "tabiya 700"
    dpkg -P tabiya
    ! getent passwd tabiya > /dev/null
    test -d /var/lib/tabiya && rmdir /var/lib/tabiya
    echo "package: installs and purges"
fi

if [ -f "$dist/tabiya.exe" ] && command -v wine > /dev/null; then
    WINEPREFIX=$place/wine WINEDEBUG=-all
    export WINEPREFIX WINEDEBUG
    try windows wine "$dist/tabiya.exe"
else
    echo "windows: not tried (no tabiya.exe, or no wine)"
fi
