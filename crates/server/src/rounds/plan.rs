//! What an organiser asks for, and the plan that it becomes.

use super::round::{Board, Plan};
use crate::identity::Person;
use crate::ids::GameId;
use game::Timestamp;
use wire::settings::{ClockStartsName, Start};

/// How many games a round can have.
const MAX_BOARDS: usize = 500;
/// How far ahead a round can be planned: seven days, in milliseconds.
const MAX_AHEAD: u64 = 7 * 24 * 3600 * 1000;

/// What an organiser asks for.
pub struct NewRound {
    /// Its id, where somebody has chosen one; nobody else may have it.
    pub id: Option<String>,
    /// What it is called.
    pub name: String,
    pub by: Person,
    /// White and Black of each game.
    pub pairs: Vec<(Person, Person)>,
    /// How each game begins.
    pub start: Start,
    pub rated: bool,
    /// When the games are created; now if it is not said.
    pub pair_at: Option<u64>,
    /// When the clocks start.
    pub start_at: Option<u64>,
    /// Whether clocks wait to be started together.
    pub hold: bool,
    /// After how many minutes a player who is not there loses.
    pub default_minutes: Option<u32>,
}

/// The plan of a round, or what is wrong with it.
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
        return Err("a round is planned at most seven days ahead".into());
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
