//! Copying SQLite's log into its database, on a thread of its own: players never wait for it.

use super::reserve::Reserve;
use rusqlite::Connection;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Commits between two copies.
const COMMITS: u32 = 1_000;
/// Commits before the first copy, after which there is space ahead of the log: a busy server has them within a second.
const FIRST_COMMITS: u32 = 100;
/// When so many pages are in the log, it begins again from its start. The file keeps its length, so that later commits
/// write to blocks that the file system has given it already.
const MAX_PAGES: i64 = 16_384;

/// The thread, and when it was last called.
pub(super) struct Copier {
    bell: SyncSender<()>,
    commits: u32,
    /// The log is long, and all of it but the last few commits has been copied.
    is_copied: Arc<AtomicBool>,
}

impl Copier {
    /// Starts the thread, which ends with the value.
    pub(super) fn start(connection: Connection, file: &Path) -> Copier {
        let (bell, rings) = sync_channel(1);
        let is_copied = Arc::new(AtomicBool::new(false));
        let copied = Arc::clone(&is_copied);
        let reserve = Reserve::new(file, MAX_PAGES);
        thread::Builder::new()
            .name("checkpoint".into())
            .spawn(move || {
                // The first ring is for what a process left that was killed, and says nothing about how busy it will be.
                let mut is_busy = false;
                while rings.recv().is_ok() {
                    match copy(&connection) {
                        Ok(pages) => {
                            copied.store(pages > MAX_PAGES, Ordering::Release);
                            if std::mem::replace(&mut is_busy, true)
                                && let Err(error) = reserve.fill()
                            {
                                tracing::warn!(%error, "no space is kept for the log ahead of need");
                            }
                        }
                        Err(error) => {
                            tracing::warn!(%error, "the log could not be copied into the database");
                        }
                    }
                }
            })
            .expect("a thread can be started");
        // What a process left that was killed.
        let _ = bell.try_send(());
        Copier { bell, commits: COMMITS - FIRST_COMMITS, is_copied }
    }

    /// Copies everything: who looks at the folder afterwards finds one file.
    pub(super) fn at_the_end(&self, connection: &Connection) {
        if let Err(error) = run(connection, "PRAGMA wal_checkpoint(TRUNCATE)") {
            tracing::warn!(%error, "the log could not be copied into the database");
        }
    }

    /// To be told by the writer after each commit.
    pub(super) fn after_commit(&mut self, connection: &Connection) {
        // The writer has to let the log begin again, and everybody waits for it meanwhile: so only now that hardly
        // anything is left to be copied.
        if self.is_copied.swap(false, Ordering::AcqRel)
            && let Err(error) = begin_anew(connection)
        {
            tracing::warn!(%error, "the log could not begin anew");
        }
        self.commits += 1;
        if self.commits < COMMITS {
            return;
        }
        self.commits = 0;
        // A thread that is still at it will see what is new as well.
        let _ = self.bell.try_send(());
    }
}

/// Copies what is in the log, and says how many pages that is. Where it is long, what was written meanwhile is copied too,
/// so that next to nothing is left.
fn copy(connection: &Connection) -> rusqlite::Result<i64> {
    let pages = run(connection, "PRAGMA wal_checkpoint(PASSIVE)")?;
    if pages > MAX_PAGES {
        return run(connection, "PRAGMA wal_checkpoint(PASSIVE)");
    }
    Ok(pages)
}

/// Lets the log begin again from its start. A reader that is in the way is not waited for: next time, then.
fn begin_anew(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_millis(20))?;
    let ran = run(connection, "PRAGMA wal_checkpoint(RESTART)");
    connection.busy_timeout(super::BUSY_TIMEOUT)?;
    ran.map(drop)
}

/// Runs a checkpoint. Returns how many pages are in the log.
fn run(connection: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    connection.query_row(pragma, [], |row| row.get(1))
}

#[cfg(test)]
mod tests {
    use super::super::{OpenFlags, connect};
    use super::*;

    /// Pages of the log that a commit of the writer leaves behind.
    fn pages(connection: &Connection) -> i64 {
        connection.execute("INSERT INTO rows (text) VALUES (randomblob(3000))", []).unwrap();
        run(connection, "PRAGMA wal_checkpoint(PASSIVE)").unwrap()
    }

    #[test]
    fn a_long_log_begins_again_once_and_not_with_every_copy() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("test.sqlite");
        let writer = connect(&file, OpenFlags::default()).unwrap();
        writer.execute_batch("CREATE TABLE rows (text BLOB)").unwrap();
        let mut copier = Copier::start(connect(&file, OpenFlags::default()).unwrap(), &file);
        let fill = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 18000) \
            INSERT INTO rows SELECT randomblob(3000) FROM n";
        writer.execute_batch(fill).unwrap();
        assert!(pages(&writer) > MAX_PAGES);
        copier.bell.send(()).unwrap();
        while !copier.is_copied.load(Ordering::Acquire) {
            thread::sleep(Duration::from_millis(1));
        }
        copier.after_commit(&writer);
        assert!(pages(&writer) < 10, "it has begun again");
        copier.bell.send(()).unwrap();
        copier.bell.send(()).unwrap();
        assert!(!copier.is_copied.load(Ordering::Acquire), "the file is long, and the log in it is short");
    }

    #[test]
    fn the_log_begins_again_though_the_last_commits_are_not_copied() {
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
        begin_anew(&writer).unwrap();
        assert!(pages(&writer) < 10);
    }

    #[test]
    fn after_some_commits_the_log_is_in_the_database() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("test.sqlite");
        let writer = connect(&file, OpenFlags::default()).unwrap();
        writer.execute_batch("CREATE TABLE rows (text BLOB)").unwrap();
        let mut copier = Copier::start(connect(&file, OpenFlags::default()).unwrap(), &file);
        let copied = |length: u64| {
            let begun = std::time::Instant::now();
            while std::fs::metadata(&file).unwrap().len() < length {
                assert!(begun.elapsed() < Duration::from_secs(20), "nothing is copied");
                thread::sleep(Duration::from_millis(1));
            }
        };
        copied(2 * 4096); // what was there at the start: the schema, and the root of the table
        writer.execute("INSERT INTO rows (text) VALUES (randomblob(1000000))", []).unwrap();
        for _ in 0..FIRST_COMMITS {
            copier.after_commit(&writer);
        }
        copied(1_000_000);
    }
}
