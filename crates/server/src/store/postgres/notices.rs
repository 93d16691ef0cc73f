//! Messages between nodes about everything that is not in the log.

use super::{Store, StoreError, moment};
use game::Timestamp;

/// A message from a node to the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredNotice {
    /// The number of the notice. Numbers are assigned before the commit, so a smaller one may appear later.
    pub n: i64,
    pub at: Timestamp,
    pub notice: String,
}

impl Store {
    /// Stores notices for the other nodes.
    pub async fn add_notices(&self, notices: Vec<String>) -> Result<(), StoreError> {
        let sql = "INSERT INTO notices (node, notice) SELECT $1, unnest($2::text[])";
        self.execute(sql, &[&self.node(), &notices]).await.map(drop)
    }

    /// The notices of other nodes after a number.
    pub async fn notices_after(&self, n: i64) -> Result<Vec<StoredNotice>, StoreError> {
        let sql = "SELECT n, at, notice FROM notices WHERE n > $1 AND node <> $2 ORDER BY n";
        Ok(self.query(sql, &[&n, &self.node()]).await?.iter().map(notice).collect())
    }

    /// The notices of other nodes since a moment, including those that were committed late.
    pub async fn notices_since(&self, since: Timestamp) -> Result<Vec<StoredNotice>, StoreError> {
        let sql = "SELECT n, at, notice FROM notices WHERE at >= $1 AND node <> $2 ORDER BY n";
        Ok(self.query(sql, &[&super::millis(since), &self.node()]).await?.iter().map(notice).collect())
    }
}

fn notice(row: &tokio_postgres::Row) -> StoredNotice {
    StoredNotice { n: row.get(0), at: moment(row.get(1)), notice: row.get(2) }
}
