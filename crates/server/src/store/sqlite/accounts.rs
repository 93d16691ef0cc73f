//! Accounts and tokens in the database.

use super::{Store, StoreError};
use crate::identity::roles::Roles;
use crate::identity::scopes::Scopes;
use crate::identity::secret::SecretHash;
use crate::ids::PlayerId;
use crate::store::{Account, AccountStatus, NewAccount, Token};
use game::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};

impl Store {
    /// The account with this id, or with this name in lower case if it was renamed.
    pub async fn account(&self, id: &PlayerId) -> Result<Option<Account>, StoreError> {
        let id = id.clone();
        self.read(move |db| {
            let mut one = db.prepare_cached(select_accounts!(
                "WHERE a.id = coalesce((SELECT id FROM renamed WHERE name = ?1), ?1)"
            ))?;
            one.query_row([id.as_str()], account).optional()
        })
        .await
    }

    /// All accounts, ordered by id.
    pub async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        self.read(|db| db.prepare(select_accounts!("ORDER BY p.id"))?.query_map([], account)?.collect()).await
    }

    /// Creates an account; returns whether its name was free.
    pub async fn add_account(&self, new: NewAccount, now: Timestamp) -> Result<bool, StoreError> {
        self.write(move |db| insert_account(db, &new, now)).await
    }

    /// Replaces the roles of an account; returns whether the account exists.
    pub async fn set_roles(&self, id: &PlayerId, roles: Roles) -> Result<bool, StoreError> {
        let id = id.clone();
        self.write(move |db| {
            let update = "UPDATE accounts SET roles = ?2 WHERE id = ?1";
            Ok(db.execute(update, params![id.as_str(), roles.to_string()])? > 0)
        })
        .await
    }

    /// The hash of an account's password.
    pub async fn password(&self, id: &PlayerId) -> Result<Option<String>, StoreError> {
        let id = id.clone();
        self.read(move |db| {
            let found =
                db.query_row("SELECT password FROM accounts WHERE id = ?1", [id.as_str()], |row| row.get(0));
            Ok(found.optional()?.flatten())
        })
        .await
    }

    /// Sets the hash of an account's password; returns whether the account exists.
    pub async fn set_password(&self, id: &PlayerId, hash: String) -> Result<bool, StoreError> {
        let id = id.clone();
        self.write(move |db| {
            let update = "UPDATE accounts SET password = ?2 WHERE id = ?1";
            Ok(db.execute(update, params![id.as_str(), hash])? > 0)
        })
        .await
    }

    pub async fn set_title(&self, id: &PlayerId, title: &'static str) -> Result<(), StoreError> {
        let id = id.clone();
        self.write(move |db| {
            db.execute("UPDATE players SET title = ?2 WHERE id = ?1", params![id.as_str(), title]).map(drop)
        })
        .await
    }

    /// Whether an account is in kid mode. Guests never are.
    pub async fn is_kid(&self, id: &PlayerId) -> Result<bool, StoreError> {
        if id.is_guest() {
            return Ok(false);
        }
        Ok(self.account(id).await?.is_some_and(|account| account.kid))
    }

    pub async fn set_kid(&self, id: &PlayerId, kid: bool) -> Result<(), StoreError> {
        let id = id.clone();
        self.write(move |db| {
            db.execute("UPDATE accounts SET kid = ?2 WHERE id = ?1", params![id.as_str(), kid]).map(drop)
        })
        .await
    }

    /// The token with this hash, even if it has expired.
    pub async fn token(&self, hash: SecretHash) -> Result<Option<Token>, StoreError> {
        self.read(move |db| {
            let mut one = db.prepare_cached(select_tokens!("WHERE hash = ?1"))?;
            one.query_row([hash], token).optional()
        })
        .await
    }

    /// All tokens of a player, the newest first.
    pub async fn tokens(&self, player: &PlayerId) -> Result<Vec<Token>, StoreError> {
        let player = player.clone();
        self.read(move |db| {
            let mut all = db.prepare(select_tokens!("WHERE player = ?1 ORDER BY created DESC"))?;
            all.query_map([player.as_str()], token)?.collect()
        })
        .await
    }

    pub async fn add_token(&self, token: Token) -> Result<(), StoreError> {
        self.write(move |db| insert_token(db, &token)).await
    }

    /// Deletes a token of a player; returns whether it existed.
    pub async fn remove_token(&self, player: &PlayerId, hash: SecretHash) -> Result<bool, StoreError> {
        let player = player.clone();
        self.write(move |db| {
            let delete = "DELETE FROM tokens WHERE hash = ?1 AND player = ?2";
            Ok(db.execute(delete, params![hash, player.as_str()])? > 0)
        })
        .await
    }

    /// Deletes the expired tokens of a player.
    pub async fn remove_ended_tokens(&self, player: &PlayerId, now: Timestamp) -> Result<(), StoreError> {
        let player = player.clone();
        self.write(move |db| {
            let delete = "DELETE FROM tokens WHERE player = ?1 AND expires <= ?2";
            db.execute(delete, params![player.as_str(), millis(now)]).map(drop)
        })
        .await
    }

    /// Deletes all tokens of a player.
    pub async fn remove_tokens(&self, player: &PlayerId) -> Result<(), StoreError> {
        let player = player.clone();
        self.write(move |db| db.execute("DELETE FROM tokens WHERE player = ?1", [player.as_str()]).map(drop))
            .await
    }
}

/// Creates an account; returns whether its name was free.
pub(super) fn insert_account(db: &Connection, new: &NewAccount, now: Timestamp) -> rusqlite::Result<bool> {
    let (id, now) = (new.name.id(), millis(now));
    let roles = new.roles.to_string();
    let renamed = "SELECT count(*) FROM renamed WHERE name = ?1";
    if db.query_row(renamed, [&id], |row| row.get::<_, i64>(0))? > 0 {
        return Ok(false);
    }
    let insert = "INSERT INTO accounts (id, password, roles, seen) VALUES (?1, ?2, ?3, ?4) \
        ON CONFLICT DO NOTHING";
    if db.execute(insert, params![id, new.password, roles, now])? == 0 {
        return Ok(false);
    }
    let insert = "INSERT INTO players (id, name, title, created) VALUES (?1, ?2, ?3, ?4)";
    db.execute(insert, params![id, new.name.as_str(), new.title, now])?;
    Ok(true)
}

fn insert_token(db: &Connection, token: &Token) -> rusqlite::Result<()> {
    let insert = "INSERT INTO tokens (hash, player, scopes, description, created, expires) \
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let (scopes, expires) = (token.scopes.to_string(), token.expires.map(millis));
    let values =
        params![token.hash, token.player.as_str(), scopes, token.description, millis(token.created), expires];
    db.execute(insert, values).map(drop)
}

pub(super) fn account(row: &Row<'_>) -> rusqlite::Result<Account> {
    Ok(Account {
        id: PlayerId::stored(&row.get::<_, String>(0)?),
        name: row.get(1)?,
        title: row.get(2)?,
        roles: Roles::parse(&row.get::<_, String>(3)?),
        created: moment(row.get(4)?),
        seen: moment(row.get(5)?),
        kid: row.get(6)?,
        real_name: row.get(7)?,
        status: AccountStatus::parse(&row.get::<_, String>(8)?),
        muted: row.get(9)?,
    })
}

fn token(row: &Row<'_>) -> rusqlite::Result<Token> {
    Ok(Token {
        hash: row.get(0)?,
        player: PlayerId::stored(&row.get::<_, String>(1)?),
        // A scope that only a newer version knows grants nothing here.
        scopes: Scopes::parse(&row.get::<_, String>(2)?).unwrap_or_default(),
        description: row.get(3)?,
        created: moment(row.get(4)?),
        expires: row.get::<_, Option<i64>>(5)?.map(moment),
    })
}

pub(super) fn millis(moment: Timestamp) -> i64 {
    i64::try_from(moment.millis()).unwrap_or(i64::MAX)
}

pub(super) fn moment(millis: i64) -> Timestamp {
    Timestamp::from_millis(u64::try_from(millis).unwrap_or_default())
}
