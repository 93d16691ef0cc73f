//! Personal tokens: what a program shows instead of a password.

use crate::identity::scopes::Scopes;
use crate::identity::secret::Secret;
use crate::ids::PlayerId;
pub use crate::store::Token;
use crate::store::{Store, StoreError};
use game::{Duration, Timestamp};

/// How personal tokens begin.
pub const PERSONAL: &str = "lip_";
/// How the tokens of applications begin.
pub const APPLICATION: &str = "lio_";
/// How long those are good.
pub const YEAR: Duration = Duration::from_seconds(31_536_000);
/// How many tokens one account can have.
pub const MAX_TOKENS: usize = 100;

/// Makes a token. The secret is told now and never again.
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

/// Whether an account can have one more token. Those that have ended make room.
pub async fn has_room(store: &Store, now: Timestamp, player: &PlayerId) -> Result<bool, StoreError> {
    store.remove_ended_tokens(player, now).await?;
    Ok(store.tokens(player).await?.len() < MAX_TOKENS)
}

/// Makes the token of an application. Where an account has as many as it can, that application ends which was let in
/// first; none if all of them are personal.
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
    make(store, now, APPLICATION, token, Some(now + YEAR)).await.map(Some)
}

/// The token behind a text; none if there is no such token, or no more.
pub async fn find(store: &Store, now: Timestamp, text: &str) -> Result<Option<Token>, StoreError> {
    let Some(secret) = Secret::parse(text) else { return Ok(None) };
    let token = store.token(secret.hash()).await?;
    Ok(token.filter(|token| token.is_good(now)))
}
