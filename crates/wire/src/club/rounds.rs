//! Rounds that an organiser starts: the bodies of `/app/rounds/…`.

use super::people::LiveGame;
use crate::action::Side;
use crate::settings::VariantName;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `POST /app/rounds`: games between given players.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct NewRound {
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub name: String,
    /// The names of White and Black for each game.
    pub pairs: Vec<(String, String)>,
    /// The time control in PGN's form.
    pub time: String,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<VariantName>"))]
    pub variant: VariantName,
    pub fen: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// Draw odds (Armageddon): a draw wins for this side.
    pub draw_odds: Option<Side>,
    /// When the clocks start, in milliseconds; null if the organiser starts them.
    pub start_at: Option<u64>,
    /// After how many minutes an absent player loses.
    pub default_minutes: Option<u32>,
}

/// `GET /app/players`: the players whom an organiser can pair.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerNames {
    pub players: Vec<PlayerName>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerName {
    pub name: String,
    /// Only if the server shows real names.
    pub real_name: Option<String>,
    pub online: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RoundAction {
    Start,
    Pause,
    Resume,
    /// Aborts the games in which nobody has moved; a round that has not begun will not begin.
    Cancel,
}

/// `POST /app/rounds/{id}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoundCommand {
    pub r#do: RoundAction,
}

/// `GET /app/rounds`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoundList {
    pub rounds: Vec<RoundJson>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoundJson {
    pub id: String,
    pub name: String,
    pub by: String,
    pub created: u64,
    pub time: Option<String>,
    pub variant: VariantName,
    pub rated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub draw_odds: Option<Side>,
    pub pair_at: u64,
    pub paired_at: Option<u64>,
    pub start_at: Option<u64>,
    pub started_at: Option<u64>,
    pub canceled: bool,
    pub default_minutes: Option<u32>,
    pub boards: Vec<LiveGame>,
    /// The real names of its players by account name, as far as the reader may see them.
    pub real_names: BTreeMap<String, String>,
}
