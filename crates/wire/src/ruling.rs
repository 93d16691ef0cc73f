//! The arbiter's log as JSON.

use crate::action::{ForfeitedBy, OpponentScoreName, RestartReasonName, Side};
use crate::event::Clock;
use game::{Duration, Forfeit, Game, Ruling, RulingKind};
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RulingJson {
    pub at: u64,
    /// How many moves had been made.
    pub ply: usize,
    /// The article of FIDE's Laws that it is based on.
    pub article: &'static str,
    #[serde(flatten)]
    pub details: RulingDetails,
    /// The ruling as one English sentence, as in the PGN.
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reason: Option<String>,
}

/// What was ruled. Times are in milliseconds.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "ruling", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RulingDetails {
    IllegalMove { by: Side, r#move: String, given: Option<u64> },
    WrongClaim { by: Side, given: Option<u64> },
    TimeGiven { to: Side, time: u64 },
    ClocksSet { clock: Clock },
    Pause,
    Resume,
    Restart { wrong: Option<RestartReasonName> },
    Forfeit { who: ForfeitedBy, opponent: Option<OpponentScoreName> },
    DefaultTime { absent: ForfeitedBy },
    Adjourn { by: Side },
}

impl RulingJson {
    /// All rulings of a game, in order.
    pub fn all(game: &Game) -> Vec<RulingJson> {
        game.rulings().iter().map(RulingJson::new).collect()
    }

    fn new(ruling: &Ruling) -> RulingJson {
        let millis = |time: Option<Duration>| time.map(Duration::millis);
        let details = match &ruling.kind {
            RulingKind::IllegalMove { by, text, given } => {
                RulingDetails::IllegalMove { by: (*by).into(), r#move: text.clone(), given: millis(*given) }
            }
            RulingKind::WrongClaim { by, given } => {
                RulingDetails::WrongClaim { by: (*by).into(), given: millis(*given) }
            }
            RulingKind::TimeGiven { to, time } => {
                RulingDetails::TimeGiven { to: (*to).into(), time: time.millis() }
            }
            RulingKind::ClocksSet { left } => RulingDetails::ClocksSet { clock: Clock::new(*left) },
            RulingKind::Paused => RulingDetails::Pause,
            RulingKind::Resumed => RulingDetails::Resume,
            RulingKind::Restarted { reason } => {
                RulingDetails::Restart { wrong: reason.map(RestartReasonName::from) }
            }
            RulingKind::Forfeited { forfeit } => {
                let opponent = match *forfeit {
                    Forfeit::One { opponent, .. } => Some(opponent.into()),
                    Forfeit::Both => None,
                };
                RulingDetails::Forfeit { who: (*forfeit).into(), opponent }
            }
            RulingKind::Defaulted { absent } => RulingDetails::DefaultTime { absent: (*absent).into() },
            RulingKind::Adjourned { by } => RulingDetails::Adjourn { by: (*by).into() },
        };
        RulingJson {
            at: ruling.at.millis(),
            ply: ruling.ply,
            article: ruling.kind.article(),
            details,
            text: ruling.to_string(),
            reason: ruling.reason.clone(),
        }
    }
}
