# To start with: `make play` and `make test`. `make help` lists all targets.

FUZZ_SECONDS ?= 15
FAULT_SECONDS ?= 120
SEEDS ?= 300
# Set it to 1 for the fault tests without partitions and packet loss, which need root.
WITHOUT_NETWORK_FAULTS ?=

# The benchmarks are workspaces of their own; with one target folder, shared dependencies are built once.
export CARGO_TARGET_DIR ?= $(CURDIR)/target

.PHONY: help play test lint unit deep wasm page components types permissions browser shots judge clients lichess-bot fuzz miri sound bench crash load collections package mutants dist dist-try dist-same swiss-judge swiss-data nodes cluster quick-faults faults controls rolling simulate

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: page ## build the page and the program, and serve them; prints the address to open
	@echo "building the program"
	cargo build --release --package tabiya
	@"$(CARGO_TARGET_DIR)/release/tabiya" serve

test: lint unit nodes quick-faults deep wasm components browser judge clients fuzz miri ## run every test

lint: ## formatting, warnings, documentation
	@scripts/need cargo
	cargo fmt --check
	cargo fmt --check --manifest-path bench/Cargo.toml
	cargo clippy --quiet --workspace --all-targets -- -D warnings
	cargo clippy --quiet --manifest-path bench/Cargo.toml -- -D warnings
	cargo clippy --quiet --manifest-path bench/server/Cargo.toml -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --workspace
	@scripts/need node
	@cd web && { [ -d node_modules/@biomejs ] || npm ci --no-audit --no-fund --silent; } && npm run --silent lint

unit: ## the tests of all crates, in a debug build with every check
	@scripts/need cargo postgres nats
	cargo test --workspace

nodes: ## the tests of the server once more, with their data in PostgreSQL instead of SQLite
	@scripts/need cargo postgres nats
	@scripts/nodes-test.sh

cluster: ## three nodes on this machine with a PostgreSQL and a NATS of their own; Ctrl-C ends all of it
	@scripts/need cargo postgres nats
	cargo build --release --package tabiya
	@scripts/cluster.sh

quick-faults: ## a minute of faults on three nodes with the program that `unit` has built; fails on lost or wrong data, not on slowness
	@scripts/need cargo postgres nats faketime $(if $(WITHOUT_NETWORK_FAULTS),,network-faults)
	@# The same selection as in `unit`, so that nothing is built twice.
	@cargo test --quiet --workspace --no-run
	cargo run --quiet --manifest-path bench/server/Cargo.toml -- faults --server "$(CARGO_TARGET_DIR)/debug/tabiya" \
		--seconds 60 --games 30 --rate 90 --least 300 --most 1200 --late-is-fine $(if $(WITHOUT_NETWORK_FAULTS),--without-network-faults)

faults: ## kill, pause and cut off nodes, PostgreSQL and NATS under load: nothing that was answered may be lost; FAULT_SECONDS=120
	@scripts/need cargo postgres nats faketime $(if $(WITHOUT_NETWORK_FAULTS),,network-faults)
	cargo build --release --package tabiya
	cargo run --release --manifest-path bench/server/Cargo.toml -- faults --seconds $(FAULT_SECONDS) $(if $(WITHOUT_NETWORK_FAULTS),--without-network-faults)

controls: ## deliberately broken servers: the fault test must detect each of them; takes some minutes
	@scripts/need cargo postgres nats
	cargo build --package tabiya --features crash-test-control
	cp "$(CARGO_TARGET_DIR)/debug/tabiya" "$(CARGO_TARGET_DIR)/debug/tabiya-that-lies"
	cargo run --release --manifest-path bench/server/Cargo.toml -- controls --server "$(CARGO_TARGET_DIR)/debug/tabiya-that-lies"

simulate: ## three simulated nodes with random faults, SEEDS=300; TABIYA_SEED=17 repeats one run
	@scripts/need cargo
	TABIYA_SEEDS=$(SEEDS) cargo test --package tabiya-server --lib simulation -- --nocapture

rolling: ## restart one node after the other under load: no game aborted, nothing lost, no long waits; OLD=program starts with another version
	@scripts/need cargo postgres nats
	cargo build --release --package tabiya
	cargo run --release --manifest-path bench/server/Cargo.toml -- rolling $(if $(OLD),--old "$(OLD)")

deep: ## perft to greater depths, in a release build
	@scripts/need cargo
	cargo test --release --package tabiya-rules --test it perft

wasm: ## the rules, the engine and the pairing as WebAssembly in Node give the same results as the native ones
	@scripts/need cargo node wasm
	cargo run --quiet --release --manifest-path bench/Cargo.toml -- wasm
	@scripts/wasm-signature.sh engine pairing

page: ## build the page as static files in web/dist
	@scripts/need cargo node wasm
	@echo "installing the packages of the page"
	@cd web && { cmp -s package-lock.json node_modules/.installed-lock || { npm ci --no-audit --no-fund && cp package-lock.json node_modules/.installed-lock; }; }
	@echo "building the page and its WebAssembly"
	@cd web && npm run --silent build

components: page ## the unit tests of the page
	@cd web && npm run --silent unit

types: ## write the files that the page takes from Rust: message types and ratings of the levels
	@scripts/need cargo
	TABIYA_WRITE_TYPES=1 cargo test --quiet --package tabiya-wire --lib typescript
	TABIYA_WRITE_TYPES=1 cargo test --quiet --package tabiya-browser-engine --lib ratings

permissions: ## write docs/permissions.md, the table of who may use which route
	@scripts/need cargo
	TABIYA_WRITE_PERMISSIONS=1 cargo test --quiet --package tabiya-server --test it -- permissions::the_table

dist: ## build the artefacts of a release into target/dist: static program, archive, Debian package, tabiya.exe
	@scripts/dist.sh

dist-try: ## try each artefact of `make dist` on this machine
	@scripts/dist-try.sh

dist-same: ## build the last commit twice, in two folders, and compare every byte; half an hour or more
	@scripts/dist-same.sh

browser: page ## the page in Chromium against the real program, as people use it
	@scripts/need chromium
	@# The same selection as in `unit`, so that nothing is built twice.
	@cargo test --quiet --workspace --no-run
	@cd web && CHROMIUM="$$(../scripts/chromium.sh)" TABIYA_PROGRAM="$(CARGO_TARGET_DIR)/debug/tabiya" npm run --silent browser

shots: ## screenshots of the pages that need no server in web/shots, to be looked at; TABIYA_PROGRAM=PATH: of every page
	@scripts/need node chromium
	@cd web && $(if $(TABIYA_PROGRAM),TABIYA_PROGRAM="$(abspath $(TABIYA_PROGRAM))") npm run --silent shots

judge: ## python-chess and pgn-extract read our PGN as we do; python-chess plays a game against the engine
	@scripts/need cargo python pgn-extract
	@scripts/pgn-judge.sh
	@scripts/uci-judge.sh

clients: ## unmodified API clients play whole games on a server
	@scripts/need cargo python
	@scripts/clients-judge.sh

lichess-bot: ## lichess-bot plays whole games on a server: make lichess-bot LICHESS_BOT=DIR, a checkout of it
	@scripts/need cargo python
	@LICHESS_BOT="$(abspath $(LICHESS_BOT))" scripts/lichess-bot.sh

fuzz: ## every parser, the arbiter and UCI against random text, FUZZ_SECONDS each
	@scripts/need cargo-fuzz
	@fuzz/run.sh $(FUZZ_SECONDS)

miri: ## the unit and law tests of the rules under Miri, which detects undefined behaviour
	@scripts/need miri
	cargo +nightly miri test --quiet --package tabiya-rules --lib --test laws

swiss-judge: ## pairings compared with another program both ways: make swiss-judge JUDGE=/path/to/bbpPairings [N=1000] [SEED=1]
	@scripts/need cargo
	@test -n "$(JUDGE)" || { echo "usage: make swiss-judge JUDGE=/path/to/bbpPairings [N=1000] [SEED=1]" >&2; exit 2; }
	cargo run --quiet --release --package tabiya-pairing --example judge -- $(JUDGE) --tournaments $(or $(N),1000) --seed $(or $(SEED),1)

swiss-data: ## judged tournaments in a folder (trf, expected, tiebreaks): make swiss-data DATA=DIR
	@scripts/need cargo
	@test -n "$(DATA)" || { echo "usage: make swiss-data DATA=DIR" >&2; exit 2; }
	TABIYA_SWISS_DATA=$(abspath $(DATA)) cargo test --quiet --release --package tabiya-pairing --test it -- --ignored judged

collections: ## test with your own perft, PGN, FEN and dead-position collections: make collections DATA=DIR
	@scripts/need cargo
	@test -n "$(DATA)" || { echo "usage: make collections DATA=DIR" >&2; exit 2; }
	TABIYA_COLLECTIONS=$(abspath $(DATA)) cargo test --release --package tabiya-rules --package tabiya-pgn --package tabiya-unwinnable --test it -- --ignored collections

package: ## package the published libraries, and run their tests inside the unpacked archives
	@scripts/need cargo
	@scripts/package.sh

mutants: ## mutation tests of game, the text modules of rules, and a sample of the server; hours. A quick look: PARTS=game SAMPLE=20 SEED=1
	@scripts/need cargo cargo-mutants $(if $(filter server,$(or $(PARTS),server)),postgres nats)
	@scripts/mutants.sh

sound: ## the unwinnability solver against plain enumeration on a million mutated positions; half an hour or more
	@scripts/need cargo
	cargo run --release --package tabiya-unwinnable --example soundness -- --positions 1000000

bench: ## compare the speed with other libraries
	@scripts/need cargo
	cargo run --release --manifest-path bench/Cargo.toml

crash: ## kill the server repeatedly under load: nothing that was answered may be lost; takes some minutes
	@scripts/need cargo
	cargo build --release --package tabiya
	cargo run --release --manifest-path bench/server/Cargo.toml -- crash --kills 50 --moves 100000

load: ## ten thousand sockets and three thousand moves a second, for a minute
	@scripts/need cargo
	cargo build --release --package tabiya
	cargo run --release --manifest-path bench/server/Cargo.toml -- load
