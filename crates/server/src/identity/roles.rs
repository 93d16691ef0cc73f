//! Roles: what an account may do beyond playing.

use std::fmt;

/// What an account may do beyond playing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roles {
    /// Everything an arbiter may do, plus administration of the server.
    pub admin: bool,
    /// Stop, start and correct clocks, and declare games lost.
    pub arbiter: bool,
}

impl Roles {
    /// No role: the account may only play.
    pub const NONE: Roles = Roles { admin: false, arbiter: false };

    /// Parses the stored form; unknown words are ignored.
    pub fn parse(text: &str) -> Roles {
        let has = |role| text.split(',').any(|word| word == role);
        Roles { admin: has("admin"), arbiter: has("arbiter") }
    }

    /// Whether the account may correct clocks and results.
    pub const fn may_arbitrate(self) -> bool {
        self.admin || self.arbiter
    }

    pub fn names(self) -> Vec<&'static str> {
        let all = [(self.admin, "admin"), (self.arbiter, "arbiter")];
        all.into_iter().filter_map(|(has, name)| has.then_some(name)).collect()
    }
}

impl fmt::Display for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.names().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_read_as_they_are_written() {
        for text in ["", "admin", "arbiter", "admin,arbiter"] {
            assert_eq!(Roles::parse(text).to_string(), text);
        }
        assert_eq!(Roles::parse("administrator"), Roles::NONE);
        assert!(Roles::parse("arbiter").may_arbitrate() && Roles::parse("admin").may_arbitrate());
    }
}
