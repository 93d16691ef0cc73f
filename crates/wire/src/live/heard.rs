//! What a client says on the live channel, and the game that it asks for.

use crate::request::{Side, Who};
use crate::settings::{ConductName, OffersFrom, VariantName};
use serde::{Deserialize, Serialize};

/// What a client says.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum Heard {
    /// Begin to follow a game.
    Watch {
        /// Which.
        game: String,
        /// The last version that was seen; what is missing is sent.
        since: Option<u64>,
    },
    /// Follow it no longer.
    Unwatch {
        /// Which.
        game: String,
    },
    /// Act in a game.
    Do {
        /// Which.
        game: String,
        /// The client's name for this command: said again, it has no second effect.
        id: String,
        /// How many moves the player saw.
        ply: Option<usize>,
        /// What is asked for.
        action: Asked,
    },
    /// Talk.
    Chat {
        /// In which game.
        game: String,
        /// What is said.
        text: String,
        /// To whom.
        #[serde(default)]
        room: RoomName,
    },
    /// Hear of open seeks, or no longer.
    Lobby {
        /// Whether.
        on: bool,
    },
    /// Are you there?
    Ping {
        /// Comes back with the answer.
        n: u64,
    },
}

/// Who hears what is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RoomName {
    /// The two players.
    #[default]
    Player,
    /// Those who look on.
    Spectator,
}

/// What is asked for: the arbiter's actions, without who and when, which the server knows, and what only a server
/// can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Asked {
    /// A move, in UCI or SAN.
    Move {
        /// The move.
        r#move: String,
        /// The offer that goes with it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        offer_draw: bool,
    },
    /// The one signal of law E15.
    Draw,
    /// A claim, perhaps with the move that would make it right.
    Claim {
        /// That move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        r#move: Option<String>,
    },
    /// Offer a draw.
    Offer,
    /// Accept what the opponent asks for.
    Accept,
    /// Decline what the opponent asks for.
    Decline,
    /// Decline a draw, and nothing else.
    DeclineDraw,
    /// Decline a takeback or ask for it no longer, and nothing else.
    DeclineTakeback,
    /// Give up.
    Resign,
    /// Abort, before both have moved.
    Abort,
    /// Ask for a takeback, or consent to one.
    Takeback,
    /// Touch a piece.
    Touch {
        /// Where it stands.
        square: String,
    },
    /// "I adjust".
    Adjust,
    /// Play another one.
    Rematch,
    /// The opponent has been gone for long: I win.
    ClaimVictory,
    /// The opponent has been gone for long: a draw.
    ClaimDrawGone,
    /// Give the opponent time.
    AddTime {
        /// How much.
        seconds: u32,
    },
    /// The arbiter stops the clocks.
    Pause,
    /// The arbiter starts them again.
    Resume,
    /// The arbiter sets them.
    SetClocks {
        /// White's, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        white: Option<u64>,
        /// Black's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black: Option<u64>,
    },
    /// The arbiter declares the game lost.
    Forfeit {
        /// For whom.
        who: Who,
    },
    /// The arbiter has the game begin anew.
    Restart,
}

/// The game that somebody asks for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Against whom.
    pub opponent: Opponent,
    /// With which pieces.
    #[serde(default)]
    pub color: ColorWish,
    /// The time control; none without a clock.
    pub time: Option<String>,
    /// Odds: another time for White.
    pub time_white: Option<String>,
    /// Odds: another time for Black.
    pub time_black: Option<String>,
    /// Which rules for castling and the start.
    #[serde(default)]
    pub variant: VariantName,
    /// Where it begins; the usual start if it is not said, or a drawn one for Chess960.
    pub fen: Option<String>,
    /// Whether it counts.
    #[serde(default)]
    pub rated: bool,
    /// How the players behave.
    #[serde(default)]
    pub conduct: ConductName,
    /// When draws may be offered.
    pub draw_offers_from_move: Option<OffersFrom>,
    /// Whether the fifty-move rule holds.
    #[serde(default = "yes")]
    pub fifty_move_rule: bool,
    /// Whether the players can talk.
    #[serde(default = "yes")]
    pub chat: bool,
    /// The game that it follows.
    pub rematch_of: Option<String>,
}

fn yes() -> bool {
    true
}

/// Against whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opponent {
    /// The computer.
    Computer {
        /// From 1 to 8.
        level: u8,
    },
    /// Whoever follows the link first.
    Link {},
    /// Somebody with an account.
    User {
        /// Who.
        name: String,
    },
    /// Whoever takes the seek.
    Lobby {},
}

/// With which pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorWish {
    /// White.
    White,
    /// Black.
    Black,
    /// The lot decides.
    #[default]
    Random,
}

impl From<Side> for ColorWish {
    fn from(side: Side) -> ColorWish {
        match side {
            Side::White => ColorWish::White,
            Side::Black => ColorWish::Black,
        }
    }
}
