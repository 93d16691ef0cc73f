//! Passwords: argon2id, a few at a time.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use std::sync::{Arc, LazyLock};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The shortest password, in characters.
pub const SHORTEST: usize = 8;
/// The longest password, in bytes: longer texts would only keep a core busy.
pub const LONGEST: usize = 256;

/// What nobody's password hashes to: somebody who does not exist is refused in the time that a wrong password takes.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash("the password of nobody at all"));

/// Hashes passwords, as many at a time as leave the games their cores: one takes 19 MiB and some 25 ms.
#[derive(Clone, Debug)]
pub struct Passwords {
    places: Arc<Semaphore>,
}

/// Why a text is no password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPassword {
    /// Easily guessed.
    #[error("a password has at least {SHORTEST} characters")]
    TooShort,
    /// Nobody types this.
    #[error("a password has at most {LONGEST} bytes")]
    TooLong,
}

impl Default for Passwords {
    fn default() -> Passwords {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Passwords { places: Arc::new(Semaphore::new((cores / 2).max(1))) }
    }
}

impl Passwords {
    /// Whether a text may become a password.
    pub fn check(password: &str) -> Result<(), BadPassword> {
        if password.chars().count() < SHORTEST {
            Err(BadPassword::TooShort)
        } else if password.len() > LONGEST {
            Err(BadPassword::TooLong)
        } else {
            Ok(())
        }
    }

    /// The hash of a password, to be stored.
    pub async fn hash(&self, password: String) -> String {
        self.in_turn(move || hash(&password)).await
    }

    /// Whether a password is the one that was hashed; without a hash it takes as long, and is not.
    pub async fn verify(&self, password: String, stored: Option<String>) -> bool {
        self.in_turn(move || match stored {
            Some(stored) => verify(&password, &stored),
            None => {
                // For the time that it takes.
                verify(&password, &NOBODY);
                false
            }
        })
        .await
    }

    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let _place = self.places.acquire().await.expect("the semaphore is never closed");
        spawn_blocking(work).await.expect("hashing does not panic")
    }
}

/// The hash of a password with a salt of its own.
fn hash(password: &str) -> String {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.expect("the parameters are the crate's own, and the system has randomness").to_string()
}

fn verify(password: &str, stored: &str) -> bool {
    PasswordHash::new(stored)
        .is_ok_and(|stored| Argon2::default().verify_password(password.as_bytes(), &stored).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_opens() {
        let passwords = Passwords::default();
        let stored = passwords.hash("correct horse".into()).await;
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(passwords.verify("correct horse".into(), Some(stored.clone())).await);
        assert!(!passwords.verify("correct Horse".into(), Some(stored)).await);
        assert!(!passwords.verify("the password of nobody at all".into(), None).await);
        assert!(!passwords.verify("anything".into(), Some("no hash".into())).await);
    }

    #[test]
    fn passwords_have_bounds() {
        assert_eq!(Passwords::check("1234567"), Err(BadPassword::TooShort));
        assert_eq!(Passwords::check("12345678"), Ok(()));
        assert_eq!(Passwords::check(&"é".repeat(128)), Ok(()));
        assert_eq!(Passwords::check(&"é".repeat(129)), Err(BadPassword::TooLong));
    }
}
