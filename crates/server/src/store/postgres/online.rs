//! Who is online, on any node.

use super::{Store, StoreError};
use crate::ids::PlayerId;
use std::collections::HashSet;

/// A node that was silent for so long has nobody connected.
const SILENT_MS: i64 = 3_000;

impl Store {
    /// These accounts have come to this node, and those have left it.
    pub async fn note_online(&self, came: Vec<String>, went: Vec<String>) -> Result<(), StoreError> {
        if !came.is_empty() {
            let sql =
                "INSERT INTO online (node, player) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING";
            self.execute(sql, &[&self.node(), &came]).await?;
        }
        if !went.is_empty() {
            let sql = "DELETE FROM online WHERE node = $1 AND player = ANY ($2)";
            self.execute(sql, &[&self.node(), &went]).await?;
        }
        Ok(())
    }

    /// The accounts that are online on other nodes.
    pub async fn online_elsewhere(&self) -> Result<HashSet<PlayerId>, StoreError> {
        let sql = "SELECT DISTINCT o.player FROM online o JOIN nodes n ON n.node = o.node \
            WHERE o.node <> $1 AND n.beat > now_ms() - $2";
        let rows = self.query(sql, &[&self.node(), &SILENT_MS]).await?;
        Ok(rows.iter().map(|row| PlayerId::stored(row.get(0))).collect())
    }
}
