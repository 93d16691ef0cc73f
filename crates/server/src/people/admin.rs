//! Account management from the command line, whether or not a server is running.

use super::accounts::{self, Account, AccountError, BOT, NewAccount};
use super::entry;
use super::password;
use super::tokens;
use crate::clock::Clock;
use crate::identity::name::{BadName, UserName};
use crate::identity::roles::Roles;
use crate::identity::scopes::{Scope, Scopes};
use crate::identity::secret::Secret;
use crate::ids::{PlayerId, random_text};
use crate::store::{EntryKind, Store, StoreError};

#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error("there is no account {0:?}")]
    Unknown(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The length of a random password: 16 letters and digits are 95 bits.
const RANDOM_PASSWORD_LENGTH: usize = 16;

/// The default scopes of an account's token.
fn default_scopes(is_bot: bool) -> Scopes {
    let play = if is_bot { Scope::BotPlay } else { Scope::BoardPlay };
    Scopes::from([Scope::ChallengeRead, Scope::ChallengeWrite, play].as_slice())
}

/// Creates an account without a password, and its first token.
pub async fn add(store: &Store, name: &str, is_bot: bool, roles: Roles) -> Result<Secret, AdminError> {
    let now = Clock::default().now();
    let name = UserName::parse(name).map_err(|error: BadName| AccountError::Name(error))?;
    let account = NewAccount { name, password: None, title: is_bot.then_some(BOT), roles };
    let player = accounts::make(store, now, account).await?;
    let token = (player, default_scopes(is_bot), "made with the account".to_string());
    Ok(tokens::make(store, now, tokens::PERSONAL, token, None).await?)
}

/// Creates another token for an account.
pub async fn token(store: &Store, name: &str, scopes: Option<Scopes>) -> Result<Secret, AdminError> {
    let account = store.account(&PlayerId::account(name)).await?;
    let account = account.ok_or_else(|| AdminError::Unknown(name.into()))?;
    let scopes = scopes.unwrap_or_else(|| default_scopes(account.is_bot()));
    let token = (account.id, scopes, "made on the command line".to_string());
    Ok(tokens::make(store, Clock::default().now(), tokens::PERSONAL, token, None).await?)
}

/// Sets an account's password, or a random one if none is given, ends all its sessions and returns the password. A
/// running server notices at the next request, and closes open sockets within a minute.
pub async fn set_password(store: &Store, name: &str, password: Option<String>) -> Result<String, AdminError> {
    let account = store.account(&PlayerId::account(name)).await?;
    let account = account.ok_or_else(|| AdminError::Unknown(name.into()))?;
    let password = password.unwrap_or_else(|| random_text(RANDOM_PASSWORD_LENGTH));
    let name = UserName::parse(&account.name).map_err(AccountError::Name)?;
    password::check(&password, &name).map_err(AccountError::Password)?;
    store.set_password(&account.id, password::hash_now(&password)).await?;
    store.remove_sessions(&account.id).await?;
    Ok(password)
}

/// Creates a login link for an account and returns its path.
pub async fn link(store: &Store, name: &str, once: bool, days: u32) -> Result<String, AdminError> {
    let account = store.account(&PlayerId::account(name)).await?.filter(Account::is_active);
    let account = account.ok_or_else(|| AdminError::Unknown(name.into()))?;
    let (now, limits) = (Clock::default().now(), (days, once.then_some(1)));
    let (secret, _) = entry::make(store, now, EntryKind::LogIn, Some(account.id), limits).await?;
    Ok(entry::path(&secret))
}

/// Replaces the roles of an account.
pub async fn set_roles(store: &Store, name: &str, roles: Roles) -> Result<(), AdminError> {
    let known = store.set_roles(&PlayerId::account(name), roles).await?;
    if known { Ok(()) } else { Err(AdminError::Unknown(name.into())) }
}

pub async fn list(store: &Store) -> Result<Vec<Account>, AdminError> {
    Ok(store.accounts().await?)
}
