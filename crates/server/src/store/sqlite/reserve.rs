//! Space for SQLite's log ahead of need.
//!
//! A commit that makes the log longer waits for the file system to note its new length, and with it for whatever other
//! programs have written meanwhile. A commit that writes into space the log has already waits for its own bytes only.
//! `scripts/load-five.sh` measures what that is worth.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A frame of the log: a page and its header.
const FRAME: u64 = 4096 + 24;
/// How much longer the file is than the log should ever be: a reader may keep it from beginning again for a while.
const AHEAD: u64 = 32 << 20;
/// Written at once. A commit at the same moment takes it along to the disk, so it is little.
const PIECE: usize = 256 << 10;

/// So many times that space has to be free: on a disk that is nearly full it is left to the games.
const ROOM: u64 = 10;

/// Keeps the file of the log longer than the log.
pub(super) struct Reserve {
    log: PathBuf,
    /// How long the file is to be.
    length: u64,
}

impl Reserve {
    /// For a database whose log begins again after so many pages.
    pub(super) fn new(database: &Path, max_pages: i64) -> Reserve {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        Reserve { log: log.into(), length: max_pages.cast_unsigned() * FRAME + AHEAD }
    }

    /// Makes the file as long as it is to be, if it is shorter. At once and not little by little: it is over when a busy
    /// day has hardly begun.
    pub(super) fn fill(&self) -> io::Result<()> {
        // Bytes are appended and never written at a place: SQLite, which writes at the same time, may have made the file
        // longer meanwhile. It takes zeros for the end of the log.
        let mut log = OpenOptions::new().append(true).open(&self.log)?;
        if !has_room(&log, ROOM * self.length) {
            return Ok(());
        }
        while length(&log)? < self.length {
            log.write_all(&[0; PIECE])?;
            log.sync_data()?;
        }
        Ok(())
    }
}

/// Whether the disk that a file is on has so many bytes to give.
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
        assert!(first >= reserve.length && first <= reserve.length + PIECE as u64);
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
