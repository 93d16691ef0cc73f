//! Messages from the server on the live channel.

use super::{ChatRoom, Player};
use crate::State;
use crate::action::Side;
use crate::codes::RefusalCode;
use crate::event::{Clock, EventJson, uci};
use crate::page::ChallengeStatus;
use crate::settings::{ConductName, OffersFrom, VariantName};
use crate::stored::GameHeader;
use game::{Game, PlayedMove, Refusal};
use rules::Color;
use serde::Serialize;

/// A message from the server.
// It is serialized at once, and never stored.
#[allow(clippy::large_enum_variant)]
#[derive(Serialize)]
#[serde(tag = "t", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ServerMessage<'a> {
    Game(Box<GameSnapshot<'a>>),
    Update(GameUpdate<'a>),
    /// A command was accepted and saved to disk.
    Done {
        /// The client's id for the command.
        id: &'a str,
        game: &'a str,
        /// The version after the command.
        v: u64,
    },
    /// A command was not accepted.
    Refused {
        /// The client's id for the command.
        id: &'a str,
        game: &'a str,
        /// The version of the game; null if there is no such game.
        v: Option<u64>,
        code: CommandCode,
        /// The arbiter's code, if the laws forbid it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        reason: Option<RefusalCode>,
        /// A text for people.
        why: &'a str,
    },
    Presence(GamePresence<'a>),
    /// A player has left the game, or is back.
    Gone {
        game: &'a str,
        color: Side,
        /// Milliseconds until the opponent can claim; null if the player is back, or if nothing can be claimed.
        claim_in_ms: Option<u64>,
    },
    Chat {
        game: &'a str,
        #[serde(flatten)]
        line: &'a ChatLine,
    },
    /// A rematch is offered, or has begun.
    Rematch {
        game: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        by: Option<Side>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        next: Option<&'a str>,
    },
    /// A game of this user has begun.
    Started {
        game: &'a str,
    },
    /// A game of this user is over.
    Finished {
        game: &'a str,
    },
    /// A challenge to or from this user has changed.
    Challenge {
        /// The id, which the game will have, too.
        id: &'a str,
        status: ChallengeStatus,
    },
    Lobby {
        seeks: &'a [Seek],
    },
    Pong {
        /// The number from the ping.
        n: u64,
        /// The server's clock.
        now: u64,
    },
    /// A message other than a command failed. The socket is closed only after `not_understood`.
    Error {
        /// The game that the message concerned, if any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        game: Option<&'a str>,
        code: ErrorCode,
        /// A text for people.
        why: &'a str,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CommandCode {
    Illegal,
    NotYourTurn,
    /// The sender has no seat in this game.
    NotAPlayer,
    /// The game has changed since.
    Stale,
    Over,
    /// The id was used for another command.
    Conflict,
    /// The server is overloaded: send the command again.
    Busy,
    /// The game cannot be saved now: send the command again.
    Unavailable,
    /// The laws or the settings forbid it.
    NotAllowed,
}

impl CommandCode {
    /// The code, for metrics and logs.
    pub const fn as_str(self) -> &'static str {
        match self {
            CommandCode::Illegal => "illegal",
            CommandCode::NotYourTurn => "not_your_turn",
            CommandCode::NotAPlayer => "not_a_player",
            CommandCode::Stale => "stale",
            CommandCode::Over => "over",
            CommandCode::Conflict => "conflict",
            CommandCode::Busy => "busy",
            CommandCode::Unavailable => "unavailable",
            CommandCode::NotAllowed => "not_allowed",
        }
    }
}

impl From<&Refusal> for CommandCode {
    fn from(refusal: &Refusal) -> CommandCode {
        match refusal {
            Refusal::Over => CommandCode::Over,
            Refusal::Move(_) => CommandCode::Illegal,
            Refusal::NotYourTurn(_) => CommandCode::NotYourTurn,
            _ => CommandCode::NotAllowed,
        }
    }
}

/// Why a message other than a command failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ErrorCode {
    NotUnderstood,
    NoSuchGame,
    /// A socket can watch only a limited number of games.
    TooManyGames,
    NotAPlayer,
    /// The user sends chat lines too fast.
    TooMuchTalk,
    ChatOff,
    ChatEmpty,
    ChatTooLong,
    /// The message cannot be saved now.
    Unavailable,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameSnapshot<'a> {
    pub game: &'a str,
    /// The number of the last row of its log.
    pub v: u64,
    /// The server's clock.
    pub now: u64,
    /// The user's side; null for a spectator.
    pub you: Option<Side>,
    pub settings: GameTerms,
    pub white: Player,
    pub black: Player,
    pub began: u64,
    pub start_fen: String,
    pub moves: Vec<MoveJson>,
    pub state: State,
    pub chat: Vec<ChatLine>,
    pub presence: GamePresence<'a>,
    pub rematch: Option<RematchJson>,
}

/// A rematch that is offered or has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RematchJson {
    Offered(RematchOffer),
    /// The id of the game that follows.
    Begun(String),
}

/// Who offers a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RematchOffer {
    OfferedByWhite,
    OfferedByBlack,
}

impl From<Color> for RematchOffer {
    fn from(color: Color) -> RematchOffer {
        match color {
            Color::White => RematchOffer::OfferedByWhite,
            Color::Black => RematchOffer::OfferedByBlack,
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameUpdate<'a> {
    pub game: &'a str,
    /// The number of the row in the game's log.
    pub v: u64,
    /// The server's clock.
    pub now: u64,
    pub events: Vec<EventJson>,
    pub state: State,
}

/// Who is connected to a game.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GamePresence<'a> {
    pub game: &'a str,
    pub white: bool,
    pub black: bool,
    pub watchers: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChatLine {
    pub from: String,
    /// The author's side; null for a spectator.
    pub color: Option<Side>,
    pub text: String,
    pub room: ChatRoom,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameTerms {
    time: Option<String>,
    time_white: Option<String>,
    time_black: Option<String>,
    variant: VariantName,
    conduct: ConductName,
    draw_offers_from_move: Option<OffersFrom>,
    fifty_move_rule: bool,
    /// A draw wins for this side.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    draw_odds: Option<Side>,
    /// Milliseconds after which a player who has not appeared at the board loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    default_time: Option<u64>,
    rated: bool,
    chat: bool,
    rematch_of: Option<String>,
}

impl From<&GameHeader> for GameTerms {
    fn from(header: &GameHeader) -> GameTerms {
        let start = &header.start;
        GameTerms {
            time: start.time.clone(),
            time_white: start.time_white.clone(),
            time_black: start.time_black.clone(),
            variant: start.variant,
            conduct: start.conduct,
            draw_offers_from_move: start.draw_offers_from_move,
            fifty_move_rule: start.fifty_move_rule,
            draw_odds: start.draw_odds,
            default_time: start.default_time,
            rated: header.rated,
            chat: header.chat,
            rematch_of: header.rematch_of.clone(),
        }
    }
}

/// A move on the score sheet.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveJson {
    uci: String,
    san: String,
    /// When it was made.
    at: u64,
    /// What the clocks showed after it.
    clock: Clock,
    /// Whether a draw was offered with it, which a score sheet marks with (=).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    draw_offered: bool,
}

impl MoveJson {
    pub fn all(game: &Game) -> Vec<MoveJson> {
        let variant = game.position().variant();
        let shown = |played: &PlayedMove| MoveJson {
            uci: uci(played.mv, variant),
            san: played.san.to_string(),
            at: played.at.millis(),
            clock: Clock::new(played.left),
            draw_offered: played.draw_offered,
        };
        game.record().iter().map(shown).collect()
    }
}

/// A game that is offered to everybody.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Seek {
    /// The id, which the game will have, too.
    pub id: String,
    pub name: String,
    /// Null for guests.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rating: Option<u16>,
    pub game: super::NewGame,
}
