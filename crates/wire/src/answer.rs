//! An answer line: what happened, and how the game stands.

use crate::action::Side;
use crate::arbiter::Reply;
use crate::codes::{GameResult, Reason, RefusalCode};
use crate::event::{Clock, EventJson};
use game::{Game, Timestamp};
use rules::Variant;
use serde::Serialize;

/// The fields of an answer, in their order. Those of the state are null while there is no game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Answer {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    refused: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    code: Option<RefusalCode>,
    ply: Option<usize>,
    fen: Option<String>,
    turn: Option<Side>,
    check: Option<bool>,
    clock: Option<Clock>,
    events: Vec<EventJson>,
    result: Option<GameResult>,
    reason: Option<Reason>,
    draw_offer: Option<Side>,
    undecided: Option<u32>,
}

impl Answer {
    pub(crate) fn new(reply: Reply, game: Option<&Game>, now: Timestamp) -> Answer {
        let variant = game.map_or(Variant::Standard, |game| game.position().variant());
        let (refused, code, events) = match reply {
            Reply::Refused { why, code } => (Some(why), Some(code), Vec::new()),
            Reply::Started => (None, None, EventJson::start(game.and_then(Game::termination))),
            Reply::Happened(events) => {
                (None, None, events.iter().map(|event| EventJson::new(event, variant)).collect())
            }
        };
        let termination = game.and_then(Game::termination);
        Answer {
            ok: refused.is_none(),
            refused,
            code,
            ply: game.map(Game::ply),
            fen: game.map(|game| game.position().fen()),
            turn: game.map(|game| game.turn().into()),
            check: game.map(|game| game.position().in_check()),
            clock: game.map(|game| Clock::new(game.clocks(now))),
            events,
            result: termination.map(GameResult::from),
            reason: termination.map(Reason::from),
            draw_offer: game.and_then(Game::draw_offer).map(Side::from),
            undecided: game.map(Game::undecided),
        }
    }
}
