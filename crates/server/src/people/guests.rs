//! Players without an account.

use super::person::Person;
use crate::app::App;
use crate::ids::PlayerId;
use crate::store::StoreError;

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
