#!/bin/sh
# The tests of the server with their data in PostgreSQL. Runs the program that `cargo test --workspace` has built, because
# selecting one package would change the features of its dependencies and rebuild most of them.
set -eu
cd "$(dirname "$0")/.."
program=$(cargo test --workspace --no-run --message-format=json |
    sed -n '/"executable":"/s/.*crates\/server#.*"kind":\["test"\].*"executable":"\([^"]*\)".*/\1/p')
[ -x "$program" ] || { echo "nodes-test: cargo built no test of the server" >&2; exit 1; }
cd crates/server
TABIYA_TEST_DATABASE=postgres exec "$program" "$@"
