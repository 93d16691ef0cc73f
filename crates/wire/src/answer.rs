//! An answer line: what happened, and the state of the game.

use crate::action::Side;
use crate::arbiter::Reply;
use crate::codes::{Reason, RefusalCode, ResultCode};
use crate::event::{Clock, EventJson};
use game::{Game, Timestamp};
use serde::Serialize;

/// The fields of an answer, in order. Those of the state are null while there is no game.
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
    result: Option<ResultCode>,
    reason: Option<Reason>,
    /// The article of FIDE's Laws that the result is based on; null if there is none.
    article: Option<&'static str>,
    /// Whether the game was a draw that counts as a win by draw odds.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    by_draw_odds: bool,
    /// Why the arbiter declared the game lost, if a reason was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    forfeit_reason: Option<String>,
    /// The player who sealed a move, while the game is adjourned.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    adjourned: Option<Side>,
    draw_offer: Option<Side>,
    undecided: Option<u32>,
}

impl Answer {
    pub(crate) fn new(reply: Reply, game: Option<&Game>, now: Timestamp) -> Answer {
        let (refused, code, events) = match reply {
            Reply::Refused { why, code } => (Some(why), Some(code), Vec::new()),
            Reply::Started => (None, None, game.map(EventJson::start).unwrap_or_default()),
            Reply::Happened(events) => {
                (None, None, game.map(|game| EventJson::all(&events, game)).unwrap_or_default())
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
            result: game.and_then(ResultCode::of),
            reason: termination.map(Reason::from),
            article: game.and_then(Game::article),
            by_draw_odds: game.is_some_and(Game::by_draw_odds),
            forfeit_reason: game.and_then(Game::forfeit_reason).map(String::from),
            adjourned: game.and_then(Game::adjourned_by).map(Side::from),
            draw_offer: game.and_then(Game::draw_offer).map(Side::from),
            undecided: game.map(Game::undecided),
        }
    }
}
