//! Games, live and finished, as records.

use crate::clock::RecordedTime;
use crate::identity::secret::SecretHash;
use crate::ids::{GameId, PlayerId};
use game::Timestamp;
use rules::{Color, Outcome};
use std::collections::HashMap;
use wire::codes::{GameResult, Reason};
use wire::settings::VariantName;

/// A row to be appended.
#[derive(Debug)]
pub struct Append {
    /// The game it is about.
    pub game: GameId,
    /// Its number in the game: one more than the game's last.
    pub seq: u64,
    /// The moment of its last event.
    pub at: Timestamp,
    /// Who asked with which name, so that the same command has no second effect.
    pub command: Option<String>,
    pub payload: String,
    /// The token of the row that it was decided upon, for a database that several nodes share.
    pub after: i64,
    /// A random number of this row, by which it is recognised.
    pub token: i64,
}

/// A token for a row: random, because two nodes must never choose the same.
pub fn random_token() -> i64 {
    rand::random::<i64>() | 1
}

/// A game that begins, in a database that several nodes share.
#[derive(Debug)]
pub struct NewGameRecord {
    /// The first row of its log.
    pub row: Append,
    /// Who has White, unless it is the computer.
    pub white: Option<PlayerId>,
    pub black: Option<PlayerId>,
    /// When it is to be looked at, if nobody has it in memory then.
    pub check_at: Timestamp,
    /// The sum of the players' ratings.
    pub strength: i32,
    /// The challenges that it is the end of.
    pub challenges: Vec<GameId>,
}

/// Why a game does not begin.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeginError {
    /// There is a game with this name.
    #[error("there is already a game with this id")]
    Taken,
    /// Its challenge is not open any more.
    #[error("the challenge is no longer open")]
    Gone,
    /// It cannot be saved now.
    #[error(transparent)]
    NotSaved(AppendError),
}

/// A code of an application that was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsedCode {
    /// For the first time: what it stands for.
    First(String),
    /// Again: whose token it has led to, if any.
    Again(Option<(PlayerId, SecretHash)>),
}

/// Why a row was not appended.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// The game has gone on in the meantime: look at it again.
    #[error("the game has moved on")]
    Conflict,
    /// Too much is waiting to be written.
    #[error("the server is busy: try again")]
    Busy,
    /// The disk takes nothing now.
    #[error("nothing can be saved right now: try again")]
    Unavailable,
    /// The store is closed.
    #[error("the server is shutting down")]
    Closed,
}

/// A row of a live game, as it was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Who asked with which name.
    pub command: Option<String>,
    pub payload: String,
}

/// The live games that a store holds when it is opened.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The rows of each game, in their order.
    pub games: HashMap<GameId, Vec<Row>>,
    /// The latest moment at which the server is known to have served.
    pub served: Timestamp,
    /// What is known about time.
    pub known: RecordedTime,
}

/// A finished game as the archive has it, but for its log, which is in the journal until then.
#[derive(Clone, Debug)]
pub struct Finished {
    pub game: GameId,
    pub began: Timestamp,
    /// When it ended.
    pub ended: Timestamp,
    /// Who had White: a player, or `computer` and its level.
    pub white: String,
    pub black: String,
    /// Such as `1-0`.
    pub result: String,
    /// In the arbiter's words.
    pub reason: String,
    pub variant: &'static str,
    /// The time control.
    pub time: String,
    pub rated: bool,
    /// How many moves were made, by either side.
    pub plies: usize,
    /// The first of them, in UCI.
    pub opening: String,
}

impl Finished {
    /// Whether it changes ratings, as far as the game itself says. As FIDE has it, a game that was forfeited before both
    /// had moved was not played. The computer is as strong as it is asked to be, and has no rating.
    pub fn is_counted(&self) -> bool {
        let computer = [&self.white, &self.black].into_iter().any(|player| player.starts_with("computer "));
        let unplayed = self.reason == Reason::Forfeit.as_str() && self.plies < 2;
        self.rated && !computer && !unplayed
    }
}

/// How the name of somebody who has played elsewhere begins in the archive. No account's name has a space.
pub const ELSEWHERE: &str = "elsewhere ";

/// Which games. What is not set does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameQuery {
    /// Somebody who played.
    pub player: Option<PlayerId>,
    pub opponent: Option<PlayerId>,
    /// The player's side.
    pub color: Option<Color>,
    /// Who won.
    pub result: Option<GameResult>,
    pub reason: Option<Reason>,
    /// Not ended before this moment.
    pub from: Option<Timestamp>,
    /// Not ended after this moment.
    pub to: Option<Timestamp>,
    /// The first moves in UCI, a space between them.
    pub opening: Option<String>,
    /// Only those that come after this one in the list.
    pub after: Option<GameId>,
    /// So many at most.
    pub limit: u32,
}

/// A finished game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGame {
    pub game: GameId,
    /// Who had White: id and name.
    pub white: (String, String),
    pub black: (String, String),
    pub began: Timestamp,
    /// When it ended.
    pub ended: Timestamp,
    /// Who won.
    pub result: GameResult,
    /// How it ended; none for an imported game that was not finished.
    pub reason: Option<Reason>,
    pub variant: VariantName,
    /// The time control.
    pub time: String,
    /// Whether ratings depended on it.
    pub rated: bool,
    /// How many moves were made, by either side.
    pub plies: u32,
    /// The first moves in UCI.
    pub opening: String,
}

/// How often somebody has won, lost and drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Won.
    pub won: u32,
    /// Lost.
    pub lost: u32,
    /// Drawn.
    pub drawn: u32,
}

impl Standing {
    /// Counts games that somebody has played with one colour. By the points (law P01): where an arbiter gave the opponent
    /// of a loser half a point, that counts as a draw for the one and as a loss for the other.
    pub fn add(&mut self, result: &str, color: Color, games: u32) {
        let Ok(outcome) = result.parse::<Outcome>() else { return };
        let count = match outcome.half_points(color) {
            0 => &mut self.lost,
            1 => &mut self.drawn,
            _ => &mut self.won,
        };
        *count = count.saturating_add(games);
    }
}

/// What a game changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// White's rating before and after.
    pub white: (f64, f64),
    pub black: (f64, f64),
}

/// Which finished games of a player. What is not set does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerGamesQuery {
    pub player: PlayerId,
    pub opponent: Option<PlayerId>,
    /// The player's side.
    pub color: Option<Color>,
    /// Only rated games, or only others.
    pub rated: Option<bool>,
    /// Not begun before this moment.
    pub since: Option<Timestamp>,
    /// Not begun after this moment.
    pub until: Option<Timestamp>,
    /// The oldest first, rather than the newest.
    pub oldest_first: bool,
}

/// A finished game with its log.
#[derive(Clone, Debug)]
pub struct ArchivedGame {
    pub id: GameId,
    pub began: Timestamp,
    /// The players by their ids, guests by the accounts that they have opened since.
    pub white: String,
    pub black: String,
    /// The rows of its log.
    pub rows: Vec<Row>,
    /// What it changed, if it was rated.
    pub change: Option<RatingChange>,
}

/// How two players have scored against each other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Crosstable {
    /// The points of the first.
    pub first: f64,
    /// The points of the second.
    pub second: f64,
    pub games: u32,
}

impl Crosstable {
    /// Adds games that all ended so. Those in which nobody has scored do not count.
    pub(super) fn add(&mut self, result: &str, first_is_white: bool, games: u32) {
        let Ok(outcome) = result.parse::<Outcome>() else { return };
        let points = Color::ALL.map(|color| f64::from(outcome.half_points(color)) / 2.0);
        if points == [0.0, 0.0] {
            return;
        }
        let [white, black] = points;
        let (own, other) = if first_is_white { (white, black) } else { (black, white) };
        self.first += own * f64::from(games);
        self.second += other * f64::from(games);
        self.games += games;
    }
}

/// A player's rating after a rated game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPoint {
    /// Which rating, as [`crate::ratings::perf`] names it.
    pub perf: &'static str,
    /// When the game ended.
    pub at: Timestamp,
    /// The rating after it.
    pub rating: f64,
}

/// A player among the best.
#[derive(Clone, Debug, PartialEq)]
pub struct Leader {
    pub player: PlayerId,
    pub name: String,
    /// `BOT`, or nothing.
    pub title: Option<String>,
    pub rating: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_summed_over_all_games_of_a_kind() {
        let mut table = Crosstable::default();
        for (result, first_is_white, games) in
            [("1-0", true, 3), ("0-1", true, 2), ("1-0", false, 4), ("1/2-1/2", false, 5), ("0-0", true, 9)]
        {
            table.add(result, first_is_white, games);
        }
        assert_eq!(table, Crosstable { first: 5.5, second: 8.5, games: 14 });
    }

    #[test]
    fn the_computer_and_games_that_were_not_played_change_no_rating() {
        let game = Finished {
            game: GameId::random(),
            began: Timestamp::ZERO,
            ended: Timestamp::ZERO,
            white: "anna".into(),
            black: "bobby".into(),
            result: "1-0".into(),
            reason: "resignation".into(),
            variant: "standard",
            time: "180+2".into(),
            rated: true,
            plies: 0,
            opening: String::new(),
        };
        assert!(game.is_counted());
        assert!(!Finished { rated: false, ..game.clone() }.is_counted());
        assert!(!Finished { black: "computer 3".into(), ..game.clone() }.is_counted());
        let forfeited = Finished { reason: Reason::Forfeit.as_str().into(), plies: 1, ..game };
        assert!(!forfeited.is_counted());
        assert!(Finished { plies: 2, ..forfeited }.is_counted());
    }
}
