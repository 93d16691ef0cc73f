//! What the engine tells the page.

use engine::{Outcome, Report, Score, Value, agrees_to_draw, claims_draw};
use rules::{Color, Move, Position};
use serde::Serialize;
use std::time::Duration;

/// One line of what was found, while it thinks.
#[derive(Debug, Serialize)]
pub struct Thought {
    /// Moves ahead, completed.
    pub depth: u32,
    /// The line's place among the best, from 1.
    pub rank: usize,
    /// Good for White when positive.
    #[serde(flatten)]
    pub score: Shown,
    /// Positions looked at.
    pub nodes: u64,
    /// Milliseconds since it was asked.
    pub time: u64,
    /// The moves, for programs.
    pub line: Vec<String>,
    /// The moves, for people.
    pub san: Vec<String>,
}

/// What it would play.
#[derive(Debug, Serialize)]
pub struct Choice {
    /// The move; none where there is none.
    pub best: Option<String>,
    /// Good for White when positive.
    #[serde(flatten)]
    pub score: Option<Shown>,
    /// Moves ahead, completed.
    pub depth: u32,
    /// Whether it would agree to a draw, with either side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agrees_to_draw: Option<Sides>,
    /// Whether it would claim a draw with this move, where that can be had.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub claims_draw: bool,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// An answer for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sides {
    /// With White.
    pub white: bool,
    /// With Black.
    pub black: bool,
}

/// A value from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// Hundredths of a pawn.
    Cp(i32),
    /// White mates with its move of this number, or is mated when negative.
    Mate(i32),
}

impl Shown {
    fn of(value: Value, turn: Color) -> Shown {
        let sign = if turn == Color::White { 1 } else { -1 };
        match Score::from(value) {
            Score::Centipawns(value) => Shown::Cp(sign * value),
            Score::Mate(moves) => Shown::Mate(sign * moves),
        }
    }
}

impl Thought {
    pub(crate) fn of(report: &Report, position: &Position, time: Duration) -> Thought {
        let (line, san) = named(&report.line, position);
        Thought {
            depth: report.depth,
            rank: report.rank,
            score: Shown::of(report.value, position.turn()),
            nodes: report.nodes,
            time: time.as_millis() as u64,
            line,
            san,
        }
    }
}

impl Choice {
    pub(crate) fn of(outcome: &Outcome, position: &Position) -> Choice {
        let agrees = |color| {
            let value = if color == position.turn() { outcome.value } else { -outcome.value };
            agrees_to_draw(position, color, value)
        };
        Choice {
            best: outcome.best.map(|mv| mv.uci(position.variant()).to_string()),
            score: Some(Shown::of(outcome.value, position.turn())),
            depth: outcome.depth,
            agrees_to_draw: Some(Sides { white: agrees(Color::White), black: agrees(Color::Black) }),
            claims_draw: claims_draw(outcome.value),
            error: None,
        }
    }

    pub(crate) fn failed(error: String) -> Choice {
        let (best, score, agrees_to_draw) = (None, None, None);
        Choice { best, score, depth: 0, agrees_to_draw, claims_draw: false, error: Some(error) }
    }
}

/// A line of moves as programs and as people write it.
fn named(line: &[Move], start: &Position) -> (Vec<String>, Vec<String>) {
    let mut position = *start;
    let mut names = (Vec::new(), Vec::new());
    for mv in line {
        let Some(legal) = position.legal(*mv) else { break };
        names.0.push(legal.uci());
        names.1.push(legal.san());
        position = legal.play();
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_told_from_white_s_side() {
        assert_eq!(Shown::of(150, Color::Black), Shown::Cp(-150));
        let thought = serde_json::to_string(&Choice::failed("why".into())).unwrap();
        assert_eq!(thought, r#"{"best":null,"depth":0,"error":"why"}"#);
    }
}
