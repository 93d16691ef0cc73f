//! An answer line: what happened, and how the game stands.

use crate::arbiter::Reply;
use crate::told::{Clock, Told};
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
    /// A word for the refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    code: Option<&'static str>,
    ply: Option<usize>,
    fen: Option<String>,
    turn: Option<String>,
    check: Option<bool>,
    clock: Option<Clock>,
    events: Vec<Told>,
    result: Option<String>,
    reason: Option<String>,
    draw_offer: Option<String>,
    undecided: Option<u32>,
}

impl Answer {
    pub(crate) fn new(reply: Reply, game: Option<&Game>, now: Timestamp) -> Answer {
        let variant = game.map_or(Variant::Standard, |game| game.position().variant());
        let (refused, code, events) = match reply {
            Reply::Refused { why, code } => (Some(why), Some(code), Vec::new()),
            Reply::Started => (None, None, Told::start(game.and_then(Game::termination))),
            Reply::Happened(events) => {
                (None, None, events.iter().map(|event| Told::new(event, variant)).collect())
            }
        };
        let termination = game.and_then(Game::termination);
        Answer {
            ok: refused.is_none(),
            refused,
            code,
            ply: game.map(Game::ply),
            fen: game.map(|game| game.position().fen()),
            turn: game.map(|game| game.turn().to_string()),
            check: game.map(|game| game.position().in_check()),
            clock: game.map(|game| Clock::new(game.clocks(now))),
            events,
            result: termination.map(|termination| termination.result().to_string()),
            reason: termination.map(|termination| termination.to_string()),
            draw_offer: game.and_then(Game::draw_offer).map(|by| by.to_string()),
            undecided: game.map(Game::undecided),
        }
    }
}
