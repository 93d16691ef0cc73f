//! A time control as a person typed it.

use crate::codes::{BonusKind, Speed};
use game::{ParseTimeControlError, Stage, TimeControl};
use serde::Serialize;

#[derive(Debug, Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ParsedControl {
    Valid(Control),
    Invalid {
        /// The reason, with the text that was found.
        error: String,
    },
}

/// A time control in parts, so that it can be described in any language.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Control {
    /// The value of the PGN tag.
    pub pgn: String,
    /// Null without a clock.
    pub class: Option<Speed>,
    /// The initial time on the clocks, in milliseconds.
    pub initial: Option<u64>,
    /// Whether it is an hourglass: the time that one player uses, the other gains.
    pub hourglass: bool,
    pub stages: Vec<StageJson>,
}

/// A part of the game with its own time.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StageJson {
    /// The number of moves; null for the rest of the game.
    pub moves: Option<u32>,
    /// In milliseconds.
    pub time: u64,
    pub bonus: BonusKind,
    /// In milliseconds.
    pub bonus_time: u64,
}

/// Parses `3+2`, `5 min`, `40/5400+30:1800+30` and other forms that people use.
pub fn time_control(text: &str) -> ParsedControl {
    parsed(TimeControl::parse_for_people(text))
}

/// Parses the value of the PGN tag `TimeControl`, in seconds.
pub fn pgn_time_control(text: &str) -> ParsedControl {
    parsed(text.parse())
}

fn parsed(control: Result<TimeControl, ParseTimeControlError>) -> ParsedControl {
    match control {
        Ok(control) => ParsedControl::Valid(Control::of(&control)),
        Err(error) => ParsedControl::Invalid { error: error.to_string() },
    }
}

impl Control {
    fn of(control: &TimeControl) -> Control {
        let stages = match control {
            TimeControl::Stages(stages) => stages.as_slice().iter().map(StageJson::of).collect(),
            TimeControl::Unlimited | TimeControl::Hourglass(_) => Vec::new(),
        };
        Control {
            pgn: control.to_string(),
            class: control.class().map(Speed::from),
            initial: control.initial().map(game::Duration::millis),
            hourglass: matches!(control, TimeControl::Hourglass(_)),
            stages,
        }
    }
}

impl StageJson {
    fn of(stage: &Stage) -> StageJson {
        StageJson {
            moves: stage.moves.map(std::num::NonZeroU32::get),
            time: stage.time.millis(),
            bonus: stage.bonus.into(),
            bonus_time: stage.bonus.per_move().millis(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_is_understood_or_told() {
        let ParsedControl::Valid(fine) = time_control("90m+30s") else { panic!("people write so") };
        assert_eq!((fine.pgn.as_str(), fine.class), ("5400+30", Some(Speed::Classical)));
        assert_eq!((fine.stages[0].bonus, fine.stages[0].bonus_time), (BonusKind::Increment, 30_000));
        let ParsedControl::Valid(fine) = pgn_time_control("180+2") else { panic!("PGN writes so") };
        assert_eq!((fine.initial, fine.class), (Some(180_000), Some(Speed::Blitz)));
        assert!(matches!(time_control("a while"), ParsedControl::Invalid { .. }));
    }
}
