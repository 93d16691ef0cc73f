//! Commands to a room: who sends them, what they ask for, and the answers.

use super::lag::Credit;
use crate::ids::PlayerId;
use crate::store::AppendError;
use rules::Color;
use sha2::{Digest, Sha256};
use wire::PlayerAction;
use wire::codes::RefusalCode;
pub use wire::live::CommandCode as Code;

/// Who sends a command. Only the session decides which seat somebody has, never the content of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A user, who may be one of the players.
    Player(PlayerId),
    /// A user with the arbiter role, who may be one of the players as well.
    Arbiter(PlayerId),
    /// The computer that plays this side.
    Computer(Color),
}

#[derive(Clone, Debug)]
pub struct Command {
    /// The client's id for the command. A repeat with the same id has no second effect.
    pub id: Option<String>,
    /// How many moves the client has seen. If the game has a different number, the command is stale.
    pub ply: Option<usize>,
    /// The lag compensation for a move, as measured by the server.
    pub lag: Credit,
    pub asked: PlayerAction,
}

impl Command {
    /// A command without an id, from inside the server.
    pub fn plain(asked: PlayerAction) -> Command {
        Command { id: None, ply: None, lag: Credit::default(), asked }
    }
}

/// The command was carried out, and is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ack {
    /// The version that the command led to.
    pub v: u64,
}

/// The command was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct CommandRefusal {
    /// The version of the game.
    pub v: u64,
    /// The reason, for a program.
    pub code: Code,
    /// The game's code, if the laws forbid the action.
    pub reason: Option<RefusalCode>,
    /// The reason, for a person.
    pub why: String,
}

pub(super) fn refused(v: u64, code: Code, why: &str) -> CommandRefusal {
    CommandRefusal { v, code, reason: None, why: why.into() }
}

impl From<AppendError> for Code {
    fn from(error: AppendError) -> Code {
        match error {
            AppendError::Conflict => Code::Stale,
            AppendError::Busy => Code::Busy,
            AppendError::Unavailable | AppendError::Closed => Code::Unavailable,
        }
    }
}

/// The key of a command with an id, as the journal stores it: two hashes, so that it takes little space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CommandKey {
    /// A hash of the sender and the id.
    pub(super) key: u64,
    /// A hash of the action: the same id with a different action is refused.
    pub(super) content: u64,
}

impl CommandKey {
    pub(super) fn new(sender: &str, id: &str, asked: &PlayerAction) -> CommandKey {
        let content = serde_json::to_string(asked).expect("texts and numbers are JSON");
        CommandKey { key: hash(&[sender, "\n", id]), content: hash(&[&content]) }
    }

    /// The form in the journal.
    pub(super) fn stored(self) -> String {
        format!("{:016x}{:016x}", self.key, self.content)
    }

    /// Reads the form in the journal.
    pub(super) fn read(stored: &str) -> Option<CommandKey> {
        let (key, content) = stored.split_at_checked(16)?;
        let number = |text| u64::from_str_radix(text, 16).ok();
        Some(CommandKey { key: number(key)?, content: number(content)? })
    }
}

fn hash(parts: &[&str]) -> u64 {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part.as_bytes()));
    let first = hash.finalize()[..8].try_into().expect("eight of 32 bytes");
    u64::from_be_bytes(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_identifies_sender_id_and_content() {
        let one = CommandKey::new("~guest", "7", &PlayerAction::Resign);
        assert_eq!(CommandKey::read(&one.stored()), Some(one));
        assert_ne!(CommandKey::new("~other", "7", &PlayerAction::Resign).key, one.key);
        assert_ne!(CommandKey::new("~guest", "7", &PlayerAction::Offer).content, one.content);
        assert_eq!(CommandKey::read("nonsense"), None);
    }
}
