//! Players without an account.

use crate::identity::person::Person;
use crate::ids::PlayerId;
use crate::lobby::Lobby;
use crate::rooms::Rooms;
use crate::rooms::inbox::{EndedSessions, Inboxes, Notification};
use crate::store::{Store, StoreError};
use game::Timestamp;

/// A guest has opened an account: games in progress and challenges that nobody has answered are the account's now.
pub async fn succeed(
    (store, rooms, lobby, inboxes): (&Store, &Rooms, &Lobby, &Inboxes),
    guest: &PlayerId,
    account: &Person,
) -> Result<(), StoreError> {
    store.add_successor(guest, &account.id).await?;
    rooms.hand_over(guest, &account.id);
    for own in lobby.challenges.hand_over(guest, account) {
        // Nobody plays against themselves.
        if let Err(error) = lobby.cancel(own, &account.id).await {
            tracing::debug!(challenge = %own, %error, "a challenge to oneself is gone already");
        }
    }
    // Pages of the guest come back as somebody else.
    inboxes.tell(guest, &Notification::LoggedOut(EndedSessions::All));
    Ok(())
}

/// Somebody who came without a name and gets one: `Guest 7f3a`.
pub async fn make(store: &Store, now: Timestamp) -> Result<Person, StoreError> {
    let guest = Person {
        id: PlayerId::random_guest(),
        name: format!("Guest {:04x}", rand::random::<u16>()),
        title: None,
    };
    store.add_guest(&guest, now).await?;
    Ok(guest)
}
