//! What can go wrong with the store.

use std::error::Error;
use std::path::PathBuf;

/// What can go wrong with the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Too much is waiting to be written.
    #[error("the server is busy: try again")]
    Busy,
    #[error("the database: {0}")]
    Database(#[source] Box<dyn Error + Send + Sync>),
    /// What is kept is of another version, or damaged.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(#[source] Box<dyn Error + Send + Sync>),
    /// The database is not one on which games are safe, or is not there.
    #[error("{0}")]
    Refused(String),
    /// The folder cannot be used.
    #[error("{folder}: {why}")]
    Folder { folder: PathBuf, why: String },
    /// The disk takes nothing, or the server is being stopped.
    #[error("nothing can be saved right now: try again")]
    Unavailable,
}
