//! Copying a database that is in use, and checking one.

use super::{FILE, schema};
use crate::ids::GameId;
use game::{EventKind, Game};
use rules::LegalMove;
use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use wire::stored::{GameHeader, replay};

/// The database file in a folder.
pub fn file_in(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// What is wrong with a database, in words. Only the first few faults are kept.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Faults(Vec<String>);

/// How many faults are reported.
const MAX_FAULTS: usize = 20;

impl Faults {
    pub(crate) fn one(fault: &str) -> Faults {
        Faults(vec![fault.to_owned()])
    }

    pub(crate) fn extend(&mut self, more: Faults) {
        more.0.into_iter().for_each(|fault| self.add(fault));
    }

    pub(in crate::store) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(in crate::store) fn add(&mut self, fault: String) {
        if self.0.len() < MAX_FAULTS {
            self.0.push(fault);
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "damaged: {}", self.0.join("; "))
    }
}

/// Copies a database as of one moment. Writers do not have to wait meanwhile.
pub fn copy(from: &Path, to: &Path) -> rusqlite::Result<()> {
    let from = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    from.busy_timeout(super::BUSY_TIMEOUT)?;
    let mut to = Connection::open(to)?;
    // All in one step: with several steps, every commit of the server would restart the backup.
    Backup::new(&from, &mut to)?.run_to_completion(i32::MAX, Duration::ZERO, None)?;
    // A single file, without a write-ahead log next to it.
    to.pragma_update(None, "journal_mode", "DELETE")?;
    Ok(())
}

/// Marks in a database whether a checksum follows it, so that a truncated backup is recognised.
pub fn mark(file: &Path, has_checksum: bool) -> rusqlite::Result<()> {
    let connection = Connection::open(file)?;
    connection.pragma_update(None, "user_version", i32::from(has_checksum))
}

/// Whether the database is marked as followed by a checksum.
pub fn is_marked(file: &Path) -> rusqlite::Result<bool> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.query_row("PRAGMA user_version", (), |row| Ok(row.get::<_, i32>(0)? != 0))
}

/// Reads the whole database and replays every game. Returns the number of games, or what is wrong.
pub fn look_through(file: &Path) -> rusqlite::Result<Result<usize, Faults>> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(super::BUSY_TIMEOUT)?;
    let mut faults = Faults::default();
    let mut statement = connection.prepare("PRAGMA integrity_check(20)")?;
    for row in statement.query_map((), |row| row.get::<_, String>(0))? {
        let message = row?;
        if message != "ok" {
            faults.add(message);
        }
    }
    // Nothing read from a broken tree can be trusted.
    if !faults.is_empty() {
        return Ok(Err(faults));
    }
    let newest: i64 =
        connection.query_row("SELECT max(version) FROM refinery_schema_history", (), |row| row.get(0))?;
    if newest > super::newest_migration() {
        faults.add(format!("a newer version of the program wrote it ({newest})"));
        return Ok(Err(faults));
    }
    schema::check(&connection, newest, &mut faults)?;
    if !faults.is_empty() {
        return Ok(Err(faults));
    }
    let live = live_games(&connection, &mut faults)?;
    let finished = finished_games(&connection, &mut faults)?;
    Ok(if faults.is_empty() { Ok(live + finished) } else { Err(faults) })
}

fn live_games(connection: &Connection, faults: &mut Faults) -> rusqlite::Result<usize> {
    let mut games: HashMap<i64, Replay> = HashMap::new();
    let mut statement = connection.prepare("SELECT game, seq, payload FROM journal ORDER BY n")?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        let (game, seq): (i64, i64) = (row.get(0)?, row.get(1)?);
        let payload: String = row.get(2)?;
        let replay = games.entry(game).or_default();
        if seq != replay.rows + 1 {
            faults.add(format!("game {} has row {seq} after row {}", name(game), replay.rows));
        }
        if let Err(why) = replay.row(&payload) {
            faults.add(format!("game {}, row {seq}: {why}", name(game)));
        }
    }
    Ok(games.len())
}

fn finished_games(connection: &Connection, faults: &mut Faults) -> rusqlite::Result<usize> {
    let mut statement = connection.prepare("SELECT game, log, result, reason, plies FROM archive")?;
    let mut rows = statement.query(())?;
    let mut count = 0;
    while let Some(row) = rows.next()? {
        count += 1;
        let game: i64 = row.get(0)?;
        let (log, result, reason): (String, String, String) = (row.get(1)?, row.get(2)?, row.get(3)?);
        let mut replay = Replay::default();
        if let Err(why) = log.lines().try_for_each(|line| replay.row(line)) {
            faults.add(format!("game {}: {why}", name(game)));
            continue;
        }
        let ended = replay.game.as_ref().and_then(Game::termination);
        let replayed = ended.map(|ended| (ended.result().to_string(), ended.to_string()));
        if replayed.as_ref() != Some(&(result, reason)) {
            faults.add(format!("game {} ended differently than its row says", name(game)));
        }
    }
    Ok(count)
}

fn name(number: i64) -> String {
    GameId::from_number(number).map_or_else(|| format!("number {number}"), |id| id.to_string())
}

/// A game that is being replayed row by row.
#[derive(Default)]
pub(in crate::store) struct Replay {
    game: Option<Game>,
    rows: i64,
}

impl Replay {
    /// How many rows have been read.
    pub(in crate::store) fn rows(&self) -> i64 {
        self.rows
    }

    /// The game, once its first row has been read.
    pub(in crate::store) fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    pub(in crate::store) fn row(&mut self, payload: &str) -> Result<(), String> {
        self.rows += 1;
        let Some(game) = &mut self.game else {
            let settings = GameHeader::read(payload).and_then(|created| created.settings());
            self.game = Some(Game::new(settings.map_err(|error| error.to_string())?));
            return Ok(());
        };
        let before = *game.position();
        // The log has each move twice, as squares and as SAN, so a changed letter makes them differ.
        for event in replay(game, payload).map_err(|error| error.to_string())? {
            if let EventKind::Moved { mv, san, .. } = &event.kind
                && before.legal(*mv).map(LegalMove::san).as_ref() != Some(san)
            {
                return Err(format!("the move {san} is not the one that was made"));
            }
        }
        Ok(())
    }
}
