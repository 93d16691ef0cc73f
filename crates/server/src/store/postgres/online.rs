//! Who is online, on any node.

use super::nodes::SILENT_MS;
use super::{Store, StoreError};
use crate::ids::PlayerId;
use std::collections::HashSet;

/// Who is connected to other nodes.
#[derive(Debug, Default)]
pub(crate) struct OnlineElsewhere {
    pub(crate) accounts: HashSet<PlayerId>,
    pub(crate) guests: usize,
}

impl Store {
    /// Records which accounts have connected to this node and which have left it.
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

    /// Records how many guests are connected to this node.
    pub async fn note_guests(&self, count: usize) -> Result<(), StoreError> {
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        self.execute("UPDATE nodes SET guests = $2 WHERE node = $1", &[&self.node(), &count]).await?;
        Ok(())
    }

    /// Who is online on other nodes.
    pub(crate) async fn online_elsewhere(&self) -> Result<OnlineElsewhere, StoreError> {
        let sql = "SELECT DISTINCT o.player FROM online o JOIN nodes n ON n.node = o.node \
            WHERE o.node <> $1 AND n.beat > now_ms() - $2";
        let rows = self.query(sql, &[&self.node(), &SILENT_MS]).await?;
        let accounts = rows.iter().map(|row| PlayerId::stored(row.get(0))).collect();
        let sql =
            "SELECT coalesce(sum(guests), 0)::bigint FROM nodes WHERE node <> $1 AND beat > now_ms() - $2";
        let sum = self.query_opt(sql, &[&self.node(), &SILENT_MS]).await?;
        let guests = sum.map_or(0, |row| row.get::<_, i64>(0));
        Ok(OnlineElsewhere { accounts, guests: usize::try_from(guests).unwrap_or(0) })
    }
}
