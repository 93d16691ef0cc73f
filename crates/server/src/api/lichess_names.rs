//! The names that the Lichess API uses: speeds, rating categories, variants, statuses.

use game::{PerColor, Settings, Stage, Termination, TimeControl};
use rules::{Color, Position, Variant};
use serde::Serialize;

/// The speed of a game, as the API classifies it. The limits differ from those of the laws, because clients expect
/// these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Speed {
    /// Under half a minute.
    UltraBullet,
    /// Under three minutes.
    Bullet,
    /// Under eight minutes.
    Blitz,
    /// Under 25 minutes.
    Rapid,
    /// Under six hours.
    Classical,
    /// Days, or no clock.
    Correspondence,
}

impl Speed {
    pub const ALL: [Speed; 6] = [
        Speed::UltraBullet,
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
    ];

    /// The speed of a time control, from the time for forty moves.
    pub fn of(control: &TimeControl) -> Speed {
        let Some(seconds) = expected_seconds(control) else { return Speed::Correspondence };
        match seconds {
            ..30 => Speed::UltraBullet,
            30..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1500 => Speed::Rapid,
            1500..21600 => Speed::Classical,
            _ => Speed::Correspondence,
        }
    }

    pub const fn key(self) -> &'static str {
        match self {
            Speed::UltraBullet => "ultraBullet",
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Speed::UltraBullet => "UltraBullet",
            Speed::Bullet => "Bullet",
            Speed::Blitz => "Blitz",
            Speed::Rapid => "Rapid",
            Speed::Classical => "Classical",
            Speed::Correspondence => "Correspondence",
        }
    }
}

fn expected_seconds(control: &TimeControl) -> Option<u64> {
    match control {
        TimeControl::Unlimited => None,
        TimeControl::Hourglass(time) => Some(time.millis() / 1000),
        TimeControl::Stages(stages) => {
            let first = stages.stage_of(0);
            // A time per single move means correspondence.
            let each_move = first.moves.is_some_and(|moves| moves.get() == 1);
            (!each_move).then(|| (first.time.millis() + 40 * first.bonus.per_move().millis()) / 1000)
        }
    }
}

/// A time control in the few forms that the API has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiTime {
    /// Initial seconds and increment.
    Clock {
        limit: u64,
        increment: u64,
    },
    /// Days per move.
    Days(u64),
    Unlimited,
}

impl ApiTime {
    /// Converts a time control; of several stages, only the first counts.
    pub fn of(control: &TimeControl) -> ApiTime {
        const DAY: u64 = 86_400_000;
        match control {
            TimeControl::Unlimited => ApiTime::Unlimited,
            TimeControl::Hourglass(time) => ApiTime::Clock { limit: time.millis() / 1000, increment: 0 },
            TimeControl::Stages(stages) => {
                let Stage { moves, time, bonus } = *stages.stage_of(0);
                match moves {
                    Some(moves) if time.millis() / u64::from(moves.get()) >= DAY => {
                        ApiTime::Days(time.millis() / u64::from(moves.get()) / DAY)
                    }
                    _ => ApiTime::Clock {
                        limit: time.millis() / 1000,
                        increment: bonus.per_move().millis() / 1000,
                    },
                }
            }
        }
    }

    /// The display form, such as `5+2` or `½+0`: minutes and increment.
    pub fn show(limit: u64, increment: u64) -> String {
        let minutes = match (limit / 60, limit % 60) {
            (0, 15) => "¼".to_string(),
            (0, 30) => "½".to_string(),
            (0, 45) => "¾".to_string(),
            (1, 30) => "1.5".to_string(),
            (minutes, 0) => minutes.to_string(),
            (minutes, seconds) => format!("{minutes}:{seconds:02}"),
        };
        format!("{minutes}+{increment}")
    }
}

/// `{"key","name","short"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct VariantName {
    pub key: &'static str,
    /// The display name, which some libraries use as a key.
    pub name: &'static str,
    /// A short display name.
    pub short: &'static str,
}

impl VariantName {
    /// The variant of a game with this starting position.
    pub fn of(start: &Position) -> VariantName {
        match start.variant() {
            Variant::Chess960 => VariantName { key: "chess960", name: "Chess960", short: "960" },
            Variant::Standard if *start != Position::start() => {
                VariantName { key: "fromPosition", name: "From Position", short: "FEN" }
            }
            Variant::Standard => VariantName { key: "standard", name: "Standard", short: "Std" },
        }
    }
}

/// The key of the rating category: the variant if it is not standard, otherwise the speed.
pub fn perf_key(settings: &Settings) -> &'static str {
    match settings.start.variant() {
        Variant::Chess960 => "chess960",
        Variant::Standard => Speed::of(nominal_control(&settings.time)).key(),
    }
}

/// The display name of the rating category.
pub fn perf_name(settings: &Settings) -> &'static str {
    match settings.start.variant() {
        Variant::Chess960 => "Chess960",
        Variant::Standard => Speed::of(nominal_control(&settings.time)).name(),
    }
}

/// The display name of a rating category, by its key.
pub fn perf_title(key: &str) -> &'static str {
    let speed = Speed::ALL.into_iter().find(|speed| speed.key() == key);
    speed.map_or("Chess960", Speed::name)
}

/// With time odds, White's time control counts.
pub fn nominal_control(time: &PerColor<TimeControl>) -> &TimeControl {
    &time[Color::White]
}

/// The status of a game, sent as `{"id","name"}` or as a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Status {
    pub id: u8,
    pub name: &'static str,
}

impl Status {
    pub const STARTED: Status = Status { id: 20, name: "started" };

    /// An imported game without a result.
    pub const UNKNOWN: Status = Status { id: 38, name: "unknownFinish" };

    pub fn of(ended: Option<Termination>) -> Status {
        let status = |id, name| Status { id, name };
        match ended {
            None => Status::STARTED,
            Some(ended) => match ended {
                Termination::Aborted => status(25, "aborted"),
                Termination::Checkmate { .. } => status(30, "mate"),
                Termination::Resignation { .. } => status(31, "resign"),
                Termination::Stalemate => status(32, "stalemate"),
                Termination::FlagFall { .. } | Termination::FlagFallUnwinnable { .. } => {
                    status(35, "outoftime")
                }
                Termination::IllegalMoves { .. } => status(36, "cheat"),
                Termination::Forfeit { .. } | Termination::DoubleForfeit => status(33, "timeout"),
                Termination::ResignationUnwinnable { .. }
                | Termination::IllegalMovesUnwinnable { .. }
                | Termination::DeadPosition
                | Termination::Agreement
                | Termination::ThreefoldRepetition
                | Termination::FivefoldRepetition
                | Termination::FiftyMoves
                | Termination::SeventyFiveMoves => status(34, "draw"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_match_those_of_lichess() {
        for (control, speed, time) in [
            ("15", "ultraBullet", ApiTime::Clock { limit: 15, increment: 0 }),
            ("60", "bullet", ApiTime::Clock { limit: 60, increment: 0 }),
            ("180", "blitz", ApiTime::Clock { limit: 180, increment: 0 }),
            ("300+5", "rapid", ApiTime::Clock { limit: 300, increment: 5 }),
            ("1800", "classical", ApiTime::Clock { limit: 1800, increment: 0 }),
            ("40/5400+30:1800+30", "classical", ApiTime::Clock { limit: 5400, increment: 30 }),
            ("*180", "blitz", ApiTime::Clock { limit: 180, increment: 0 }),
            ("1/259200", "correspondence", ApiTime::Days(3)),
            ("10/4320000", "correspondence", ApiTime::Days(5)),
            ("-", "correspondence", ApiTime::Unlimited),
        ] {
            let control = control.parse().expect("a time control");
            assert_eq!((Speed::of(&control).key(), ApiTime::of(&control)), (speed, time), "{control}");
        }
    }

    #[test]
    fn clocks_are_shown_in_minutes() {
        for (limit, increment, shown) in
            [(300, 2, "5+2"), (30, 0, "½+0"), (15, 1, "¼+1"), (45, 0, "¾+0"), (90, 0, "1.5+0"), (0, 3, "0+3")]
        {
            assert_eq!(ApiTime::show(limit, increment), shown);
        }
    }

    #[test]
    fn a_flag_that_draws_is_out_of_time_without_a_winner() {
        let drawn = Termination::FlagFallUnwinnable { fallen: Color::White };
        assert_eq!(Status::of(Some(drawn)), Status { id: 35, name: "outoftime" });
    }
}
