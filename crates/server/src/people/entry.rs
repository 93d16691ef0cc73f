//! Entry links: to log in, to set a new password, to register.

use crate::identity::secret::Secret;
use crate::ids::PlayerId;
use crate::store::{EntryKind, EntryLink, Store, StoreError};
use game::{Duration, Timestamp};

/// The longest validity of a link, in days.
pub const MAX_DAYS: u32 = 366;
/// The validity of a link to set a new password, in days.
pub const RESET_DAYS: u32 = 7;
/// The most uses of one invitation.
pub const MAX_USES: u32 = 1000;

/// Creates a link. Returns its secret, which is never shown again, and when it expires.
pub async fn make(
    store: &Store,
    now: Timestamp,
    kind: EntryKind,
    player: Option<PlayerId>,
    (days, uses): (u32, Option<u32>),
) -> Result<(Secret, Timestamp), StoreError> {
    let secret = Secret::new("");
    let expires = now + Duration::from_seconds(u64::from(days.clamp(1, MAX_DAYS)) * 86_400);
    let link = EntryLink { hash: secret.hash(), kind, player, created: now, expires, uses };
    store.add_entry_link(link).await?;
    Ok((secret, expires))
}

/// The link with this secret, if it is valid now.
pub async fn find(store: &Store, now: Timestamp, text: &str) -> Result<Option<EntryLink>, StoreError> {
    match Secret::parse(text) {
        Some(secret) => store.entry_link(secret.hash(), now).await,
        None => Ok(None),
    }
}

/// The path of a link to log in or to set a password.
pub fn path(secret: &Secret) -> String {
    format!("/enter/{}", secret.reveal())
}

/// The path of an invitation to register.
pub fn invitation_path(secret: &Secret) -> String {
    format!("/login?invite={}", secret.reveal())
}
