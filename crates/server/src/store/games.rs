//! Games, live and finished, as records.

use crate::clock::RecordedTime;
use crate::identity::secret::SecretHash;
use crate::ids::{GameId, PlayerId};
use game::Timestamp;
use rules::{Color, Outcome};
use std::collections::HashMap;
use wire::codes::{Reason, ResultCode};
use wire::settings::VariantName;

/// A row to be appended to the journal.
#[derive(Debug)]
pub struct Append {
    pub game: GameId,
    /// The number of the row within its game: one more than that of the game's last row.
    pub seq: u64,
    /// The time of the last event in the row.
    pub at: Timestamp,
    /// The command key, by which a repeated command is recognised so that it has no second effect.
    pub command: Option<String>,
    pub payload: String,
    /// The token of the row that was the last one when this row was decided, for a shared database.
    pub after: i64,
    /// A random number that identifies this row.
    pub token: i64,
}

/// A token for a row: random, because two nodes must never choose the same one.
pub fn random_token() -> i64 {
    rand::random::<i64>() | 1
}

/// A new game, in a database that several nodes share.
#[derive(Debug)]
pub struct NewGameRecord {
    /// The first row of its log.
    pub row: Append,
    /// None if the computer plays this side.
    pub white: Option<PlayerId>,
    pub black: Option<PlayerId>,
    /// When to check the game for a passed deadline, in case no node has it in memory by then.
    pub check_at: Timestamp,
    /// The sum of the players' ratings.
    pub strength: i32,
    /// The challenges that this game accepts.
    pub challenges: Vec<GameId>,
}

/// Why a game was not created.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeginError {
    /// A game with this id exists.
    #[error("there is already a game with this id")]
    Taken,
    /// A challenge of the game is no longer open.
    #[error("the challenge is no longer open")]
    Gone,
    /// The game could not be saved.
    #[error(transparent)]
    NotSaved(AppendError),
}

/// The result of redeeming an OAuth code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsedCode {
    /// The first use, with the authorization request that the code stands for.
    First(String),
    /// A repeated use, with the token that the first use led to, if any.
    Again(Option<(PlayerId, SecretHash)>),
}

/// Why a row was not appended.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// The game has moved on in the meantime: it must be read again.
    #[error("the game has moved on")]
    Conflict,
    /// Too much is waiting to be written.
    #[error("the server is busy: try again")]
    Busy,
    /// The disk accepts no writes at the moment.
    #[error("nothing can be saved right now: try again")]
    Unavailable,
    /// The store is closed.
    #[error("the server is shutting down")]
    Closed,
}

/// A row of a game's log, as it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The command key, if the row was written for a command with an id.
    pub command: Option<String>,
    pub payload: String,
}

/// The live games that a store holds when it is opened.
#[derive(Debug, Default)]
pub struct LoadedJournal {
    /// The rows of each game, in order.
    pub games: HashMap<GameId, Vec<Row>>,
    /// The last moment at which the server is known to have been serving.
    pub served: Timestamp,
    pub known: RecordedTime,
}

/// A finished game as the archive stores it, without its log, which the store copies from the journal.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    pub game: GameId,
    pub began: Timestamp,
    pub ended: Timestamp,
    /// The player's id, `computer` and its level, or [`ELSEWHERE`] and a name.
    pub white: String,
    pub black: String,
    /// For example `1-0`.
    pub result: String,
    /// The code of the [`Reason`].
    pub reason: String,
    pub variant: &'static str,
    /// The time control.
    pub time: String,
    pub rated: bool,
    pub plies: usize,
    /// The first moves in UCI, separated by spaces.
    pub opening: String,
}

impl FinishedGame {
    /// Whether the game changes ratings, as far as the game itself decides. By the FIDE rules a game that was forfeited
    /// before both sides had moved was not played. The computer's strength is adjustable, so it has no rating.
    pub fn is_counted(&self) -> bool {
        let computer = [&self.white, &self.black].into_iter().any(|player| player.starts_with("computer "));
        let unplayed = self.reason == Reason::Forfeit.as_str() && self.plies < 2;
        self.rated && !computer && !unplayed
    }
}

/// The prefix in the archive for players of imported games. No account name contains a space.
pub const ELSEWHERE: &str = "elsewhere ";

/// A search of finished games. Fields that are not set match everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameQuery {
    /// Either player of the game.
    pub player: Option<PlayerId>,
    pub opponent: Option<PlayerId>,
    /// The player's side.
    pub color: Option<Color>,
    pub result: Option<ResultCode>,
    pub reason: Option<Reason>,
    /// Games that ended at this moment or later.
    pub from: Option<Timestamp>,
    /// Games that ended at this moment or earlier.
    pub to: Option<Timestamp>,
    /// The first moves in UCI, separated by spaces.
    pub opening: Option<String>,
    /// Only games that come after this one in the result list.
    pub after: Option<GameId>,
    pub limit: u32,
}

/// A finished game in a result list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGame {
    pub game: GameId,
    /// Id and name.
    pub white: (String, String),
    pub black: (String, String),
    pub began: Timestamp,
    pub ended: Timestamp,
    pub result: ResultCode,
    /// None for an imported game that was not finished.
    pub reason: Option<Reason>,
    pub variant: VariantName,
    /// The time control.
    pub time: String,
    pub rated: bool,
    pub plies: u32,
    /// The first moves in UCI.
    pub opening: String,
}

/// A player's numbers of won, lost and drawn games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    pub won: u32,
    pub lost: u32,
    pub drawn: u32,
}

impl Standing {
    /// Adds games that the player had with one colour, counted by points (law P01): if an arbiter gave the opponent of
    /// a loser half a point, the game is a draw for the one and a loss for the other.
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

/// How a game changed the ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// White's rating before and after.
    pub white: (f64, f64),
    pub black: (f64, f64),
}

/// A selection of a player's finished games. Fields that are not set match everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerGamesQuery {
    pub player: PlayerId,
    pub opponent: Option<PlayerId>,
    /// The player's side.
    pub color: Option<Color>,
    /// Only rated games, or only casual ones.
    pub rated: Option<bool>,
    /// Games that began at this moment or later.
    pub since: Option<Timestamp>,
    /// Games that began at this moment or earlier.
    pub until: Option<Timestamp>,
    /// The default is the newest first.
    pub oldest_first: bool,
}

/// A finished game with its log.
#[derive(Clone, Debug)]
pub struct ArchivedGame {
    pub id: GameId,
    pub began: Timestamp,
    /// The players' ids; for a guest who has opened an account since, that of the account.
    pub white: String,
    pub black: String,
    pub rows: Vec<Row>,
    /// None if the game was not rated.
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
    /// Adds games with the same result. Games in which nobody scored do not count.
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
    /// The kind of rating, as `ratings::perf` names it.
    pub perf: &'static str,
    /// When the game ended.
    pub at: Timestamp,
    /// The rating after it.
    pub rating: f64,
}

/// A player on the leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Leader {
    pub player: PlayerId,
    pub name: String,
    /// `BOT`, or none.
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
        let game = FinishedGame {
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
        assert!(!FinishedGame { rated: false, ..game.clone() }.is_counted());
        assert!(!FinishedGame { black: "computer 3".into(), ..game.clone() }.is_counted());
        let forfeited = FinishedGame { reason: Reason::Forfeit.as_str().into(), plies: 1, ..game };
        assert!(!forfeited.is_counted());
        assert!(FinishedGame { plies: 2, ..forfeited }.is_counted());
    }
}
