//! Scopes: what a token may be used for.

use std::fmt;
use std::str::FromStr;

/// One permission of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// See the challenges of its owner.
    ChallengeRead,
    /// Make, accept and decline challenges.
    ChallengeWrite,
    /// Play as a person.
    BoardPlay,
    /// Play as a bot.
    BotPlay,
    /// See the settings of its owner.
    PreferenceRead,
    /// Change the settings of its owner.
    PreferenceWrite,
    ChallengeBulk,
    /// Administer the server.
    Admin,
}

impl Scope {
    pub const ALL: [Scope; 8] = [
        Scope::ChallengeRead,
        Scope::ChallengeWrite,
        Scope::BoardPlay,
        Scope::BotPlay,
        Scope::PreferenceRead,
        Scope::PreferenceWrite,
        Scope::ChallengeBulk,
        Scope::Admin,
    ];

    /// The name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Scope::ChallengeRead => "challenge:read",
            Scope::ChallengeWrite => "challenge:write",
            Scope::BoardPlay => "board:play",
            Scope::BotPlay => "bot:play",
            Scope::PreferenceRead => "preference:read",
            Scope::PreferenceWrite => "preference:write",
            Scope::ChallengeBulk => "challenge:bulk",
            Scope::Admin => "admin",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no such scope: {0:?}; there are challenge:read, challenge:write, board:play, bot:play, \
     preference:read, preference:write, challenge:bulk, admin"
)]
pub struct ParseScopeError(String);

impl FromStr for Scope {
    type Err = ParseScopeError;

    fn from_str(text: &str) -> Result<Scope, ParseScopeError> {
        let known = Scope::ALL.into_iter().find(|scope| scope.name() == text);
        known.ok_or_else(|| ParseScopeError(text.chars().take(40).collect()))
    }
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
        words.into_iter().map(str::parse).collect()
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
