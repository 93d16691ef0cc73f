//! The server's messages on the live channel, as far as they are used here. Written from the documentation of the
//! protocol and without the server's own types, so that the check is independent of them.

use serde::Deserialize;
use std::borrow::Cow;

#[derive(Deserialize)]
pub(crate) struct ServerMessage<'a> {
    #[serde(default)]
    pub(crate) t: &'a str,
    pub(crate) game: Option<&'a str>,
    pub(crate) v: Option<u64>,
    pub(crate) id: Option<&'a str>,
    pub(crate) code: Option<&'a str>,
    #[serde(borrow)]
    pub(crate) why: Option<Cow<'a, str>>,
    /// The id of the rematch, once both players want it.
    pub(crate) next: Option<&'a str>,
    pub(crate) now: Option<u64>,
    #[serde(borrow)]
    pub(crate) state: Option<State<'a>>,
    #[serde(borrow)]
    pub(crate) events: Option<Vec<Event<'a>>>,
    #[serde(borrow)]
    pub(crate) moves: Option<Vec<Move<'a>>>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) white: Option<u64>,
    pub(crate) black: Option<u64>,
}

impl Clock {
    /// The clock of the player who makes the move at this ply.
    pub(crate) fn of_mover(&self, ply: usize) -> Option<u64> {
        if ply.is_multiple_of(2) { self.white } else { self.black }
    }
}

#[derive(Deserialize)]
pub(crate) struct State<'a> {
    pub(crate) ply: usize,
    pub(crate) clock: Clock,
    pub(crate) result: Option<&'a str>,
    pub(crate) reason: Option<&'a str>,
}

#[derive(Deserialize)]
pub(crate) struct Event<'a> {
    pub(crate) event: &'a str,
    pub(crate) uci: Option<&'a str>,
}

#[derive(Deserialize)]
pub(crate) struct Move<'a> {
    pub(crate) uci: &'a str,
    pub(crate) at: u64,
    pub(crate) clock: Clock,
}
