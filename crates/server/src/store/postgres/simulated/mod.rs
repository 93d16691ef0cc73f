//! A database for the simulation of nodes: what the statements of this module do to tables, in memory, with every failure
//! that a connection can have. It takes time that the simulation moves on, and draws its failures from a seed.

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

/// How long a node may be silent, as in the statements of this module.
const SILENT_MS: u64 = super::nodes::SILENT_MS.unsigned_abs();
const LEASE_MS: u64 = 5_000;

/// What the tables hold.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) journal: BTreeMap<(GameId, u64), StoredRow>,
    pub(crate) archive: BTreeMap<GameId, Vec<StoredRow>>,
    live: BTreeMap<GameId, Timestamp>,
    beats: BTreeMap<i32, Timestamp>,
    pub(crate) outages: Vec<Outage>,
    attached: BTreeMap<(GameId, Color, i32), Option<Timestamp>>,
    pub(crate) now: Timestamp,
    /// The database is not there.
    pub(crate) down: bool,
    /// How often it crashed: an open connection of before is lost.
    epoch: u64,
    /// Nodes that have ended.
    pub(crate) dead: HashSet<i32>,
    /// Nodes that cannot reach it.
    pub(crate) cut_off: HashSet<i32>,
    dice: Dice,
    pub(crate) lie: Option<Lie>,
    /// Rows that a lying database has promised to write.
    promised: Vec<StoredAppend>,
}

/// What a database of the controls does wrong: the simulation must notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lie {
    /// Says that rows are written, and writes them a little later, unless it crashes.
    AckBeforeCommit,
    /// Inserts a row whatever it was decided upon; the last one wins.
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
    /// The guarded insert: upon the row that it was decided upon, not twice, and not after the archive.
    fn insert(&mut self, append: StoredAppend) -> bool {
        let StoredAppend { key: (game, seq), after, row } = append;
        let upon = self.journal.get(&(game, seq - 1)).is_some_and(|before| before.token == after);
        let is_free = !self.journal.contains_key(&(game, seq));
        let is_right = upon && is_free && !self.archive.contains_key(&game);
        let written = is_right || self.lie == Some(Lie::NoSequenceCheck);
        if written {
            self.journal.insert((game, seq), row);
        }
        written
    }

    /// All connections end; what was only promised is gone.
    pub(crate) fn crash(&mut self) {
        self.down = true;
        self.epoch += 1;
        self.promised.clear();
    }

    /// What a lying database writes late.
    pub(crate) fn keep_promises(&mut self) {
        for append in std::mem::take(&mut self.promised) {
            self.insert(append);
        }
    }
}

/// The database, shared by all nodes of a simulation.
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
            lie: None,
            promised: Vec::new(),
        })))
    }

    /// A node of this database. It is dead when `alive` says so: then nothing that it asks for happens.
    pub(crate) async fn node(&self, number: i32, alive: Arc<AtomicBool>) -> Result<Store, StoreError> {
        let link = Link { database: self.clone(), node: number, alive };
        self.0.lock().beats.insert(number, Timestamp::ZERO);
        let config = connection::config("postgres://nobody@localhost/nothing")?;
        let writer = super::writer::Writer::start(link.clone(), "", Arc::<Metrics>::default()).await?;
        Ok(Store(Arc::new(StoreInner {
            // It is never used.
            pool: connection::pool(config)?,
            writer: Some(writer),
            node: number,
            name: number.to_string(),
            simulated: Some(link),
        })))
    }
}
