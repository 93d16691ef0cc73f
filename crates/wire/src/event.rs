//! Events as JSON.

use crate::action::{ForfeitedBy, RestartReasonName, Side};
use crate::codes::{Reason, ResultCode};
use game::{Duration, Event, EventKind, Evidence, Game, PerColor, Termination};
use rules::{Move, Variant};
use serde::Serialize;

/// Milliseconds; null without a clock.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Clock {
    pub white: Option<u64>,
    pub black: Option<u64>,
}

impl Clock {
    pub fn new(shown: PerColor<Option<Duration>>) -> Clock {
        Clock { white: shown.white.map(Duration::millis), black: shown.black.map(Duration::millis) }
    }
}

/// An event of a game, as in the arbiter's answers.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum EventJson {
    Start,
    Move {
        san: String,
        uci: String,
    },
    IllegalMove {
        by: Side,
        r#move: String,
    },
    TimeGiven {
        to: Side,
        time: u64,
    },
    DrawOffer {
        by: Side,
    },
    DrawDeclined {
        by: Side,
    },
    DrawOfferLapsed {
        by: Side,
    },
    ClaimRejected {
        by: Side,
        r#move: Option<String>,
    },
    TakebackRequest {
        by: Side,
    },
    TakebackDeclined {
        by: Side,
    },
    TakebackLapsed {
        by: Side,
    },
    Takeback {
        moves: usize,
    },
    Touch {
        by: Side,
        square: String,
    },
    Adjust {
        by: Side,
    },
    Pause,
    Resume,
    ClocksSet {
        clock: Clock,
    },
    Restart {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        reason: Option<RestartReasonName>,
    },
    Appear {
        by: Side,
    },
    /// The default time has passed, and a player was absent.
    DefaultTime {
        absent: ForfeitedBy,
    },
    /// A move was sealed. The event does not contain it.
    Adjourn {
        by: Side,
    },
    /// The arbiter's reason for the ruling that follows.
    RulingReason {
        text: String,
    },
    /// It could not be decided whether the position is dead. Play goes on.
    Undecided,
    End(EndJson),
}

/// How a game ended, and the evidence for it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EndJson {
    result: ResultCode,
    reason: Reason,
    law: &'static str,
    /// The article of FIDE's Laws; null if there is none.
    article: Option<&'static str>,
    /// Whether the game was a draw that counts as a win by draw odds.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    by_draw_odds: bool,
    /// The moves by which the winner could have mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    mating_line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    no_mate: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    undecided: bool,
}

impl EventJson {
    pub fn all(events: &[Event], game: &Game) -> Vec<EventJson> {
        events.iter().map(|event| EventJson::new(event, game)).collect()
    }

    /// The events at the start of a game. From some positions it is over at once.
    pub(crate) fn start(game: &Game) -> Vec<EventJson> {
        let end =
            game.termination().map(|termination| EventJson::end(termination, &Evidence::NotAsked, game));
        [EventJson::Start].into_iter().chain(end).collect()
    }

    pub fn new(event: &Event, game: &Game) -> EventJson {
        let variant = game.position().variant();
        match &event.kind {
            EventKind::Moved { mv, san, .. } => EventJson::Move { san: san.clone(), uci: uci(*mv, variant) },
            EventKind::MovedIllegally { by, text } => {
                EventJson::IllegalMove { by: (*by).into(), r#move: text.clone() }
            }
            EventKind::TimeGiven { to, time } => {
                EventJson::TimeGiven { to: (*to).into(), time: time.millis() }
            }
            EventKind::DrawOffered { by } => EventJson::DrawOffer { by: (*by).into() },
            EventKind::DrawDeclined { by } => EventJson::DrawDeclined { by: (*by).into() },
            EventKind::DrawOfferLapsed { by } => EventJson::DrawOfferLapsed { by: (*by).into() },
            EventKind::ClaimRejected { by, intended } => {
                EventJson::ClaimRejected { by: (*by).into(), r#move: intended.map(|mv| uci(mv, variant)) }
            }
            EventKind::TakebackRequested { by } => EventJson::TakebackRequest { by: (*by).into() },
            EventKind::TakebackDeclined { by } => EventJson::TakebackDeclined { by: (*by).into() },
            EventKind::TakebackLapsed { by } => EventJson::TakebackLapsed { by: (*by).into() },
            EventKind::TakenBack { moves } => EventJson::Takeback { moves: *moves },
            EventKind::Touched { by, square } => {
                EventJson::Touch { by: (*by).into(), square: square.to_string() }
            }
            EventKind::Adjusting { by } => EventJson::Adjust { by: (*by).into() },
            EventKind::Paused => EventJson::Pause,
            EventKind::Resumed => EventJson::Resume,
            EventKind::ClocksSet { left } => EventJson::ClocksSet { clock: Clock::new(*left) },
            EventKind::Restarted { reason } => {
                EventJson::Restart { reason: reason.map(RestartReasonName::from) }
            }
            EventKind::Appeared { by } => EventJson::Appear { by: (*by).into() },
            EventKind::DefaultTimePassed { absent } => EventJson::DefaultTime { absent: (*absent).into() },
            EventKind::Adjourned { by, .. } => EventJson::Adjourn { by: (*by).into() },
            EventKind::RulingExplained { text } => EventJson::RulingReason { text: text.clone() },
            EventKind::DeadPositionUndecided => EventJson::Undecided,
            EventKind::Ended { termination, evidence } => EventJson::end(*termination, evidence, game),
        }
    }

    fn end(termination: Termination, evidence: &Evidence, game: &Game) -> EventJson {
        let (settings, variant) = (game.settings(), game.position().variant());
        let (mating_line, no_mate) = match evidence {
            Evidence::MatingLine(line) => (Some(line.iter().map(|mv| uci(*mv, variant)).collect()), None),
            Evidence::NoMate(why) => (None, Some(why.to_string())),
            Evidence::NotAsked | Evidence::Undecided => (None, None),
        };
        EventJson::End(EndJson {
            result: settings.outcome(termination).into(),
            reason: termination.into(),
            law: termination.law(),
            article: game.article().or(termination.article()),
            by_draw_odds: settings.decides_by_draw_odds(termination),
            mating_line,
            no_mate,
            undecided: *evidence == Evidence::Undecided,
        })
    }
}

pub(crate) fn uci(mv: Move, variant: Variant) -> String {
    mv.uci(variant).to_string()
}
