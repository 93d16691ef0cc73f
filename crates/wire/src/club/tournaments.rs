//! Tournaments: the bodies of `/app/tournaments/…`.

use crate::codes::ResultCode;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How the players of a tournament are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TournamentSystem {
    /// By FIDE's Dutch system.
    Swiss,
    /// By the Berger tables.
    RoundRobin,
    Knockout,
}

/// The result of a board in a tournament. Unlike the result of a game, it distinguishes wins by forfeit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Score {
    #[serde(rename = "1-0")]
    WhiteWins,
    #[serde(rename = "0-1")]
    BlackWins,
    #[serde(rename = "1/2-1/2")]
    Draw,
    #[serde(rename = "+--")]
    WhiteWinsByForfeit,
    #[serde(rename = "--+")]
    BlackWinsByForfeit,
    #[serde(rename = "0-0")]
    BothLose,
    /// By an arbiter's decision (FIDE 11.7).
    #[serde(rename = "1/2-0")]
    HalfPointWhite,
    #[serde(rename = "0-1/2")]
    HalfPointBlack,
}

impl Score {
    /// The score of a board; `None` if the game does not count. A game that was won without being played is a forfeit.
    pub fn of(result: ResultCode, is_unplayed: bool) -> Option<Score> {
        Some(match (result, is_unplayed) {
            (ResultCode::WhiteWins, false) => Score::WhiteWins,
            (ResultCode::WhiteWins, true) => Score::WhiteWinsByForfeit,
            (ResultCode::BlackWins, false) => Score::BlackWins,
            (ResultCode::BlackWins, true) => Score::BlackWinsByForfeit,
            (ResultCode::Draw, _) => Score::Draw,
            (ResultCode::BothLose, _) => Score::BothLose,
            (ResultCode::HalfPointWhite, _) => Score::HalfPointWhite,
            (ResultCode::HalfPointBlack, _) => Score::HalfPointBlack,
            (ResultCode::None, _) => return None,
        })
    }
}

/// `POST /app/tournaments`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct NewTournament {
    pub name: String,
    pub system: TournamentSystem,
    pub rounds: Option<u32>,
    /// The time control in PGN's form.
    pub time: String,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// After how many minutes an absent player loses.
    pub default_minutes: Option<u32>,
    /// The names of the players; others can enter later.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub players: Vec<String>,
}

/// `POST /app/tournaments/{id}`: an organiser's action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TournamentAction {
    Enter {
        name: String,
    },
    Withdraw {
        name: String,
    },
    /// Pairs the next round and creates its games.
    StartRound {},
    Result {
        round: usize,
        board: usize,
        score: Score,
    },
}

/// `GET /app/tournaments`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentList {
    pub tournaments: Vec<TournamentJson>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentJson {
    pub id: String,
    pub name: String,
    pub by: String,
    pub system: TournamentSystem,
    pub time: String,
    pub rated: bool,
    pub created: u64,
    /// The total number of rounds.
    pub all_rounds: u32,
    pub over: bool,
    /// Whether the reader takes part.
    pub entered: bool,
    pub rounds: Vec<TournamentRound>,
    /// The codes of the tie-breaks.
    pub tie_breaks: Vec<String>,
    /// The best player first; before the first round, in order of entry.
    pub standings: Vec<TournamentRow>,
    /// The real names of its players by account name, as far as the reader may see them.
    pub real_names: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentRound {
    /// The id of the round with its games.
    pub round: String,
    pub boards: Vec<TournamentBoard>,
    pub bye: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentBoard {
    pub white: String,
    pub black: String,
    pub score: Option<Score>,
    pub game: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentRow {
    pub rank: usize,
    pub name: String,
    pub rating: u32,
    pub withdrawn: bool,
    pub points: String,
    /// One value for each tie-break.
    pub values: Vec<String>,
    /// One cell for each round: the opponent's line in the standings, the colour and the result, such as `12w1`.
    pub cells: Vec<String>,
}
