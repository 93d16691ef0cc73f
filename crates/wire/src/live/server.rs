//! What the server sends on the live channel.

use super::{ChatRoom, Player};
use crate::State;
use crate::action::Side;
use crate::codes::RefusalCode;
use crate::event::{Clock, EventJson, uci};
use crate::page::ChallengeStatus;
use crate::settings::{ConductName, OffersFrom, VariantName};
use crate::stored::Created;
use game::{Game, PlayedMove, Refusal};
use serde::Serialize;

/// A message of the server.
// It is written at once, and never kept.
#[allow(clippy::large_enum_variant)]
#[derive(Serialize)]
#[serde(tag = "t", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ServerMessage<'a> {
    Game(Box<GameSnapshot<'a>>),
    Update(GameUpdate<'a>),
    /// A command was accepted, and is on disk.
    Done {
        /// The client's name for it.
        id: &'a str,
        game: &'a str,
        /// The version it led to.
        v: u64,
    },
    /// A command was not accepted.
    Refused {
        /// The client's name for it.
        id: &'a str,
        game: &'a str,
        /// The version of the game; none where there is no such game.
        v: Option<u64>,
        code: CommandCode,
        /// The arbiter's code, where the laws forbid it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        reason: Option<RefusalCode>,
        /// For a person.
        why: &'a str,
    },
    Presence(GamePresence<'a>),
    /// A player has left the game, or is back.
    Gone {
        game: &'a str,
        color: Side,
        /// When the opponent can claim; none when the player is back, or where nothing can be claimed.
        claim_in_ms: Option<u64>,
    },
    Chat {
        game: &'a str,
        #[serde(flatten)]
        line: &'a ChatLine,
    },
    /// Another game is offered, or has begun.
    Rematch {
        /// The game that is over.
        game: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        by: Option<Side>,
        /// The game that follows.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        next: Option<&'a str>,
    },
    /// A game of the reader has begun.
    Started {
        game: &'a str,
    },
    /// A game of the reader is over.
    Finished {
        game: &'a str,
    },
    /// A challenge to or by the reader has changed.
    Challenge {
        /// Also the id of the game to come.
        id: &'a str,
        status: ChallengeStatus,
    },
    Lobby {
        seeks: &'a [Seek],
    },
    Pong {
        /// As it came.
        n: u64,
        /// The server's clock.
        now: u64,
    },
    /// A message other than a command could not be followed. Only after `not_understood` is the socket closed.
    Error {
        /// The game that the message was about, if it was about one.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        game: Option<&'a str>,
        code: ErrorCode,
        /// For a person.
        why: &'a str,
    },
}

/// Why a command was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CommandCode {
    /// Not a legal move.
    Illegal,
    /// The opponent is to move.
    NotYourTurn,
    /// The sender has no seat in this game.
    NotAPlayer,
    /// The game has moved on since.
    Stale,
    /// The game is over.
    Over,
    /// The id was used for another command.
    Conflict,
    /// Too much is waiting: send it again.
    Busy,
    /// Nothing can be saved now: send it again.
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

/// Why a message other than a command could not be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ErrorCode {
    NotUnderstood,
    NoSuchGame,
    /// One socket follows a limited number of games.
    TooManyGames,
    NotAPlayer,
    /// Chat lines come too fast.
    TooMuchTalk,
    /// Chat is off in this game.
    ChatOff,
    ChatEmpty,
    ChatTooLong,
    /// Nothing can be saved now.
    Unavailable,
}

/// A game as it stands.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameSnapshot<'a> {
    pub game: &'a str,
    /// The number of the last row of its log.
    pub v: u64,
    /// The server's clock.
    pub now: u64,
    /// The reader's side; none for a spectator.
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
    /// `offered_by_white`, `offered_by_black`, or the id of the game that follows.
    pub rematch: Option<String>,
}

/// What has happened in a game.
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
    /// How many spectators there are.
    pub watchers: usize,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChatLine {
    /// The name of the writer.
    pub from: String,
    /// The writer's side; none for a spectator.
    pub color: Option<Side>,
    pub text: String,
    pub room: ChatRoom,
}

/// What was agreed before the game.
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
    /// Milliseconds after which a player who has not come to the board loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    default_time: Option<u64>,
    rated: bool,
    chat: bool,
    rematch_of: Option<String>,
}

impl From<&Created> for GameTerms {
    fn from(created: &Created) -> GameTerms {
        let start = &created.start;
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
            rated: created.rated,
            chat: created.chat,
            rematch_of: created.rematch_of.clone(),
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
    /// All moves of a game.
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

/// A game that is offered to anybody.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Seek {
    /// Also the id of the game to come.
    pub id: String,
    pub name: String,
    /// Guests have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rating: Option<u16>,
    pub game: super::NewGame,
}
