//! Reserves space for SQLite's write-ahead log.
//!
//! A commit that extends the file must wait for the file system's journal, and with it for data that other programs have
//! written. A commit into blocks that the file already has waits for its own bytes only. `scripts/load-five.sh` measures
//! the difference.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A frame of the log: a page and its header.
const FRAME: u64 = 4096 + 24;
/// Space beyond the usual maximum of the log, because a long reader can delay its restart.
const SLACK: u64 = 32 << 20;
/// The size of one write. Small, because a commit at the same moment flushes it as well.
const CHUNK: usize = 256 << 10;

/// The disk must have this many times the space free: on a nearly full disk it is left to the games.
const MIN_FREE_FACTOR: u64 = 10;

/// Keeps the file of the log longer than the log.
pub(super) struct Reserve {
    log: PathBuf,
    /// The intended length of the file.
    length: u64,
}

impl Reserve {
    /// For a database whose log restarts after `max_pages`.
    pub(super) fn new(database: &Path, max_pages: i64) -> Reserve {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        Reserve { log: log.into(), length: max_pages.cast_unsigned() * FRAME + SLACK }
    }

    /// Extends the file to its intended length if it is shorter. All at once, so that it is over before the server has
    /// much to do.
    pub(super) fn fill(&self) -> io::Result<()> {
        // Only appends: SQLite writes at the same time and may have extended the file. It treats zeros as the end of the
        // log.
        let mut log = OpenOptions::new().append(true).open(&self.log)?;
        if !has_room(&log, MIN_FREE_FACTOR * self.length) {
            return Ok(());
        }
        while length(&log)? < self.length {
            log.write_all(&[0; CHUNK])?;
            log.sync_data()?;
        }
        Ok(())
    }
}

/// Whether the file's disk has this many bytes free.
#[cfg(unix)]
fn has_room(file: &File, bytes: u64) -> bool {
    rustix::fs::fstatvfs(file).is_ok_and(|disk| disk.f_bavail.saturating_mul(disk.f_frsize) >= bytes)
}

#[cfg(not(unix))]
fn has_room(_: &File, _: u64) -> bool {
    true
}

fn length(file: &File) -> io::Result<u64> {
    Ok(file.metadata()?.len())
}

#[cfg(test)]
mod tests {
    use super::super::{OpenFlags, connect};
    use super::*;
    use rusqlite::Connection;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    const ROWS: i64 = 300;

    fn begin(database: &Path) -> Connection {
        let writer = connect(database, OpenFlags::default()).unwrap();
        writer.execute_batch("CREATE TABLE rows (n INTEGER PRIMARY KEY, text BLOB)").unwrap();
        writer
    }

    fn write(writer: &Connection, n: i64) {
        writer.execute("INSERT INTO rows VALUES (?, randomblob(3000))", [n]).unwrap();
    }

    /// Rows that somebody finds who has only the files, as after a loss of power.
    fn rows_after_a_crash(database: &Path) -> i64 {
        let elsewhere = tempfile::tempdir().unwrap();
        let copy = elsewhere.path().join("copy.sqlite");
        std::fs::copy(database, &copy).unwrap();
        std::fs::copy(database.with_extension("sqlite-wal"), copy.with_extension("sqlite-wal")).unwrap();
        let reader = connect(&copy, OpenFlags::default()).unwrap();
        assert_eq!(
            reader.query_row("PRAGMA integrity_check", [], |row| row.get::<_, String>(0)).unwrap(),
            "ok"
        );
        reader.query_row("SELECT count(*) FROM rows", [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn space_is_added_ahead_and_not_without_end() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("test.sqlite");
        let _writer = begin(&database);
        let reserve = Reserve::new(&database, 100);
        let length = |_: ()| std::fs::metadata(&reserve.log).unwrap().len();
        reserve.fill().unwrap();
        let first = length(());
        assert!(first >= reserve.length && first <= reserve.length + CHUNK as u64);
        reserve.fill().unwrap();
        assert_eq!(length(()), first);
    }

    #[test]
    #[cfg(unix)]
    fn a_disk_that_is_nearly_full_is_left_alone() {
        let file = tempfile::tempfile().unwrap();
        assert!(has_room(&file, 1));
        assert!(!has_room(&file, u64::MAX));
    }

    #[test]
    fn no_row_is_lost_while_the_file_grows_under_it() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("test.sqlite");
        let writer = begin(&database);
        let reserve = Reserve::new(&database, 100);
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                // More often than in earnest: the file is never long enough.
                let mut log = OpenOptions::new().append(true).open(&reserve.log).unwrap();
                while !is_over.load(Ordering::Acquire) {
                    log.write_all(&[0; 512]).unwrap();
                }
            });
            (0..ROWS).for_each(|n| write(&writer, n));
            is_over.store(true, Ordering::Release);
        });
        assert_eq!(rows_after_a_crash(&database), ROWS);
        reserve.fill().unwrap();
        (ROWS..2 * ROWS).for_each(|n| write(&writer, n));
        assert_eq!(rows_after_a_crash(&database), 2 * ROWS);
    }
}
