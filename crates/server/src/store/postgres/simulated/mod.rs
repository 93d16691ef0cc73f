//! A database for the simulation of a cluster: it does in memory what the SQL statements do to tables, with every
//! failure that a connection can have. It uses simulated time, and draws its failures from a seed.

mod dice;
mod link;
mod statements;

pub(crate) use dice::Dice;
pub(super) use link::Link;

use super::{Outage, Store, StoreError, StoreInner, connection};
use crate::ids::GameId;
use crate::metrics::Metrics;
use crate::store::Append;
use game::Timestamp;
use parking_lot::Mutex;
use rules::Color;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How long a node may be silent, as in the SQL statements.
const SILENT_MS: u64 = super::nodes::SILENT_MS.unsigned_abs();
const LEASE_MS: u64 = 5_000;

/// The contents of the tables.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) journal: BTreeMap<(GameId, u64), StoredRow>,
    pub(crate) archive: BTreeMap<GameId, Vec<StoredRow>>,
    live: BTreeMap<GameId, Timestamp>,
    beats: BTreeMap<i32, Timestamp>,
    pub(crate) outages: Vec<Outage>,
    attached: BTreeMap<(GameId, Color, i32), Option<Timestamp>>,
    pub(crate) now: Timestamp,
    /// Whether the database is down.
    pub(crate) down: bool,
    /// The number of crashes. Connections from before a crash are lost.
    epoch: u64,
    /// Nodes whose process has ended.
    pub(crate) dead: HashSet<i32>,
    /// Nodes that cannot reach the database.
    pub(crate) cut_off: HashSet<i32>,
    dice: Dice,
    pub(crate) fault: Option<DatabaseFault>,
    /// Rows that a faulty database has acknowledged but not written yet.
    promised: Vec<StoredAppend>,
}

/// A deliberate fault of the database, which the simulation must detect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DatabaseFault {
    /// Acknowledges rows, and writes them a little later, unless it crashes.
    AckBeforeCommit,
    /// Inserts a row without checking the row before it; the last writer wins.
    NoSequenceCheck,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredRow {
    pub(crate) at: Timestamp,
    pub(crate) token: i64,
    pub(crate) command: Option<String>,
    pub(crate) payload: String,
}

#[derive(Debug)]
struct StoredAppend {
    key: (GameId, u64),
    after: i64,
    row: StoredRow,
}

impl StoredAppend {
    fn of(row: &Append) -> StoredAppend {
        let Append { game, seq, at, command, payload, after, token } = row;
        let row = StoredRow { at: *at, token: *token, command: command.clone(), payload: payload.clone() };
        StoredAppend { key: (*game, *seq), after: *after, row }
    }
}

impl Tables {
    /// The guarded insert: only after the row that the command was decided on, not twice, and not after the game was
    /// archived.
    fn insert(&mut self, append: StoredAppend) -> bool {
        let StoredAppend { key: (game, seq), after, row } = append;
        let upon = self.journal.get(&(game, seq - 1)).is_some_and(|before| before.token == after);
        let is_free = !self.journal.contains_key(&(game, seq));
        let is_right = upon && is_free && !self.archive.contains_key(&game);
        let written = is_right || self.fault == Some(DatabaseFault::NoSequenceCheck);
        if written {
            self.journal.insert((game, seq), row);
        }
        written
    }

    /// All connections end, and rows that were only acknowledged are lost.
    pub(crate) fn crash(&mut self) {
        self.down = true;
        self.epoch += 1;
        self.promised.clear();
    }

    /// Writes the rows that a faulty database has only acknowledged so far.
    pub(crate) fn write_promised(&mut self) {
        for append in std::mem::take(&mut self.promised) {
            self.insert(append);
        }
    }
}

/// The simulated database, shared by all nodes.
#[derive(Clone, Debug)]
pub(crate) struct Database(pub(crate) Arc<Mutex<Tables>>);

impl Database {
    pub(crate) fn new(seed: u64, now: Timestamp) -> Database {
        Database(Arc::new(Mutex::new(Tables {
            journal: BTreeMap::new(),
            archive: BTreeMap::new(),
            live: BTreeMap::new(),
            beats: BTreeMap::new(),
            outages: Vec::new(),
            attached: BTreeMap::new(),
            now,
            down: false,
            epoch: 0,
            dead: HashSet::new(),
            cut_off: HashSet::new(),
            dice: Dice::new(seed),
            fault: None,
            promised: Vec::new(),
        })))
    }

    /// The store of a new node. When `alive` becomes false, nothing that the node asks for happens any more.
    pub(crate) async fn node(&self, number: i32, alive: Arc<AtomicBool>) -> Result<Store, StoreError> {
        let link = Link { database: self.clone(), node: number, alive };
        self.0.lock().beats.insert(number, Timestamp::ZERO);
        let config = connection::config("postgres://nobody@localhost/nothing")?;
        let writer = super::writer::Writer::start(link.clone(), "", Arc::<Metrics>::default()).await?;
        Ok(Store(Arc::new(StoreInner {
            // Never used.
            pool: connection::pool(config)?,
            writer: Some(writer),
            node: number,
            name: number.to_string(),
            simulated: Some(link),
        })))
    }
}
