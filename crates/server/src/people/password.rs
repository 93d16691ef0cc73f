//! Passwords: their rules, hashing and verification.

use super::hashing::{Hasher, HashingBusy, HashingPool};
use crate::identity::name::UserName;
use std::sync::{Arc, LazyLock};

/// The shortest password, in characters.
pub const MIN_LENGTH: usize = 8;
/// The longest password, in bytes: longer ones would only waste CPU time.
pub const MAX_LENGTH: usize = 256;

/// The passwords that attackers try first, in lower case. Only those long enough to pass the other checks.
const COMMON: [&str; 72] = [
    "00000000",
    "01234567",
    "0123456789",
    "11112222",
    "11223344",
    "112233445566",
    "12121212",
    "123123123",
    "12341234",
    "123454321",
    "12345678",
    "123456789",
    "1234567890",
    "12345678910",
    "123456789a",
    "1234qwer",
    "123qweasd",
    "12344321",
    "1q2w3e4r",
    "1q2w3e4r5t",
    "1qaz2wsx",
    "20202020",
    "87654321",
    "987654321",
    "9876543210",
    "a1234567",
    "a12345678",
    "aa123456",
    "abc12345",
    "abcd1234",
    "abcdefgh",
    "admin123",
    "adminadmin",
    "administrator",
    "asdfasdf",
    "asdfghjk",
    "asdfghjkl",
    "baseball",
    "basketball",
    "changeme",
    "checkmate",
    "chess123",
    "chesschess",
    "chessboard",
    "computer",
    "dragon123",
    "football",
    "iloveyou",
    "iloveyou1",
    "internet",
    "letmein1",
    "liverpool",
    "passw0rd",
    "password",
    "password1",
    "password12",
    "password123",
    "pokemon123",
    "princess",
    "q1w2e3r4",
    "qazwsxedc",
    "qwer1234",
    "qwerasdf",
    "qwerty12",
    "qwerty123",
    "qwertyui",
    "qwertyuiop",
    "starwars",
    "sunshine",
    "superman",
    "welcome1",
    "xadrez123",
];

/// The hash checked for unknown names, so that they are refused in the same time as a wrong password.
static DUMMY_HASH: LazyLock<String> =
    LazyLock::new(|| Hasher::default().hash("the password of nobody at all"));

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPassword {
    #[error("a password needs at least {MIN_LENGTH} characters")]
    TooShort,
    #[error("a password can have at most {MAX_LENGTH} bytes")]
    TooLong,
    /// Control characters cannot be typed on every device.
    #[error("a password cannot contain control characters")]
    ControlCharacter,
    /// A single repeated character, or only spaces.
    #[error("this password is a single character repeated: choose another one")]
    Repeated,
    /// One of the first guesses.
    #[error("this password is one of the first that anybody would guess: choose another one")]
    Common,
}

/// Checks that a text may become the password of this account.
pub fn check(password: &str, name: &UserName) -> Result<(), BadPassword> {
    if password.chars().count() < MIN_LENGTH {
        return Err(BadPassword::TooShort);
    }
    if password.len() > MAX_LENGTH {
        return Err(BadPassword::TooLong);
    }
    if password.chars().any(char::is_control) {
        return Err(BadPassword::ControlCharacter);
    }
    let mut letters = password.chars().filter(|letter| !letter.is_whitespace());
    let first = letters.next();
    if letters.all(|letter| Some(letter) == first) {
        return Err(BadPassword::Repeated);
    }
    let small = password.to_lowercase();
    if COMMON.contains(&small.trim()) || small.trim() == name.id() {
        return Err(BadPassword::Common);
    }
    Ok(())
}

/// Hashes a password on this thread, for the command line.
pub fn hash_now(password: &str) -> String {
    Hasher::default().hash(password)
}

/// Hashes and verifies passwords on a few dedicated threads.
#[derive(Clone)]
pub struct Passwords(Arc<HashingPool>);

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords(Arc::new(HashingPool::start()))
    }
}

impl Passwords {
    /// The hash of a password, to be stored. `source` is the client's address: the queue is fair to addresses.
    pub async fn hash(&self, source: &str, password: String) -> Result<String, HashingBusy> {
        self.0.run(source, move |hasher| hasher.hash(&password), |_| false).await
    }

    /// Whether a password matches the stored hash. Without a hash the answer is no, and takes just as long.
    pub async fn verify(
        &self,
        source: &str,
        password: String,
        stored: Option<String>,
    ) -> Result<bool, HashingBusy> {
        let check = move |hasher: &mut Hasher| match stored {
            Some(stored) => hasher.verify(&password, &stored),
            None => {
                // Takes the same time as a real check.
                hasher.verify(&password, &DUMMY_HASH);
                false
            }
        };
        self.0.run(source, check, |is_right| *is_right).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_matches() {
        let passwords = Passwords::default();
        let verify = async |password: &str, stored: Option<&str>| {
            passwords.verify("a", password.into(), stored.map(str::to_owned)).await
        };
        let stored = passwords.hash("a", "correct horse".into()).await.expect("nobody else is there");
        assert_eq!(verify("correct horse", Some(&stored)).await, Ok(true));
        assert_eq!(verify("correct Horse", Some(&stored)).await, Ok(false));
        assert_eq!(verify("the password of nobody at all", None).await, Ok(false));
        assert_eq!(verify("anything", Some("no hash")).await, Ok(false));
        assert_eq!(hash_now("correct horse").len(), stored.len());
    }

    #[test]
    fn weak_passwords_are_refused() {
        let name = UserName::parse("Grandmaster").expect("a name");
        for (password, expected) in [
            ("1234567", Err(BadPassword::TooShort)),
            ("correct horse", Ok(())),
            ("1234567z", Ok(())),
            (&"é".repeat(129), Err(BadPassword::TooLong)),
            ("        ", Err(BadPassword::Repeated)),
            ("aaaaaaaaaaaa", Err(BadPassword::Repeated)),
            ("a a a a a a a", Err(BadPassword::Repeated)),
            ("\0\0\0\0\0\0\0\0", Err(BadPassword::ControlCharacter)),
            ("correct\nhorse", Err(BadPassword::ControlCharacter)),
            ("12345678", Err(BadPassword::Common)),
            ("PassWord", Err(BadPassword::Common)),
            (" password ", Err(BadPassword::Common)),
            ("grandmaster", Err(BadPassword::Common)),
            ("mot de passe à moi", Ok(())),
        ] {
            assert_eq!(check(password, &name), expected, "{password:?}");
        }
    }

    #[test]
    fn the_common_passwords_are_lower_case_and_unique() {
        for common in COMMON {
            assert!(common.len() >= MIN_LENGTH, "{common} is too short anyway");
            assert_eq!(common, common.to_lowercase());
            assert_eq!(COMMON.iter().filter(|other| **other == common).count(), 1, "{common}");
        }
    }
}
