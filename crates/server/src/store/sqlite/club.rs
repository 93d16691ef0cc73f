//! Data for running a club: settings, the status of accounts, entry links, and append-only logs.

use super::accounts::{account, insert_account, millis, moment};
use super::{Store, StoreError};
use crate::identity::Person;
use crate::identity::name::UserName;
use crate::identity::secret::SecretHash;
use crate::ids::PlayerId;
use crate::store::{
    Account, AccountStatus, EntryKind, EntryLink, InvitedAccount, LogKind, NewAccount, Record,
};
use game::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};

impl Store {
    /// The settings of the server as JSON; none if they have never been changed.
    pub async fn settings(&self) -> Result<Option<String>, StoreError> {
        self.read(|db| {
            db.query_row("SELECT value FROM settings WHERE only = 1", [], |row| row.get(0)).optional()
        })
        .await
    }

    pub async fn save_settings(&self, value: String) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute("INSERT OR REPLACE INTO settings (only, value) VALUES (1, ?1)", [value]).map(drop)
        })
        .await
    }

    /// Accounts whose name or real name contains a text, ordered by name. An empty text matches all.
    pub async fn search_accounts(&self, text: &str, limit: u32) -> Result<Vec<Account>, StoreError> {
        let text = text.to_lowercase();
        self.read(move |db| {
            let select = select_accounts!(
                "WHERE ?1 = '' OR instr(p.id, ?1) > 0 OR instr(lower(p.name), ?1) > 0 \
                 OR instr(lower(coalesce(a.real_name, '')), ?1) > 0 ORDER BY p.id LIMIT ?2"
            );
            db.prepare(select)?.query_map(params![text, limit], account)?.collect()
        })
        .await
    }

    /// Blocks, closes or reopens an account. A closed account keeps neither its password nor its tokens.
    pub async fn set_status(&self, id: &PlayerId, status: AccountStatus) -> Result<(), StoreError> {
        let id = id.clone();
        self.write(move |db| {
            let update = "UPDATE accounts SET status = ?2 WHERE id = ?1";
            db.execute(update, params![id.as_str(), status.as_str()])?;
            if status != AccountStatus::Active {
                db.execute("DELETE FROM sessions WHERE player = ?1", [id.as_str()])?;
                db.execute("DELETE FROM entry_links WHERE player = ?1", [id.as_str()])?;
            }
            if status == AccountStatus::Closed {
                db.execute(
                    "UPDATE accounts SET password = NULL, real_name = NULL WHERE id = ?1",
                    [id.as_str()],
                )?;
                db.execute("DELETE FROM tokens WHERE player = ?1", [id.as_str()])?;
            }
            Ok(())
        })
        .await
    }

    pub async fn set_muted(&self, id: &PlayerId, muted: bool) -> Result<(), StoreError> {
        let id = id.clone();
        self.write(move |db| {
            let update = "UPDATE accounts SET muted = ?2 WHERE id = ?1";
            db.execute(update, params![id.as_str(), muted]).map(drop)
        })
        .await
    }

    /// Sets the name that the person has outside the server.
    pub async fn set_real_name(&self, id: &PlayerId, name: Option<String>) -> Result<(), StoreError> {
        let id = id.clone();
        self.write(move |db| {
            let update = "UPDATE accounts SET real_name = ?2 WHERE id = ?1";
            db.execute(update, params![id.as_str(), name]).map(drop)
        })
        .await
    }

    /// Renames an account; returns whether the name was free. Earlier names still lead to the account.
    pub async fn rename_account(&self, id: &PlayerId, name: &UserName) -> Result<bool, StoreError> {
        let (id, name) = (id.clone(), name.clone());
        self.write(move |db| {
            let taken = "SELECT count(*) FROM (SELECT id FROM accounts WHERE id = ?1 AND id <> ?2 \
                UNION ALL SELECT id FROM renamed WHERE name = ?1 AND id <> ?2)";
            let owners: i64 = db.query_row(taken, params![name.id(), id.as_str()], |row| row.get(0))?;
            if owners > 0 {
                return Ok(false);
            }
            if name.id() != id.as_str() {
                let insert = "INSERT OR IGNORE INTO renamed (name, id) VALUES (?1, ?2)";
                db.execute(insert, params![name.id(), id.as_str()])?;
            }
            let update = "UPDATE players SET name = ?2 WHERE id = ?1";
            Ok(db.execute(update, params![id.as_str(), name.as_str()])? > 0)
        })
        .await
    }

    /// Whether either of two players has blocked the other.
    pub async fn is_blocked(&self, one: &PlayerId, other: &PlayerId) -> Result<bool, StoreError> {
        let (one, other) = (one.clone(), other.clone());
        self.read(move |db| {
            let count = "SELECT count(*) FROM blocks \
                WHERE (player = ?1 AND blocked = ?2) OR (player = ?2 AND blocked = ?1)";
            let mut one_row = db.prepare_cached(count)?;
            let count: i64 = one_row.query_row([one.as_str(), other.as_str()], |row| row.get(0))?;
            Ok(count > 0)
        })
        .await
    }

    /// Blocks a player for another one, or lifts the block.
    pub async fn set_block(&self, player: &PlayerId, other: &PlayerId, on: bool) -> Result<(), StoreError> {
        let (player, other) = (player.clone(), other.clone());
        self.write(move |db| {
            let change = if on {
                "INSERT OR IGNORE INTO blocks (player, blocked) VALUES (?1, ?2)"
            } else {
                "DELETE FROM blocks WHERE player = ?1 AND blocked = ?2"
            };
            db.execute(change, [player.as_str(), other.as_str()]).map(drop)
        })
        .await
    }

    /// The players whom a player has blocked, ordered by name.
    pub async fn blocks(&self, player: &PlayerId) -> Result<Vec<Person>, StoreError> {
        let player = player.clone();
        self.read(move |db| {
            let select = "SELECT p.id, p.name, p.title FROM blocks b JOIN players p ON p.id = b.blocked \
                WHERE b.player = ?1 ORDER BY p.id";
            let person = |row: &Row<'_>| {
                let id = PlayerId::stored(&row.get::<_, String>(0)?);
                Ok(Person { id, name: row.get(1)?, title: row.get(2)? })
            };
            db.prepare(select)?.query_map([player.as_str()], person)?.collect()
        })
        .await
    }

    /// Stores an entry link, and deletes those that have expired.
    pub async fn add_entry_link(&self, link: EntryLink) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute("DELETE FROM entry_links WHERE expires <= ?1", [millis(link.created)])?;
            let insert = "INSERT INTO entry_links (hash, kind, player, created, expires, uses) \
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let player = link.player.as_ref().map(PlayerId::as_str);
            let (created, expires) = (millis(link.created), millis(link.expires));
            db.execute(insert, params![link.hash, link.kind.name(), player, created, expires, link.uses])
                .map(drop)
        })
        .await
    }

    /// An entry link, if it can be used at this moment.
    pub async fn entry_link(
        &self,
        hash: SecretHash,
        now: Timestamp,
    ) -> Result<Option<EntryLink>, StoreError> {
        self.read(move |db| {
            let select = "SELECT hash, kind, player, created, expires, uses FROM entry_links \
                WHERE hash = ?1 AND expires > ?2";
            Ok(db.query_row(select, params![hash, millis(now)], entry_link).optional()?.flatten())
        })
        .await
    }

    /// Uses an entry link once; returns whether it was valid.
    pub async fn use_entry_link(&self, hash: SecretHash, now: Timestamp) -> Result<bool, StoreError> {
        self.write(move |db| use_link(db, hash, now)).await
    }

    /// Uses a link to set the hash of an account's password and to end the account's sessions, atomically. Returns
    /// whether the link was valid.
    pub async fn reset_password(
        &self,
        link: SecretHash,
        id: &PlayerId,
        hash: String,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let id = id.clone();
        self.write(move |db| {
            if !use_link(db, link, now)? {
                return Ok(false);
            }
            db.execute("UPDATE accounts SET password = ?2 WHERE id = ?1", params![id.as_str(), hash])?;
            db.execute("DELETE FROM sessions WHERE player = ?1", [id.as_str()])?;
            Ok(true)
        })
        .await
    }

    /// Creates an account with an invitation, which is used only if the account is created.
    pub async fn add_invited_account(
        &self,
        invitation: SecretHash,
        new: NewAccount,
        now: Timestamp,
    ) -> Result<InvitedAccount, StoreError> {
        self.write(move |db| {
            let usable = "SELECT count(*) FROM entry_links WHERE hash = ?1 AND expires > ?2";
            if db.query_row(usable, params![invitation, millis(now)], |row| row.get::<_, i64>(0))? == 0 {
                return Ok(InvitedAccount::InvitationEnded);
            }
            if !insert_account(db, &new, now)? {
                return Ok(InvitedAccount::NameTaken);
            }
            use_link(db, invitation, now)?;
            Ok(InvitedAccount::Created)
        })
        .await
    }

    /// Appends a record to a log if `seq` is the number after its last record; returns whether it was.
    pub async fn append_record(
        &self,
        kind: LogKind,
        id: &str,
        seq: u64,
        at: Timestamp,
        payload: String,
    ) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.write(move |db| {
            let insert = "INSERT INTO records (kind, id, seq, at, payload) SELECT ?1, ?2, ?3, ?4, ?5 \
                WHERE ?3 = 1 + (SELECT coalesce(max(seq), 0) FROM records WHERE kind = ?1 AND id = ?2)";
            let seq = i64::try_from(seq).unwrap_or(i64::MAX);
            Ok(db.execute(insert, params![kind.name(), id, seq, millis(at), payload])? > 0)
        })
        .await
    }

    /// Appends a record to the one log of a kind that has no separate logs, such as the audit log.
    pub async fn note(&self, kind: LogKind, at: Timestamp, payload: String) -> Result<(), StoreError> {
        self.write(move |db| {
            let insert = "INSERT INTO records (kind, id, seq, at, payload) SELECT ?1, '', \
                1 + (SELECT coalesce(max(seq), 0) FROM records WHERE kind = ?1 AND id = ''), ?2, ?3";
            db.execute(insert, params![kind.name(), millis(at), payload]).map(drop)
        })
        .await
    }

    /// All records of a kind, in the order in which they were written.
    pub async fn records(&self, kind: LogKind) -> Result<Vec<Record>, StoreError> {
        self.read(move |db| {
            let select = "SELECT n, id, seq, at, payload FROM records WHERE kind = ?1 ORDER BY n";
            db.prepare(select)?.query_map([kind.name()], record)?.collect()
        })
        .await
    }

    /// The latest records of a kind, before the given number if there is one, the newest first.
    pub async fn latest_records(
        &self,
        kind: LogKind,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<Record>, StoreError> {
        let before = before.and_then(|n| i64::try_from(n).ok()).unwrap_or(i64::MAX);
        self.read(move |db| {
            let select = "SELECT n, id, seq, at, payload FROM records WHERE kind = ?1 AND n < ?2 \
                ORDER BY n DESC LIMIT ?3";
            db.prepare(select)?.query_map(params![kind.name(), before, limit], record)?.collect()
        })
        .await
    }
}

/// Uses an entry link once; returns whether it was valid.
fn use_link(db: &Connection, hash: SecretHash, now: Timestamp) -> rusqlite::Result<bool> {
    let update = "UPDATE entry_links SET uses = uses - 1 WHERE hash = ?1 AND expires > ?2";
    let used = db.execute(update, params![hash, millis(now)])? > 0;
    db.execute("DELETE FROM entry_links WHERE uses <= 0", [])?;
    Ok(used)
}

/// A row as a link; none if a newer version wrote something that this one does not know.
fn entry_link(row: &Row<'_>) -> rusqlite::Result<Option<EntryLink>> {
    let kind: String = row.get(1)?;
    let Some(kind) = EntryKind::ALL.into_iter().find(|known| known.name() == kind) else { return Ok(None) };
    Ok(Some(EntryLink {
        hash: row.get(0)?,
        kind,
        player: row.get::<_, Option<String>>(2)?.map(|id| PlayerId::stored(&id)),
        created: moment(row.get(3)?),
        expires: moment(row.get(4)?),
        uses: row.get(5)?,
    }))
}

fn record(row: &Row<'_>) -> rusqlite::Result<Record> {
    Ok(Record {
        n: row.get::<_, i64>(0)?.cast_unsigned(),
        id: row.get(1)?,
        seq: row.get::<_, i64>(2)?.cast_unsigned(),
        at: moment(row.get(3)?),
        payload: row.get(4)?,
    })
}
