//! Access tokens: what a program uses instead of a password.

use crate::identity::scopes::Scopes;
use crate::identity::secret::Secret;
use crate::ids::PlayerId;
pub use crate::store::Token;
use crate::store::{Store, StoreError};
use game::{Duration, Timestamp};

/// The prefix of personal tokens.
pub const PERSONAL: &str = "lip_";
/// The prefix of tokens issued to applications.
pub const APPLICATION: &str = "lio_";
/// The lifetime of an application's token: a year.
pub const APPLICATION_LIFETIME: Duration = Duration::from_seconds(31_536_000);
/// The most tokens of one account.
pub const MAX_TOKENS: usize = 100;

/// Creates a token. The secret is returned now and never shown again.
pub async fn make(
    store: &Store,
    now: Timestamp,
    prefix: &str,
    (player, scopes, description): (PlayerId, Scopes, String),
    expires: Option<Timestamp>,
) -> Result<Secret, StoreError> {
    let secret = Secret::new(prefix);
    let token = Token { hash: secret.hash(), player, scopes, description, created: now, expires };
    store.add_token(token).await?;
    Ok(secret)
}

/// Whether an account may have another token. Expired ones are removed first.
pub async fn has_room(store: &Store, now: Timestamp, player: &PlayerId) -> Result<bool, StoreError> {
    store.remove_ended_tokens(player, now).await?;
    Ok(store.tokens(player).await?.len() < MAX_TOKENS)
}

/// Creates a token for an application. If the account has reached the limit, the oldest application's token is
/// revoked; `None` if all tokens are personal.
pub async fn make_for_application(
    store: &Store,
    now: Timestamp,
    token: (PlayerId, Scopes, String),
) -> Result<Option<Secret>, StoreError> {
    if !has_room(store, now, &token.0).await? {
        let tokens = store.tokens(&token.0).await?;
        let oldest = tokens.iter().filter(|token| token.expires.is_some()).min_by_key(|token| token.created);
        let Some(oldest) = oldest else { return Ok(None) };
        store.remove_token(&token.0, oldest.hash).await?;
    }
    make(store, now, APPLICATION, token, Some(now + APPLICATION_LIFETIME)).await.map(Some)
}

/// The valid token with this secret, if any.
pub async fn find(store: &Store, now: Timestamp, text: &str) -> Result<Option<Token>, StoreError> {
    let Some(secret) = Secret::parse(text) else { return Ok(None) };
    let token = store.token(secret.hash()).await?;
    Ok(token.filter(|token| token.is_good(now)))
}
