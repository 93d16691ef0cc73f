//! Data for running a club: settings, the status of accounts, entry links, and append-only logs.

use super::accounts::{INSERT_ACCOUNT, account};
use super::{Store, StoreError, damaged, millis, moment};
use crate::identity::Person;
use crate::identity::name::UserName;
use crate::identity::secret::SecretHash;
use crate::ids::PlayerId;
use crate::store::{
    Account, AccountStatus, EntryKind, EntryLink, InvitedAccount, LogKind, NewAccount, Record,
};
use game::Timestamp;
use tokio_postgres::Row;

/// How many times a record without a given number is tried when other nodes are faster.
const MAX_ATTEMPTS: u32 = 20;
const USE_LINK: &str = "UPDATE entry_links SET uses = uses - 1 \
    WHERE hash = $1 AND expires > $2 AND (uses IS NULL OR uses > 0)";
const DELETE_USED_LINKS: &str = "DELETE FROM entry_links WHERE uses <= 0";

impl Store {
    /// The settings of the server as JSON; none if they have never been changed.
    pub async fn settings(&self) -> Result<Option<String>, StoreError> {
        let row = self.query_opt("SELECT value FROM settings WHERE \"only\" = 1", &[]).await?;
        Ok(row.map(|row| row.get(0)))
    }

    pub async fn save_settings(&self, value: String) -> Result<(), StoreError> {
        let sql = "INSERT INTO settings (\"only\", value) VALUES (1, $1) ON CONFLICT (\"only\") DO UPDATE SET value = EXCLUDED.value";
        self.execute(sql, &[&value]).await.map(drop)
    }

    /// Accounts whose name or real name contains a text, ordered by name. An empty text matches all.
    pub async fn search_accounts(&self, text: &str, limit: u32) -> Result<Vec<Account>, StoreError> {
        let sql = select_accounts!(
            "WHERE $1 = '' OR strpos(p.id, $1) > 0 OR strpos(lower(p.name), $1) > 0 \
             OR strpos(lower(coalesce(a.real_name, '')), $1) > 0 ORDER BY p.id COLLATE \"C\" LIMIT $2"
        );
        let rows = self.query(sql, &[&text.to_lowercase(), &i64::from(limit)]).await?;
        Ok(rows.iter().map(account).collect())
    }

    /// Blocks, closes or reopens an account. A closed account keeps neither its password nor its tokens.
    pub async fn set_status(&self, id: &PlayerId, status: AccountStatus) -> Result<(), StoreError> {
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        let update = "UPDATE accounts SET status = $2 WHERE id = $1";
        transaction.execute(update, &[&id.as_str(), &status.as_str()]).await?;
        if status != AccountStatus::Active {
            transaction.execute("DELETE FROM sessions WHERE player = $1", &[&id.as_str()]).await?;
            transaction.execute("DELETE FROM entry_links WHERE player = $1", &[&id.as_str()]).await?;
        }
        if status == AccountStatus::Closed {
            let update = "UPDATE accounts SET password = NULL, real_name = NULL WHERE id = $1";
            transaction.execute(update, &[&id.as_str()]).await?;
            transaction.execute("DELETE FROM tokens WHERE player = $1", &[&id.as_str()]).await?;
        }
        Ok(transaction.commit().await?)
    }

    pub async fn set_muted(&self, id: &PlayerId, muted: bool) -> Result<(), StoreError> {
        self.execute("UPDATE accounts SET muted = $2 WHERE id = $1", &[&id.as_str(), &muted]).await.map(drop)
    }

    /// Sets the name that the person has outside the server.
    pub async fn set_real_name(&self, id: &PlayerId, name: Option<String>) -> Result<(), StoreError> {
        self.execute("UPDATE accounts SET real_name = $2 WHERE id = $1", &[&id.as_str(), &name])
            .await
            .map(drop)
    }

    /// Renames an account; returns whether the name was free. Earlier names still lead to the account.
    pub async fn rename_account(&self, id: &PlayerId, name: &UserName) -> Result<bool, StoreError> {
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        let new = name.id();
        let taken = "SELECT count(*) FROM (SELECT id FROM accounts WHERE id = $1 AND id <> $2 \
            UNION ALL SELECT id FROM renamed WHERE name = $1 AND id <> $2) o";
        let owners: i64 = transaction.query_one(taken, &[&new.as_str(), &id.as_str()]).await?.get(0);
        if owners > 0 {
            return Ok(false);
        }
        if new.as_str() != id.as_str() {
            // If two accounts take the same name at the same time, the second one finds it taken.
            let insert = "INSERT INTO renamed (name, id) VALUES ($1, $2) \
                ON CONFLICT (name) DO UPDATE SET id = renamed.id WHERE renamed.id = EXCLUDED.id RETURNING id";
            if transaction.query_opt(insert, &[&new.as_str(), &id.as_str()]).await?.is_none() {
                return Ok(false);
            }
        }
        let update = "UPDATE players SET name = $2 WHERE id = $1";
        let renamed = transaction.execute(update, &[&id.as_str(), &name.as_str()]).await? > 0;
        transaction.commit().await?;
        Ok(renamed)
    }

    /// Whether either of two players has blocked the other.
    pub async fn is_blocked(&self, one: &PlayerId, other: &PlayerId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM blocks WHERE (player = $1 AND blocked = $2) OR (player = $2 AND blocked = $1) LIMIT 1";
        Ok(self.query_opt(sql, &[&one.as_str(), &other.as_str()]).await?.is_some())
    }

    /// Blocks a player for another one, or lifts the block.
    pub async fn set_block(&self, player: &PlayerId, other: &PlayerId, on: bool) -> Result<(), StoreError> {
        let sql = if on {
            "INSERT INTO blocks (player, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM blocks WHERE player = $1 AND blocked = $2"
        };
        self.execute(sql, &[&player.as_str(), &other.as_str()]).await.map(drop)
    }

    /// The players whom a player has blocked, ordered by name.
    pub async fn blocks(&self, player: &PlayerId) -> Result<Vec<Person>, StoreError> {
        let sql = "SELECT p.id, p.name, p.title FROM blocks b JOIN players p ON p.id = b.blocked \
            WHERE b.player = $1 ORDER BY p.id COLLATE \"C\"";
        let rows = self.query(sql, &[&player.as_str()]).await?;
        let person =
            |row: &Row| Person { id: PlayerId::stored(row.get(0)), name: row.get(1), title: row.get(2) };
        Ok(rows.iter().map(person).collect())
    }

    /// Stores an entry link, and deletes those that have expired.
    pub async fn add_entry_link(&self, link: EntryLink) -> Result<(), StoreError> {
        self.execute("DELETE FROM entry_links WHERE expires <= $1", &[&millis(link.created)]).await?;
        let sql = "INSERT INTO entry_links (hash, kind, player, created, expires, uses) VALUES ($1, $2, $3, $4, $5, $6)";
        let player = link.player.as_ref().map(PlayerId::as_str);
        let uses = link.uses.map(|uses| i32::try_from(uses).unwrap_or(i32::MAX));
        let (created, expires) = (millis(link.created), millis(link.expires));
        self.execute(sql, &[&link.hash.as_slice(), &link.kind.name(), &player, &created, &expires, &uses])
            .await
            .map(drop)
    }

    /// An entry link, if it can be used at this moment.
    pub async fn entry_link(
        &self,
        hash: SecretHash,
        now: Timestamp,
    ) -> Result<Option<EntryLink>, StoreError> {
        let sql = "SELECT hash, kind, player, created, expires, uses FROM entry_links WHERE hash = $1 AND expires > $2";
        let row = self.query_opt(sql, &[&hash.as_slice(), &millis(now)]).await?;
        row.as_ref().map(entry_link).transpose().map(Option::flatten)
    }

    /// Uses an entry link once; returns whether it was valid.
    pub async fn use_entry_link(&self, hash: SecretHash, now: Timestamp) -> Result<bool, StoreError> {
        let used = self.execute(USE_LINK, &[&hash.as_slice(), &millis(now)]).await? > 0;
        self.execute(DELETE_USED_LINKS, &[]).await?;
        Ok(used)
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
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        // Of two concurrent requests the second waits here for the first, and then finds the link used up.
        if transaction.execute(USE_LINK, &[&link.as_slice(), &millis(now)]).await? == 0 {
            return Ok(false);
        }
        transaction.execute(DELETE_USED_LINKS, &[]).await?;
        let update = "UPDATE accounts SET password = $2 WHERE id = $1";
        transaction.execute(update, &[&id.as_str(), &hash]).await?;
        transaction.execute("DELETE FROM sessions WHERE player = $1", &[&id.as_str()]).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Creates an account with an invitation, which is used only if the account is created.
    pub async fn add_invited_account(
        &self,
        invitation: SecretHash,
        new: NewAccount,
        now: Timestamp,
    ) -> Result<InvitedAccount, StoreError> {
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        if transaction.execute(USE_LINK, &[&invitation.as_slice(), &millis(now)]).await? == 0 {
            return Ok(InvitedAccount::InvitationEnded);
        }
        let (id, now, roles) = (new.name.id(), millis(now), new.roles.to_string());
        let values: super::Values<'_> =
            &[&id.as_str(), &new.password, &roles, &now, &new.name.as_str(), &new.title];
        if transaction.execute(INSERT_ACCOUNT, values).await? == 0 {
            // The transaction is rolled back, so the invitation is not used.
            return Ok(InvitedAccount::NameTaken);
        }
        transaction.execute(DELETE_USED_LINKS, &[]).await?;
        transaction.commit().await?;
        Ok(InvitedAccount::Created)
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
        // If two nodes append the same number, the primary key admits only one of them.
        let sql = "INSERT INTO records (kind, id, seq, at, payload) SELECT $1, $2, $3, $4, $5 \
            WHERE $3 = 1 + (SELECT coalesce(max(seq), 0) FROM records WHERE kind = $1 AND id = $2) \
            ON CONFLICT DO NOTHING";
        let seq = i64::try_from(seq).unwrap_or(i64::MAX);
        Ok(self.execute(sql, &[&kind.name(), &id, &seq, &millis(at), &payload]).await? > 0)
    }

    /// Appends a record to the one log of a kind that has no separate logs, such as the audit log.
    pub async fn note(&self, kind: LogKind, at: Timestamp, payload: String) -> Result<(), StoreError> {
        let sql = "INSERT INTO records (kind, id, seq, at, payload) SELECT $1, '', \
            1 + (SELECT coalesce(max(seq), 0) FROM records WHERE kind = $1 AND id = ''), $2, $3 ON CONFLICT DO NOTHING";
        for _ in 0..MAX_ATTEMPTS {
            if self.execute(sql, &[&kind.name(), &millis(at), &payload]).await? > 0 {
                return Ok(());
            }
        }
        Err(StoreError::Busy)
    }

    /// All records of a kind, in the order in which they were written.
    pub async fn records(&self, kind: LogKind) -> Result<Vec<Record>, StoreError> {
        let sql = "SELECT n, id, seq, at, payload FROM records WHERE kind = $1 ORDER BY n";
        Ok(self.query(sql, &[&kind.name()]).await?.iter().map(record).collect())
    }

    pub async fn count_records(&self, kind: LogKind) -> Result<u64, StoreError> {
        let row = self.query_opt("SELECT count(*) FROM records WHERE kind = $1", &[&kind.name()]).await?;
        Ok(row.map_or(0, |row| row.get::<_, i64>(0).unsigned_abs()))
    }

    /// The latest records of a kind, before the given number if there is one, the newest first.
    pub async fn latest_records(
        &self,
        kind: LogKind,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<Record>, StoreError> {
        let before = before.and_then(|n| i64::try_from(n).ok()).unwrap_or(i64::MAX);
        let sql =
            "SELECT n, id, seq, at, payload FROM records WHERE kind = $1 AND n < $2 ORDER BY n DESC LIMIT $3";
        let rows = self.query(sql, &[&kind.name(), &before, &i64::from(limit)]).await?;
        Ok(rows.iter().map(record).collect())
    }
}

/// A row as a link; none if a newer version wrote something that this one does not know.
fn entry_link(row: &Row) -> Result<Option<EntryLink>, StoreError> {
    let name: &str = row.get(1);
    let Some(kind) = EntryKind::ALL.into_iter().find(|known| known.name() == name) else { return Ok(None) };
    let hash: &[u8] = row.get(0);
    Ok(Some(EntryLink {
        hash: hash.try_into().map_err(|_| damaged("a link without its hash"))?,
        kind,
        player: row.get::<_, Option<&str>>(2).map(PlayerId::stored),
        created: moment(row.get(3)),
        expires: moment(row.get(4)),
        uses: row.get::<_, Option<i32>>(5).and_then(|uses| u32::try_from(uses).ok()),
    }))
}

fn record(row: &Row) -> Record {
    Record {
        n: row.get::<_, i64>(0).cast_unsigned(),
        id: row.get(1),
        seq: row.get::<_, i64>(2).cast_unsigned(),
        at: moment(row.get(3)),
        payload: row.get(4),
    }
}
