//! OAuth 2 with PKCE: applications that users authorize. An application's request is parsed here; the user approves it
//! on the page, and the application exchanges the code it gets for a token.

pub mod code_store;
pub mod codes;
pub mod pkce;
pub mod redirect;

use crate::identity::name::UserName;
use crate::identity::scopes::Scopes;
use pkce::CodeChallenge;
use redirect::RedirectUri;

/// The longest `client_id`, `redirect_uri` or `state`.
const MAX_FIELD: usize = 1024;

/// An application's request for authorization.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorizationRequest {
    /// The name the application gives itself. Applications are not registered, so it can be anything.
    pub client_id: String,
    /// Where the user's browser is sent with the answer.
    pub redirect: RedirectUri,
    /// With the matching verifier the application later proves that it made this request.
    pub challenge: CodeChallenge,
    pub scopes: Scopes,
    /// An opaque value returned with the answer.
    pub state: Option<String>,
    /// The user's name, if the application knows it.
    pub username: Option<String>,
}

/// Why an authorization request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuthorizationError {
    /// There is no trustworthy redirect address: only the user is told.
    ToUser(String),
    /// The application is told the reason at this address.
    ToApplication { address: String, why: String },
}

/// The redirect address that carries an OAuth error.
pub fn refusal(redirect: &RedirectUri, state: Option<&str>, error: &str, why: &str) -> String {
    let state = state.map(|state| ("state", state));
    redirect.with([("error", error), ("error_description", why)].into_iter().chain(state))
}

impl AuthorizationRequest {
    /// Parses a request; `field` looks up a query parameter by name.
    pub fn parse<'f>(
        field: impl Fn(&str) -> Option<&'f str>,
    ) -> Result<AuthorizationRequest, AuthorizationError> {
        let named = |name| field(name).filter(|text: &&str| text.len() <= MAX_FIELD);
        let missing = |name| AuthorizationError::ToUser(format!("{name} is missing or too long"));
        let client_id = named("client_id").ok_or_else(|| missing("client_id"))?;
        let redirect = named("redirect_uri").ok_or_else(|| missing("redirect_uri"))?;
        let redirect = redirect.parse::<RedirectUri>();
        let redirect =
            redirect.map_err(|error| AuthorizationError::ToUser(format!("redirect_uri: {error}")))?;
        // From here on errors can be sent to the application.
        let state = named("state");
        let no = |error, why: &str| AuthorizationError::ToApplication {
            address: refusal(&redirect, state, error, why),
            why: why.to_owned(),
        };
        match field("response_type") {
            Some("code") => {}
            Some(_) => return Err(no("unsupported_response_type", "response_type must be code")),
            None => return Err(no("invalid_request", "response_type is missing")),
        }
        if field("code_challenge_method") != Some("S256") {
            return Err(no("invalid_request", "code_challenge_method must be S256"));
        }
        let challenge = field("code_challenge").and_then(CodeChallenge::parse);
        let challenge = challenge.ok_or_else(|| {
            no("invalid_request", "code_challenge must be the SHA-256 of the verifier in base64url")
        })?;
        let scopes = Scopes::parse(field("scope").unwrap_or_default());
        let scopes = scopes.map_err(|error| no("invalid_scope", &error.to_string()))?;
        let username = field("username").and_then(|name| UserName::parse(name).ok());
        Ok(AuthorizationRequest {
            client_id: client_id.into(),
            challenge,
            scopes,
            state: state.map(str::to_owned),
            username: username.map(|name| name.as_str().into()),
            redirect,
        })
    }

    /// The redirect address if the user refuses.
    pub fn denied(&self) -> String {
        refusal(&self.redirect, self.state.as_deref(), "access_denied", "the user said no")
    }

    /// The redirect address with the code.
    pub fn granted(&self, code: &str) -> String {
        let state = self.state.as_deref().map(|state| ("state", state));
        self.redirect.with([("code", code)].into_iter().chain(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    fn request(changes: &[(&str, Option<&str>)]) -> Result<AuthorizationRequest, AuthorizationError> {
        let mut pairs = vec![
            ("response_type", "code"),
            ("client_id", "board.example"),
            ("redirect_uri", "https://board.example/back?x=1"),
            ("code_challenge_method", "S256"),
            ("code_challenge", CHALLENGE),
            ("scope", "board:play challenge:write"),
            ("state", "a b&c"),
        ];
        for (name, value) in changes {
            pairs.retain(|(known, _)| known != name);
            pairs.extend(value.map(|value| (*name, value)));
        }
        AuthorizationRequest::parse(|name| {
            pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
        })
    }

    #[test]
    fn a_request_is_parsed_and_answered() {
        let request = request(&[]).expect("a good one");
        assert_eq!(request.scopes.to_string(), "challenge:write,board:play");
        assert_eq!(request.granted("liu_1"), "https://board.example/back?x=1&code=liu_1&state=a+b%26c");
        let denied = "https://board.example/back?x=1&error=access_denied&error_description=the+user+said+no";
        assert_eq!(request.denied(), format!("{denied}&state=a+b%26c"));
    }

    #[test]
    fn errors_go_to_the_application_only_with_a_valid_redirect() {
        for (name, value) in [
            ("client_id", None),
            ("redirect_uri", None),
            ("redirect_uri", Some("javascript:alert(1)")),
            ("redirect_uri", Some("//evil.example")),
        ] {
            assert!(
                matches!(request(&[(name, value)]), Err(AuthorizationError::ToUser(_))),
                "{name} {value:?}"
            );
        }
        for (name, value, error) in [
            ("response_type", None, "invalid_request"),
            ("response_type", Some("token"), "unsupported_response_type"),
            ("code_challenge_method", None, "invalid_request"),
            ("code_challenge_method", Some("plain"), "invalid_request"),
            ("code_challenge", None, "invalid_request"),
            ("code_challenge", Some("short"), "invalid_request"),
            ("scope", Some("board:play everything"), "invalid_scope"),
        ] {
            let Err(AuthorizationError::ToApplication { address, .. }) = request(&[(name, value)]) else {
                panic!("{name} {value:?}")
            };
            assert!(address.contains(&format!("&error={error}&")), "{name} {value:?}: {address}");
            assert!(address.ends_with("&state=a+b%26c"), "{address}");
        }
    }
}
