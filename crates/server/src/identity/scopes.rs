//! Scopes: what a token may be used for.

use std::fmt;
pub use wire::codes::Scope;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no such scope: {0:?}; there are challenge:read, challenge:write, board:play, bot:play, \
     preference:read, preference:write, challenge:bulk, admin"
)]
pub struct ParseScopeError(String);

/// The scope with this name.
pub fn parse_scope(text: &str) -> Result<Scope, ParseScopeError> {
    let known = Scope::ALL.into_iter().find(|scope| scope.name() == text);
    known.ok_or_else(|| ParseScopeError(text.chars().take(40).collect()))
}

/// The set of permissions of a token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    pub fn all() -> Scopes {
        Scopes(Scope::ALL.to_vec())
    }

    /// Parses scopes separated by commas or spaces; duplicates are dropped.
    pub fn parse(text: &str) -> Result<Scopes, ParseScopeError> {
        Scopes::of(text.split([',', ' ']).filter(|word| !word.is_empty()))
    }

    /// Parses these scopes; duplicates are dropped.
    pub fn of<'t>(words: impl IntoIterator<Item = &'t str>) -> Result<Scopes, ParseScopeError> {
        words.into_iter().map(parse_scope).collect()
    }

    /// Whether the set has at least one of the accepted scopes; true if none is required.
    pub fn allow(&self, accepted: &[Scope]) -> bool {
        accepted.is_empty() || accepted.iter().any(|scope| self.0.contains(scope))
    }

    pub fn iter(&self) -> impl Iterator<Item = Scope> {
        self.0.iter().copied()
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Scopes {
        let mut scopes: Vec<_> = scopes.into_iter().collect();
        scopes.sort_unstable();
        scopes.dedup();
        Scopes(scopes)
    }
}

impl From<&[Scope]> for Scopes {
    fn from(scopes: &[Scope]) -> Scopes {
        Scopes(scopes.to_vec())
    }
}

/// Separated by commas, as stored and sent.
impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.iter().map(|scope| scope.name()).collect();
        f.pad(&names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_survive_a_round_trip() {
        let scopes = Scopes::parse("bot:play, challenge:read challenge:read").expect("known");
        assert_eq!(scopes.to_string(), "challenge:read,bot:play");
        assert_eq!(Scopes::parse(&scopes.to_string()), Ok(scopes));
        assert_eq!(Scopes::parse("").expect("none").to_string(), "");
        assert_eq!(Scopes::parse("all").map_err(|ParseScopeError(word)| word), Err("all".to_string()));
    }

    #[test]
    fn any_one_of_the_accepted_scopes_suffices() {
        let scopes = Scopes::parse("board:play").expect("known");
        assert!(scopes.allow(&[Scope::BotPlay, Scope::BoardPlay]));
        assert!(!scopes.allow(&[Scope::BotPlay]));
        assert!(Scopes::default().allow(&[]));
    }
}
