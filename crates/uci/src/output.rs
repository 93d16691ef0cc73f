//! Lines to the GUI.

use engine::{Bound, Chances, Report, Score, SearchResult};
use rules::Position;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::time::Duration;

/// Writes a line and flushes it. Errors are ignored: when the GUI is gone, the end of input follows.
pub(super) fn say(text: &str) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}

/// An `info` line.
pub(super) fn info(
    position: &Position,
    found: &Report,
    elapsed: Duration,
    permill_full: usize,
    show_wdl: bool,
) -> String {
    let Report { depth, selective_depth, rank, value, bound, nodes, line } = found;
    let score = Score::from(*value);
    let mut text = format!("info depth {depth} seldepth {selective_depth} multipv {rank} score {score}");
    text += match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    if show_wdl {
        let Chances { win, draw, loss } = Chances::from(*value);
        let _ = write!(text, " wdl {win} {draw} {loss}");
    }
    let per_second = u128::from(*nodes) * 1_000_000 / elapsed.as_micros().max(1);
    let time = elapsed.as_millis();
    let _ = write!(text, " nodes {nodes} nps {per_second} hashfull {permill_full} time {time} pv");
    let mut at = *position;
    for mv in line {
        let Some(legal) = at.legal(*mv) else { break };
        let _ = write!(text, " {}", legal.uci());
        at = legal.play();
    }
    text
}

/// The `info` line of a search that ended before its first report: no legal move, or a limit of zero.
pub(super) fn bare_info(outcome: &SearchResult) -> String {
    let (nodes, score) = (outcome.nodes, Score::from(outcome.value));
    format!("info depth 0 seldepth 0 multipv 1 score {score} nodes {nodes} nps 0 hashfull 0 time 0")
}

pub(super) fn best_move(position: &Position, outcome: &SearchResult) -> String {
    let Some(best) = outcome.best.and_then(|best| position.legal(best)) else {
        return "bestmove 0000".to_owned();
    };
    let next = best.play();
    match outcome.ponder.and_then(|ponder| next.legal(ponder)) {
        Some(ponder) => format!("bestmove {} ponder {}", best.uci(), ponder.uci()),
        None => format!("bestmove {}", best.uci()),
    }
}
