//! What the page asks.

use engine::time::{Clock, fixed};
use engine::{Budget, Limits, Line};
use rules::{Position, Variant};
use serde::Deserialize;
use std::time::Duration;

/// A position with its past, and how long to think. What is left out does not limit.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Question {
    /// Where the game began; the usual start if it is not said.
    pub fen: Option<String>,
    /// Chess960 or not.
    pub chess960: bool,
    /// The moves since.
    pub moves: Vec<String>,
    /// How many best lines to find.
    pub lines: Option<usize>,
    /// Moves ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Milliseconds for this move.
    pub milliseconds: Option<u64>,
    /// Milliseconds left on the clock.
    pub clock: Option<u64>,
    /// Milliseconds that each move adds to it.
    pub increment: Option<u64>,
}

/// Between the end of the search and the move on the board.
const OVERHEAD: Duration = Duration::from_millis(30);

impl Question {
    /// A question and the game so far, or what is wrong with them.
    pub(crate) fn read(text: &str) -> Result<(Question, Line), String> {
        let question: Question = serde_json::from_str(text).map_err(|error| format!("question: {error}"))?;
        let line = question.line()?;
        Ok((question, line))
    }

    /// The game so far, or what is wrong with it.
    pub fn line(&self) -> Result<Line, String> {
        let variant = if self.chess960 { Variant::Chess960 } else { Variant::Standard };
        let start = match &self.fen {
            Some(fen) => Position::parse_fen(fen, variant).map_err(|error| error.to_string())?,
            None => Position::start(),
        };
        let mut line = Line::new(start);
        for text in &self.moves {
            let position = *line.last();
            line.play(position.parse_move(text).map_err(|error| error.to_string())?);
        }
        Ok(line)
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.budget(),
            lines: self.lines.unwrap_or(1).clamp(1, 10),
            ..Limits::default()
        }
    }

    fn budget(&self) -> Option<Budget> {
        let clock = self.clock.map(|left| Clock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(self.increment.unwrap_or(0)),
            moves_to_go: None,
        });
        let by_clock = clock.map(|clock| clock.budget(OVERHEAD));
        let by_wish = self.milliseconds.map(|time| fixed(Duration::from_millis(time), Duration::ZERO));
        match (by_clock, by_wish) {
            (Some(clock), Some(wish)) => {
                Some(Budget { soft: clock.soft.min(wish.soft), hard: clock.hard.min(wish.hard) })
            }
            (clock, wish) => clock.or(wish),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named() {
        for (text, named) in
            [("{", "question"), (r#"{"fen":"x"}"#, "placement"), (r#"{"moves":["Ke3"]}"#, "Ke3")]
        {
            let error = Question::read(text).map(|_| ()).expect_err(text);
            assert!(error.contains(named), "{error}");
        }
    }

    #[test]
    fn the_shorter_time_counts() {
        let question = Question { clock: Some(2_800), milliseconds: Some(10_000), ..Question::default() };
        assert!(question.limits().time.expect("a limit").hard < Duration::from_secs(2));
    }
}
