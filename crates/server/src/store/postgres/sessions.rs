//! Guests and browser sessions in the database.

use super::{Store, StoreError, millis, moment};
use crate::identity::Person;
use crate::identity::roles::Roles;
use crate::identity::secret::SecretHash;
use crate::ids::PlayerId;
use game::Timestamp;

impl Store {
    pub async fn add_guest(&self, guest: &Person, now: Timestamp) -> Result<(), StoreError> {
        let sql = "INSERT INTO players (id, name, title, created) VALUES ($1, $2, NULL, $3)";
        self.execute(sql, &[&guest.id.as_str(), &guest.name, &millis(now)]).await.map(drop)
    }

    /// The name and title of a player or guest.
    pub async fn person(&self, id: &PlayerId) -> Result<Option<Person>, StoreError> {
        let row = self.query_opt("SELECT name, title FROM players WHERE id = $1", &[&id.as_str()]).await?;
        Ok(row.map(|row| Person { id: id.clone(), name: row.get(0), title: row.get(1) }))
    }

    /// The player of a session, the player's roles, and when the session was last used.
    pub async fn session(
        &self,
        session: SecretHash,
    ) -> Result<Option<(Person, Roles, Timestamp)>, StoreError> {
        let sql = "SELECT p.id, p.name, p.title, coalesce(a.roles, ''), s.seen FROM sessions s \
            JOIN players p ON p.id = s.player LEFT JOIN accounts a ON a.id = s.player WHERE s.hash = $1";
        let row = self.query_opt(sql, &[&session.as_slice()]).await?;
        Ok(row.map(|row| {
            let person = Person { id: PlayerId::stored(row.get(0)), name: row.get(1), title: row.get(2) };
            (person, Roles::parse(row.get(3)), moment(row.get(4)))
        }))
    }

    pub async fn add_session(
        &self,
        session: SecretHash,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO sessions (hash, player, created, seen) VALUES ($1, $2, $3, $3)";
        self.execute(sql, &[&session.as_slice(), &player.as_str(), &millis(now)]).await.map(drop)
    }

    /// Records that a session was used.
    pub async fn note_session(&self, session: SecretHash, now: Timestamp) -> Result<(), StoreError> {
        let sql = "UPDATE sessions SET seen = $2 WHERE hash = $1";
        self.execute(sql, &[&session.as_slice(), &millis(now)]).await.map(drop)
    }

    pub async fn remove_session(&self, session: SecretHash) -> Result<(), StoreError> {
        self.execute("DELETE FROM sessions WHERE hash = $1", &[&session.as_slice()]).await.map(drop)
    }

    /// Ends all sessions of a player.
    pub async fn remove_sessions(&self, player: &PlayerId) -> Result<(), StoreError> {
        self.execute("DELETE FROM sessions WHERE player = $1", &[&player.as_str()]).await.map(drop)
    }

    /// Ends all sessions of a player except this one.
    pub async fn remove_other_sessions(&self, player: &PlayerId, kept: SecretHash) -> Result<(), StoreError> {
        let sql = "DELETE FROM sessions WHERE player = $1 AND hash <> $2";
        self.execute(sql, &[&player.as_str(), &kept.as_slice()]).await.map(drop)
    }
}
