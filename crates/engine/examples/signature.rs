//! Searches fixed positions and prints one line for each, the same on every machine; the milliseconds go to stderr. A
//! WebAssembly build gives the same numbers through `found`, and `scripts/wasm-signature.sh` compares the two.

use std::time::{Duration, Instant};
use tabiya_engine::network::{Evaluation, Network};
use tabiya_engine::{Limits, Line, SearchResult, Searcher, Shared, Signals, TranspositionTable};

const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
    "8/8/4k3/8/8/2B5/2N1K3/8 w - - 0 1",
];
const DEPTH: u32 = 11;

fn search(fen: &str) -> SearchResult {
    let position = fen.parse().expect("the positions are playable");
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let (table, signals) = (TranspositionTable::with_megabytes(4), Signals::default());
    let shared = Shared { table: &table, signals: &signals, elapsed: &|| Duration::ZERO, thread: 0 };
    Searcher::new(Evaluation::new(Some(Network::embedded()))).search(
        &Line::new(position),
        &limits,
        shared,
        &mut |_| {},
    )
}

/// The result for one position. `what` selects the nodes (0), the origin (1) or target (2) of the best move from 0 to
/// 63, or else the value. After the last position it returns 0.
#[expect(unsafe_code, reason = "JavaScript finds a function by its plain name")]
#[unsafe(no_mangle)]
pub extern "C" fn found(number: u32, what: u32) -> i32 {
    let Some(fen) = POSITIONS.get(number as usize) else { return 0 };
    let outcome = search(fen);
    let square = |square: Option<rules::Square>| square.map_or(-1, |square| square.index() as i32);
    match what {
        0 => outcome.nodes as i32,
        1 => square(outcome.best.map(rules::Move::from)),
        2 => square(outcome.best.map(rules::Move::to)),
        _ => outcome.value,
    }
}

fn main() {
    let started = Instant::now();
    for number in 0..POSITIONS.len() as u32 {
        let [nodes, from, to, value] = [0, 1, 2, 3].map(|what| found(number, what));
        println!("{nodes} {from} {to} {value}");
    }
    eprintln!("{}", started.elapsed().as_millis());
}
