//! Errors of the store.

use std::error::Error;
use std::path::PathBuf;

/// Errors of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Too much is waiting to be written.
    #[error("the server is busy: try again")]
    Busy,
    #[error("the database: {0}")]
    Database(#[source] Box<dyn Error + Send + Sync>),
    /// The database is of another version, or damaged.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(#[source] Box<dyn Error + Send + Sync>),
    /// The database is missing, or acknowledged moves would not be safe in it.
    #[error("{0}")]
    Refused(String),
    /// The folder cannot be used.
    #[error("{folder}: {why}")]
    Folder { folder: PathBuf, why: String },
    /// The disk accepts no writes, or the server is shutting down.
    #[error("nothing can be saved right now: try again")]
    Unavailable,
}
