//! Finished games, one row each.

use super::{Store, StoreError, journal, ratings};
use crate::ids::GameId;
use crate::store::archived_log::Log;
use crate::store::{Finished, Row};
use game::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

impl Store {
    /// Puts a finished game into the archive. A second time has no effect.
    pub async fn archive(&self, row: Finished) -> Result<(), StoreError> {
        let heads = self.0.writer.heads.clone();
        let game = row.game;
        self.write(move |connection| {
            let rows = heads.lock().get(&row.game).map(|head| head.rows.clone());
            let Some(rows) = rows else { return Ok(()) };
            insert(connection, &row, &Log::of(&journal::read(connection, &rows)?))?;
            // With the archive or not at all: a game is counted exactly once.
            ratings::count_finished(connection, &row)
        })
        .await?;
        // Only now that the archive is on disk may the journal forget.
        let rows = self.0.writer.heads.lock().remove(&game).unwrap_or_default().rows;
        self.0.trash.lock().extend(rows);
        Ok(())
    }

    /// Puts a game into the archive that was played elsewhere. Nobody's rating depends on it.
    pub async fn import(&self, row: Finished, log: String) -> Result<(), StoreError> {
        self.write(move |connection| insert(connection, &row, &Log { rows: log, commands: None })).await
    }

    /// The rows of a finished game.
    pub async fn archived(&self, game: GameId) -> Result<Option<Vec<Row>>, StoreError> {
        self.read(move |connection| {
            let mut statement =
                connection.prepare_cached("SELECT log, commands FROM archive WHERE game = ?")?;
            let log = |row: &rusqlite::Row<'_>| Ok(Log { rows: row.get(0)?, commands: row.get(1)? });
            Ok(statement.query_row([game.number()], log).optional()?.map(|log| log.read()))
        })
        .await
    }

    /// Writes down from which moment the clock has jumped forward, or that this is no question any more.
    pub async fn note_clock_jump(&self, from: Option<Timestamp>) -> Result<(), StoreError> {
        let from = from.map(|moment| moment.millis().cast_signed());
        self.write(move |connection| {
            connection.execute("UPDATE service SET jumped_from = ?", [from]).map(drop)
        })
        .await
    }

    /// Writes down that the server serves at this moment.
    pub async fn prove_service(&self, now: Timestamp) -> Result<(), StoreError> {
        let at = now.millis().cast_signed();
        self.write(move |connection| {
            connection.prepare_cached("UPDATE service SET at = ?")?.execute([at]).map(drop)
        })
        .await
    }
}

fn insert(connection: &Connection, row: &Finished, log: &Log) -> rusqlite::Result<()> {
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
