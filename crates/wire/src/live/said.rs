//! What the server says on the live channel.

use crate::State;
use crate::request::Side;
use crate::settings::{ConductName, OffersFrom, VariantName};
use crate::stored::{Created, Seat};
use crate::told::{Clock, Told, uci};
use game::{Event, Game, PlayedMove};
use rules::Variant;
use serde::Serialize;

/// What the server says.
// It is made to be written at once, and never kept.
#[allow(clippy::large_enum_variant)]
#[derive(Serialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Said<'a> {
    /// A game as it stands.
    Game(Box<GameShown<'a>>),
    /// What has happened in a game.
    Update(UpdateShown<'a>),
    /// A command was followed, and is on disk.
    Done {
        /// The client's name for it.
        id: &'a str,
        /// The game.
        game: &'a str,
        /// The version it led to.
        v: u64,
    },
    /// A command was not followed.
    Refused {
        /// The client's name for it.
        id: &'a str,
        /// The game.
        game: &'a str,
        /// The version of the game; none where there is no such game.
        v: Option<u64>,
        /// Why not, for a program.
        code: &'a str,
        /// The arbiter's own word for it, where the laws say no: the codes of `tabiya arbiter`.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'a str>,
        /// Why not, for a person.
        why: &'a str,
    },
    /// Who is there.
    Presence(PresenceShown<'a>),
    /// A player is gone, or back.
    Gone {
        /// The game.
        game: &'a str,
        /// Who.
        color: Side,
        /// When the opponent can claim; none when back, or where nothing can be claimed.
        claim_in_ms: Option<u64>,
    },
    /// Somebody talks.
    Chat {
        /// The game.
        game: &'a str,
        /// What was said.
        #[serde(flatten)]
        line: &'a ChatLine,
    },
    /// Another game is offered, or has begun.
    Rematch {
        /// The game that is over.
        game: &'a str,
        /// Who offers.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Side>,
        /// The game that follows.
        #[serde(skip_serializing_if = "Option::is_none")]
        next: Option<&'a str>,
    },
    /// A game of the player has begun.
    Started {
        /// Which.
        game: &'a str,
    },
    /// A game of the player is over.
    Finished {
        /// Which.
        game: &'a str,
    },
    /// A challenge to or by the player is new, or is no more.
    Challenge {
        /// Its name, and that of the game to come.
        id: &'a str,
        /// What became of it.
        status: &'a str,
    },
    /// Open seeks.
    Lobby {
        /// All of them.
        seeks: &'a [Seek],
    },
    /// Yes.
    Pong {
        /// As it came.
        n: u64,
        /// The server's clock.
        now: u64,
    },
    /// Something is wrong with what was said; the socket is closed.
    Error {
        /// For a program.
        code: &'a str,
        /// For a person.
        why: &'a str,
    },
}

/// A game as it stands.
#[derive(Serialize)]
pub struct GameShown<'a> {
    /// Which.
    pub game: &'a str,
    /// The number of the last row of its log.
    pub v: u64,
    /// The server's clock.
    pub now: u64,
    /// The reader's side; none for somebody who looks on.
    pub you: Option<Side>,
    /// What was agreed.
    pub settings: SettingsShown,
    /// Who has White.
    pub white: Player,
    /// Who has Black.
    pub black: Player,
    /// When it began.
    pub began: u64,
    /// Where it began.
    pub start_fen: String,
    /// The moves so far.
    pub moves: Vec<MoveShown>,
    /// How it stands.
    pub state: State,
    /// What was said.
    pub chat: Vec<ChatLine>,
    /// Who is there.
    pub presence: PresenceShown<'a>,
    /// `offered_by_white`, `offered_by_black`, or the name of the game that follows.
    pub rematch: Option<String>,
}

/// What has happened in a game.
#[derive(Serialize)]
pub struct UpdateShown<'a> {
    /// Which.
    pub game: &'a str,
    /// The number of the row.
    pub v: u64,
    /// The server's clock.
    pub now: u64,
    /// In their order.
    pub events: Vec<EventShown>,
    /// How it stands.
    pub state: State,
}

/// An event in the arbiter's words.
#[derive(Serialize)]
#[serde(transparent)]
pub struct EventShown(Told);

impl EventShown {
    /// These events in the arbiter's words.
    pub fn all(events: &[Event], variant: Variant) -> Vec<EventShown> {
        events.iter().map(|event| EventShown(Told::new(event, variant))).collect()
    }
}

/// Who is there.
#[derive(Clone, Copy, Serialize)]
pub struct PresenceShown<'a> {
    /// The game.
    pub game: &'a str,
    /// Whether White is.
    pub white: bool,
    /// Whether Black is.
    pub black: bool,
    /// How many look on.
    pub watchers: usize,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChatLine {
    /// By whom.
    pub from: String,
    /// That player's side.
    pub color: Option<Side>,
    /// What.
    pub text: String,
    /// To whom.
    pub room: super::RoomName,
}

/// A player as everybody sees one.
#[derive(Clone, Debug, Serialize)]
pub struct Player {
    /// Who; none for the computer.
    pub id: Option<String>,
    /// The name.
    pub name: String,
    /// Such as BOT.
    pub title: Option<String>,
    /// The rating when the game began.
    pub rating: Option<u16>,
    /// Whether it is not yet certain.
    pub provisional: bool,
    /// Whether it is somebody without an account.
    pub guest: bool,
    /// The level of the computer.
    pub level: Option<u8>,
}

impl From<&Seat> for Player {
    fn from(seat: &Seat) -> Player {
        match seat {
            Seat::Person { id, name, title, rating, provisional } => Player {
                guest: id.starts_with('~'),
                // A guest's id is nobody else's business.
                id: (!id.starts_with('~')).then(|| id.clone()),
                name: name.clone(),
                title: title.clone(),
                rating: *rating,
                provisional: *provisional,
                level: None,
            },
            Seat::Named { name, title, rating } => Player {
                id: None,
                name: name.clone(),
                title: title.clone(),
                rating: *rating,
                provisional: false,
                guest: false,
                level: None,
            },
            Seat::Computer { level } => Player {
                id: None,
                name: format!("Computer level {level}"),
                title: None,
                rating: None,
                provisional: false,
                guest: false,
                level: Some(*level),
            },
        }
    }
}

/// What was agreed.
#[derive(Clone, Debug, Serialize)]
pub struct SettingsShown {
    time: Option<String>,
    time_white: Option<String>,
    time_black: Option<String>,
    variant: VariantName,
    conduct: ConductName,
    draw_offers_from_move: Option<OffersFrom>,
    fifty_move_rule: bool,
    rated: bool,
    chat: bool,
    rematch_of: Option<String>,
}

impl From<&Created> for SettingsShown {
    fn from(created: &Created) -> SettingsShown {
        let start = &created.start;
        SettingsShown {
            time: start.time.clone(),
            time_white: start.time_white.clone(),
            time_black: start.time_black.clone(),
            variant: start.variant,
            conduct: start.conduct,
            draw_offers_from_move: start.draw_offers_from_move,
            fifty_move_rule: start.fifty_move_rule,
            rated: created.rated,
            chat: created.chat,
            rematch_of: created.rematch_of.clone(),
        }
    }
}

/// A move on the score sheet.
#[derive(Serialize)]
pub struct MoveShown {
    uci: String,
    san: String,
    at: u64,
    clock: Clock,
}

impl MoveShown {
    /// All moves of a game.
    pub fn all(game: &Game) -> Vec<MoveShown> {
        let variant = game.position().variant();
        let shown = |played: &PlayedMove| MoveShown {
            uci: uci(played.mv, variant),
            san: played.san.to_string(),
            at: played.at.millis(),
            clock: Clock::new(played.left),
        };
        game.record().iter().map(shown).collect()
    }
}

/// An open offer to anybody.
#[derive(Clone, Debug, Serialize)]
pub struct Seek {
    /// Its name, and that of the game to come.
    pub id: String,
    /// Who.
    pub name: String,
    /// How strong; guests have no rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// All that is offered.
    pub game: super::NewGame,
}
