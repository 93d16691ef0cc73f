//! Authorization codes: valid once, for a short time.

use super::AuthorizationRequest;
use super::pkce::CodeChallenge;
use crate::identity::scopes::Scopes;
use crate::identity::secret::{Secret, SecretHash};
use crate::ids::PlayerId;
use game::{Duration, Timestamp};
use parking_lot::Mutex;
use std::collections::HashMap;

/// The prefix of codes.
pub(super) const PREFIX: &str = "liu_";
/// How long a code is valid: an application exchanges it at once.
pub(super) const CODE_LIFETIME: Duration = Duration::from_seconds(120);
/// The most outstanding codes of one user.
pub(super) const MAX_CODES: usize = 20;

/// What a user has approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    pub player: PlayerId,
    pub client_id: String,
    pub scopes: Scopes,
    pub(super) redirect: String,
    pub(super) challenge: CodeChallenge,
}

impl Grant {
    /// The user has approved this request.
    pub fn new(player: PlayerId, request: &AuthorizationRequest) -> Grant {
        Grant {
            player,
            client_id: request.client_id.clone(),
            scopes: request.scopes.clone(),
            redirect: request.redirect.as_str().into(),
            challenge: request.challenge.clone(),
        }
    }

    /// Checks an application's token request against what the user approved.
    pub(super) fn check(self, request: &TokenRequest<'_>) -> Result<Grant, BadCode> {
        match () {
            () if self.client_id != request.client_id => Err(BadCode::Client),
            () if self.redirect != request.redirect => Err(BadCode::Redirect),
            () if !self.challenge.is_met_by(request.verifier) => Err(BadCode::Verifier),
            () => Ok(self),
        }
    }
}

/// An application's request to exchange a code for a token.
#[derive(Clone, Copy, Debug)]
pub struct TokenRequest<'s> {
    pub code: &'s str,
    /// The text whose hash was the code challenge.
    pub verifier: &'s str,
    /// The address the code was sent to.
    pub redirect: &'s str,
    pub client_id: &'s str,
}

/// Why a code is not exchanged for a token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCode {
    /// No such code, or it has expired.
    #[error("the code is unknown or has expired")]
    Unknown,
    /// The code was used twice, so it has leaked: the token issued for it must be revoked.
    #[error("the code was used before")]
    Used(Option<(PlayerId, SecretHash)>),
    #[error("the code was given to another client_id")]
    Client,
    #[error("the code was given for another redirect_uri")]
    Redirect,
    /// The application is not the one that requested the code.
    #[error("code_verifier does not match the code_challenge")]
    Verifier,
}

#[derive(Debug)]
enum Code {
    Waiting(Grant),
    /// Already exchanged, perhaps for this token.
    Used(Option<(PlayerId, SecretHash)>),
}

/// The valid codes and those that expired recently. A restart forgets them; the application has to ask again.
#[derive(Debug, Default)]
pub struct Codes(Mutex<HashMap<SecretHash, (Timestamp, Code)>>);

impl Codes {
    /// Issues a code for what a user has approved.
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
        codes.insert(secret.hash(), (now + CODE_LIFETIME, Code::Waiting(grant)));
        secret
    }

    /// Exchanges a code for its grant. The code is invalid afterwards, whatever the outcome.
    pub fn redeem(&self, now: Timestamp, request: &TokenRequest<'_>) -> Result<Grant, BadCode> {
        let hash = Secret::parse(request.code).ok_or(BadCode::Unknown)?.hash();
        let mut codes = self.0.lock();
        let (_, code) = codes.get_mut(&hash).filter(|(ends, _)| now < *ends).ok_or(BadCode::Unknown)?;
        let grant = match std::mem::replace(code, Code::Used(None)) {
            Code::Waiting(grant) => grant,
            Code::Used(token) => return Err(BadCode::Used(token)),
        };
        grant.check(request)
    }

    /// Records the token issued for a code; it is revoked if the code is used again.
    pub fn record_token(&self, code: &str, player: &PlayerId, token: SecretHash) {
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

    fn token_request(code: &Secret) -> TokenRequest<'_> {
        TokenRequest { code: code.reveal(), ..anything() }
    }

    fn anything() -> TokenRequest<'static> {
        TokenRequest { code: "", verifier: VERIFIER, redirect: "https://board.example/", client_id: "board" }
    }

    #[test]
    fn a_code_works_once() {
        let codes = Codes::default();
        let code = codes.issue(NOW, grant());
        assert!(code.reveal().starts_with("liu_"));
        assert_eq!(codes.redeem(NOW, &token_request(&code)), Ok(grant()));
        assert_eq!(codes.redeem(NOW, &token_request(&code)), Err(BadCode::Used(None)));
        let token = (PlayerId::account("bobby"), [7; 32]);
        codes.record_token(code.reveal(), &token.0, token.1);
        assert_eq!(codes.redeem(NOW, &token_request(&code)), Err(BadCode::Used(Some(token))));
    }

    #[test]
    fn a_code_works_only_for_its_application_and_for_a_while() {
        let codes = Codes::default();
        for (change, expected) in [
            (TokenRequest { client_id: "other", ..anything() }, BadCode::Client),
            (TokenRequest { redirect: "https://board.example", ..anything() }, BadCode::Redirect),
            (TokenRequest { verifier: "wrong", ..anything() }, BadCode::Verifier),
        ] {
            let code = codes.issue(NOW, grant());
            let wrong = TokenRequest { code: code.reveal(), ..change };
            assert_eq!(codes.redeem(NOW, &wrong), Err(expected));
            // The failed attempt has used the code up.
            assert!(codes.redeem(NOW, &token_request(&code)).is_err());
        }
        let code = codes.issue(NOW, grant());
        assert_eq!(codes.redeem(NOW + CODE_LIFETIME, &token_request(&code)), Err(BadCode::Unknown));
        assert_eq!(codes.redeem(NOW, &token_request(&Secret::new(PREFIX))), Err(BadCode::Unknown));
    }

    #[test]
    fn old_codes_are_dropped() {
        let codes = Codes::default();
        let given: Vec<_> =
            (0..100).map(|millis| codes.issue(Timestamp::from_millis(millis), grant())).collect();
        assert_eq!(codes.0.lock().len(), MAX_CODES);
        let last = given.last().expect("a hundred");
        assert_eq!(codes.redeem(NOW, &token_request(last)), Ok(grant()));
        codes.issue(NOW + CODE_LIFETIME + CODE_LIFETIME, grant());
        assert_eq!(codes.0.lock().len(), 1, "the earlier ones have expired");
    }
}
