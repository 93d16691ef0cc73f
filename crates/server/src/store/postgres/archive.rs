//! Finished games, one row each.

use super::{Store, StoreError, execute_in, millis, query_in, ratings};
use crate::ids::GameId;
use crate::store::archived_log::Log;
use crate::store::{FinishedGame, Row};
use deadpool_postgres::Transaction;

/// How long the rows of an archived game stay in the journal. A slow node that does not see the archive row yet must
/// still conflict with the journal; no statement runs for this long.
const SWEEP_AFTER_MS: i64 = 60_000;
/// How many games one statement sweeps.
const SWEEP_BATCH: i64 = 50;

impl Store {
    /// Puts a finished game into the archive and updates the ratings. A second call, also by another node, has no
    /// effect.
    pub async fn archive(&self, row: FinishedGame) -> Result<(), StoreError> {
        #[cfg(test)]
        if let Some(link) = &self.0.simulated {
            return link.archive(row).await;
        }
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        let rows = "SELECT command, payload FROM journal WHERE game = $1 ORDER BY seq";
        let rows = query_in(&transaction, rows, &[&row.game.number()]).await?;
        let rows: Vec<_> = rows.iter().map(|row| Row { command: row.get(0), payload: row.get(1) }).collect();
        // If there are no rows, the game was archived and swept long ago.
        if rows.is_empty() || !insert(&transaction, &row, &Log::of(&rows)).await? {
            return Ok(());
        }
        execute_in(&transaction, "DELETE FROM game_live WHERE game = $1", &[&row.game.number()]).await?;
        ratings::count_finished(&transaction, &row).await?;
        Ok(transaction.commit().await?)
    }

    /// Puts a game that was played elsewhere into the archive. It changes no rating.
    pub async fn import(&self, row: FinishedGame, log: String) -> Result<(), StoreError> {
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        insert(&transaction, &row, &Log { rows: log, commands: None }).await?;
        Ok(transaction.commit().await?)
    }

    /// The log of a finished game.
    pub async fn archived(&self, game: GameId) -> Result<Option<Vec<Row>>, StoreError> {
        #[cfg(test)]
        if let Some(link) = &self.0.simulated {
            return link.archived(game).await;
        }
        let sql = "SELECT log, commands FROM archive WHERE game = $1";
        let row = self.query_opt(sql, &[&game.number()]).await?;
        Ok(row.map(|row| Log { rows: row.get(0), commands: row.get(1) }.read()))
    }

    /// Deletes the journal rows of games that have been in the archive for a while. Any node may do it.
    pub async fn sweep_journal(&self) -> Result<(), StoreError> {
        let sql = "WITH taken AS (SELECT game FROM archive WHERE NOT swept AND archived < now_ms() - $1 \
                ORDER BY archived LIMIT $2 FOR UPDATE SKIP LOCKED), \
            gone AS (DELETE FROM journal USING taken WHERE journal.game = taken.game) \
            UPDATE archive SET swept = true FROM taken WHERE archive.game = taken.game";
        while self.execute(sql, &[&SWEEP_AFTER_MS, &SWEEP_BATCH]).await? == SWEEP_BATCH.cast_unsigned() {}
        self.sweep_shared().await
    }
}

/// Returns whether the game was not in the archive yet.
async fn insert(transaction: &Transaction<'_>, row: &FinishedGame, log: &Log) -> Result<bool, StoreError> {
    // A guest may have opened an account on another node in the meantime.
    let sql = "INSERT INTO archive (game, began, ended, white, black, result, reason, variant, time, rated, \
        plies, opening, log, commands) VALUES ($1, $2, $3, \
        coalesce((SELECT account FROM successors WHERE guest = $4 AND account <> $5), $4), \
        coalesce((SELECT account FROM successors WHERE guest = $5 AND account <> $4), $5), \
        $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING";
    let inserted = execute_in(
        transaction,
        sql,
        &[
            &row.game.number(),
            &millis(row.began),
            &millis(row.ended),
            &row.white,
            &row.black,
            &row.result,
            &row.reason,
            &row.variant,
            &row.time,
            &row.rated,
            &i64::try_from(row.plies).unwrap_or(i64::MAX),
            &row.opening,
            &log.rows,
            &log.commands,
        ],
    )
    .await?;
    Ok(inserted > 0)
}
