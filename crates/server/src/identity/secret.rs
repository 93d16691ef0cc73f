//! Secrets that a client shows: made from the system's randomness, and stored as their hashes only.

use crate::ids::random_text;
use sha2::{Digest, Sha256};
use std::fmt;

/// A secret as its owner knows it. It is told once and never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// What is stored of a secret. Having it does not help: 2^190 texts would have to be tried.
pub type SecretHash = [u8; 32];

/// The longest text that is looked at.
const MAX_LENGTH: usize = 512;
/// Letters and digits: 190 bits.
const RANDOM_LETTERS: usize = 32;

impl Secret {
    /// A new secret; the prefix says what it is for.
    pub fn new(prefix: &str) -> Secret {
        Secret(format!("{prefix}{}", random_text(RANDOM_LETTERS)))
    }

    /// A text that may be a secret; none if it cannot be one.
    pub fn parse(text: &str) -> Option<Secret> {
        let is_good = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let fits = !text.is_empty() && text.len() <= MAX_LENGTH && text.bytes().all(is_good);
        fits.then(|| Secret(text.to_string()))
    }

    /// The text itself, for its owner.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it.
    pub fn hash(&self) -> SecretHash {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

/// Not the secret: whoever prints something for a log prints this.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_by_its_hash_alone() {
        let secret = Secret::new("lip_");
        assert_eq!(secret.reveal().len(), 36);
        assert_eq!(Secret::parse(secret.reveal()).map(|again| again.hash()), Some(secret.hash()));
        assert_ne!(Secret::new("lip_").hash(), secret.hash());
        assert!(!format!("{secret:?}").contains(secret.reveal()));
        for bad in ["", "lip_ä", "a b", "a\nb", &"x".repeat(513)] {
            assert_eq!(Secret::parse(bad), None, "{bad:?}");
        }
    }
}
