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
        /// Why, with what was found.
        error: String,
    },
}

/// A time control in parts, so that any language can say it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Control {
    /// As PGN writes it.
    pub pgn: String,
    /// None without a clock.
    pub class: Option<Speed>,
    /// What the clocks show first, in milliseconds.
    pub initial: Option<u64>,
    /// Whether what one uses the other gets.
    pub hourglass: bool,
    /// One after the other.
    pub stages: Vec<StageJson>,
}

/// A part of the game with time of its own.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StageJson {
    /// For so many moves; none for the rest of the game.
    pub moves: Option<u32>,
    /// In milliseconds.
    pub time: u64,
    pub bonus: BonusKind,
    /// In milliseconds.
    pub bonus_time: u64,
}

/// Understands `3+2`, `5 min`, `40/5400+30:1800+30` and what else people write.
pub fn time_control(text: &str) -> ParsedControl {
    parsed(TimeControl::parse_for_people(text))
}

/// Understands a control as PGN writes it, in seconds.
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
