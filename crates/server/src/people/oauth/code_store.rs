//! Storage of codes: in memory, or in the database if several nodes share one, because an application may exchange its
//! code on another node than the one that issued it.

use super::codes::{BadCode, CODE_LIFETIME, Codes, Grant, MAX_CODES, PREFIX, TokenRequest};
use super::pkce::CodeChallenge;
use crate::identity::scopes::Scopes;
use crate::identity::secret::{Secret, SecretHash};
use crate::ids::PlayerId;
use crate::store::{Store, StoreError, UsedCode};
use game::Timestamp;
use serde::{Deserialize, Serialize};

/// The stored form of a grant.
#[derive(Serialize, Deserialize)]
struct StoredGrant {
    player: String,
    client_id: String,
    scopes: String,
    redirect: String,
    challenge: String,
}

impl Grant {
    fn stored(&self) -> StoredGrant {
        StoredGrant {
            player: self.player.to_string(),
            client_id: self.client_id.clone(),
            scopes: self.scopes.to_string(),
            redirect: self.redirect.clone(),
            challenge: self.challenge.text(),
        }
    }
}

impl StoredGrant {
    /// `None` if a newer version wrote something unknown.
    fn grant(self) -> Option<Grant> {
        Some(Grant {
            player: PlayerId::stored(&self.player),
            client_id: self.client_id,
            scopes: Scopes::parse(&self.scopes).ok()?,
            redirect: self.redirect,
            challenge: CodeChallenge::parse(&self.challenge)?,
        })
    }
}

/// Issues a code for what a user has approved.
pub async fn issue(store: &Store, codes: &Codes, now: Timestamp, grant: Grant) -> Result<Secret, StoreError> {
    let Some(shared) = store.shared() else { return Ok(codes.issue(now, grant)) };
    let secret = Secret::new(PREFIX);
    let request = serde_json::to_string(&grant.stored()).expect("texts are JSON");
    let max = u32::try_from(MAX_CODES).unwrap_or(u32::MAX);
    shared.add_code(secret.hash(), &grant.player, now + CODE_LIFETIME, request, max).await?;
    Ok(secret)
}

/// Exchanges a code for its grant. The code is invalid afterwards, whatever the outcome.
pub async fn redeem(
    store: &Store,
    codes: &Codes,
    now: Timestamp,
    request: &TokenRequest<'_>,
) -> Result<Result<Grant, BadCode>, StoreError> {
    let Some(shared) = store.shared() else { return Ok(codes.redeem(now, request)) };
    let Some(secret) = Secret::parse(request.code) else { return Ok(Err(BadCode::Unknown)) };
    Ok(match shared.use_code(secret.hash(), now).await? {
        None => Err(BadCode::Unknown),
        Some(UsedCode::Again(token)) => Err(BadCode::Used(token)),
        Some(UsedCode::First(stored)) => {
            let grant = serde_json::from_str::<StoredGrant>(&stored).ok().and_then(StoredGrant::grant);
            grant.ok_or(BadCode::Unknown).and_then(|grant| grant.check(request))
        }
    })
}

/// Records the token issued for a code; it is revoked if the code is used again.
pub async fn record_token(
    store: &Store,
    codes: &Codes,
    code: &str,
    player: &PlayerId,
    token: SecretHash,
) -> Result<(), StoreError> {
    let Some(shared) = store.shared() else {
        codes.record_token(code, player, token);
        return Ok(());
    };
    match Secret::parse(code) {
        Some(secret) => shared.code_led_to(secret.hash(), token).await,
        None => Ok(()),
    }
}
