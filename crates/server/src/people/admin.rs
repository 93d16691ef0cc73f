//! What the operator does with accounts on the command line, while a server runs or not.

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

/// Why an operator's command fails.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The account cannot be made.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// There is none with this name.
    #[error("there is no account {0:?}")]
    Unknown(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How many letters and digits a random password has: 95 bits.
const RANDOM_PASSWORD: usize = 16;

/// What a token of such an account is for, unless it is said.
fn usual_scopes(is_bot: bool) -> Scopes {
    let play = if is_bot { Scope::BotPlay } else { Scope::BoardPlay };
    Scopes::from([Scope::ChallengeRead, Scope::ChallengeWrite, play].as_slice())
}

/// Makes an account without a password, and its first token.
pub async fn add(store: &Store, name: &str, is_bot: bool, roles: Roles) -> Result<Secret, AdminError> {
    let now = Clock::default().now();
    let name = UserName::parse(name).map_err(|error: BadName| AccountError::Name(error))?;
    let account = NewAccount { name, password: None, title: is_bot.then_some(BOT), roles };
    let player = accounts::make(store, now, account).await?;
    let token = (player, usual_scopes(is_bot), "made with the account".to_string());
    Ok(tokens::make(store, now, tokens::PERSONAL, token, None).await?)
}

/// Makes another token for an account.
pub async fn token(store: &Store, name: &str, scopes: Option<Scopes>) -> Result<Secret, AdminError> {
    let account = store.account(&PlayerId::account(name)).await?;
    let account = account.ok_or_else(|| AdminError::Unknown(name.into()))?;
    let scopes = scopes.unwrap_or_else(|| usual_scopes(account.is_bot()));
    let token = (account.id, scopes, "made on the command line".to_string());
    Ok(tokens::make(store, Clock::default().now(), tokens::PERSONAL, token, None).await?)
}

/// Gives an account another password, and ends all its sessions: this one, or a random one, which comes back. A running
/// server notices at the next request, and closes open sockets within a minute.
pub async fn set_password(store: &Store, name: &str, password: Option<String>) -> Result<String, AdminError> {
    let account = store.account(&PlayerId::account(name)).await?;
    let account = account.ok_or_else(|| AdminError::Unknown(name.into()))?;
    let password = password.unwrap_or_else(|| random_text(RANDOM_PASSWORD));
    let name = UserName::parse(&account.name).map_err(AccountError::Name)?;
    password::check(&password, &name).map_err(AccountError::Password)?;
    store.set_password(&account.id, password::hash_now(&password)).await?;
    store.remove_sessions(&account.id).await?;
    Ok(password)
}

/// Makes a link that logs an account in, and gives its path.
pub async fn link(store: &Store, name: &str, once: bool, days: u32) -> Result<String, AdminError> {
    let account = store.account(&PlayerId::account(name)).await?.filter(Account::is_active);
    let account = account.ok_or_else(|| AdminError::Unknown(name.into()))?;
    let (now, limits) = (Clock::default().now(), (days, once.then_some(1)));
    let (secret, _) = entry::make(store, now, EntryKind::LogIn, Some(account.id), limits).await?;
    Ok(entry::path(&secret))
}

/// Gives an account these roles and no others.
pub async fn set_roles(store: &Store, name: &str, roles: Roles) -> Result<(), AdminError> {
    let known = store.set_roles(&PlayerId::account(name), roles).await?;
    if known { Ok(()) } else { Err(AdminError::Unknown(name.into())) }
}

pub async fn list(store: &Store) -> Result<Vec<Account>, AdminError> {
    Ok(store.accounts().await?)
}
