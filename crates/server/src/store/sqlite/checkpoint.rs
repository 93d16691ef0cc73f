//! Copying SQLite's log into its database, on a thread of its own: players never wait for it.

use rusqlite::Connection;
use std::path::PathBuf;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Commits between two copies.
const COMMITS: u32 = 1_000;
/// When the log has grown to so many bytes, it begins again from its start, which the writer has to do. By then
/// nearly all of it has been copied.
const LONG: u64 = 64 << 20;

/// The thread, and when it was last called.
pub(super) struct Copier {
    bell: SyncSender<()>,
    log: PathBuf,
    commits: u32,
}

impl Copier {
    /// Starts the thread, which ends with the value. `log` is SQLite's.
    pub(super) fn start(connection: Connection, log: PathBuf) -> Copier {
        let (bell, rings) = sync_channel(1);
        thread::Builder::new()
            .name("checkpoint".into())
            .spawn(move || {
                while rings.recv().is_ok() {
                    if let Err(error) = run(&connection, "PRAGMA wal_checkpoint(PASSIVE)") {
                        tracing::warn!(%error, "the log could not be copied into the database");
                    }
                }
            })
            .expect("a thread can be started");
        // What a process left that was killed.
        let _ = bell.try_send(());
        Copier { bell, log, commits: 0 }
    }

    /// Copies everything: who looks at the folder afterwards finds one file.
    pub(super) fn at_the_end(&self, connection: &Connection) {
        if let Err(error) = run(connection, "PRAGMA wal_checkpoint(TRUNCATE)") {
            tracing::warn!(%error, "the log could not be copied into the database");
        }
    }

    /// To be told by the writer after each commit.
    pub(super) fn after_commit(&mut self, connection: &Connection) {
        self.commits += 1;
        if self.commits < COMMITS {
            return;
        }
        self.commits = 0;
        if self.log.metadata().is_ok_and(|log| log.len() > LONG)
            && let Err(error) = begin_anew(connection)
        {
            tracing::warn!(%error, "the log could not begin anew");
        }
        // A thread that is still at it will see what is new as well.
        let _ = self.bell.try_send(());
    }
}

/// Lets the log begin again from its start. A reader that is in the way is not waited for: next time, then.
fn begin_anew(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_millis(20))?;
    let ran = run(connection, "PRAGMA wal_checkpoint(RESTART)");
    connection.busy_timeout(super::PATIENCE)?;
    ran
}

fn run(connection: &Connection, pragma: &str) -> rusqlite::Result<()> {
    connection.query_row(pragma, [], |_| Ok(()))
}
