//! What happened, as JSON tells it.

use crate::request::Side;
use game::{Duration, Event, EventKind, Evidence, PerColor, Termination};
use rules::{Move, Variant};
use serde::Serialize;

/// Milliseconds; null without a clock.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Clock {
    /// White's.
    pub white: Option<u64>,
    /// Black's.
    pub black: Option<u64>,
}

impl Clock {
    /// What the clocks show.
    pub fn new(shown: PerColor<Option<Duration>>) -> Clock {
        Clock { white: shown.white.map(Duration::millis), black: shown.black.map(Duration::millis) }
    }
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum Told {
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
    Restart,
    /// Whether the position is dead is not known, and play goes on.
    Undecided,
    End(End),
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct End {
    result: String,
    reason: String,
    law: &'static str,
    /// The moves by which the winner could have mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    mating_line: Option<Vec<String>>,
    /// Why nobody could.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    no_mate: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    undecided: bool,
}

impl Told {
    /// A game has begun; from some positions it is over at once.
    pub(crate) fn start(termination: Option<Termination>) -> Vec<Told> {
        let end =
            termination.map(|termination| Told::end(termination, &Evidence::NotAsked, Variant::Standard));
        [Told::Start].into_iter().chain(end).collect()
    }

    pub(crate) fn new(event: &Event, variant: Variant) -> Told {
        match &event.kind {
            EventKind::Moved { mv, san, .. } => Told::Move { san: san.clone(), uci: uci(*mv, variant) },
            EventKind::MovedIllegally { by, text } => {
                Told::IllegalMove { by: (*by).into(), r#move: text.clone() }
            }
            EventKind::TimeGiven { to, time } => Told::TimeGiven { to: (*to).into(), time: time.millis() },
            EventKind::DrawOffered { by } => Told::DrawOffer { by: (*by).into() },
            EventKind::DrawDeclined { by } => Told::DrawDeclined { by: (*by).into() },
            EventKind::DrawOfferLapsed { by } => Told::DrawOfferLapsed { by: (*by).into() },
            EventKind::ClaimRejected { by, intended } => {
                Told::ClaimRejected { by: (*by).into(), r#move: intended.map(|mv| uci(mv, variant)) }
            }
            EventKind::TakebackRequested { by } => Told::TakebackRequest { by: (*by).into() },
            EventKind::TakebackDeclined { by } => Told::TakebackDeclined { by: (*by).into() },
            EventKind::TakebackLapsed { by } => Told::TakebackLapsed { by: (*by).into() },
            EventKind::TakenBack { moves } => Told::Takeback { moves: *moves },
            EventKind::Touched { by, square } => Told::Touch { by: (*by).into(), square: square.to_string() },
            EventKind::Adjusting { by } => Told::Adjust { by: (*by).into() },
            EventKind::Paused => Told::Pause,
            EventKind::Resumed => Told::Resume,
            EventKind::ClocksSet { left } => Told::ClocksSet { clock: Clock::new(*left) },
            EventKind::Restarted => Told::Restart,
            EventKind::DeadPositionUndecided => Told::Undecided,
            EventKind::Ended { termination, evidence } => Told::end(*termination, evidence, variant),
        }
    }

    fn end(termination: Termination, evidence: &Evidence, variant: Variant) -> Told {
        let (mating_line, no_mate) = match evidence {
            Evidence::MatingLine(line) => (Some(line.iter().map(|mv| uci(*mv, variant)).collect()), None),
            Evidence::NoMate(why) => (None, Some(why.to_string())),
            Evidence::NotAsked | Evidence::Undecided => (None, None),
        };
        Told::End(End {
            result: termination.result().to_string(),
            reason: termination.to_string(),
            law: termination.law(),
            mating_line,
            no_mate,
            undecided: *evidence == Evidence::Undecided,
        })
    }
}

pub(crate) fn uci(mv: Move, variant: Variant) -> String {
    mv.uci(variant).to_string()
}
