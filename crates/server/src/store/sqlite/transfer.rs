//! Raw rows of tables, for moving them to another database and back.

use super::{Store, StoreError};
use crate::store::transfer::{TransferTable, Value};
use game::Timestamp;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{ToSql, params_from_iter};

/// Tables that are not moved: the target database has its own contents for them.
const NOT_MOVED: [&str; 2] = ["refinery_schema_history", "service"];

// Names of tables and columns are constants of the program, so no value ends up in the text of a statement.
const AFTER: &str = " WHERE rowid > ?1 ORDER BY rowid LIMIT ?2";
const WHOLE: &str = " WHERE ?1 < 0 AND ?2 > 0";

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Real(number) => ValueRef::Real(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

fn value(value: ValueRef<'_>) -> rusqlite::Result<Value> {
    Ok(match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) => Value::Text(str::from_utf8(text)?.to_owned()),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_owned()),
    })
}

impl Store {
    /// Fails if the database holds tables that would be left behind.
    pub(in crate::store) async fn refuse_unknown_tables(
        &self,
        known: &[&'static str],
    ) -> Result<(), StoreError> {
        let known = known.to_vec();
        let unknown: Option<String> = self
            .read(move |db| {
                let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
                let names: Vec<String> =
                    db.prepare(sql)?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
                Ok(names
                    .into_iter()
                    .find(|name| !known.contains(&name.as_str()) && !NOT_MOVED.contains(&name.as_str())))
            })
            .await?;
        match unknown {
            None => Ok(()),
            Some(name) => Err(StoreError::Refused(format!(
                "the table {name} cannot be moved by this program: nothing was moved"
            ))),
        }
    }

    /// Rows of a table after a row id, and the row id of the last one.
    pub(in crate::store) async fn rows_after(
        &self,
        table: TransferTable,
        after: i64,
        limit: usize,
    ) -> Result<(Vec<Vec<Value>>, Option<i64>), StoreError> {
        self.read(move |db| {
            // Tables without row ids are small, and are read in one go.
            let columns = table.column_list();
            let numbered = ["SELECT ", &columns, ", rowid FROM ", table.name, AFTER].concat();
            let whole = ["SELECT ", &columns, ", 0 FROM ", table.name, WHOLE].concat();
            let mut statement = match db.prepare(&numbered) {
                Ok(statement) => statement,
                Err(_) => db.prepare(&whole)?,
            };
            let width = table.columns.len();
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let mut rows = statement.query(rusqlite::params![after, limit])?;
            let (mut found, mut last) = (Vec::new(), None);
            while let Some(row) = rows.next()? {
                found.push(
                    (0..width).map(|place| value(row.get_ref(place)?)).collect::<rusqlite::Result<_>>()?,
                );
                last = Some(row.get(width)?);
            }
            Ok((found, last))
        })
        .await
    }

    pub(in crate::store) async fn insert_rows(
        &self,
        table: TransferTable,
        rows: Vec<Vec<Value>>,
    ) -> Result<(), StoreError> {
        self.write(move |db| {
            let places = vec!["?"; table.columns.len()].join(", ");
            let sql =
                ["INSERT INTO ", table.name, " (", &table.column_list(), ") VALUES (", &places, ")"].concat();
            let mut statement = db.prepare_cached(&sql)?;
            for row in &rows {
                statement.execute(params_from_iter(row))?;
            }
            Ok(())
        })
        .await
    }

    /// The last moment at which the server is known to have been serving.
    pub(in crate::store) async fn last_service(&self) -> Result<Timestamp, StoreError> {
        let at: i64 = self
            .read(|db| {
                let sql = "SELECT max(at, coalesce((SELECT max(at) FROM journal), 0)) FROM service";
                db.query_row(sql, [], |row| row.get(0))
            })
            .await?;
        Ok(super::accounts::moment(at))
    }

    pub(in crate::store) async fn set_last_service(&self, at: Timestamp) -> Result<(), StoreError> {
        let at = super::accounts::millis(at);
        self.write(move |db| db.execute("UPDATE service SET at = ?", [at]).map(drop)).await
    }
}
