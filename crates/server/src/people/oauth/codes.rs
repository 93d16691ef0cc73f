//! Authorization codes: valid once, for a short time.

use super::AuthorizationRequest;
use super::pkce::CodeChallenge;
use crate::identity::scopes::Scopes;
use crate::identity::secret::{Secret, SecretHash};
use crate::ids::PlayerId;
use game::{Duration, Timestamp};
use parking_lot::Mutex;
use std::collections::HashMap;

/// How codes begin.
pub(super) const PREFIX: &str = "liu_";
/// How long a code is valid: an application exchanges it at once.
pub(super) const LIFE: Duration = Duration::from_seconds(120);
/// How many codes one user can have given out at once.
pub(super) const MAX_CODES: usize = 20;

/// What a user has approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    pub player: PlayerId,
    /// To which application.
    pub client_id: String,
    pub scopes: Scopes,
    pub(super) redirect: String,
    pub(super) challenge: CodeChallenge,
}

impl Grant {
    /// A user has approved this.
    pub fn new(player: PlayerId, wish: &AuthorizationRequest) -> Grant {
        Grant {
            player,
            client_id: wish.client_id.clone(),
            scopes: wish.scopes.clone(),
            redirect: wish.redirect.as_str().into(),
            challenge: wish.challenge.clone(),
        }
    }

    /// Whether what an application shows matches what the user approved.
    pub(super) fn shown(self, shown: &Shown<'_>) -> Result<Grant, BadCode> {
        match () {
            () if self.client_id != shown.client_id => Err(BadCode::Client),
            () if self.redirect != shown.redirect => Err(BadCode::Redirect),
            () if !self.challenge.is_met_by(shown.verifier) => Err(BadCode::Verifier),
            () => Ok(self),
        }
    }
}

/// What an application shows to get its token.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'s> {
    pub code: &'s str,
    /// The text whose hash it has shown before.
    pub verifier: &'s str,
    /// Where it got the code.
    pub redirect: &'s str,
    /// What it calls itself.
    pub client_id: &'s str,
}

/// Why there is no token for a code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCode {
    /// There is none, or no more.
    #[error("the code is unknown or has expired")]
    Unknown,
    /// Somebody else has it too: the token that it led to must end.
    #[error("the code was used before")]
    Used(Option<(PlayerId, SecretHash)>),
    /// It was given to another application.
    #[error("the code was given to another client_id")]
    Client,
    /// It was given at another address.
    #[error("the code was given for another redirect_uri")]
    Redirect,
    /// It was given to somebody else.
    #[error("code_verifier does not match the code_challenge")]
    Verifier,
}

#[derive(Debug)]
enum Code {
    Waiting(Grant),
    /// Changed already, perhaps for this token.
    Used(Option<(PlayerId, SecretHash)>),
}

/// All codes that are good, and those that were a moment ago. A restart forgets them: the application asks again.
#[derive(Debug, Default)]
pub struct Codes(Mutex<HashMap<SecretHash, (Timestamp, Code)>>);

impl Codes {
    /// A code for what a user has said yes to.
    pub fn issue(&self, now: Timestamp, grant: Grant) -> Secret {
        let mut codes = self.0.lock();
        codes.retain(|_, (ends, _)| now < *ends);
        let own = |code: &Code| matches!(code, Code::Waiting(other) if other.player == grant.player);
        let mut given: Vec<_> =
            codes.iter().filter(|(_, (_, code))| own(code)).map(|(hash, (ends, _))| (*ends, *hash)).collect();
        if given.len() >= MAX_CODES {
            given.sort_unstable();
            codes.remove(&given[0].1);
        }
        let secret = Secret::new(PREFIX);
        codes.insert(secret.hash(), (now + LIFE, Code::Waiting(grant)));
        secret
    }

    /// What a code stands for. Whatever the answer is, it is good no more.
    pub fn redeem(&self, now: Timestamp, shown: &Shown<'_>) -> Result<Grant, BadCode> {
        let hash = Secret::parse(shown.code).ok_or(BadCode::Unknown)?.hash();
        let mut codes = self.0.lock();
        let (_, code) = codes.get_mut(&hash).filter(|(ends, _)| now < *ends).ok_or(BadCode::Unknown)?;
        let grant = match std::mem::replace(code, Code::Used(None)) {
            Code::Waiting(grant) => grant,
            Code::Used(token) => return Err(BadCode::Used(token)),
        };
        grant.shown(shown)
    }

    /// The token that a code has led to, which ends if the code is shown again.
    pub fn led_to(&self, code: &str, player: &PlayerId, token: SecretHash) {
        let Some(secret) = Secret::parse(code) else { return };
        if let Some((_, code)) = self.0.lock().get_mut(&secret.hash()) {
            *code = Code::Used(Some((player.clone(), token)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    const NOW: Timestamp = Timestamp::from_millis(1_000);

    fn grant() -> Grant {
        let challenge = CodeChallenge::parse("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM").expect("a hash");
        Grant {
            player: PlayerId::account("bobby"),
            client_id: "board".into(),
            scopes: Scopes::all(),
            redirect: "https://board.example/".into(),
            challenge,
        }
    }

    fn shown(code: &Secret) -> Shown<'_> {
        Shown { code: code.reveal(), ..anything() }
    }

    fn anything() -> Shown<'static> {
        Shown { code: "", verifier: VERIFIER, redirect: "https://board.example/", client_id: "board" }
    }

    #[test]
    fn a_code_is_good_once() {
        let codes = Codes::default();
        let code = codes.issue(NOW, grant());
        assert!(code.reveal().starts_with("liu_"));
        assert_eq!(codes.redeem(NOW, &shown(&code)), Ok(grant()));
        assert_eq!(codes.redeem(NOW, &shown(&code)), Err(BadCode::Used(None)));
        let token = (PlayerId::account("bobby"), [7; 32]);
        codes.led_to(code.reveal(), &token.0, token.1);
        assert_eq!(codes.redeem(NOW, &shown(&code)), Err(BadCode::Used(Some(token))));
    }

    #[test]
    fn a_code_is_good_for_who_asked_and_for_a_while() {
        let codes = Codes::default();
        for (change, expected) in [
            (Shown { client_id: "other", ..anything() }, BadCode::Client),
            (Shown { redirect: "https://board.example", ..anything() }, BadCode::Redirect),
            (Shown { verifier: "wrong", ..anything() }, BadCode::Verifier),
        ] {
            let code = codes.issue(NOW, grant());
            let wrong = Shown { code: code.reveal(), ..change };
            assert_eq!(codes.redeem(NOW, &wrong), Err(expected));
            // Whoever tries has used it up.
            assert!(codes.redeem(NOW, &shown(&code)).is_err());
        }
        let code = codes.issue(NOW, grant());
        assert_eq!(codes.redeem(NOW + LIFE, &shown(&code)), Err(BadCode::Unknown));
        assert_eq!(codes.redeem(NOW, &shown(&Secret::new(PREFIX))), Err(BadCode::Unknown));
    }

    #[test]
    fn codes_are_forgotten() {
        let codes = Codes::default();
        let given: Vec<_> =
            (0..100).map(|millis| codes.issue(Timestamp::from_millis(millis), grant())).collect();
        assert_eq!(codes.0.lock().len(), MAX_CODES);
        let last = given.last().expect("a hundred");
        assert_eq!(codes.redeem(NOW, &shown(last)), Ok(grant()));
        codes.issue(NOW + LIFE + LIFE, grant());
        assert_eq!(codes.0.lock().len(), 1, "those before have ended");
    }
}
