//! An organiser's request for a round, and the plan made from it.

use super::round::{Board, Plan};
use crate::identity::Person;
use crate::ids::GameId;
use game::Timestamp;
use wire::settings::{ClockStartsName, Start};

/// The most games of a round.
const MAX_BOARDS: usize = 500;
/// How far ahead a round can be planned: seven days, in milliseconds.
const MAX_AHEAD: u64 = 7 * 24 * 3600 * 1000;

/// An organiser's request for a round.
pub(crate) struct NewRound {
    /// The id, if the caller chooses one; it must be unique.
    pub(crate) id: Option<String>,
    pub(crate) name: String,
    pub(crate) by: Person,
    /// White and Black of each game.
    pub(crate) pairs: Vec<(Person, Person)>,
    /// The start of each game.
    pub(crate) start: Start,
    pub(crate) rated: bool,
    /// When the games are created; now by default.
    pub(crate) pair_at: Option<u64>,
    /// When the clocks start.
    pub(crate) start_at: Option<u64>,
    /// Whether clocks wait to be started together.
    pub(crate) hold: bool,
    /// After how many minutes an absent player loses.
    pub(crate) default_minutes: Option<u32>,
}

/// Turns a request into a plan, or returns what is wrong with it.
pub(super) fn plan(new: NewRound, now: Timestamp) -> Result<Plan, String> {
    let NewRound { id: _, name, by, pairs, start, rated, pair_at, start_at, hold, default_minutes } = new;
    if pairs.is_empty() || pairs.len() > MAX_BOARDS {
        return Err(format!("expected 1 to {MAX_BOARDS} games, found {}", pairs.len()));
    }
    if let Some((same, _)) = pairs.iter().find(|(white, black)| white.id == black.id) {
        return Err(format!("{} cannot play against themselves", same.name));
    }
    let pair_at = pair_at.map_or(now.millis(), |at| at.max(now.millis()));
    let latest = now.millis() + MAX_AHEAD;
    if pair_at > latest || start_at.is_some_and(|at| at > latest) {
        return Err("a round can be planned at most seven days ahead".into());
    }
    if start_at.is_some_and(|at| at < pair_at) {
        return Err("the clocks cannot start before the games are created".into());
    }
    let mut start = start;
    start.clock_starts = if hold { ClockStartsName::AtOnce } else { start.clock_starts };
    start.clone().settings(Timestamp::ZERO)?;
    let of = |person: Person| (person.id.to_string(), person.name);
    let boards = pairs.into_iter().map(|(white, black)| Board {
        game: GameId::random().to_string(),
        white: of(white),
        black: of(black),
    });
    let boards = boards.collect();
    Ok(Plan { name, by: of(by), boards, start, rated, pair_at, start_at, hold, default_minutes })
}
