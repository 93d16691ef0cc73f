//! The store in one file of SQLite. SQL is written here and nowhere else.

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

use super::{Append, AppendError, Loaded, StoreError, checksum, private};
use crate::metrics::Metrics;
use checkpoint::Copier;
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

/// How long a connection waits for another process, which is a command beside the server.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The file in the folder.
const FILE: &str = "tabiya.sqlite";

mod migrations {
    refinery::embed_migrations!("src/store/sqlite/migrations");
}

/// The door to what is kept.
#[derive(Clone)]
pub struct Store(Arc<StoreInner>);

struct StoreInner {
    writer: Writer,
    readers: Readers,
    file: PathBuf,
    /// Rows of the journal whose games are in the archive.
    trash: Mutex<Vec<i64>>,
    /// Held until the store is closed: two servers on one folder would each miss what the other one does.
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
    /// Opens what is kept in a folder, or begins it. Says what the journal holds.
    pub fn open(folder: &Path, metrics: Arc<Metrics>) -> Result<(Store, Loaded), StoreError> {
        let trouble = |why: String| StoreError::Folder { folder: folder.to_owned(), why };
        private::create_folder(folder).map_err(|error| trouble(error.to_string()))?;
        let lock = private::open_file(&folder.join("lock")).map_err(|error| trouble(error.to_string()))?;
        lock.try_lock().map_err(|_| trouble("another server is running here".into()))?;
        Store::open_file(folder, Some(lock), metrics)
    }

    /// Opens what is kept in a folder beside a server that may be running: for the command line.
    /// The journal is the server's alone, and is not to be appended to.
    pub fn open_beside(folder: &Path) -> Result<Store, StoreError> {
        private::create_folder(folder)
            .map_err(|error| StoreError::Folder { folder: folder.to_owned(), why: error.to_string() })?;
        Ok(Store::open_file(folder, None, Arc::default())?.0)
    }

    fn open_file(
        folder: &Path,
        lock: Option<File>,
        metrics: Arc<Metrics>,
    ) -> Result<(Store, Loaded), StoreError> {
        let file = folder.join(FILE);
        // Whatever is written from now on, it is not what was closed in order.
        checksum::remove_beside(&file)
            .map_err(|error| StoreError::Folder { folder: folder.to_owned(), why: error.to_string() })?;
        // SQLite gives its other files the rights of this one.
        private::open_file(&file)
            .map_err(|error| StoreError::Folder { folder: folder.to_owned(), why: error.to_string() })?;
        for beside in ["tabiya.sqlite-wal", "tabiya.sqlite-shm"] {
            private::restrict_file(&folder.join(beside));
        }
        let mut connection = connect(&file, OpenFlags::default())?;
        upgrade::install(&connection)?;
        migrations::migrations::runner().run(&mut connection)?;
        let journal = match lock {
            Some(_) => journal::load(&connection)?,
            None => Journal::default(),
        };
        let copier = Copier::start(connect(&file, OpenFlags::default())?, &file);
        let writer = Writer::start(connection, copier, &journal, metrics);
        let readers = Readers::new(file.clone());
        let trash = Mutex::new(journal.archived);
        Ok((
            Store(Arc::new(StoreInner { writer, readers, file, trash, lock: Mutex::new(lock) })),
            journal.loaded,
        ))
    }

    /// Where everything is.
    pub fn file(&self) -> &Path {
        &self.0.file
    }

    /// Reads, on a thread where waiting does no harm.
    async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let inside = Arc::clone(&self.0);
        let answer = tokio::task::spawn_blocking(move || inside.readers.with(question)).await;
        answer.map_err(|_| StoreError::Unavailable)?
    }

    /// Writes, behind the moves; what comes back is on disk. A job that fails leaves nothing behind.
    async fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.0.writer.write(job).await
    }

    /// Asks for nothing, to see whether there is an answer.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.read(|connection| connection.query_row("SELECT 1", (), |_| Ok(()))).await
    }

    /// Appends a row to the journal; on disk when this comes back.
    pub async fn append(&self, row: Append) -> Result<(), AppendError> {
        self.0.writer.append(row).await
    }

    /// Whether nothing could be written when it was last tried.
    pub fn is_failing(&self) -> bool {
        self.0.writer.failing.load(Ordering::Acquire)
    }

    /// How many rows wait to be written.
    pub fn waiting(&self) -> usize {
        self.0.writer.waiting()
    }

    /// Writes what is queued, and no more after it. A second call finds nothing to do.
    pub async fn close(&self) {
        let inside = Arc::clone(&self.0);
        // Only a panic in the writer could fail here, and that has been told by the writer itself.
        let _ = tokio::task::spawn_blocking(move || {
            inside.writer.stop();
            let lock = inside.lock.lock().take();
            // Beside a server that runs on, nothing can be said of the file.
            if lock.is_some()
                && let Err(error) = checksum::write_beside(&inside.file)
            {
                tracing::warn!(%error, "the checksum of the database is not written");
            }
        })
        .await;
    }
}

/// A connection with the settings that all of ours have.
fn connect(file: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A commit is on disk when it returns, whatever happens to the process or to the power.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // Copying the log into the database is for another thread than the one that players wait for.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// The number of the last change of tables that this program knows.
fn newest_migration() -> i64 {
    let runner = migrations::migrations::runner();
    runner.get_migrations().iter().map(|migration| i64::from(migration.version())).max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
