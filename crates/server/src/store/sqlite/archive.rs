//! Finished games, one row each.

use super::{Store, StoreError, journal, ratings};
use crate::ids::GameId;
use crate::store::archived_log::Log;
use crate::store::{FinishedGame, Row};
use game::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

impl Store {
    /// Puts a finished game into the archive. A second call has no effect.
    pub async fn archive(&self, row: FinishedGame) -> Result<(), StoreError> {
        let heads = self.0.writer.heads.clone();
        let game = row.game;
        self.write(move |connection| {
            let rows = heads.lock().get(&row.game).map(|head| head.rows.clone());
            let Some(rows) = rows else { return Ok(()) };
            insert(connection, &row, &Log::of(&journal::read(connection, &rows)?))?;
            // In the same transaction as the archive, so that a game is counted exactly once.
            ratings::count_finished(connection, &row)
        })
        .await?;
        // The journal rows may be deleted only now that the archive is on disk.
        let rows = self.0.writer.heads.lock().remove(&game).unwrap_or_default().rows;
        self.0.trash.lock().extend(rows);
        Ok(())
    }

    /// Puts a game that was played elsewhere into the archive. It changes no rating.
    pub async fn import(&self, row: FinishedGame, log: String) -> Result<(), StoreError> {
        self.write(move |connection| insert(connection, &row, &Log { rows: log, commands: None })).await
    }

    /// The log of a finished game.
    pub async fn archived(&self, game: GameId) -> Result<Option<Vec<Row>>, StoreError> {
        self.read(move |connection| {
            let mut statement =
                connection.prepare_cached("SELECT log, commands FROM archive WHERE game = ?")?;
            let log = |row: &rusqlite::Row<'_>| Ok(Log { rows: row.get(0)?, commands: row.get(1)? });
            Ok(statement.query_row([game.number()], log).optional()?.map(|log| log.read()))
        })
        .await
    }

    /// Records the time from which the clock has jumped forward, or clears that record.
    pub async fn note_clock_jump(&self, from: Option<Timestamp>) -> Result<(), StoreError> {
        let from = from.map(|moment| moment.millis().cast_signed());
        self.write(move |connection| {
            connection.execute("UPDATE service SET jumped_from = ?", [from]).map(drop)
        })
        .await
    }

    /// Records that the server is serving at this moment.
    pub async fn prove_service(&self, now: Timestamp) -> Result<(), StoreError> {
        let at = now.millis().cast_signed();
        self.write(move |connection| {
            connection.prepare_cached("UPDATE service SET at = ?")?.execute([at]).map(drop)
        })
        .await
    }
}

fn insert(connection: &Connection, row: &FinishedGame, log: &Log) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO archive (game, began, ended, white, black, result, reason, variant, time, rated, \
         plies, opening, log, commands) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )?;
    let values = params![
        row.game.number(),
        row.began.millis().cast_signed(),
        row.ended.millis().cast_signed(),
        row.white,
        row.black,
        row.result,
        row.reason,
        row.variant,
        row.time,
        row.rated,
        i64::try_from(row.plies).unwrap_or(i64::MAX),
        row.opening,
        log.rows,
        log.commands
    ];
    statement.execute(values).map(drop)
}
