//! Players without an account.

use crate::app::App;
use crate::identity::person::Person;
use crate::ids::PlayerId;
use crate::lobby::meeting;
use crate::rooms::inbox::{EndedSessions, Notice};
use crate::store::StoreError;

/// A guest has opened an account: games that are on and challenges that nobody has answered are the account's now.
pub async fn succeed(app: &App, guest: &PlayerId, account: &Person) -> Result<(), StoreError> {
    app.store.add_successor(guest, &account.id).await?;
    app.rooms.hand_over(guest, &account.id);
    for own in app.lobby.challenges.hand_over(guest, account) {
        // Nobody plays against themselves.
        if let Err(error) = meeting::cancel(app, own, &account.id).await {
            tracing::debug!(challenge = %own, %error, "a challenge to oneself is gone already");
        }
    }
    // Pages of the guest come back as somebody else.
    app.inboxes.tell(guest, &Notice::LoggedOut(EndedSessions::All));
    Ok(())
}

/// Somebody who came without a name and gets one: `Guest 7f3a`.
pub async fn make(app: &App) -> Result<Person, StoreError> {
    let guest = Person {
        id: PlayerId::random_guest(),
        name: format!("Guest {:04x}", rand::random::<u16>()),
        title: None,
    };
    app.store.add_guest(&guest, app.clock.now()).await?;
    Ok(guest)
}
