//! Players with a name and, if they log in by it, a password.

use super::password::{BadPassword, Passwords};
use crate::identity::name::{BadName, UserName};
use crate::identity::roles::Roles;
use crate::ids::PlayerId;
use crate::store::{Store, StoreError};
use game::Timestamp;

/// The title of a player that is a program.
pub const BOT: &str = "BOT";

/// A player with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The name in small letters.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// `BOT`, or nothing.
    pub title: Option<String>,
    /// What it may do beyond playing.
    pub roles: Roles,
    /// When it was made.
    pub created: Timestamp,
    /// When it was last here.
    pub seen: Timestamp,
}

impl Account {
    /// Whether it is a program.
    pub fn is_bot(&self) -> bool {
        self.title.as_deref() == Some(BOT)
    }
}

/// Why an account is not made or not opened.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// Not a name.
    #[error(transparent)]
    Name(#[from] BadName),
    /// Not a password.
    #[error(transparent)]
    Password(#[from] BadPassword),
    /// Somebody has it.
    #[error("the name {0} is taken")]
    Taken(UserName),
    /// One answer for a wrong name and a wrong password: nobody learns which names there are.
    #[error("no account has this name and this password")]
    WrongPassword,
    /// The world fails.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An account that is to be made.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// Its name.
    pub name: UserName,
    /// The hash of its password.
    pub password: Option<String>,
    /// `BOT`, or nothing.
    pub title: Option<&'static str>,
    /// What it may do beyond playing.
    pub roles: Roles,
}

/// Makes an account that its owner opens with a password.
pub async fn register(
    store: &Store,
    passwords: &Passwords,
    now: Timestamp,
    name: &str,
    password: String,
) -> Result<PlayerId, AccountError> {
    let name = UserName::parse(name)?;
    Passwords::check(&password)?;
    // Whether it is taken is decided by the store; to ask first saves the work of hashing.
    if store.account(&PlayerId::account(name.as_str())).await?.is_some() {
        return Err(AccountError::Taken(name));
    }
    let password = Some(passwords.hash(password).await);
    make(store, now, NewAccount { name, password, title: None, roles: Roles::NONE }).await
}

/// Makes an account; the store decides whether the name is still free.
pub async fn make(store: &Store, now: Timestamp, account: NewAccount) -> Result<PlayerId, AccountError> {
    let (id, name) = (PlayerId::account(account.name.as_str()), account.name.clone());
    if store.add_account(account, now).await? { Ok(id) } else { Err(AccountError::Taken(name)) }
}

/// The account that has this name and this password.
pub async fn log_in(
    store: &Store,
    passwords: &Passwords,
    name: &str,
    password: String,
) -> Result<PlayerId, AccountError> {
    let id = match UserName::parse(name) {
        Ok(name) => Some(PlayerId::account(name.as_str())),
        Err(_) => None,
    };
    let stored = match &id {
        Some(id) => store.password(id).await?,
        None => None,
    };
    // What is too long was never taken as a password, and is not worth the work.
    let too_long = Passwords::check(&password) == Err(BadPassword::TooLong);
    match id {
        Some(id) if !too_long && passwords.verify(password, stored).await => Ok(id),
        Some(_) => Err(AccountError::WrongPassword),
        None => {
            passwords.verify(String::new(), None).await;
            Err(AccountError::WrongPassword)
        }
    }
}
