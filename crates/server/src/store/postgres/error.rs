//! Messages for PostgreSQL errors. The library's own messages are just "db error" and the like; the reason is in their
//! sources.

use super::StoreError;
use deadpool_postgres::PoolError;
use parking_lot::Mutex;
use std::error::Error;
use std::time::{Duration, Instant};

/// The reason for an error on one line, with what the server says about it. The error's detail field is left out,
/// because it may quote rows.
pub(super) fn describe(error: &tokio_postgres::Error) -> String {
    let Some(said) = error.as_db_error() else {
        let (mut text, mut cause) = (error.to_string(), error.source());
        while let Some(error) = cause {
            text = format!("{text}: {error}");
            cause = error.source();
        }
        return text;
    };
    let constraint = said.constraint().map_or_else(String::new, |name| format!(", constraint {name}"));
    format!("{} {}: {}{constraint}", said.severity(), said.code().code(), said.message())
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> StoreError {
        StoreError::Database(describe(&error).into())
    }
}

impl From<PoolError> for StoreError {
    fn from(error: PoolError) -> StoreError {
        // The database is unreachable, or all connections are in use. The caller need not know which, but the log
        // should say.
        if is_time_to_log() {
            match error {
                PoolError::Backend(cause) => {
                    tracing::warn!(error = describe(&cause), "no connection to the database");
                }
                other => tracing::warn!(error = %other, "no connection to the database is free"),
            }
        }
        StoreError::Unavailable
    }
}

/// At most once a second: while the database is unreachable, every request fails for the same reason.
fn is_time_to_log() -> bool {
    static LAST: Mutex<Option<Instant>> = Mutex::new(None);
    let mut last = LAST.lock();
    let is_time = last.is_none_or(|last| last.elapsed() >= Duration::from_secs(1));
    if is_time {
        *last = Some(Instant::now());
    }
    is_time
}
