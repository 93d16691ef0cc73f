//! PKCE (RFC 7636): proof that the application that exchanges a code is the one that requested it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The SHA-256 of a text that only the application knows. The method `plain`, which reveals that text, is not
/// supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeChallenge([u8; 32]);

impl CodeChallenge {
    /// Parses the base64url form; `None` if it is not a SHA-256 hash.
    pub fn parse(text: &str) -> Option<CodeChallenge> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        bytes.try_into().ok().map(CodeChallenge)
    }

    pub(super) fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Whether it is the hash of this text, which has 43 to 128 letters, digits, `-`, `.`, `_` and `~`.
    pub fn is_met_by(&self, verifier: &str) -> bool {
        let is_good = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let fits = (43..=128).contains(&verifier.len()) && verifier.bytes().all(is_good);
        fits && bool::from(Sha256::digest(verifier.as_bytes()).ct_eq(&self.0[..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_rfc_7636() {
        let challenge = CodeChallenge::parse("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM").expect("a hash");
        assert!(challenge.is_met_by("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"));
        for wrong in ["dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXK", "", "short", &"x".repeat(129)] {
            assert!(!challenge.is_met_by(wrong), "{wrong}");
        }
        // A matching verifier is refused if it is too short to be a secret.
        let guessed = CodeChallenge(Sha256::digest(b"1234").into());
        assert!(!guessed.is_met_by("1234"));
    }

    #[test]
    fn incomplete_hashes_are_invalid() {
        for text in
            ["", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM="]
        {
            assert_eq!(CodeChallenge::parse(text), None, "{text}");
        }
    }
}
