//! What is asked of a room, by whom, and what is answered.

use super::lag::Credit;
use crate::ids::PlayerId;
use crate::store::AppendError;
use rules::Color;
use sha2::{Digest, Sha256};
use wire::PlayerAction;
use wire::codes::RefusalCode;
pub use wire::live::CommandCode as Code;

/// Who asks. Only the session decides which seat somebody has, never the content of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Somebody, perhaps one of the players.
    Player(PlayerId),
    /// Somebody with the role of an arbiter, which may be a player as well.
    Arbiter(PlayerId),
    /// The computer that has this side.
    Computer(Color),
}

#[derive(Clone, Debug)]
pub struct Command {
    /// The client's id for the command: repeated, it has no second effect.
    pub id: Option<String>,
    /// How many moves the asker saw: after another number it is stale.
    pub ply: Option<usize>,
    /// What a move gets back for being on its way, as the server measured.
    pub lag: Credit,
    /// What is asked for.
    pub asked: PlayerAction,
}

impl Command {
    /// A command without an id, from inside the server.
    pub fn plain(asked: PlayerAction) -> Command {
        Command { id: None, ply: None, lag: Credit::default(), asked }
    }
}

/// The command was done, and is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// The version that it led to.
    pub v: u64,
}

/// The command was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Refused {
    /// The version of the game.
    pub v: u64,
    /// Why, for a program.
    pub code: Code,
    /// The arbiter's code, if the laws forbid it.
    pub reason: Option<RefusalCode>,
    /// Why, for a person.
    pub why: String,
}

pub(super) fn refused(v: u64, code: Code, why: &str) -> Refused {
    Refused { v, code, reason: None, why: why.into() }
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

/// A command that has a name, as the journal keeps it: two hashes, so that a name costs little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CommandKey {
    /// Who asked, and with which name.
    pub(super) key: u64,
    /// What was asked for: the same name with something else is refused.
    pub(super) content: u64,
}

impl CommandKey {
    pub(super) fn new(asker: &str, id: &str, asked: &PlayerAction) -> CommandKey {
        let said = serde_json::to_string(asked).expect("texts and numbers are JSON");
        CommandKey { key: hash(&[asker, "\n", id]), content: hash(&[&said]) }
    }

    /// As the journal keeps it.
    pub(super) fn stored(self) -> String {
        format!("{:016x}{:016x}", self.key, self.content)
    }

    /// As it was kept.
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
    fn a_name_is_kept_with_what_it_was_for() {
        let one = CommandKey::new("~guest", "7", &PlayerAction::Resign);
        assert_eq!(CommandKey::read(&one.stored()), Some(one));
        assert_ne!(CommandKey::new("~other", "7", &PlayerAction::Resign).key, one.key);
        assert_ne!(CommandKey::new("~guest", "7", &PlayerAction::Offer).content, one.content);
        assert_eq!(CommandKey::read("nonsense"), None);
    }
}
