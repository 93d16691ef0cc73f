//! Where codes are kept: in memory, or in the database where several nodes share it, because an application may change its
//! code on another node than the one that gave it out.

use super::codes::{BadCode, Codes, Grant, LIFE, MAX_CODES, PREFIX, Shown};
use super::pkce::CodeChallenge;
use crate::identity::scopes::Scopes;
use crate::identity::secret::{Secret, SecretHash};
use crate::ids::PlayerId;
use crate::store::{Store, StoreError, UsedCode};
use game::Timestamp;
use serde::{Deserialize, Serialize};

/// A grant as the database has it.
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
    /// None if a newer version wrote what this one does not know.
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

/// A code for what a user has said yes to.
pub async fn issue(store: &Store, codes: &Codes, now: Timestamp, grant: Grant) -> Result<Secret, StoreError> {
    let Some(shared) = store.shared() else { return Ok(codes.issue(now, grant)) };
    let secret = Secret::new(PREFIX);
    let request = serde_json::to_string(&grant.stored()).expect("texts are JSON");
    let most = u32::try_from(MAX_CODES).unwrap_or(u32::MAX);
    shared.add_code(secret.hash(), &grant.player, now + LIFE, request, most).await?;
    Ok(secret)
}

/// What a code stands for. Whatever the answer is, it is good no more.
pub async fn redeem(
    store: &Store,
    codes: &Codes,
    now: Timestamp,
    shown: &Shown<'_>,
) -> Result<Result<Grant, BadCode>, StoreError> {
    let Some(shared) = store.shared() else { return Ok(codes.redeem(now, shown)) };
    let Some(secret) = Secret::parse(shown.code) else { return Ok(Err(BadCode::Unknown)) };
    Ok(match shared.use_code(secret.hash(), now).await? {
        None => Err(BadCode::Unknown),
        Some(UsedCode::Again(token)) => Err(BadCode::Used(token)),
        Some(UsedCode::First(request)) => {
            let grant = serde_json::from_str::<StoredGrant>(&request).ok().and_then(StoredGrant::grant);
            grant.ok_or(BadCode::Unknown).and_then(|grant| grant.shown(shown))
        }
    })
}

/// The token that a code has led to, which ends if the code is shown again.
pub async fn led_to(
    store: &Store,
    codes: &Codes,
    code: &str,
    player: &PlayerId,
    token: SecretHash,
) -> Result<(), StoreError> {
    let Some(shared) = store.shared() else {
        codes.led_to(code, player, token);
        return Ok(());
    };
    match Secret::parse(code) {
        Some(secret) => shared.code_led_to(secret.hash(), token).await,
        None => Ok(()),
    }
}
