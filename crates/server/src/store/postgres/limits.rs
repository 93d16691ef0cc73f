//! Token buckets that all nodes share.

use super::{Store, StoreError};
use std::time::Duration;

impl Store {
    /// Takes a token from the bucket of a key, or returns how long to wait for one. A token comes back after `each`,
    /// and the bucket holds `period / each` tokens.
    pub async fn take_token(
        &self,
        key: &[u8],
        each: Duration,
        period: Duration,
    ) -> Result<Result<(), Duration>, StoreError> {
        let (each, period) = (millis(each), millis(period));
        let take = "INSERT INTO limits AS l (key, full_at) VALUES ($1, now_ms() + $2) ON CONFLICT (key) \
            DO UPDATE SET full_at = greatest(l.full_at, now_ms()) + $2 \
            WHERE greatest(l.full_at, now_ms()) + $2 <= now_ms() + $3";
        if self.execute(take, &[&key, &each, &period]).await? > 0 {
            return Ok(Ok(()));
        }
        let wait = "SELECT full_at + $2 - $3 - now_ms() FROM limits WHERE key = $1";
        let row = self.query_opt(wait, &[&key, &each, &period]).await?;
        let wait = row.map_or(0, |row| row.get::<_, i64>(0));
        Ok(Err(Duration::from_millis(u64::try_from(wait).unwrap_or(0))))
    }

    /// Puts a token back.
    pub async fn put_token_back(&self, key: &[u8], each: Duration) -> Result<(), StoreError> {
        let sql = "UPDATE limits SET full_at = full_at - $2 WHERE key = $1";
        self.execute(sql, &[&key, &millis(each)]).await.map(drop)
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
