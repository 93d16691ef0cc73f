#!/bin/sh
# Three nodes of one server on this machine, with a PostgreSQL and a NATS of their own in a temporary folder. When this
# script ends, everything is stopped and the folder is removed.
#
# usage: scripts/cluster.sh [NODES]      (3)        environment: PORT (the first one, 8081), TABIYA (the program)
set -eu
cd "$(dirname "$0")/.."
nodes=${1:-3} port=${PORT:-8081}
program=${TABIYA:-${CARGO_TARGET_DIR:-target}/release/tabiya}
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
PATH=${bin:+$bin:}$PATH:/usr/sbin
folder=$(mktemp -d /tmp/tabiya-XXXXXX)
pids=
finish() {
	trap - INT TERM EXIT
	for pid in $pids; do kill "$pid" 2>/dev/null || true; done
	wait
	rm -rf "$folder"
}
trap finish INT TERM EXIT

# PostgreSQL refuses to run as root.
as=
if [ "$(id -u)" = 0 ]; then
	chown nobody "$folder"
	as="setpriv --reuid=nobody --regid=nogroup --clear-groups"
fi
chmod 711 "$folder"
$as initdb -D "$folder/data" -A trust -U tabiya -E UTF8 --locale=C >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }
$as postgres -D "$folder/data" -c listen_addresses= -c unix_socket_directories="$folder" >"$folder/postgres.log" 2>&1 &
pids="$! $pids"
until pg_isready -q -h "$folder"; do sleep 0.1; done
createdb -h "$folder" -U tabiya tabiya
nats-server -a 127.0.0.1 -p $((port + 900)) >"$folder/nats.log" 2>&1 &
pids="$! $pids"

database=postgres://tabiya@$(echo "$folder" | sed 's|/|%2F|g')/tabiya
number=0
while [ $number -lt "$nodes" ]; do
	"$program" serve --listen "127.0.0.1:$((port + number))" --database "$database" \
		--nats "nats://127.0.0.1:$((port + 900))" --node "node-$((number + 1))" 2>"$folder/node-$((number + 1)).log" &
	pids="$! $pids"
	number=$((number + 1))
done
echo "database: $database"
echo "logs: $folder"
wait
