# The two commands of a newcomer are `make play` and `make test`; `make help` lists the rest.

FUZZ_SECONDS ?= 15

# The benchmarks are workspaces of their own, and build what they share with the others once.
export CARGO_TARGET_DIR ?= $(CURDIR)/target

.PHONY: help play test lint unit deep wasm page types browser shots judge clients fuzz miri sound bench crash load

help: ## what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: need-cargo page ## build the page and the program, and serve them: the address is printed
	@cargo run --quiet --release --package tabiya -- serve

test: lint unit deep wasm page browser judge clients fuzz miri ## every test

lint: need-cargo ## formatting, warnings, documentation
	cargo fmt --check
	cargo fmt --check --manifest-path bench/Cargo.toml
	cargo clippy --quiet --workspace --all-targets -- -D warnings
	cargo clippy --quiet --manifest-path bench/Cargo.toml -- -D warnings
	cargo clippy --quiet --manifest-path bench/server/Cargo.toml -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --workspace

unit: need-cargo ## the tests of all crates, with every check of a debug build
	cargo test --workspace

deep: need-cargo ## known counts of move paths, as deep as a release build gets in seconds
	cargo test --release --package tabiya-rules --test it perft

wasm: need-cargo ## the rules and the engine as WebAssembly, in Node: they count and find what the native ones do
	@command -v node >/dev/null || { echo "wasm: install Node 20 or newer"; exit 1; }
	@rustup target add wasm32-unknown-unknown 2>/dev/null || true
	cargo run --quiet --release --manifest-path bench/Cargo.toml -- wasm
	@scripts/wasm-engine.sh

page: need-cargo need-node ## the page as static files in web/dist, its types checked and its parts tested
	@cd web && npm ci --no-audit --no-fund --silent && npm run --silent build && npm run --silent unit

types: need-cargo ## the types of the wire's messages for TypeScript, after a change in crates/wire
	TABIYA_WRITE_TYPES=1 cargo test --quiet --package tabiya-wire --lib typescript

browser: need-cargo need-node page ## the page in Chromium against the real program, as people use it
	@scripts/chromium.sh >/dev/null
	@cargo build --quiet --package tabiya
	@cd web && CHROMIUM="$$(../scripts/chromium.sh)" TABIYA_PROGRAM="$(CARGO_TARGET_DIR)/debug/tabiya" npm run --silent browser

shots: need-node ## pictures of every page in web/shots, to be looked at
	@cd web && npm run --silent shots

judge: need-cargo ## python-chess reads our PGN as we do, and plays a game with the engine
	@scripts/pgn-judge.sh
	@scripts/uci-judge.sh

clients: need-cargo ## berserk, cli-chess and litchee, unmodified, play whole games on a server
	@scripts/clients-judge.sh

# Fuzzing and Miri need a nightly compiler. Where there is none, one line says how to get it, and the rest counts.
fuzz: need-cargo ## parsers and the arbiter against random text, FUZZ_SECONDS each
	@if ! cargo +nightly --version >/dev/null 2>&1; then \
		echo "fuzz: left out; to run it: rustup toolchain install nightly"; \
	else \
		command -v cargo-fuzz >/dev/null || cargo install --quiet cargo-fuzz; \
		fuzz/run.sh $(FUZZ_SECONDS); \
	fi

miri: need-cargo ## the unit and law tests of the rules under the interpreter that sees undefined behaviour
	@if ! cargo +nightly miri --version >/dev/null 2>&1; then \
		echo "miri: left out; to run it: rustup toolchain install nightly --component miri,rust-src"; \
	else \
		cargo +nightly miri test --quiet --package tabiya-rules --lib --test laws; \
	fi

sound: need-cargo ## the solver against plain enumeration on a million changed positions, half an hour or more
	cargo run --release --package tabiya-unwinnable --example soundness -- --positions 1000000

bench: need-cargo ## speed beside other libraries, in a table
	cargo run --release --manifest-path bench/Cargo.toml

crash: need-cargo ## kill the server again and again under load: nothing that was answered may be lost, some minutes
	cargo build --release --package tabiya
	cargo run --release --manifest-path bench/server/Cargo.toml -- crash --kills 50 --moves 100000

load: need-cargo ## ten thousand sockets and three thousand moves a second, for a minute
	cargo build --release --package tabiya
	cargo run --release --manifest-path bench/server/Cargo.toml -- load

.PHONY: need-cargo
need-cargo:
	@command -v cargo >/dev/null || { echo "install Rust 1.95 or newer with rustup"; exit 1; }

.PHONY: need-node
need-node:
	@command -v npm >/dev/null || { echo "install Node 20.19 or newer, with npm"; exit 1; }
