//! A time control as a person typed it.

use game::{Bonus, ParseTimeControlError, Stage, TimeControl};
use serde::Serialize;

/// What was understood.
#[derive(Debug, Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Control {
    /// A time control.
    Fine(Fine),
    /// None.
    Bad {
        /// Why, with what was found.
        error: String,
    },
}

/// A time control in parts, so that any language can say it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fine {
    /// As PGN writes it.
    pub pgn: String,
    /// `bullet` to `correspondence` (law T03); none without a clock.
    pub class: Option<String>,
    /// What the clocks show first, in milliseconds.
    pub initial: Option<u64>,
    /// Whether what one uses the other gets.
    pub hourglass: bool,
    /// One after the other.
    pub stages: Vec<StageShown>,
}

/// A part of the game with time of its own.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StageShown {
    /// For so many moves; none for the rest of the game.
    pub moves: Option<u32>,
    /// In milliseconds.
    pub time: u64,
    /// `none`, `increment`, `delay` or `bronstein`.
    pub bonus: &'static str,
    /// In milliseconds.
    pub bonus_time: u64,
}

/// Understands `3+2`, `5 min`, `40/5400+30:1800+30` and what else people write.
pub fn time_control(text: &str) -> Control {
    shown(TimeControl::parse_for_people(text))
}

/// Understands a control as PGN writes it, in seconds.
pub fn pgn_time_control(text: &str) -> Control {
    shown(text.parse())
}

fn shown(control: Result<TimeControl, ParseTimeControlError>) -> Control {
    match control {
        Ok(control) => Control::Fine(Fine::of(&control)),
        Err(error) => Control::Bad { error: error.to_string() },
    }
}

impl Fine {
    fn of(control: &TimeControl) -> Fine {
        let stages = match control {
            TimeControl::Stages(stages) => stages.as_slice().iter().map(StageShown::of).collect(),
            TimeControl::Unlimited | TimeControl::Hourglass(_) => Vec::new(),
        };
        Fine {
            pgn: control.to_string(),
            class: control.class().map(|class| class.to_string()),
            initial: control.initial().map(game::Duration::millis),
            hourglass: matches!(control, TimeControl::Hourglass(_)),
            stages,
        }
    }
}

impl StageShown {
    fn of(stage: &Stage) -> StageShown {
        StageShown {
            moves: stage.moves.map(std::num::NonZeroU32::get),
            time: stage.time.millis(),
            bonus: match stage.bonus {
                Bonus::None => "none",
                Bonus::Increment(_) => "increment",
                Bonus::Delay(_) => "delay",
                Bonus::Bronstein(_) => "bronstein",
            },
            bonus_time: stage.bonus.per_move().millis(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_is_understood_or_told() {
        let Control::Fine(fine) = time_control("90m+30s") else { panic!("people write so") };
        assert_eq!((fine.pgn.as_str(), fine.class.as_deref()), ("5400+30", Some("classical")));
        assert_eq!((fine.stages[0].bonus, fine.stages[0].bonus_time), ("increment", 30_000));
        let Control::Fine(fine) = pgn_time_control("180+2") else { panic!("PGN writes so") };
        assert_eq!((fine.initial, fine.class.as_deref()), (Some(180_000), Some("blitz")));
        assert!(matches!(time_control("a while"), Control::Bad { .. }));
    }
}
