//! Players without an account.

use crate::identity::person::Person;
use crate::ids::PlayerId;
use crate::lobby::Lobby;
use crate::rooms::Rooms;
use crate::rooms::inbox::{EndedSessions, Inboxes, Notification};
use crate::store::{Store, StoreError};
use game::Timestamp;

/// Transfers a guest's live games and open challenges to the account that the guest logged in to.
pub(crate) async fn succeed(
    (store, rooms, lobby, inboxes): (&Store, &Rooms, &Lobby, &Inboxes),
    guest: &PlayerId,
    account: &Person,
) -> Result<(), StoreError> {
    store.add_successor(guest, &account.id).await?;
    rooms.hand_over(guest, &account.id);
    for own in lobby.challenges.hand_over(guest, account) {
        // Players cannot challenge themselves.
        if let Err(error) = lobby.cancel(own, &account.id).await {
            tracing::debug!(challenge = %own, %error, "a challenge to oneself is already gone");
        }
    }
    // The guest's pages reconnect as the account.
    inboxes.tell(guest, &Notification::LoggedOut(EndedSessions::All));
    Ok(())
}

/// Creates a guest with a name such as `Guest 7f3a`.
pub async fn make(store: &Store, now: Timestamp) -> Result<Person, StoreError> {
    let guest = Person {
        id: PlayerId::random_guest(),
        name: format!("Guest {:04x}", rand::random::<u16>()),
        title: None,
    };
    store.add_guest(&guest, now).await?;
    Ok(guest)
}
