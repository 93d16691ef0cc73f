#!/bin/sh
# Tries each artefact of `make dist` on this machine. The archive, the package, the container and the program for Windows
# each serve the page and play a game to mate; two browsers meet at the address that `--lan` prints. As root with
# TABIYA_TRY_INSTALL=yes the package is also installed on this system, and purged.
set -eu
cd "$(dirname "$0")/.."
dist=${CARGO_TARGET_DIR:-$PWD/target}/dist
place=$(mktemp -d)
server=
finish() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$place"; }
trap finish EXIT
fail() { echo "$*" >&2; exit 1; }

# Repeats a command until it succeeds.
until_done() {
    for _ in $(seq 1 300); do
        if "$@"; then return 0; fi
        sleep 0.2
    done
    return 1
}

# Starts a server and plays a game to mate between two accounts, and the first moves of one against the computer.
# $1: its name; $2: its data folder; the rest: the command.
try() {
    what=$1 data=$2
    shift 2
    anna=$("$@" user add anna --data "$data" | tr -d '\r')
    bert=$("$@" user add bert --data "$data" | tr -d '\r')
    "$@" serve --listen 127.0.0.1:0 --data "$data" > "$place/$what.out" 2> "$place/$what.err" &
    server=$!
    listens() {
        url=$(tr -d '\r' < "$place/$what.out" | sed -n 's/^tabiya: \(http[^ ]*\).*/\1/p' | head -1)
        [ -n "$url" ]
    }
    until_done listens || { cat "$place/$what.err" >&2; fail "$what: the server does not start"; }
    curl -fsS "$url/" | grep -q '<html' || fail "$what: there is no page"

    post() { token=$1; path=$2; shift 2; curl -fsS -X POST -H "Authorization: Bearer $token" "$@" "$url$path"; }
    # The ids of games have eight characters, those of players here four.
    game_id() { grep -oE '"id":"[A-Za-z0-9]{8}"' | head -1 | sed 's/.*:"\(.*\)"/\1/'; }
    game=$(post "$anna" /api/challenge/bert -d color=white -d clock.limit=300 -d clock.increment=3 | game_id)
    post "$bert" "/api/challenge/$game/accept" > /dev/null
    mover=$anna other=$bert
    for move in e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7; do
        post "$mover" "/api/board/game/$game/move/$move" > /dev/null
        next=$other other=$mover mover=$next
    done
    curl -fsS "$url/game/export/$game" | tr '\n' ' ' | grep -q 'Qxf7#.*1-0' || fail "$what: the game does not end in mate"

    computer=$(post "$bert" /api/challenge/ai -d level=1 -d color=black | game_id)
    has_moved() { curl -fsS "$url/game/export/$computer" | grep -q '^1\. '; }
    until_done has_moved || fail "$what: the computer does not move"
    kill "$server"
    wait "$server" 2>/dev/null || true
    server=
    echo "$what: serves the page, plays a game to mate, and the computer moves"
}

archive=$(ls "$dist"/tabiya-*.tar.gz)
tar -xzf "$archive" -C "$place"
unpacked=$(ls -d "$place"/tabiya-*)
if ldd "$unpacked/tabiya" 2>&1 | grep -q '=>'; then fail "the program is not static"; fi
"$unpacked/tabiya" --version | grep -E '\([0-9a-f]{12}\)$' || fail "--version does not name the commit"
try archive "$place/data-archive" "$unpacked/tabiya"
bash -n "$unpacked/completions/tabiya.bash"
for shell in zsh fish; do
    file=$unpacked/completions/tabiya.fish
    [ $shell = fish ] || file=$unpacked/completions/_tabiya
    test -s "$file"
    if command -v $shell > /dev/null; then $shell -n "$file"; else echo "archive: completions not tried with $shell"; fi
done
grep -q '^\.TH' "$unpacked/man/tabiya.1"
for unit in "$unpacked"/*.service; do
    if command -v systemd-analyze > /dev/null; then
        sed "s|/usr/bin/tabiya|$unpacked/tabiya|" "$unit" > "$place/tabiya.service"
        systemd-analyze verify --man=no "$place/tabiya.service"
    fi
done

deb=$(ls "$dist"/tabiya_*.deb)
dpkg-deb -x "$deb" "$place/root"
try package "$place/data-package" "$place/root/usr/bin/tabiya"
if [ "$(id -u)" = 0 ] && [ "${TABIYA_TRY_INSTALL:-no}" = yes ]; then
    apt-get install --yes "$deb" > "$place/apt.log" 2>&1 || { cat "$place/apt.log" >&2; fail "package: cannot be installed"; }
    test "$(stat -c '%U %a' /var/lib/tabiya)" = "tabiya 700"
    test -f /usr/lib/systemd/system/tabiya.service && test -f /etc/default/tabiya
    # The service's own user, folder and command.
    try installed /var/lib/tabiya setpriv --reuid=tabiya --regid=tabiya --clear-groups /usr/bin/tabiya
    apt-get remove --yes tabiya > "$place/apt.log" 2>&1
    test ! -e /usr/bin/tabiya && test -f /etc/default/tabiya && test -d /var/lib/tabiya
    TABIYA_PURGE_DATA=yes dpkg --purge tabiya > "$place/apt.log" 2>&1
    test ! -e /etc/default/tabiya && test ! -e /var/lib/tabiya
    if getent passwd tabiya > /dev/null; then fail "package: the account still exists after a purge"; fi
    echo "package: installs, is removed, and purges"
else
    echo "package: not installed (needs root and TABIYA_TRY_INSTALL=yes)"
fi

# As in the container: the program and nothing else.
if [ "$(id -u)" = 0 ]; then
    mkdir "$place/container"
    cp "$dist/tabiya" "$place/container/tabiya"
    try container /data chroot "$place/container" /tabiya
else
    echo "container: not tried (needs root)"
fi

if [ -f "$dist/tabiya.exe" ] && command -v wine > /dev/null; then
    WINEPREFIX=$place/wine WINEDEBUG=-all
    export WINEPREFIX WINEDEBUG
    mkdir "$place/windows"
    cp "$dist/tabiya.exe" "$place/windows/"
    # Windows has this library; Wine has it from version 9 on.
    if ! find / -xdev -name bcryptprimitives.dll -path '*wine*' 2>/dev/null | grep -q .; then
        x86_64-w64-mingw32-gcc -shared -O2 -o "$place/windows/bcryptprimitives.dll" packaging/wine/bcryptprimitives.c -ladvapi32
    fi
    try windows "$place/data-windows" wine "$place/windows/tabiya.exe"
    wineserver -k || true
else
    echo "windows: not tried (no tabiya.exe, or no wine)"
fi

if [ -d web/node_modules ] && chromium=$(scripts/chromium.sh 2>/dev/null); then
    (cd web && CHROMIUM=$chromium TABIYA_ARCHIVE=$archive TABIYA_PROGRAM=$unpacked/tabiya \
        npm run --silent browser -- tests/lan.test.ts)
    echo "archive: two browsers have met at the address that --lan prints"
else
    echo "archive: no browsers tried (make page, and Chromium)"
fi
