//! Accounts: players with a name and, unless they log in by other means, a password.

use super::hashing::HashingBusy;
use super::password::{self, BadPassword, Passwords};
use crate::identity::name::{BadName, UserName};
use crate::identity::roles::Roles;
use crate::ids::PlayerId;
pub use crate::store::{Account, BOT, NewAccount};
use crate::store::{EntryLink, InvitedAccount, Store, StoreError};
use game::Timestamp;

/// Why an account is not created or a login fails.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    #[error(transparent)]
    Name(#[from] BadName),
    #[error(transparent)]
    Password(#[from] BadPassword),
    #[error("the name {0} is taken")]
    Taken(UserName),
    /// The invitation was used up meanwhile.
    #[error("this invitation has been used up: ask an admin of this server for another link")]
    InvitationEnded,
    /// The same error for a wrong name and a wrong password, so that nobody learns which names exist.
    #[error("wrong name or password")]
    WrongPassword,
    /// The password is right, but an admin has blocked the account.
    #[error("this account is blocked")]
    Blocked,
    /// Too many passwords are waiting to be checked.
    #[error(transparent)]
    Busy(#[from] HashingBusy),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Creates an account with a password. `source` is the client's address. An invitation is used up together with the
/// account's creation.
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
    // The store decides whether the name is taken; asking first saves the hashing.
    if store.account(&PlayerId::account(name.as_str())).await?.is_some() {
        return Err(AccountError::Taken(name));
    }
    let password = Some(passwords.hash(source, password).await?);
    let new = NewAccount { name: name.clone(), password, title: None, roles: Roles::NONE };
    let Some(invitation) = invitation else { return make(store, now, new).await };
    match store.add_invited_account(invitation.hash, new, now).await? {
        InvitedAccount::Created => Ok(PlayerId::account(name.as_str())),
        InvitedAccount::NameTaken => Err(AccountError::Taken(name)),
        InvitedAccount::InvitationEnded => Err(AccountError::InvitationEnded),
    }
}

/// Creates an account; the store decides whether the name is still free.
pub async fn make(store: &Store, now: Timestamp, account: NewAccount) -> Result<PlayerId, AccountError> {
    let (id, name) = (PlayerId::account(account.name.as_str()), account.name.clone());
    if store.add_account(account, now).await? { Ok(id) } else { Err(AccountError::Taken(name)) }
}

/// The account with this name and password. `source` is the client's address.
pub async fn log_in(
    store: &Store,
    passwords: &Passwords,
    source: &str,
    name: &str,
    password: String,
) -> Result<PlayerId, AccountError> {
    let id = UserName::parse(name).ok().map(|name| PlayerId::account(name.as_str()));
    // A text that is too long was never accepted as a password and is not worth hashing.
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

/// Sets a new password with a link from an admin, and ends the account's sessions. Returns whether the link was still
/// valid: it works once, even if it is used twice at the same moment. `source` is the client's address.
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

/// Changes an account's password; the current one is required. `source` is the client's address.
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
