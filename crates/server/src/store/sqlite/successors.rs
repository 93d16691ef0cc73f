//! Guests who have opened an account, in the database.

use super::{Store, StoreError};
use crate::ids::PlayerId;
use rusqlite::{OptionalExtension, params};
use std::collections::{HashMap, HashSet};

impl Store {
    /// Hands everything a guest has over to an account: seats and open challenges.
    pub async fn add_successor(&self, guest: &PlayerId, account: &PlayerId) -> Result<(), StoreError> {
        let (guest, account) = (guest.clone(), account.clone());
        self.write(move |db| {
            let names = params![guest.as_str(), account.as_str()];
            db.execute("INSERT OR REPLACE INTO successors (guest, account) VALUES (?1, ?2)", names)?;
            db.execute("UPDATE challenges SET challenger = ?2 WHERE challenger = ?1", names).map(drop)
        })
        .await
    }

    /// The account that a guest has opened.
    pub async fn successor(&self, guest: &PlayerId) -> Result<Option<PlayerId>, StoreError> {
        let guest = guest.clone();
        self.read(move |db| {
            let mut one = db.prepare_cached("SELECT account FROM successors WHERE guest = ?1")?;
            let found = one.query_row([guest.as_str()], |row| row.get::<_, String>(0)).optional()?;
            Ok(found.map(|account| PlayerId::stored(&account)))
        })
        .await
    }

    /// The accounts that these guests have opened.
    pub async fn successors(
        &self,
        guests: HashSet<PlayerId>,
    ) -> Result<HashMap<PlayerId, PlayerId>, StoreError> {
        self.read(move |db| {
            let mut all = db.prepare("SELECT guest, account FROM successors")?;
            let pairs = all.query_map([], |row| {
                let (guest, account) = (row.get::<_, String>(0)?, row.get::<_, String>(1)?);
                Ok((PlayerId::stored(&guest), PlayerId::stored(&account)))
            })?;
            pairs.filter(|pair| pair.as_ref().map_or(true, |(guest, _)| guests.contains(guest))).collect()
        })
        .await
    }
}
