//! What is kept, in one file of SQLite. SQL is written here and nowhere else.

use rusqlite::Connection;
use std::path::Path;

/// The door to what is kept.
#[derive(Clone)]
pub struct Store {}

/// What can go wrong with it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Too much is waiting to be written.
    #[error("the server is busy: try again")]
    Busy,
    /// SQLite complains.
    #[error("the database: {0}")]
    Database(#[from] rusqlite::Error),
}

impl Store {
    /// Opens what is kept in a folder beside a server that may be running: for the command line.
    pub fn open_beside(_folder: &Path) -> Result<Store, StoreError> {
        Ok(Store {})
    }

    /// Reads, on a thread where waiting does no harm.
    pub async fn read<T: Send + 'static>(
        &self,
        _question: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        Err(StoreError::Busy)
    }

    /// Writes, behind the moves; what comes back is on disk. A job that fails leaves nothing behind.
    pub async fn write<T: Send + 'static>(
        &self,
        _job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        Err(StoreError::Busy)
    }
}
