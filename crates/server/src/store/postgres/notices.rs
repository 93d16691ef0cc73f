//! What nodes tell each other beside the log.

use super::{Store, StoreError, moment};
use game::Timestamp;

/// Something that a node has told the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredNotice {
    /// Its number. Numbers are given before commits, so a smaller one may appear later.
    pub n: i64,
    pub at: Timestamp,
    pub notice: String,
}

impl Store {
    /// Tells the other nodes.
    pub async fn add_notices(&self, notices: Vec<String>) -> Result<(), StoreError> {
        let sql = "INSERT INTO notices (node, notice) SELECT $1, unnest($2::text[])";
        self.execute(sql, &[&self.node(), &notices]).await.map(drop)
    }

    /// What other nodes have told after a number.
    pub async fn notices_after(&self, n: i64) -> Result<Vec<StoredNotice>, StoreError> {
        let sql = "SELECT n, at, notice FROM notices WHERE n > $1 AND node <> $2 ORDER BY n";
        Ok(self.query(sql, &[&n, &self.node()]).await?.iter().map(notice).collect())
    }

    /// What other nodes have told since a moment, with what appeared late.
    pub async fn notices_since(&self, since: Timestamp) -> Result<Vec<StoredNotice>, StoreError> {
        let sql = "SELECT n, at, notice FROM notices WHERE at >= $1 AND node <> $2 ORDER BY n";
        Ok(self.query(sql, &[&super::millis(since), &self.node()]).await?.iter().map(notice).collect())
    }
}

fn notice(row: &tokio_postgres::Row) -> StoredNotice {
    StoredNotice { n: row.get(0), at: moment(row.get(1)), notice: row.get(2) }
}
