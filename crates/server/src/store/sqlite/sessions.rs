//! Guests and browser sessions in the database.

use super::accounts::{millis, moment};
use super::{Store, StoreError};
use crate::identity::Person;
use crate::identity::roles::Roles;
use crate::identity::secret::SecretHash;
use crate::ids::PlayerId;
use game::Timestamp;
use rusqlite::{OptionalExtension, params};

impl Store {
    pub async fn add_guest(&self, guest: &Person, now: Timestamp) -> Result<(), StoreError> {
        let guest = guest.clone();
        self.write(move |db| {
            let insert = "INSERT INTO players (id, name, title, created) VALUES (?1, ?2, NULL, ?3)";
            db.execute(insert, params![guest.id.as_str(), guest.name, millis(now)]).map(drop)
        })
        .await
    }

    /// The name and title of a player or guest.
    pub async fn person(&self, id: &PlayerId) -> Result<Option<Person>, StoreError> {
        let id = id.clone();
        self.read(move |db| {
            let mut one = db.prepare_cached("SELECT name, title FROM players WHERE id = ?1")?;
            let person = |row: &rusqlite::Row<'_>| {
                Ok(Person { id: id.clone(), name: row.get(0)?, title: row.get(1)? })
            };
            one.query_row([id.as_str()], person).optional()
        })
        .await
    }

    /// The player of a session, the player's roles, and when the session was last used.
    pub async fn session(
        &self,
        session: SecretHash,
    ) -> Result<Option<(Person, Roles, Timestamp)>, StoreError> {
        self.read(move |db| {
            let mut one = db.prepare_cached(
                "SELECT p.id, p.name, p.title, coalesce(a.roles, ''), s.seen FROM sessions s \
                 JOIN players p ON p.id = s.player LEFT JOIN accounts a ON a.id = s.player WHERE s.hash = ?1",
            )?;
            one.query_row([session], |row| {
                let id = PlayerId::stored(&row.get::<_, String>(0)?);
                let person = Person { id, name: row.get(1)?, title: row.get(2)? };
                Ok((person, Roles::parse(&row.get::<_, String>(3)?), moment(row.get(4)?)))
            })
            .optional()
        })
        .await
    }

    pub async fn add_session(
        &self,
        session: SecretHash,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let player = player.clone();
        self.write(move |db| {
            let insert = "INSERT INTO sessions (hash, player, created, seen) VALUES (?1, ?2, ?3, ?3)";
            db.execute(insert, params![session, player.as_str(), millis(now)]).map(drop)
        })
        .await
    }

    /// Records that a session was used.
    pub async fn note_session(&self, session: SecretHash, now: Timestamp) -> Result<(), StoreError> {
        self.write(move |db| {
            let update = "UPDATE sessions SET seen = ?2 WHERE hash = ?1";
            db.execute(update, params![session, millis(now)]).map(drop)
        })
        .await
    }

    pub async fn remove_session(&self, session: SecretHash) -> Result<(), StoreError> {
        self.write(move |db| db.execute("DELETE FROM sessions WHERE hash = ?1", [session]).map(drop)).await
    }

    /// Ends all sessions of a player.
    pub async fn remove_sessions(&self, player: &PlayerId) -> Result<(), StoreError> {
        let player = player.clone();
        self.write(move |db| {
            db.execute("DELETE FROM sessions WHERE player = ?1", [player.as_str()]).map(drop)
        })
        .await
    }

    /// Ends all sessions of a player except this one.
    pub async fn remove_other_sessions(&self, player: &PlayerId, kept: SecretHash) -> Result<(), StoreError> {
        let player = player.clone();
        self.write(move |db| {
            let delete = "DELETE FROM sessions WHERE player = ?1 AND hash <> ?2";
            db.execute(delete, params![player.as_str(), kept]).map(drop)
        })
        .await
    }
}
