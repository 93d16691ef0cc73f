//! What a token may be used for.

use std::fmt;
use std::str::FromStr;

/// One thing that a token may be used for.
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
    /// Look after the server, as an admin.
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

    /// As clients write it.
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

/// A scope that there is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no such scope: {0:?}; there are challenge:read, challenge:write, board:play, bot:play, \
     preference:read, preference:write, challenge:bulk, admin"
)]
pub struct NoSuchScope(String);

impl FromStr for Scope {
    type Err = NoSuchScope;

    fn from_str(text: &str) -> Result<Scope, NoSuchScope> {
        let known = Scope::ALL.into_iter().find(|scope| scope.name() == text);
        known.ok_or_else(|| NoSuchScope(text.chars().take(40).collect()))
    }
}

/// What a token may be used for, altogether.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    pub fn all() -> Scopes {
        Scopes(Scope::ALL.to_vec())
    }

    /// Scopes with commas or spaces between them, each once.
    pub fn parse(text: &str) -> Result<Scopes, NoSuchScope> {
        Scopes::of(text.split([',', ' ']).filter(|word| !word.is_empty()))
    }

    /// These scopes, each once.
    pub fn of<'t>(words: impl IntoIterator<Item = &'t str>) -> Result<Scopes, NoSuchScope> {
        words.into_iter().map(str::parse).collect()
    }

    /// Whether one of these is among them; so it is where nothing is asked for.
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

/// With commas between them, as they are stored and told.
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
    fn scopes_are_read_as_they_are_written() {
        let scopes = Scopes::parse("bot:play, challenge:read challenge:read").expect("known");
        assert_eq!(scopes.to_string(), "challenge:read,bot:play");
        assert_eq!(Scopes::parse(&scopes.to_string()), Ok(scopes));
        assert_eq!(Scopes::parse("").expect("none").to_string(), "");
        assert_eq!(Scopes::parse("all").map_err(|NoSuchScope(word)| word), Err("all".to_string()));
    }

    #[test]
    fn any_one_of_the_accepted_scopes_suffices() {
        let scopes = Scopes::parse("board:play").expect("known");
        assert!(scopes.allow(&[Scope::BotPlay, Scope::BoardPlay]));
        assert!(!scopes.allow(&[Scope::BotPlay]));
        assert!(Scopes::default().allow(&[]));
    }
}
