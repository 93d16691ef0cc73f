//! One game between two engines, judged by the laws.

use super::control::Clocks;
use super::process::{Answer, Engine, Failure, MATE_SCORE};
use game::{Action, Duration, Game, MoveRequest, Settings, Timestamp};
use rules::{Color, Outcome, Position};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// By the laws, or by a draw that could have been claimed.
    Laws(String),
    /// Both engines agreed on the result for several moves.
    Adjudicated,
    TooLong,
    TimeForfeit(Color),
    IllegalMove(Color, String),
    Failed(Color, Failure),
}

impl Ending {
    /// Whether the game ended by a fault of an engine.
    pub(super) fn is_fault(&self) -> bool {
        matches!(self, Ending::TimeForfeit(_) | Ending::IllegalMove(..) | Ending::Failed(..))
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |color: &Color| if *color == Color::White { "White" } else { "Black" };
        match self {
            Ending::Laws(reason) => f.write_str(reason),
            Ending::Adjudicated => f.write_str("adjudication"),
            Ending::TooLong => f.write_str("too many moves"),
            Ending::TimeForfeit(color) => write!(f, "{} loses on time", side(color)),
            Ending::IllegalMove(color, text) => write!(f, "{} plays an illegal move: {text:?}", side(color)),
            Ending::Failed(color, failure) => write!(f, "{} {failure}", side(color)),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct GameRecord {
    pub(super) start: Position,
    /// Each move with the answer of its engine.
    pub(super) moves: Vec<(rules::Move, Answer)>,
    pub(super) outcome: Outcome,
    pub(super) ending: Ending,
}

/// Whether a game ends early when both engines agree on its result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adjudication {
    pub(super) enabled: bool,
}

const WIN_SCORE: i32 = 1000;
const WIN_PLIES: usize = 8;
const DRAW_SCORE: i32 = 8;
const DRAW_PLIES: usize = 16;
const DRAW_FROM_PLY: usize = 80;
const MAX_PLIES: usize = 600;

/// Plays a game; `None` if `stop` was set meanwhile. `engines` are White's and Black's.
pub(super) fn play(
    start: Position,
    engines: [&mut Engine; 2],
    mut clocks: Clocks,
    adjudication: Adjudication,
    stop: &AtomicBool,
) -> Option<GameRecord> {
    let mut game = Game::new(Settings { start, ..Settings::default() });
    let mut moves = Vec::new();
    let mut command = format!("position fen {} moves", start.fen());
    let lost = |color: Color| Outcome::Win(!color);
    for color in Color::ALL {
        if let Err(failure) = engines[color.index()].new_game() {
            let ending = Ending::Failed(color, failure);
            return Some(GameRecord { start, moves, outcome: lost(color), ending });
        }
    }
    let (outcome, ending) = loop {
        if let Some(termination) = game.termination().or_else(|| game.claimable(None)) {
            break (termination.outcome().unwrap_or(Outcome::Draw), Ending::Laws(termination.to_string()));
        }
        if let Some(outcome) = adjudication.enabled.then(|| agreed(&moves, start.turn())).flatten() {
            break (outcome, Ending::Adjudicated);
        }
        if moves.len() >= MAX_PLIES {
            break (Outcome::Draw, Ending::TooLong);
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let turn = game.turn();
        let asked = command.strip_suffix(" moves").filter(|_| moves.is_empty()).unwrap_or(&command);
        let answer = engines[turn.index()].go(asked, &clocks.go(turn), clocks.timeout(turn));
        let answer = match answer {
            Ok(answer) => answer,
            Err(failure) => break (lost(turn), Ending::Failed(turn, failure)),
        };
        if !clocks.press(turn, answer.took) {
            break (lost(turn), Ending::TimeForfeit(turn));
        }
        let position = *game.position();
        let Ok(legal) = position.parse_uci(&answer.best) else {
            break (lost(turn), Ending::IllegalMove(turn, answer.best));
        };
        command.push(' ');
        command.push_str(&legal.uci());
        let request = MoveRequest::Intent(legal.mv().intent());
        let action = Action::Move { by: None, request, offer_draw: false, lag: Duration::ZERO };
        if let Err(refusal) = game.apply(Timestamp::from_millis(0), action) {
            break (lost(turn), Ending::IllegalMove(turn, refusal.to_string()));
        }
        moves.push((legal.mv(), answer));
    };
    Some(GameRecord { start, moves, outcome, ending })
}

/// The result that both engines have agreed on for long enough.
fn agreed(moves: &[(rules::Move, Answer)], first: Color) -> Option<Outcome> {
    // From White's view.
    let scores = |plies: usize| {
        let recent = moves.len().checked_sub(plies)?;
        let each = moves[recent..].iter().enumerate().map(move |(index, (_, answer))| {
            let white = ((recent + index) % 2 == 0) == (first == Color::White);
            answer.score.map(|score| if white { score } else { -score })
        });
        each.collect::<Option<Vec<_>>>()
    };
    if let Some(scores) = scores(WIN_PLIES) {
        debug_assert!(scores.iter().all(|score| score.abs() <= MATE_SCORE));
        if scores.iter().all(|score| *score >= WIN_SCORE) {
            return Some(Outcome::Win(Color::White));
        }
        if scores.iter().all(|score| *score <= -WIN_SCORE) {
            return Some(Outcome::Win(Color::Black));
        }
    }
    let even = moves.len() >= DRAW_FROM_PLY
        && scores(DRAW_PLIES).is_some_and(|scores| scores.iter().all(|score| score.abs() <= DRAW_SCORE));
    even.then_some(Outcome::Draw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_long_agreement_of_both_engines_ends_a_game() {
        let mv = Position::start().parse_san("e4").unwrap().mv();
        // Scores of the sides in turn, White first.
        let game = |scores: &[i32]| -> Vec<_> {
            scores.iter().map(|score| (mv, Answer { score: Some(*score), ..Answer::default() })).collect()
        };
        let winning = [1200, -1300, 1200, -1300, 1200, -1300, 1200, -1300];
        assert_eq!(agreed(&game(&winning), Color::White), Some(Outcome::Win(Color::White)));
        assert_eq!(agreed(&game(&winning), Color::Black), Some(Outcome::Win(Color::Black)));
        assert_eq!(agreed(&game(&winning[1..]), Color::White), None);
        let disputed = [1200, 1300, 1200, 1300, 1200, 1300, 1200, 1300];
        assert_eq!(agreed(&game(&disputed), Color::White), None);
        assert_eq!(agreed(&game(&[0; 79]), Color::White), None);
        assert_eq!(agreed(&game(&[0; 80]), Color::White), Some(Outcome::Draw));
    }
}
