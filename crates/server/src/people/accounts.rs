//! Players with a name and, if they log in by it, a password.

use super::hashing::HashingBusy;
use super::password::{self, BadPassword, Passwords};
use crate::identity::name::{BadName, UserName};
use crate::identity::roles::Roles;
use crate::ids::PlayerId;
pub use crate::store::{Account, BOT, NewAccount};
use crate::store::{EntryLink, InvitedAccount, Store, StoreError};
use game::Timestamp;

/// Why an account is not made or not opened.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    #[error(transparent)]
    Name(#[from] BadName),
    #[error(transparent)]
    Password(#[from] BadPassword),
    #[error("the name {0} is taken")]
    Taken(UserName),
    /// Others have used the invitation up meanwhile.
    #[error("this invitation has been used up: ask an admin of this server for another link")]
    InvitationEnded,
    /// One answer for a wrong name and a wrong password: nobody learns which names there are.
    #[error("wrong name or password")]
    WrongPassword,
    /// The password is right, but an admin has blocked the account.
    #[error("this account is blocked")]
    Blocked,
    /// Too many passwords wait to be checked.
    #[error(transparent)]
    Busy(#[from] HashingBusy),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Makes an account that its owner opens with a password. `source` is the address that asks. An invitation is used up with
/// the account that it makes.
pub async fn register(
    store: &Store,
    passwords: &Passwords,
    source: &str,
    now: Timestamp,
    (name, password): (&str, String),
    invitation: Option<&EntryLink>,
) -> Result<PlayerId, AccountError> {
    let name = UserName::parse(name)?;
    password::check(&password, &name)?;
    // Whether it is taken is decided by the store; to ask first saves the work of hashing.
    if store.account(&PlayerId::account(name.as_str())).await?.is_some() {
        return Err(AccountError::Taken(name));
    }
    let password = Some(passwords.hash(source, password).await?);
    let new = NewAccount { name: name.clone(), password, title: None, roles: Roles::NONE };
    let Some(invitation) = invitation else { return make(store, now, new).await };
    match store.add_invited_account(invitation.hash, new, now).await? {
        InvitedAccount::Made => Ok(PlayerId::account(name.as_str())),
        InvitedAccount::NameTaken => Err(AccountError::Taken(name)),
        InvitedAccount::InvitationEnded => Err(AccountError::InvitationEnded),
    }
}

/// Makes an account; the store decides whether the name is still free.
pub async fn make(store: &Store, now: Timestamp, account: NewAccount) -> Result<PlayerId, AccountError> {
    let (id, name) = (PlayerId::account(account.name.as_str()), account.name.clone());
    if store.add_account(account, now).await? { Ok(id) } else { Err(AccountError::Taken(name)) }
}

/// The account that has this name and this password. `source` is the address that asks.
pub async fn log_in(
    store: &Store,
    passwords: &Passwords,
    source: &str,
    name: &str,
    password: String,
) -> Result<PlayerId, AccountError> {
    let id = UserName::parse(name).ok().map(|name| PlayerId::account(name.as_str()));
    // What is too long was never taken as a password, and is not worth the work.
    let (password, id) =
        if password.len() > password::MAX_LENGTH { (String::new(), None) } else { (password, id) };
    let account = match &id {
        Some(id) => store.account(id).await?,
        None => None,
    };
    let stored = match &account {
        Some(account) => store.password(&account.id).await?,
        None => None,
    };
    let is_right = passwords.verify(source, password, stored).await?;
    let account = account.filter(|_| is_right).ok_or(AccountError::WrongPassword)?;
    if account.is_active() { Ok(account.id) } else { Err(AccountError::Blocked) }
}

/// Gives an account another password with a link that an admin has made, and ends the account's sessions. Returns whether the
/// link could still be used: it works once, also for two who use it at the same moment. `source` is the address that asks.
pub async fn reset_password(
    store: &Store,
    passwords: &Passwords,
    source: &str,
    now: Timestamp,
    (link, account): (&EntryLink, &Account),
    new: String,
) -> Result<bool, AccountError> {
    password::check(&new, &UserName::parse(&account.name)?)?;
    let hash = passwords.hash(source, new).await?;
    Ok(store.reset_password(link.hash, &account.id, hash, now).await?)
}

/// Gives an account another password; whoever asks must know the one that it has. `source` is the address that asks.
pub async fn change_password(
    store: &Store,
    passwords: &Passwords,
    source: &str,
    account: &Account,
    (current, new): (String, String),
) -> Result<(), AccountError> {
    password::check(&new, &UserName::parse(&account.name)?)?;
    log_in(store, passwords, source, &account.name, current).await?;
    let hash = passwords.hash(source, new).await?;
    store.set_password(&account.id, hash).await?;
    Ok(())
}
