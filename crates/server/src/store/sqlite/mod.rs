//! The store in one SQLite file. SQL for SQLite is written only in this module.

mod accounts;
mod archive;
mod challenges;
mod chat;
mod checkpoint;
mod club;
#[cfg(feature = "crash-test-control")]
mod control;
pub mod copy;
mod games;
mod journal;
mod ratings;
mod readers;
mod reserve;
mod schema;
mod search;
mod sessions;
mod standing;
mod successors;
mod sweep;
mod transfer;
mod upgrade;
mod writer;

use super::{Append, AppendError, LoadedJournal, StoreError, checksum, private};
use crate::metrics::Metrics;
use checkpoint::Checkpointer;
use journal::Journal;
use parking_lot::Mutex;
use readers::Readers;
use rusqlite::{Connection, OpenFlags};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use writer::Writer;

/// How long a connection waits for another process: a command-line tool next to the server.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The name of the database file in the folder.
const FILE: &str = "tabiya.sqlite";

mod migrations {
    refinery::embed_migrations!("src/store/sqlite/migrations");
}

/// The store in a SQLite file. Cheap to clone.
#[derive(Clone)]
pub struct Store(Arc<StoreInner>);

struct StoreInner {
    writer: Writer,
    readers: Readers,
    file: PathBuf,
    /// Keys of journal rows whose games are in the archive.
    trash: Mutex<Vec<i64>>,
    /// Held until the store is closed: two servers on one folder would not see each other's changes.
    lock: Mutex<Option<File>>,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(error.into())
    }
}

impl From<refinery::Error> for StoreError {
    fn from(error: refinery::Error) -> StoreError {
        StoreError::Migration(error.into())
    }
}

impl Store {
    /// Opens the database in a folder, or creates it. Also returns the contents of the journal.
    pub fn open(folder: &Path, metrics: Arc<Metrics>) -> Result<(Store, LoadedJournal), StoreError> {
        let refuse = |why: String| StoreError::Folder { folder: folder.to_owned(), why };
        private::create_folder(folder).map_err(|error| refuse(error.to_string()))?;
        let lock = private::open_file(&folder.join("lock")).map_err(|error| refuse(error.to_string()))?;
        lock.try_lock().map_err(|_| refuse("another server is running here".into()))?;
        Store::open_file(folder, Some(lock), metrics)
    }

    /// Opens the database in a folder for a command-line tool, while a server may be running on it. Only the server may
    /// append to the journal.
    pub fn open_for_cli(folder: &Path) -> Result<Store, StoreError> {
        private::create_folder(folder)
            .map_err(|error| StoreError::Folder { folder: folder.to_owned(), why: error.to_string() })?;
        Ok(Store::open_file(folder, None, Arc::default())?.0)
    }

    fn open_file(
        folder: &Path,
        lock: Option<File>,
        metrics: Arc<Metrics>,
    ) -> Result<(Store, LoadedJournal), StoreError> {
        let file = folder.join(FILE);
        // From now on the file may be written to, so its checksum is no longer valid.
        checksum::remove_sidecar(&file)
            .map_err(|error| StoreError::Folder { folder: folder.to_owned(), why: error.to_string() })?;
        // SQLite creates its other files with the permissions of this one.
        private::open_file(&file)
            .map_err(|error| StoreError::Folder { folder: folder.to_owned(), why: error.to_string() })?;
        for name in ["tabiya.sqlite-wal", "tabiya.sqlite-shm"] {
            private::restrict_file(&folder.join(name));
        }
        let mut connection = connect(&file, OpenFlags::default())?;
        upgrade::install(&connection)?;
        migrations::migrations::runner().run(&mut connection)?;
        let journal = match lock {
            Some(_) => journal::load(&connection)?,
            None => Journal::default(),
        };
        let checkpointer = Checkpointer::start(connect(&file, OpenFlags::default())?, &file);
        let writer = Writer::start(connection, checkpointer, &journal, metrics);
        let readers = Readers::new(file.clone());
        let trash = Mutex::new(journal.archived);
        Ok((
            Store(Arc::new(StoreInner { writer, readers, file, trash, lock: Mutex::new(lock) })),
            journal.loaded,
        ))
    }

    pub fn file(&self) -> &Path {
        &self.0.file
    }

    /// Runs a query on a thread that may block.
    async fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let inner = Arc::clone(&self.0);
        let answer = tokio::task::spawn_blocking(move || inner.readers.with(query)).await;
        answer.map_err(|_| StoreError::Unavailable)?
    }

    /// Runs a job on the writer's thread, which gives moves priority. It is on disk when this returns. A job that fails
    /// leaves nothing behind.
    async fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.0.writer.write(job).await
    }

    /// Checks that the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.read(|connection| connection.query_row("SELECT 1", (), |_| Ok(()))).await
    }

    /// Appends a row to the journal. It is on disk when this returns.
    pub async fn append(&self, row: Append) -> Result<(), AppendError> {
        self.0.writer.append(row).await
    }

    /// Whether the last write failed.
    pub fn is_failing(&self) -> bool {
        self.0.writer.failing.load(Ordering::Acquire)
    }

    /// How many rows wait to be written.
    pub fn waiting(&self) -> usize {
        self.0.writer.waiting()
    }

    /// Writes everything that is queued, and accepts nothing after that. A second call has no effect.
    pub async fn close(&self) {
        let inner = Arc::clone(&self.0);
        // This can fail only if the writer panics, and the panic has been logged already.
        let _ = tokio::task::spawn_blocking(move || {
            inner.writer.stop();
            let lock = inner.lock.lock().take();
            // Without the lock, a server may still be running and changing the file.
            if lock.is_some()
                && let Err(error) = checksum::write_sidecar(&inner.file)
            {
                tracing::warn!(%error, "the checksum of the database could not be written");
            }
        })
        .await;
    }
}

/// Opens a connection with the settings that all our connections have.
fn connect(file: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A commit is on disk when it returns, and survives a crash of the process or a power failure.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // Checkpoints run on another thread than the one that players wait for.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// The number of the newest migration that this program knows.
fn newest_migration() -> i64 {
    let runner = migrations::migrations::runner();
    runner.get_migrations().iter().map(|migration| i64::from(migration.version())).max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
