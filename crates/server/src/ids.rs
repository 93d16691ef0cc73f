//! Ids of games and players.

use rand::RngExt;
use rand::distr::Alphanumeric;
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Random letters and digits from a cryptographically secure generator, seeded by the operating system.
pub fn random_text(length: usize) -> String {
    rand::rng().sample_iter(Alphanumeric).take(length).map(char::from).collect()
}

/// The id of a game, and of the challenge that leads to it: eight letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId([u8; GameId::LENGTH]);

impl GameId {
    /// The number of characters.
    pub const LENGTH: usize = 8;

    /// A random id. With 62⁸ of them, a collision is not to be expected.
    pub fn random() -> GameId {
        let mut letters = rand::rng().sample_iter(Alphanumeric);
        GameId(std::array::from_fn(|_| letters.next().expect("the generator has no end")))
    }

    /// The id of the rematch of this game. It is derived from this id, so that if two nodes start the rematch, the
    /// second finds it already started.
    pub fn rematch(self) -> GameId {
        const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        let hash = Sha256::new().chain_update(b"rematch ").chain_update(self.0).finalize();
        // Two bytes for each letter make all letters about equally frequent.
        GameId(std::array::from_fn(|at| {
            let number = usize::from(u16::from_be_bytes([hash[2 * at], hash[2 * at + 1]]));
            LETTERS[number % LETTERS.len()]
        }))
    }

    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("letters and digits only")
    }

    /// The number under which the store keeps it: the bytes of the text, big-endian.
    pub fn number(self) -> i64 {
        i64::from_be_bytes(self.0)
    }

    /// The id with this number, if it is one.
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

#[derive(Debug, thiserror::Error)]
#[error("a game id has {} letters and digits", GameId::LENGTH)]
pub struct ParseGameIdError;

impl FromStr for GameId {
    type Err = ParseGameIdError;

    fn from_str(text: &str) -> Result<GameId, ParseGameIdError> {
        let bytes = text.as_bytes().try_into().map_err(|_| ParseGameIdError)?;
        GameId::from_bytes(bytes).ok_or(ParseGameIdError)
    }
}

/// A player: an account's name in lower case, or `~` and random letters for a guest.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PlayerId(Arc<str>);

impl PlayerId {
    pub fn random_guest() -> PlayerId {
        PlayerId(format!("~{}", random_text(12)).into())
    }

    /// The player of an account. The name is validated when the account is created.
    pub fn account(name: &str) -> PlayerId {
        PlayerId(name.to_ascii_lowercase().into())
    }

    /// A player id read from the store.
    pub fn stored(text: &str) -> PlayerId {
        PlayerId(text.into())
    }

    /// Whether the player has no account.
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
    fn a_game_id_survives_text_and_number() {
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
    fn a_rematch_id_is_deterministic() {
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
