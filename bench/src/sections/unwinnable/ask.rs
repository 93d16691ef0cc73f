//! Asking a solver one question.

use super::sets::Question;
use crate::cpu_time::timed;
use chasolver::Winnability;
use std::hint::black_box;
use std::time::Duration;
use tabiya_rules::Color;
use tabiya_unwinnable::{Limits, Verdict, can_win, verify};

/// The answer of a solver, and how long it took.
pub(super) struct Reply {
    /// Whether the side can win; `None` if the solver could not decide.
    pub(super) answer: Option<bool>,
    /// Whether the proof that came with the answer is valid. Checking it is not timed.
    pub(super) proved: bool,
    pub(super) time: Duration,
}

pub(super) fn ask_tabiya(question: &Question, limits: Limits, clock_cost: Duration, check: bool) -> Reply {
    let Question { position, color, .. } = black_box(question);
    let (verdict, time) = timed(|| can_win(position, *color, limits), clock_cost);
    let answer = match &verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable(_) => Some(false),
        Verdict::Undecided => None,
    };
    Reply { answer, proved: !check || verify(position, *color, &verdict), time }
}

/// A "yes" is proved by its moves; a "no" comes without a proof.
pub(super) fn ask_chasolver(question: &Question, clock_cost: Duration) -> Reply {
    let Question { peer, color, .. } = black_box(question);
    let winner = match color {
        Color::White => chess::Color::White,
        Color::Black => chess::Color::Black,
    };
    let (result, time) = timed(|| chasolver::winnability(peer, winner), clock_cost);
    let (answer, proved) = match result {
        None => (None, true),
        Some(Winnability::Unwinnable) => (Some(false), true),
        Some(Winnability::Winnable { helpmate }) => (Some(true), ends_with_mate(question, &helpmate)),
    };
    Reply { answer, proved, time }
}

/// Replays the moves with our rules.
fn ends_with_mate(question: &Question, moves: &[chess::ChessMove]) -> bool {
    let mut position = question.position;
    for mv in moves {
        let Ok(legal) = position.parse_uci(&mv.to_string()) else { return false };
        position = legal.play();
    }
    position.is_checkmate() && position.turn() != question.color
}
