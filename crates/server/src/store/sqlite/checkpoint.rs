//! Checkpoints of SQLite's write-ahead log, on a thread of their own, so that no player waits for one.

use super::reserve::Reserve;
use rusqlite::Connection;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Commits between two checkpoints.
const COMMITS: u32 = 1_000;
/// Commits before the first checkpoint, after which space is reserved for the log. A busy server reaches it within a
/// second.
const FIRST_COMMITS: u32 = 100;
/// When the log has this many pages, it restarts from its beginning. The file keeps its length, so that later commits
/// write to blocks that are already allocated.
const MAX_PAGES: i64 = 16_384;

/// A handle to the checkpoint thread.
pub(super) struct Checkpointer {
    wake: SyncSender<()>,
    /// Commits since the last checkpoint.
    commits: u32,
    /// The log is long, and all but its last few commits are in the database.
    restart_due: Arc<AtomicBool>,
}

impl Checkpointer {
    /// Starts the thread, which ends when the handle is dropped.
    pub(super) fn start(connection: Connection, file: &Path) -> Checkpointer {
        let (wake, wakes) = sync_channel(1);
        let restart_due = Arc::new(AtomicBool::new(false));
        let due = Arc::clone(&restart_due);
        let reserve = Reserve::new(file, MAX_PAGES);
        thread::Builder::new()
            .name("checkpoint".into())
            .spawn(move || {
                // The first checkpoint is for a log left by a killed process, and does not mean that the server is busy.
                let mut is_busy = false;
                while wakes.recv().is_ok() {
                    match checkpoint(&connection) {
                        Ok(pages) => {
                            due.store(pages > MAX_PAGES, Ordering::Release);
                            if std::mem::replace(&mut is_busy, true)
                                && let Err(error) = reserve.fill()
                            {
                                tracing::warn!(%error, "no space could be reserved for the log");
                            }
                        }
                        Err(error) => {
                            tracing::warn!(%error, "checkpoint failed");
                        }
                    }
                }
            })
            .expect("a thread can be started");
        // For a log left by a killed process.
        let _ = wake.try_send(());
        Checkpointer { wake, commits: COMMITS - FIRST_COMMITS, restart_due }
    }

    /// Checkpoints everything and truncates the log, so that a stopped server leaves a single file.
    pub(super) fn truncate(&self, connection: &Connection) {
        if let Err(error) = run(connection, "PRAGMA wal_checkpoint(TRUNCATE)") {
            tracing::warn!(%error, "checkpoint failed");
        }
    }

    /// Called by the writer after each commit.
    pub(super) fn after_commit(&mut self, connection: &Connection) {
        // Only the writer can restart the log, and every move waits meanwhile: so it is done only when hardly anything is
        // left to copy.
        if self.restart_due.swap(false, Ordering::AcqRel)
            && let Err(error) = restart_log(connection)
        {
            tracing::warn!(%error, "the log could not be restarted");
        }
        self.commits += 1;
        if self.commits < COMMITS {
            return;
        }
        self.commits = 0;
        // A checkpoint that is still running copies the new commits as well.
        let _ = self.wake.try_send(());
    }
}

/// Copies the log into the database, and returns its length in pages. After a long log a second pass copies what was
/// written meanwhile, so that next to nothing is left.
fn checkpoint(connection: &Connection) -> rusqlite::Result<i64> {
    let pages = run(connection, "PRAGMA wal_checkpoint(PASSIVE)")?;
    if pages > MAX_PAGES {
        return run(connection, "PRAGMA wal_checkpoint(PASSIVE)");
    }
    Ok(pages)
}

/// Restarts the log from its beginning. It does not wait long for a reader in the way: the next checkpoint tries again.
fn restart_log(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_millis(20))?;
    let ran = run(connection, "PRAGMA wal_checkpoint(RESTART)");
    connection.busy_timeout(super::BUSY_TIMEOUT)?;
    ran.map(drop)
}

/// Runs a checkpoint. Returns the number of pages in the log.
fn run(connection: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    connection.query_row(pragma, [], |row| row.get(1))
}

#[cfg(test)]
mod tests {
    use super::super::{OpenFlags, connect};
    use super::*;

    /// The length of the log in pages after one more commit.
    fn pages(connection: &Connection) -> i64 {
        connection.execute("INSERT INTO rows (text) VALUES (randomblob(3000))", []).unwrap();
        run(connection, "PRAGMA wal_checkpoint(PASSIVE)").unwrap()
    }

    #[test]
    fn a_long_log_restarts_once_and_not_at_every_checkpoint() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("test.sqlite");
        let writer = connect(&file, OpenFlags::default()).unwrap();
        writer.execute_batch("CREATE TABLE rows (text BLOB)").unwrap();
        let mut checkpointer = Checkpointer::start(connect(&file, OpenFlags::default()).unwrap(), &file);
        let fill = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 18000) \
            INSERT INTO rows SELECT randomblob(3000) FROM n";
        writer.execute_batch(fill).unwrap();
        assert!(pages(&writer) > MAX_PAGES);
        checkpointer.wake.send(()).unwrap();
        while !checkpointer.restart_due.load(Ordering::Acquire) {
            thread::sleep(Duration::from_millis(1));
        }
        checkpointer.after_commit(&writer);
        assert!(pages(&writer) < 10, "the log has restarted");
        checkpointer.wake.send(()).unwrap();
        checkpointer.wake.send(()).unwrap();
        assert!(
            !checkpointer.restart_due.load(Ordering::Acquire),
            "the file is long, and the log in it is short"
        );
    }

    #[test]
    fn the_log_restarts_although_the_last_commits_are_not_copied() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("test.sqlite");
        let writer = connect(&file, OpenFlags::default()).unwrap();
        let reader = connect(&file, OpenFlags::default()).unwrap();
        writer.execute_batch("CREATE TABLE rows (text BLOB)").unwrap();
        for _ in 0..50 {
            writer.execute("INSERT INTO rows (text) VALUES (randomblob(3000))", []).unwrap();
        }
        reader.execute_batch("BEGIN; SELECT count(*) FROM rows").unwrap();
        assert!(pages(&writer) > 50, "the last one is copied when the reader is gone");
        reader.execute_batch("COMMIT").unwrap();
        restart_log(&writer).unwrap();
        assert!(pages(&writer) < 10);
    }

    #[test]
    fn after_some_commits_the_log_is_checkpointed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("test.sqlite");
        let writer = connect(&file, OpenFlags::default()).unwrap();
        writer.execute_batch("CREATE TABLE rows (text BLOB)").unwrap();
        let mut checkpointer = Checkpointer::start(connect(&file, OpenFlags::default()).unwrap(), &file);
        let copied = |length: u64| {
            let begun = std::time::Instant::now();
            while std::fs::metadata(&file).unwrap().len() < length {
                assert!(begun.elapsed() < Duration::from_secs(20), "no checkpoint was made");
                thread::sleep(Duration::from_millis(1));
            }
        };
        copied(2 * 4096); // what was there at the start: the schema, and the root of the table
        writer.execute("INSERT INTO rows (text) VALUES (randomblob(1000000))", []).unwrap();
        for _ in 0..FIRST_COMMITS {
            checkpointer.after_commit(&writer);
        }
        copied(1_000_000);
    }
}
