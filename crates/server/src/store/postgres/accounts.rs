//! Accounts and tokens in the database.

use super::{Store, StoreError, millis, moment};
use crate::identity::roles::Roles;
use crate::identity::scopes::Scopes;
use crate::identity::secret::SecretHash;
use crate::ids::PlayerId;
use crate::store::{Account, AccountStatus, NewAccount, Token};
use game::Timestamp;
use tokio_postgres::Row;

/// A single statement, so that both rows are inserted or neither.
pub(super) const INSERT_ACCOUNT: &str = "WITH account AS (\
    INSERT INTO accounts (id, password, roles, seen) SELECT $1, $2, $3, $4 \
    WHERE NOT EXISTS (SELECT 1 FROM renamed WHERE name = $1) ON CONFLICT DO NOTHING RETURNING id) \
    INSERT INTO players (id, name, title, created) SELECT id, $5, $6, $4 FROM account";

impl Store {
    /// The account with this id, or with this name in lower case if it was renamed.
    pub async fn account(&self, id: &PlayerId) -> Result<Option<Account>, StoreError> {
        let row = self
            .query_opt(
                select_accounts!("WHERE a.id = coalesce((SELECT id FROM renamed WHERE name = $1), $1)"),
                &[&id.as_str()],
            )
            .await?;
        Ok(row.as_ref().map(account))
    }

    pub async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        let rows = self.query(select_accounts!("ORDER BY p.id COLLATE \"C\""), &[]).await?;
        Ok(rows.iter().map(account).collect())
    }

    /// Creates an account; returns whether its name was free.
    pub async fn add_account(&self, new: NewAccount, now: Timestamp) -> Result<bool, StoreError> {
        let (id, now, roles) = (new.name.id(), millis(now), new.roles.to_string());
        let values: super::Values<'_> =
            &[&id.as_str(), &new.password, &roles, &now, &new.name.as_str(), &new.title];
        Ok(self.execute(INSERT_ACCOUNT, values).await? > 0)
    }

    /// Replaces the roles of an account; returns whether the account exists.
    pub async fn set_roles(&self, id: &PlayerId, roles: Roles) -> Result<bool, StoreError> {
        let sql = "UPDATE accounts SET roles = $2 WHERE id = $1";
        Ok(self.execute(sql, &[&id.as_str(), &roles.to_string()]).await? > 0)
    }

    /// The hash of an account's password.
    pub async fn password(&self, id: &PlayerId) -> Result<Option<String>, StoreError> {
        let row = self.query_opt("SELECT password FROM accounts WHERE id = $1", &[&id.as_str()]).await?;
        Ok(row.and_then(|row| row.get(0)))
    }

    /// Sets the hash of an account's password; returns whether the account exists.
    pub async fn set_password(&self, id: &PlayerId, hash: String) -> Result<bool, StoreError> {
        let sql = "UPDATE accounts SET password = $2 WHERE id = $1";
        Ok(self.execute(sql, &[&id.as_str(), &hash]).await? > 0)
    }

    pub async fn set_title(&self, id: &PlayerId, title: &'static str) -> Result<(), StoreError> {
        self.execute("UPDATE players SET title = $2 WHERE id = $1", &[&id.as_str(), &title]).await.map(drop)
    }

    /// Whether an account is in kid mode. Guests never are.
    pub async fn is_kid(&self, id: &PlayerId) -> Result<bool, StoreError> {
        if id.is_guest() {
            return Ok(false);
        }
        let row = self.query_opt("SELECT kid FROM accounts WHERE id = $1", &[&id.as_str()]).await?;
        Ok(row.is_some_and(|row| row.get(0)))
    }

    pub async fn set_kid(&self, id: &PlayerId, kid: bool) -> Result<(), StoreError> {
        self.execute("UPDATE accounts SET kid = $2 WHERE id = $1", &[&id.as_str(), &kid]).await.map(drop)
    }

    /// The token with this hash, even if it has expired.
    pub async fn token(&self, hash: SecretHash) -> Result<Option<Token>, StoreError> {
        let row = self.query_opt(select_tokens!("WHERE hash = $1"), &[&hash.as_slice()]).await?;
        row.as_ref().map(token).transpose()
    }

    /// All tokens of a player, the newest first.
    pub async fn tokens(&self, player: &PlayerId) -> Result<Vec<Token>, StoreError> {
        let sql = select_tokens!("WHERE player = $1 ORDER BY created DESC");
        self.query(sql, &[&player.as_str()]).await?.iter().map(token).collect()
    }

    pub async fn add_token(&self, token: Token) -> Result<(), StoreError> {
        let sql = "INSERT INTO tokens (hash, player, scopes, description, created, expires) \
            VALUES ($1, $2, $3, $4, $5, $6)";
        let (scopes, created, expires) =
            (token.scopes.to_string(), millis(token.created), token.expires.map(millis));
        let values: super::Values<'_> = &[
            &token.hash.as_slice(),
            &token.player.as_str(),
            &scopes,
            &token.description,
            &created,
            &expires,
        ];
        self.execute(sql, values).await.map(drop)
    }

    /// Deletes a token of a player; returns whether it existed.
    pub async fn remove_token(&self, player: &PlayerId, hash: SecretHash) -> Result<bool, StoreError> {
        let sql = "DELETE FROM tokens WHERE hash = $1 AND player = $2";
        Ok(self.execute(sql, &[&hash.as_slice(), &player.as_str()]).await? > 0)
    }

    /// Deletes the expired tokens of a player.
    pub async fn remove_ended_tokens(&self, player: &PlayerId, now: Timestamp) -> Result<(), StoreError> {
        let sql = "DELETE FROM tokens WHERE player = $1 AND expires <= $2";
        self.execute(sql, &[&player.as_str(), &millis(now)]).await.map(drop)
    }

    /// Deletes all tokens of a player.
    pub async fn remove_tokens(&self, player: &PlayerId) -> Result<(), StoreError> {
        self.execute("DELETE FROM tokens WHERE player = $1", &[&player.as_str()]).await.map(drop)
    }
}

pub(super) fn account(row: &Row) -> Account {
    Account {
        id: PlayerId::stored(row.get(0)),
        name: row.get(1),
        title: row.get(2),
        roles: Roles::parse(row.get(3)),
        created: moment(row.get(4)),
        seen: moment(row.get(5)),
        kid: row.get(6),
        real_name: row.get(7),
        status: AccountStatus::parse(row.get(8)),
        muted: row.get(9),
    }
}

fn token(row: &Row) -> Result<Token, StoreError> {
    let hash: &[u8] = row.get(0);
    Ok(Token {
        hash: hash.try_into().map_err(|_| super::damaged("a token without its hash"))?,
        player: PlayerId::stored(row.get(1)),
        // A scope that only a newer version knows grants nothing here.
        scopes: Scopes::parse(row.get(2)).unwrap_or_default(),
        description: row.get(3),
        created: moment(row.get(4)),
        expires: row.get::<_, Option<i64>>(5).map(moment),
    })
}
