//! Read-only connections. In WAL mode readers and the writer do not block each other.

use super::{StoreError, connect};
use parking_lot::Mutex;
use rusqlite::{Connection, OpenFlags};
use std::path::PathBuf;

/// A pool of read-only connections.
pub(super) struct Readers {
    file: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

/// How many idle connections are kept open.
const MAX_IDLE: usize = 4;

impl Readers {
    pub(super) fn new(file: PathBuf) -> Readers {
        Readers { file, idle: Mutex::new(Vec::new()) }
    }

    /// Runs a query on an idle connection, or on a new one.
    pub(super) fn with<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let idle = self.idle.lock().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => connect(&self.file, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?,
        };
        let answer = query(&connection)?;
        let mut idle = self.idle.lock();
        if idle.len() < MAX_IDLE {
            idle.push(connection);
        }
        Ok(answer)
    }
}
