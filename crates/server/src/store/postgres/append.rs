//! The connection on which a node appends to the journal. The lock on the node's name also belongs to it.

use super::error::describe;
use super::writer::{Connect, Failure, Session};
use super::{StoreError, connection, millis};
use crate::store::Append;
use std::collections::HashSet;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Statement};

/// The class of the advisory locks that keep two nodes from using the same name.
pub(super) const NAME_LOCK: i32 = 0x7461;

// A row is inserted only if the row before it is the one that the command was decided on, and never after the game is
// in the archive. Because of the ORDER BY all nodes lock keys in the same order. The scalar subqueries use the index,
// whatever the planner believes about table sizes, because sequential scans are off in this session.
const APPEND: &str = "INSERT INTO journal (game, seq, at, token, command, payload) \
    SELECT e.game, e.seq, e.at, e.token, e.command, e.payload \
    FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[]) \
        AS e (game, seq, at, token, after, command, payload) \
    WHERE (SELECT p.token FROM journal p WHERE p.game = e.game AND p.seq = e.seq - 1) = e.after \
        AND (SELECT a.game FROM archive a WHERE a.game = e.game) IS NULL \
    ORDER BY e.game, e.seq ON CONFLICT (game, seq) DO NOTHING RETURNING token";
// The deliberately faulty server lets the last writer win, which the fault test must detect.
#[cfg(feature = "crash-test-control")]
const UNCHECKED: &str = "INSERT INTO journal (game, seq, at, token, command, payload) \
    SELECT e.game, e.seq, e.at, e.token, e.command, e.payload \
    FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[]) \
        AS e (game, seq, at, token, after, command, payload) \
    ORDER BY e.game, e.seq ON CONFLICT (game, seq) DO UPDATE SET at = EXCLUDED.at, token = EXCLUDED.token, \
    command = EXCLUDED.command, payload = EXCLUDED.payload RETURNING token";
const WRITTEN: &str = "SELECT j.token FROM unnest($1::bigint[], $2::int[], $3::bigint[]) AS e (game, seq, token) \
    JOIN journal j ON j.game = e.game AND j.seq = e.seq AND j.token = e.token";
// Only if that connection holds the name: by now its process id may belong to somebody else's connection.
const END_FORMER: &str = "SELECT pg_terminate_backend(pid, 500) FROM pg_locks WHERE locktype = 'advisory' \
    AND classid::bigint = $1 AND objid::bigint = hashtext($2)::bigint & 4294967295 AND objsubid = 2 AND pid = $3 \
    AND pid <> pg_backend_pid()";

/// The connection to PostgreSQL on which rows are appended.
pub(super) struct PostgresSession {
    client: Client,
    id: i32,
    append: Statement,
    written: Statement,
}

impl Connect for Config {
    type Session = PostgresSession;

    async fn open(&self) -> Result<PostgresSession, StoreError> {
        let client = connection::connect(self).await?;
        client.batch_execute("SET enable_seqscan = off").await?;
        #[cfg(not(feature = "crash-test-control"))]
        let append = client.prepare(APPEND).await?;
        #[cfg(feature = "crash-test-control")]
        let append =
            client.prepare(if crate::control::skips_sequence_check() { UNCHECKED } else { APPEND }).await?;
        let written = client.prepare(WRITTEN).await?;
        let id = client.query_one("SELECT pg_backend_pid()", &[]).await?.get(0);
        Ok(PostgresSession { client, id, append, written })
    }
}

impl Session for PostgresSession {
    fn id(&self) -> i32 {
        self.id
    }

    fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    async fn take_name(&self, name: &str, former: Option<i32>) -> Result<bool, StoreError> {
        if let Some(former) = former {
            self.client.query(END_FORMER, &[&i64::from(NAME_LOCK), &name, &former]).await?;
        }
        let lock = "SELECT pg_try_advisory_lock($1, hashtext($2))";
        Ok(self.client.query_one(lock, &[&NAME_LOCK, &name]).await?.get(0))
    }

    async fn append(&self, rows: &[&Append]) -> Result<HashSet<i64>, Failure> {
        let columns = Columns::of(rows);
        let values: [&(dyn ToSql + Sync); 7] = [
            &columns.games,
            &columns.seqs,
            &columns.ats,
            &columns.tokens,
            &columns.afters,
            &columns.commands,
            &columns.payloads,
        ];
        let written = self.client.query(&self.append, &values).await.map_err(|error| self.judge(&error))?;
        Ok(written.iter().map(|row| row.get(0)).collect())
    }

    async fn written(&self, rows: &[&Append]) -> Result<HashSet<i64>, Failure> {
        let columns = Columns::of(rows);
        let values: [&(dyn ToSql + Sync); 3] = [&columns.games, &columns.seqs, &columns.tokens];
        let found = self.client.query(&self.written, &values).await.map_err(|error| self.judge(&error))?;
        Ok(found.iter().map(|row| row.get(0)).collect())
    }
}

impl PostgresSession {
    /// What is known about the batch after an error.
    fn judge(&self, error: &tokio_postgres::Error) -> Failure {
        tracing::warn!(error = describe(error), "a batch was not written");
        let busy = [
            SqlState::LOCK_NOT_AVAILABLE,
            SqlState::T_R_DEADLOCK_DETECTED,
            SqlState::QUERY_CANCELED,
            SqlState::T_R_SERIALIZATION_FAILURE,
        ];
        match error.code() {
            _ if self.client.is_closed() => Failure::Lost,
            Some(code) if busy.contains(code) => Failure::Locked,
            // The database is shutting down, or has ended this session: the connection is useless.
            Some(code) if code.code().starts_with("57P") => Failure::Lost,
            Some(_) => Failure::Refused,
            None => Failure::Lost,
        }
    }
}

struct Columns<'r> {
    games: Vec<i64>,
    seqs: Vec<i32>,
    ats: Vec<i64>,
    tokens: Vec<i64>,
    afters: Vec<i64>,
    commands: Vec<Option<&'r str>>,
    payloads: Vec<&'r str>,
}

impl<'r> Columns<'r> {
    fn of(rows: &[&'r Append]) -> Columns<'r> {
        Columns {
            games: rows.iter().map(|row| row.game.number()).collect(),
            // A game with two billion commands cannot go on: its next row conflicts.
            seqs: rows.iter().map(|row| i32::try_from(row.seq).unwrap_or(i32::MAX)).collect(),
            ats: rows.iter().map(|row| millis(row.at)).collect(),
            tokens: rows.iter().map(|row| row.token).collect(),
            afters: rows.iter().map(|row| row.after).collect(),
            commands: rows.iter().map(|row| row.command.as_deref()).collect(),
            payloads: rows.iter().map(|row| row.payload.as_str()).collect(),
        }
    }
}
