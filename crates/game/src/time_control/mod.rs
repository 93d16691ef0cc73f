//! Time controls (law T02), and the classes of games by time (law T03).

mod parse;
mod people;

pub use parse::{ExpectedTime, ParseTimeControlError};

use crate::Duration;
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;

/// How much time a player has for the game (law T02).
///
/// It is parsed from, and written as, the value of the PGN tag `TimeControl`, in seconds:
///
/// ```
/// use tabiya_game::{Class, TimeControl};
///
/// for text in ["-", "300", "180+2", "40/5400+30:1800+30", "300d5", "300b5", "1/86400", "*180"] {
///     let control: TimeControl = text.parse()?;
///     assert_eq!(control.to_string(), text);
/// }
/// assert_eq!("180+2".parse::<TimeControl>()?.class(), Some(Class::Blitz));
/// assert_eq!(TimeControl::parse_for_people("3+2")?.to_string(), "180+2");
/// # Ok::<(), tabiya_game::ParseTimeControlError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// No clock.
    #[default]
    Unlimited,
    /// One or more stages.
    Stages(Stages),
    /// Both players start with this much time. The time that one player uses, the other one gains.
    Hourglass(Duration),
}

/// At least one stage. All but the last one have a number of moves. If the last stage has one too, it repeats, as in
/// correspondence chess.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stages(Vec<Stage>);

/// A part of the game with its own time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// How many moves must be made in it; `None` for the rest of the game.
    pub moves: Option<NonZeroU32>,
    /// The time that is added when the stage begins.
    pub time: Duration,
    /// The time that a player gets with each move.
    pub bonus: Bonus,
}

/// Time that comes with each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// None.
    #[default]
    None,
    /// Added when the move is made (Fischer).
    Increment(Duration),
    /// The clock waits this long before it counts down (US simple delay).
    Delay(Duration),
    /// The time used, up to this much, is given back when the move is made (Bronstein).
    Bronstein(Duration),
}

impl Bonus {
    /// The maximum for one move.
    pub const fn per_move(self) -> Duration {
        match self {
            Bonus::None => Duration::ZERO,
            Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time,
        }
    }
}

impl TimeControl {
    /// The maximum time of a stage, and the maximum that an arbiter can set a clock to: a hundred years. Nobody plays
    /// longer games, and sums of such times do not saturate.
    pub const MAX_TIME: Duration = Duration::from_seconds(100 * 365 * 86_400);

    /// A time for the whole game, and an increment for each move.
    pub fn increment(time: Duration, increment: Duration) -> TimeControl {
        let bonus = if increment.is_zero() { Bonus::None } else { Bonus::Increment(increment) };
        TimeControl::Stages(Stages(Vec::from([Stage { moves: None, time, bonus }])))
    }

    /// What the clock shows before the game.
    pub fn initial(&self) -> Option<Duration> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::Hourglass(time) => Some(*time),
            TimeControl::Stages(stages) => {
                let Stage { time, bonus, .. } = *stages.stage_of(0);
                // Without initial time, the increment would come too late for the first move.
                Some(if time.is_zero() && matches!(bonus, Bonus::Increment(_)) {
                    bonus.per_move()
                } else {
                    time
                })
            }
        }
    }

    /// The class of a game with this control (law T03); `None` without a clock.
    ///
    /// The time for forty moves decides. Ten minutes are still blitz, as in FIDE's Laws.
    pub fn class(&self) -> Option<Class> {
        let length = match self {
            TimeControl::Unlimited => return None,
            TimeControl::Hourglass(time) => *time,
            TimeControl::Stages(stages) => stages.time_for(EXPECTED_MOVES),
        };
        Some(match length.millis() / 1000 {
            ..180 => Class::Bullet,
            180..600 => Class::Blitz,
            600 if length == Duration::from_minutes(10) => Class::Blitz,
            600..3600 => Class::Rapid,
            3600..86400 => Class::Classical,
            86400.. => Class::Correspondence,
        })
    }
}

/// The number of moves by which games are classified.
const EXPECTED_MOVES: u32 = 40;

/// The number of moves by which FIDE distinguishes rapid and blitz from standard chess (A.1, B.1).
const FIDE_EXPECTED_MOVES: u32 = 60;

impl TimeControl {
    /// FIDE's class of a game with this control, on which penalties under tournament conduct depend (law T03). The time
    /// for sixty moves decides. A game without a clock is standard chess.
    ///
    /// ```
    /// use tabiya_game::{FideClass, TimeControl};
    ///
    /// for (text, class) in [("180+2", FideClass::Blitz), ("600", FideClass::Blitz), ("900+10", FideClass::Rapid)] {
    ///     assert_eq!(text.parse::<TimeControl>()?.fide_class(), class);
    /// }
    /// assert_eq!("1800+30".parse::<TimeControl>()?.fide_class(), FideClass::Standard);
    /// # Ok::<(), tabiya_game::ParseTimeControlError>(())
    /// ```
    pub fn fide_class(&self) -> FideClass {
        let length = match self {
            TimeControl::Unlimited => return FideClass::Standard,
            TimeControl::Hourglass(time) => *time,
            TimeControl::Stages(stages) => stages.time_for(FIDE_EXPECTED_MOVES),
        };
        if length <= Duration::from_minutes(10) {
            FideClass::Blitz
        } else if length < Duration::from_minutes(60) {
            FideClass::Rapid
        } else {
            FideClass::Standard
        }
    }
}

/// FIDE's classes (law T03). Servers classify games differently: see [`Class`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FideClass {
    /// Ten minutes or less (B.1).
    Blitz,
    /// More than ten minutes and less than sixty (A.1).
    Rapid,
    /// Everything longer.
    Standard,
}

impl Stages {
    /// Stages in order. `None` if there are none, if one before the last has no number of moves, or if the first or the
    /// last one has no time.
    pub fn new(stages: Vec<Stage>) -> Option<Stages> {
        let (last, others) = stages.split_last()?;
        let last_has_time = !(last.time + last.bonus.per_move()).is_zero();
        let others_end = others.iter().all(|stage| stage.moves.is_some());
        let first_has_time =
            stages.first().is_some_and(|stage| !(stage.time + stage.bonus.per_move()).is_zero());
        (others_end && first_has_time && last_has_time).then_some(Stages(stages))
    }

    /// The stages, in order.
    pub fn as_slice(&self) -> &[Stage] {
        &self.0
    }

    /// The stage of a player who has made this many moves, and how many of the moves were made in it.
    fn place(&self, made: u32) -> (&Stage, u32) {
        let mut left = made;
        for stage in &self.0 {
            match stage.moves {
                Some(moves) if left >= moves.get() => left -= moves.get(),
                _ => return (stage, left),
            }
        }
        let last = self.0.last().expect("there is at least one stage");
        // `left` counts the moves after all stages. The last stage repeats.
        (last, last.moves.map_or(left, |moves| left % moves.get()))
    }

    /// The stage of a player who has made this many moves.
    pub fn stage_of(&self, made: u32) -> &Stage {
        self.place(made).0
    }

    /// The stage that begins for a player who has just made this many moves, if one does.
    pub fn begins(&self, made: u32) -> Option<&Stage> {
        match self.place(made) {
            (stage, 0) => Some(stage),
            _ => None,
        }
    }

    fn time_for(&self, moves: u32) -> Duration {
        let each = (0..moves).map(|made| {
            let begun = self.begins(made).map_or(Duration::ZERO, |stage| stage.time);
            begun + self.stage_of(made).bonus.per_move()
        });
        each.fold(Duration::ZERO, |sum, time| sum + time)
    }
}

/// The class of a game by its expected length (law T03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Class {
    /// Under three minutes a side.
    Bullet,
    /// Up to ten minutes.
    Blitz,
    /// Under an hour.
    Rapid,
    /// Under a day.
    Classical,
    /// Days.
    Correspondence,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Class::Bullet => "bullet",
            Class::Blitz => "blitz",
            Class::Rapid => "rapid",
            Class::Classical => "classical",
            Class::Correspondence => "correspondence",
        })
    }
}
