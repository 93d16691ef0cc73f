//! Names that the server makes up or checks: of games and of players.

use rand::RngExt;
use rand::distr::Alphanumeric;
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Random letters and digits, from a generator that the operating system seeds and that cannot be guessed.
pub fn random_text(length: usize) -> String {
    rand::rng().sample_iter(Alphanumeric).take(length).map(char::from).collect()
}

/// The name of a game, and before it of the challenge that leads to it: eight letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId([u8; GameId::LENGTH]);

impl GameId {
    /// How many letters and digits.
    pub const LENGTH: usize = 8;

    /// A name that no game has: of 62⁸ one is not met twice.
    pub fn random() -> GameId {
        let mut letters = rand::rng().sample_iter(Alphanumeric);
        GameId(std::array::from_fn(|_| letters.next().expect("the generator has no end")))
    }

    /// The name of the rematch of this game: always the same, so that of two nodes that begin it one finds it begun.
    pub fn rematch(self) -> GameId {
        const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        let hash = Sha256::new().chain_update(b"rematch ").chain_update(self.0).finalize();
        // Two bytes for each letter, so that all letters are about equally frequent.
        GameId(std::array::from_fn(|at| {
            let number = usize::from(u16::from_be_bytes([hash[2 * at], hash[2 * at + 1]]));
            LETTERS[number % LETTERS.len()]
        }))
    }

    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("letters and digits only")
    }

    /// As the number under which the store keeps it: the bytes of the text, the first one highest.
    pub fn number(self) -> i64 {
        i64::from_be_bytes(self.0)
    }

    /// The name that has this number, if one has.
    pub fn from_number(number: i64) -> Option<GameId> {
        GameId::from_bytes(number.to_be_bytes())
    }

    fn from_bytes(bytes: [u8; GameId::LENGTH]) -> Option<GameId> {
        bytes.iter().all(u8::is_ascii_alphanumeric).then_some(GameId(bytes))
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Not the name of a game.
#[derive(Debug, thiserror::Error)]
#[error("a game id has {} letters and digits", GameId::LENGTH)]
pub struct NotAGameId;

impl FromStr for GameId {
    type Err = NotAGameId;

    fn from_str(text: &str) -> Result<GameId, NotAGameId> {
        let bytes = text.as_bytes().try_into().map_err(|_| NotAGameId)?;
        GameId::from_bytes(bytes).ok_or(NotAGameId)
    }
}

/// Who a player is: an account's name in small letters, or `~` and random letters for a guest.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PlayerId(Arc<str>);

impl PlayerId {
    /// A guest nobody has met.
    pub fn random_guest() -> PlayerId {
        PlayerId(format!("~{}", random_text(12)).into())
    }

    /// The player of an account. Whether the name is a good one is checked where accounts are made.
    pub fn account(name: &str) -> PlayerId {
        PlayerId(name.to_ascii_lowercase().into())
    }

    /// The player as the store has it.
    pub fn stored(text: &str) -> PlayerId {
        PlayerId(text.into())
    }

    /// Whether it is somebody without an account.
    pub fn is_guest(&self) -> bool {
        self.0.starts_with('~')
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_one_name_as_text_and_as_number() {
        for _ in 0..1000 {
            let id = GameId::random();
            assert_eq!(GameId::from_number(id.number()), Some(id));
            assert_eq!(id.to_string().parse::<GameId>().unwrap(), id);
        }
        for text in ["", "short", "toolongname", "Ab3dE6g-", "Ab3dE6gé", "Ab3 E6gH", "\0\0\0\0\0\0\0\0"] {
            assert!(text.parse::<GameId>().is_err(), "{text:?}");
        }
        assert_eq!(GameId::from_number(0), None);
    }

    #[test]
    fn a_rematch_has_one_name() {
        let id = GameId::random();
        assert_eq!(id.rematch(), id.rematch());
        assert!(id.rematch() != id && id.rematch().rematch() != id.rematch());
        assert_eq!(GameId::from_number(id.rematch().number()), Some(id.rematch()));
    }

    #[test]
    fn no_account_can_be_taken_for_a_guest() {
        assert!(PlayerId::random_guest().is_guest());
        assert_eq!(PlayerId::account("Bobby").as_str(), "bobby");
        assert!(!PlayerId::account("Bobby").is_guest());
    }
}
