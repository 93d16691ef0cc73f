//! Raw rows of tables, for moving them to another database and back.

use super::append::NAME_LOCK;
use super::{Store, StoreError, connection, damaged, millis, moment};
use crate::ids::GameId;
use crate::store::random_token;
use crate::store::transfer::{ColumnKind, TransferTable, Value};
use game::Timestamp;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use wire::stored::{GameHeader, Seat};

impl Store {
    /// Connects for a transfer: runs the migrations, but does not register a node.
    pub(in crate::store) async fn connect_for_transfer(url: &str) -> Result<Store, StoreError> {
        let config = connection::config(url)?;
        connection::prepare_database(&config).await?;
        let pool = connection::pool(config)?;
        Ok(Store::of(pool, None, 0, ""))
    }

    /// Refuses a database that is not empty.
    pub(in crate::store) async fn refuse_filled(&self) -> Result<(), StoreError> {
        self.refuse_running().await?;
        let sql = "SELECT (SELECT count(*) FROM players) + (SELECT count(*) FROM archive) + (SELECT count(*) FROM journal)";
        let held: i64 = self.query_opt(sql, &[]).await?.map_or(0, |row| row.get(0));
        if held > 0 {
            let why = "the database already holds data of a server: choose an empty one";
            return Err(StoreError::Refused(why.into()));
        }
        Ok(())
    }

    /// Refuses a database on which a node is running.
    pub(in crate::store) async fn refuse_running(&self) -> Result<(), StoreError> {
        // A running node holds the lock on its name.
        let sql = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid::bigint = $1 \
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        let running: i64 = self.query_opt(sql, &[&i64::from(NAME_LOCK)]).await?.map_or(0, |row| row.get(0));
        match running {
            0 => Ok(()),
            _ => Err(StoreError::Refused(format!(
                "{running} nodes are running on this database: stop them first"
            ))),
        }
    }

    pub(in crate::store) async fn insert_rows(
        &self,
        table: TransferTable,
        rows: Vec<Vec<Value>>,
    ) -> Result<(), StoreError> {
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        let mut places: Vec<String> = (1..=table.columns.len()).map(|place| format!("${place}")).collect();
        let mut columns = table.column_list();
        if table.is_journal() {
            columns.push_str(", token");
            places.push(format!("${}", places.len() + 1));
        }
        let places = places.join(", ");
        let sql = ["INSERT INTO ", table.name, " (", &columns, ") VALUES (", &places, ")"].concat();
        let statement = transaction.prepare(&sql).await?;
        for row in rows {
            let mut values = Vec::with_capacity(table.columns.len() + 1);
            for (value, column) in row.into_iter().zip(table.columns) {
                values.push(boxed(value, column.kind)?);
            }
            if table.is_journal() {
                values.push(Box::new(random_token()));
            }
            let values: Vec<&(dyn ToSql + Sync)> =
                values.iter().map(|value| &**value as &(dyn ToSql + Sync)).collect();
            transaction.execute(&statement, &values).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// A page of rows of a table.
    pub(in crate::store) async fn rows_from(
        &self,
        table: TransferTable,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<Vec<Value>>, StoreError> {
        let condition = match table.name {
            "challenges" => " WHERE state = 'created'",
            // The rows of archived games are moved with the archive.
            "journal" => " WHERE NOT EXISTS (SELECT 1 FROM archive a WHERE a.game = journal.game)",
            _ => "",
        };
        let (columns, page) = (table.column_list(), " OFFSET $1 LIMIT $2");
        let sql =
            ["SELECT ", &columns, " FROM ", table.name, condition, " ORDER BY ", table.order, page].concat();
        let rows = self.query(&sql, &[&offset.cast_signed(), &limit.cast_signed()]).await?;
        rows.iter().map(|row| read(row, &table)).collect()
    }

    /// Registers the live games of the moved journal, and records when the old server last served, so that the time
    /// since then counts as an outage.
    pub(in crate::store) async fn take_up_live_games(&self, served: Timestamp) -> Result<(), StoreError> {
        for row in self.query("SELECT game, payload FROM journal WHERE seq = 1", &[]).await? {
            let game = GameId::from_number(row.get(0)).ok_or_else(|| damaged("a game without a name"))?;
            let created =
                GameHeader::read(row.get(1)).map_err(|error| damaged(&format!("game {game}: {error}")))?;
            let player = |seat: &Seat| match seat {
                Seat::Person { id, .. } => Some(id.clone()),
                Seat::Computer { .. } | Seat::Named { .. } => None,
            };
            let sql = "INSERT INTO game_live (game, white, black, next_check_at) VALUES ($1, \
                coalesce((SELECT account FROM successors WHERE guest = $2), $2), \
                coalesce((SELECT account FROM successors WHERE guest = $3), $3), 0) ON CONFLICT DO NOTHING";
            self.execute(sql, &[&game.number(), &player(&created.white), &player(&created.black)]).await?;
        }
        let sql = "INSERT INTO nodes (name, started, beat) VALUES ('before the move', $1, $1)";
        self.execute(sql, &[&millis(served)]).await.map(drop)
    }

    /// The last heartbeat of any node.
    pub(in crate::store) async fn last_beat(&self) -> Result<Timestamp, StoreError> {
        let row = self.query_opt("SELECT coalesce(max(beat), 0) FROM nodes", &[]).await?;
        Ok(row.map_or(Timestamp::ZERO, |row| moment(row.get(0))))
    }
}

/// Converts a value to the type of a PostgreSQL column.
fn boxed(value: Value, kind: ColumnKind) -> Result<Box<dyn ToSql + Sync + Send>, StoreError> {
    let other = |value: &Value| damaged(&format!("{value:?} where a {kind:?} should be"));
    Ok(match (kind, value) {
        (ColumnKind::Number, Value::Null) => Box::new(None::<i64>),
        (ColumnKind::Small, Value::Null) => Box::new(None::<i32>),
        (ColumnKind::Real, Value::Null) => Box::new(None::<f64>),
        (ColumnKind::Text, Value::Null) => Box::new(None::<String>),
        (ColumnKind::Bytes, Value::Null) => Box::new(None::<Vec<u8>>),
        (ColumnKind::Truth, value) => Box::new(value.truth().ok_or_else(|| other(&value))?),
        (ColumnKind::Number, Value::Integer(number)) => Box::new(number),
        (ColumnKind::Small, Value::Integer(number)) => {
            Box::new(i32::try_from(number).map_err(|_| other(&Value::Integer(number)))?)
        }
        (ColumnKind::Real, Value::Real(number)) => Box::new(number),
        // SQLite may return a whole number from a real column as an integer.
        (ColumnKind::Real, Value::Integer(number)) => Box::new(number as f64),
        (ColumnKind::Text, Value::Text(text)) => Box::new(text),
        (ColumnKind::Bytes, Value::Bytes(bytes)) => Box::new(bytes),
        (_, value) => return Err(other(&value)),
    })
}

fn read(row: &Row, table: &TransferTable) -> Result<Vec<Value>, StoreError> {
    let value = |place: usize, kind: ColumnKind| -> Result<Value, tokio_postgres::Error> {
        Ok(match kind {
            ColumnKind::Number => row.try_get::<_, Option<i64>>(place)?.map_or(Value::Null, Value::Integer),
            ColumnKind::Small => row
                .try_get::<_, Option<i32>>(place)?
                .map_or(Value::Null, |number| Value::Integer(number.into())),
            ColumnKind::Real => row.try_get::<_, Option<f64>>(place)?.map_or(Value::Null, Value::Real),
            ColumnKind::Text => row.try_get::<_, Option<String>>(place)?.map_or(Value::Null, Value::Text),
            ColumnKind::Bytes => row.try_get::<_, Option<Vec<u8>>>(place)?.map_or(Value::Null, Value::Bytes),
            ColumnKind::Truth => row
                .try_get::<_, Option<bool>>(place)?
                .map_or(Value::Null, |truth| Value::Integer(truth.into())),
        })
    };
    let values = table.columns.iter().enumerate().map(|(place, column)| value(place, column.kind));
    Ok(values.collect::<Result<_, _>>()?)
}
