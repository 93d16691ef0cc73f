//! Roles: what an account may do beyond playing.

use std::fmt;
use wire::codes::AccountRole;

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
        let has = |role: AccountRole| text.split(',').any(|word| word == role.as_str());
        Roles { admin: has(AccountRole::Admin), arbiter: has(AccountRole::Arbiter) }
    }

    /// Whether the account may correct clocks and results.
    pub const fn may_arbitrate(self) -> bool {
        self.admin || self.arbiter
    }

    pub fn list(self) -> Vec<AccountRole> {
        let all = [(self.admin, AccountRole::Admin), (self.arbiter, AccountRole::Arbiter)];
        all.into_iter().filter_map(|(has, role)| has.then_some(role)).collect()
    }
}

impl fmt::Display for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.list().into_iter().map(AccountRole::as_str).collect();
        f.pad(&names.join(","))
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
