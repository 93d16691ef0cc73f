//! Moving all data from one database to another: from a folder to PostgreSQL when a community grows, and back. No
//! server may be running on either of them meanwhile.

mod tables;

use super::postgres::Store as SharedStore;
use super::{StoreError, sqlite};
use std::path::Path;
use tables::{JOURNAL, TABLES, Table};

/// A value of a row, independent of the database.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

/// How many rows are read and written at a time.
const BATCH: usize = 500;

/// Moves all data from a folder into an empty PostgreSQL database. Returns the number of rows.
pub async fn to_postgres(folder: &Path, url: &str) -> Result<u64, StoreError> {
    let (from, _) = sqlite::Store::open(folder, std::sync::Arc::default())?;
    let to = SharedStore::connect_for_transfer(url).await?;
    let moved = async {
        from.refuse_unknown_tables(&names()).await?;
        to.refuse_filled().await?;
        let mut moved = 0;
        for table in TABLES.iter().chain([&JOURNAL]) {
            let mut after = i64::MIN;
            loop {
                let (rows, last) = from.rows_after(*table, after, BATCH).await?;
                let Some(last) = last else { break };
                after = last;
                moved += rows.len() as u64;
                to.insert_rows(*table, rows).await?;
            }
        }
        to.take_up_live_games(from.last_service().await?).await?;
        Ok(moved)
    }
    .await;
    from.close().await;
    to.close().await;
    moved
}

/// Moves all data from a PostgreSQL database into an empty folder. Returns the number of rows.
pub async fn to_folder(url: &str, folder: &Path) -> Result<u64, StoreError> {
    if super::copy::file_in(folder).exists() {
        let why = "it already holds data of a server: choose an empty folder".to_owned();
        return Err(StoreError::Folder { folder: folder.to_owned(), why });
    }
    let from = SharedStore::connect_for_transfer(url).await?;
    let (to, _) = sqlite::Store::open(folder, std::sync::Arc::default())?;
    let moved = async {
        from.refuse_running().await?;
        let mut moved = 0;
        for table in TABLES.iter().chain([&JOURNAL]) {
            let mut offset = 0;
            loop {
                let rows = from.rows_from(*table, offset, BATCH as u64).await?;
                if rows.is_empty() {
                    break;
                }
                offset += rows.len() as u64;
                to.insert_rows(*table, rows).await?;
            }
            moved += offset;
        }
        to.set_last_service(from.last_beat().await?).await?;
        Ok(moved)
    }
    .await;
    from.close().await;
    to.close().await;
    moved
}

fn names() -> Vec<&'static str> {
    TABLES.iter().chain([&JOURNAL]).map(|table| table.name).collect()
}

pub(super) use tables::{Kind as ColumnKind, Table as TransferTable};

impl Table {
    /// The names of the columns, quoted and separated by commas.
    pub(super) fn column_list(&self) -> String {
        self.columns.iter().map(|column| format!("\"{}\"", column.name)).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn is_journal(&self) -> bool {
        self.name == JOURNAL.name
    }
}

impl Value {
    /// The value as a boolean, which SQLite stores as 0 or 1.
    pub(super) fn truth(&self) -> Option<bool> {
        match self {
            Value::Integer(number) => Some(*number != 0),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::tables::Kind;
    use super::*;

    #[test]
    fn every_column_has_a_kind_and_every_table_a_key() {
        for table in TABLES.iter().chain([&JOURNAL]) {
            assert!(!table.columns.is_empty() && !table.order.is_empty(), "{}", table.name);
        }
        assert_eq!(Value::Integer(1).truth(), Some(true));
        assert_eq!(Kind::Truth, TABLES[2].columns[4].kind, "kid mode is yes or no");
    }
}
