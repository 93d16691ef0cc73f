//! Applications that their users let in: OAuth 2 with PKCE. What an application asks for is read here; a user says yes
//! on the page, and the application changes the code that it gets for a token.

pub mod codes;
pub mod keeping;
pub mod pkce;
pub mod redirect;

use crate::identity::name::UserName;
use crate::identity::scopes::Scopes;
use pkce::CodeChallenge;
use redirect::RedirectUri;

/// The longest name of an application, and the longest text that it gets back.
const MAX_FIELD: usize = 1024;

/// What an application asks a user for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorizationRequest {
    /// What the application calls itself. It is not registered anywhere: anybody may call themselves anything.
    pub client_id: String,
    /// Where the answer goes.
    pub redirect: RedirectUri,
    /// What the application proves to be the one that asked.
    pub challenge: CodeChallenge,
    /// What it wants to do.
    pub scopes: Scopes,
    /// What it gets back with the answer.
    pub state: Option<String>,
    /// Who is meant, if the application knows.
    pub username: Option<String>,
}

/// Why an application is not let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It does not say where it is, or not so that it may be believed: only the user hears of it.
    Here(String),
    /// The application hears why, at this address.
    There { address: String, why: String },
}

/// How an application is told no, in the words of OAuth.
pub fn refusal(redirect: &RedirectUri, state: Option<&str>, error: &str, why: &str) -> String {
    let state = state.map(|state| ("state", state));
    redirect.with([("error", error), ("error_description", why)].into_iter().chain(state))
}

impl AuthorizationRequest {
    /// What is asked for; `field` looks up a parameter of the address by its name.
    pub fn parse<'f>(field: impl Fn(&str) -> Option<&'f str>) -> Result<AuthorizationRequest, Refused> {
        let named = |name| field(name).filter(|text: &&str| text.len() <= MAX_FIELD);
        let missing = |name| Refused::Here(format!("{name} is missing or too long"));
        let client_id = named("client_id").ok_or_else(|| missing("client_id"))?;
        let redirect = named("redirect_uri").ok_or_else(|| missing("redirect_uri"))?;
        let redirect = redirect.parse::<RedirectUri>();
        let redirect = redirect.map_err(|error| Refused::Here(format!("redirect_uri: {error}")))?;
        // From here on the application can be told.
        let state = named("state");
        let no = |error, why: &str| Refused::There {
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

    /// Where the application hears no.
    pub fn denied(&self) -> String {
        refusal(&self.redirect, self.state.as_deref(), "access_denied", "the user said no")
    }

    /// Where the application gets its code.
    pub fn granted(&self, code: &str) -> String {
        let state = self.state.as_deref().map(|state| ("state", state));
        self.redirect.with([("code", code)].into_iter().chain(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    fn wish(changes: &[(&str, Option<&str>)]) -> Result<AuthorizationRequest, Refused> {
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
    fn what_an_application_asks_for() {
        let wish = wish(&[]).expect("a good one");
        assert_eq!(wish.scopes.to_string(), "challenge:write,board:play");
        assert_eq!(wish.granted("liu_1"), "https://board.example/back?x=1&code=liu_1&state=a+b%26c");
        let denied = "https://board.example/back?x=1&error=access_denied&error_description=the+user+said+no";
        assert_eq!(wish.denied(), format!("{denied}&state=a+b%26c"));
    }

    #[test]
    fn only_who_says_where_it_is_hears_why_not() {
        for (name, value) in [
            ("client_id", None),
            ("redirect_uri", None),
            ("redirect_uri", Some("javascript:alert(1)")),
            ("redirect_uri", Some("//evil.example")),
        ] {
            assert!(matches!(wish(&[(name, value)]), Err(Refused::Here(_))), "{name} {value:?}");
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
            let Err(Refused::There { address, .. }) = wish(&[(name, value)]) else {
                panic!("{name} {value:?}")
            };
            assert!(address.contains(&format!("&error={error}&")), "{name} {value:?}: {address}");
            assert!(address.ends_with("&state=a+b%26c"), "{address}");
        }
    }
}
