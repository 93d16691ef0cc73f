//! Guests who have opened an account, in the database.

use super::{Store, StoreError};
use crate::ids::PlayerId;
use std::collections::{HashMap, HashSet};

impl Store {
    /// Hands everything a guest has over to an account: seats and open challenges.
    pub async fn add_successor(&self, guest: &PlayerId, account: &PlayerId) -> Result<(), StoreError> {
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        let names: super::Values<'_> = &[&guest.as_str(), &account.as_str()];
        for sql in [
            "INSERT INTO successors (guest, account) VALUES ($1, $2) \
             ON CONFLICT (guest) DO UPDATE SET account = EXCLUDED.account",
            "UPDATE challenges SET challenger = $2, changed = now_ms() WHERE challenger = $1",
            // Nobody plays against themselves: such a seat stays with the guest.
            "UPDATE game_live SET white = $2 WHERE white = $1 AND black IS DISTINCT FROM $2",
            "UPDATE game_live SET black = $2 WHERE black = $1 AND white IS DISTINCT FROM $2",
        ] {
            transaction.execute(sql, names).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// The account that a guest has opened.
    pub async fn successor(&self, guest: &PlayerId) -> Result<Option<PlayerId>, StoreError> {
        let sql = "SELECT account FROM successors WHERE guest = $1";
        let row = self.query_opt(sql, &[&guest.as_str()]).await?;
        Ok(row.map(|row| PlayerId::stored(row.get(0))))
    }

    /// The accounts that these guests have opened.
    pub async fn successors(
        &self,
        guests: HashSet<PlayerId>,
    ) -> Result<HashMap<PlayerId, PlayerId>, StoreError> {
        let names: Vec<&str> = guests.iter().map(PlayerId::as_str).collect();
        let sql = "SELECT guest, account FROM successors WHERE guest = ANY ($1)";
        let rows = self.query(sql, &[&names]).await?;
        Ok(rows.iter().map(|row| (PlayerId::stored(row.get(0)), PlayerId::stored(row.get(1)))).collect())
    }
}
