//! A new game, as somebody asks for it.

use crate::action::Side;
use crate::settings::{ConductName, OffersFrom, VariantName};
use serde::{Deserialize, Serialize};

/// The game that somebody asks for. All but the opponent may be left out.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct NewGame {
    pub opponent: Opponent,
    /// The side of whoever asks.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<ColorChoice>"))]
    pub color: ColorChoice,
    /// The time control as PGN writes it; none without a clock.
    pub time: Option<String>,
    /// Odds: another time control for White.
    pub time_white: Option<String>,
    /// Odds: another time control for Black.
    pub time_black: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<VariantName>"))]
    pub variant: VariantName,
    /// Where it begins; the usual start if it is left out, or a drawn one for Chess960.
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
    /// Armageddon: a draw by whatever law wins for this side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_odds: Option<Side>,
    /// Milliseconds after which a player who has not come to the board loses; under tournament conduct.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_time: Option<u64>,
    /// Whether the players can chat.
    #[serde(default = "yes")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub chat: bool,
    /// The game that it follows.
    pub rematch_of: Option<String>,
}

fn yes() -> bool {
    true
}

/// Whom the game is offered to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Opponent {
    Computer {
        /// From 1 to 8.
        level: u8,
    },
    /// Whoever follows the link first.
    Link {},
    /// Somebody with an account.
    User { name: String },
    /// Whoever takes the seek in the lobby.
    Lobby {},
}

/// The side that whoever asks wants to have.
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
