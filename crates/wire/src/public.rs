//! The parts of the public API that the page reads. It has the format of Lichess; only the fields that the page needs
//! are typed.

use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// `GET /api/user/{name}`: an account as everybody sees it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UserJson {
    pub id: String,
    pub username: String,
    /// `BOT`, or null.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub title: Option<String>,
    /// Only if the server shows real names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub profile: Option<ProfileJson>,
    /// Ratings by speed, or `chess960`.
    pub perfs: BTreeMap<String, PerfJson>,
    pub created_at: u64,
    pub count: GameCounts,
    /// Fields that only API clients need.
    #[serde(flatten)]
    #[cfg_attr(test, ts(skip))]
    pub rest: Map<String, Value>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProfileJson {
    pub real_name: String,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PerfJson {
    pub games: u32,
    pub rating: u16,
    /// The rating deviation.
    pub rd: u32,
    /// Rating progress, which is not computed here.
    pub prog: i32,
    /// Only if the rating is provisional.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub prov: Option<bool>,
}

/// How many games an account has played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameCounts {
    pub all: u32,
    pub win: u32,
    pub loss: u32,
    pub draw: u32,
    /// Fields that only API clients need.
    #[serde(flatten)]
    #[cfg_attr(test, ts(skip))]
    pub rest: Map<String, Value>,
}

/// `GET /game/export/{id}` and the lines of `GET /api/tv/{channel}`: a game for programs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExportedGame {
    pub id: String,
    pub players: ExportedPlayers,
    /// Fields that only API clients need.
    #[serde(flatten)]
    #[cfg_attr(test, ts(skip))]
    pub rest: Map<String, Value>,
}

/// Both players of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExportedPlayers {
    pub white: ExportedPlayer,
    pub black: ExportedPlayer,
}

/// A player of a game: an account or guest (`user`), the computer (`aiLevel`), or a name in an imported game.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ExportedPlayer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<ExportedUser>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ai_level: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_diff: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provisional: Option<bool>,
}

/// The account of a player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExportedUser {
    pub id: String,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub title: Option<String>,
}
