//! The log of live games: one row for each accepted command.

use crate::clock::RecordedTime;
use crate::ids::GameId;
use crate::store::{Append, LoadedJournal, Row};
use game::Timestamp;
use rusqlite::{Connection, params};
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// The journal as it was read when the store was opened.
#[derive(Debug, Default)]
pub(super) struct Journal {
    pub(super) loaded: LoadedJournal,
    pub(super) heads: HashMap<GameId, Head>,
    /// Keys of rows whose games are in the archive; they are to be deleted.
    pub(super) archived: Vec<i64>,
}

/// The rows of a game in the journal.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    /// The number of the last row.
    pub(super) seq: u64,
    /// The keys of all rows.
    pub(super) rows: Vec<i64>,
}

/// Reads the whole journal.
pub(super) fn load(connection: &Connection) -> rusqlite::Result<Journal> {
    let mut journal = Journal::default();
    let (mut served, jumped_from): (i64, Option<i64>) =
        connection
            .query_row("SELECT at, jumped_from FROM service", [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut statement =
        connection.prepare("SELECT n, game, seq, at, command, payload FROM journal ORDER BY n")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let number = row.get(1)?;
        let game = GameId::from_number(number).ok_or(rusqlite::Error::IntegralValueOutOfRange(1, number))?;
        let head = journal.heads.entry(game).or_default();
        let seq: i64 = row.get(2)?;
        // The writer leaves no gaps, so a gap means that the file was damaged, and the game must not be loaded.
        if u64::try_from(seq).ok() != Some(head.seq + 1) {
            return Err(rusqlite::Error::IntegralValueOutOfRange(2, seq));
        }
        head.seq += 1;
        head.rows.push(row.get(0)?);
        served = served.max(row.get(3)?);
        let row = Row { command: row.get(4)?, payload: row.get(5)? };
        journal.loaded.games.entry(game).or_default().push(row);
    }
    for game in archived_already(connection)? {
        journal.loaded.games.remove(&game);
        journal.archived.extend(journal.heads.remove(&game).unwrap_or_default().rows);
    }
    let moment = |millis: i64| Timestamp::from_millis(u64::try_from(millis).unwrap_or_default());
    journal.loaded.served = moment(served);
    // Older versions recorded that they were running only while a clock was running.
    let newest = "SELECT max(coalesce((SELECT max(ended) FROM archive), 0), \
        coalesce((SELECT max(seen) FROM sessions), 0), coalesce((SELECT max(created) FROM players), 0))";
    let newest: i64 = connection.query_row(newest, [], |row| row.get(0))?;
    journal.loaded.known =
        RecordedTime { newest: moment(served.max(newest)), jumped_from: jumped_from.map(moment) };
    Ok(journal)
}

/// Writes one row under the key `n`.
pub(super) fn insert(connection: &Connection, n: i64, row: &Append) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)")?;
    let (seq, at) = (row.seq.cast_signed(), row.at.millis().cast_signed());
    statement.execute(params![n, row.game.number(), seq, at, row.command, row.payload])?;
    Ok(())
}

/// Games that are in the archive, but whose journal rows were not deleted before the process ended.
fn archived_already(connection: &Connection) -> rusqlite::Result<Vec<GameId>> {
    let both = "SELECT DISTINCT journal.game FROM journal JOIN archive ON archive.game = journal.game";
    let mut statement = connection.prepare(both)?;
    let numbers = statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<i64>>>()?;
    Ok(numbers.into_iter().filter_map(GameId::from_number).collect())
}

/// Reads the rows with these keys.
pub(super) fn read(connection: &Connection, rows: &[i64]) -> rusqlite::Result<Vec<Row>> {
    let mut statement = connection.prepare_cached("SELECT command, payload FROM journal WHERE n = ?")?;
    let row = |n| statement.query_row([n], |row| Ok(Row { command: row.get(0)?, payload: row.get(1)? }));
    rows.iter().map(row).collect()
}

pub(super) fn delete(connection: &Connection, rows: &[i64]) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached("DELETE FROM journal WHERE n = ?")?;
    rows.iter().try_for_each(|n| statement.execute([n]).map(drop))
}

/// Deletes all rows with these keys. The caller has made sure that their games are archived.
pub(super) fn delete_run(connection: &Connection, keys: RangeInclusive<i64>) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached("DELETE FROM journal WHERE n BETWEEN ? AND ?")?;
    statement.execute([keys.start(), keys.end()]).map(drop)
}
