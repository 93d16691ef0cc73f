//! Secrets that authenticate a client: randomly generated, and stored only as hashes.

use crate::ids::random_text;
use sha2::{Digest, Sha256};
use std::fmt;

/// A secret in clear text. It is shown once and never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// The stored form of a secret. It is useless to a thief, who would have to try 2^190 texts.
pub type SecretHash = [u8; 32];

/// The longest text that is considered.
const MAX_LENGTH: usize = 512;
/// 32 letters and digits are 190 bits.
const RANDOM_LETTERS: usize = 32;

impl Secret {
    /// A new random secret; the prefix tells its kind.
    pub fn new(prefix: &str) -> Secret {
        Secret(format!("{prefix}{}", random_text(RANDOM_LETTERS)))
    }

    /// A text that may be a secret; `None` if it cannot be one.
    pub fn parse(text: &str) -> Option<Secret> {
        let is_good = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let fits = !text.is_empty() && text.len() <= MAX_LENGTH && text.bytes().all(is_good);
        fits.then(|| Secret(text.to_string()))
    }

    /// The clear text, for its owner.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub fn hash(&self) -> SecretHash {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

/// Hides the secret, so that it never reaches a log.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_recognized_by_its_hash() {
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
