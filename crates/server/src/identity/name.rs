//! The name and the id of an account.

use std::fmt;

/// Names with which somebody could impersonate the staff or the software.
const RESERVED: [&str; 14] = [
    "admin",
    "administrator",
    "ai",
    "anonymous",
    "arbiter",
    "computer",
    "guest",
    "moderator",
    "null",
    "open",
    "root",
    "system",
    "tabiya",
    "undefined",
];

/// A valid account name: 2 to 20 ASCII letters, digits, `_` and `-`, starting with a letter or a digit. Only ASCII, so
/// that no two different names look alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UserName(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    #[error("a name has 2 to 20 characters, this one has {0}")]
    Length(usize),
    /// Not an allowed character, such as a letter of another script.
    #[error("a name has letters a-z, digits, _ and -, and starts with a letter or a digit")]
    Character,
    /// The name could mislead people.
    #[error("this name is reserved")]
    Reserved,
}

impl UserName {
    pub fn parse(text: &str) -> Result<UserName, BadName> {
        let length = text.chars().count();
        if !(2..=20).contains(&length) {
            return Err(BadName::Length(length));
        }
        let is_good = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        if !text.bytes().all(is_good) || !text.starts_with(|first: char| first.is_ascii_alphanumeric()) {
            return Err(BadName::Character);
        }
        if RESERVED.contains(&text.to_ascii_lowercase().as_str()) {
            return Err(BadName::Reserved);
        }
        Ok(UserName(text.to_string()))
    }

    /// The name in the owner's spelling.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The account's id: names that differ only in case are the same.
    pub fn id(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl fmt::Display for UserName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unambiguous_names_are_valid() {
        for good in ["bobby", "Bobby_F-1", "a1", "0o", "ABCDEFGHIJKLMNOPQRST"] {
            assert_eq!(UserName::parse(good).map(|name| name.to_string()), Ok(good.to_string()));
        }
        let long = "x".repeat(65_536);
        for (bad, why) in [
            ("", BadName::Length(0)),
            ("b", BadName::Length(1)),
            ("ABCDEFGHIJKLMNOPQRSTU", BadName::Length(21)),
            (long.as_str(), BadName::Length(65_536)),
            ("bоbby", BadName::Character), // with a Cyrillic o
            ("..", BadName::Character),
            ("%2e%2e", BadName::Character),
            ("-bobby", BadName::Character),
            ("bob by", BadName::Character),
            ("bob\nby", BadName::Character),
            ("<img>", BadName::Character),
            ("Admin", BadName::Reserved),
            ("ANONYMOUS", BadName::Reserved),
        ] {
            assert_eq!(UserName::parse(bad), Err(why), "{bad:?}");
        }
        assert_eq!(UserName::parse("BoBBy").map(|name| name.id()), Ok("bobby".to_string()));
    }
}
