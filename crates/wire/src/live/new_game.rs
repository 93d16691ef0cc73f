//! A request for a new game.

use crate::action::Side;
use crate::settings::{ConductName, OffersFrom, VariantName};
use serde::{Deserialize, Serialize};

/// A request for a new game. Only the opponent is required.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct NewGame {
    pub opponent: OpponentChoice,
    /// The side of the player who asks.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<ColorChoice>"))]
    pub color: ColorChoice,
    /// The time control in PGN's form; null without a clock.
    pub time: Option<String>,
    /// Time odds: another time control for White.
    pub time_white: Option<String>,
    /// Time odds: another time control for Black.
    pub time_black: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<VariantName>"))]
    pub variant: VariantName,
    /// The starting position; if omitted the usual one, or a random one for Chess960.
    pub fen: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<ConductName>"))]
    pub conduct: ConductName,
    pub draw_offers_from_move: Option<OffersFrom>,
    #[serde(default = "yes")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub fifty_move_rule: bool,
    /// Draw odds (Armageddon): any draw wins for this side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_odds: Option<Side>,
    /// Milliseconds after which a player who has not appeared at the board loses; only under tournament conduct.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_time: Option<u64>,
    #[serde(default = "yes")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub chat: bool,
    /// The game of which this is a rematch.
    pub rematch_of: Option<String>,
}

fn yes() -> bool {
    true
}

/// The opponent to whom the game is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OpponentChoice {
    Computer {
        /// From 1 to 8.
        level: u8,
    },
    /// The first person who follows the link.
    Link {},
    /// A player with an account.
    User { name: String },
    /// The first player who accepts the seek in the lobby.
    Lobby {},
}

/// The side that the player wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ColorChoice {
    White,
    Black,
    #[default]
    Random,
}

impl From<Side> for ColorChoice {
    fn from(side: Side) -> ColorChoice {
        match side {
            Side::White => ColorChoice::White,
            Side::Black => ColorChoice::Black,
        }
    }
}
