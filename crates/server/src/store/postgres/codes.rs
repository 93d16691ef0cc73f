//! OAuth authorization codes: the step between a user's consent and the application's token.

use super::{Store, StoreError, millis};
use crate::identity::secret::SecretHash;
use crate::ids::PlayerId;
use crate::store::UsedCode;
use game::Timestamp;

impl Store {
    /// Stores a code, and deletes the oldest unused codes of the player beyond `limit`.
    pub async fn add_code(
        &self,
        hash: SecretHash,
        player: &PlayerId,
        ends: Timestamp,
        request: String,
        limit: u32,
    ) -> Result<(), StoreError> {
        let insert = "INSERT INTO oauth_codes (hash, player, ends, request) VALUES ($1, $2, $3, $4)";
        self.execute(insert, &[&hash.as_slice(), &player.as_str(), &millis(ends), &request]).await?;
        let trim = "DELETE FROM oauth_codes WHERE hash IN (SELECT hash FROM oauth_codes \
            WHERE player = $1 AND NOT used ORDER BY ends DESC, hash OFFSET $2)";
        self.execute(trim, &[&player.as_str(), &i64::from(limit)]).await.map(drop)
    }

    /// Redeems a code. Of several concurrent uses only one is the first.
    pub async fn use_code(&self, hash: SecretHash, now: Timestamp) -> Result<Option<UsedCode>, StoreError> {
        let take =
            "UPDATE oauth_codes SET used = true WHERE hash = $1 AND NOT used AND ends > $2 RETURNING request";
        if let Some(row) = self.query_opt(take, &[&hash.as_slice(), &millis(now)]).await? {
            return Ok(Some(UsedCode::First(row.get(0))));
        }
        let again = "SELECT player, token FROM oauth_codes WHERE hash = $1 AND used AND ends > $2";
        let row = self.query_opt(again, &[&hash.as_slice(), &millis(now)]).await?;
        Ok(row.map(|row| {
            let token = row.get::<_, Option<Vec<u8>>>(1).and_then(|token| SecretHash::try_from(token).ok());
            UsedCode::Again(token.map(|token| (PlayerId::stored(row.get(0)), token)))
        }))
    }

    /// Records the token that a code has led to. It is revoked if the code is used again.
    pub async fn code_led_to(&self, hash: SecretHash, token: SecretHash) -> Result<(), StoreError> {
        let sql = "UPDATE oauth_codes SET token = $2 WHERE hash = $1";
        self.execute(sql, &[&hash.as_slice(), &token.as_slice()]).await.map(drop)
    }
}
