//! A database for the simulation of nodes: what the statements of this module do to tables, in memory, with every failure
//! that a connection can have. It takes time that the simulation moves on, and draws its failures from a seed.

use super::writer::{Connect, Failure, Session};
use super::{Beat, LogRow, Outage, Store, StoreError, StoreInner, Whereabouts, connection};
use crate::ids::GameId;
use crate::metrics::Metrics;
use crate::store::{Append, BeginError, Finished, NewGameRecord, Row};
use game::{PerColor, Timestamp};
use parking_lot::Mutex;
use rules::Color;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// How long a node may be silent, as in the statements of this module.
const SILENT_MS: u64 = super::nodes::SILENT_MS.unsigned_abs();
const LEASE_MS: u64 = 5_000;

/// Numbers from a seed (SplitMix64).
#[derive(Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (number ^ (number >> 31)) % end.max(1)
    }

    /// Whether something happens that does so in one of so many cases.
    pub(crate) fn one_in(&mut self, cases: u64) -> bool {
        self.below(cases) == 0
    }
}

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
    pub(crate) async fn node(
        &self,
        number: i32,
        alive: Arc<std::sync::atomic::AtomicBool>,
    ) -> Result<Store, StoreError> {
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

/// The connection of a node to the database.
#[derive(Clone, Debug)]
pub(super) struct Link {
    database: Database,
    node: i32,
    alive: Arc<std::sync::atomic::AtomicBool>,
}

/// What became of a request on its way.
enum Way {
    /// It arrives, and so does the answer.
    Both,
    /// It arrives, but the answer does not.
    There,
    /// It does not arrive.
    Nowhere,
}

impl Link {
    fn is_alive(&self) -> bool {
        self.alive.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// The process has ended: nothing happens any more.
    async fn live(&self) {
        if !self.is_alive() {
            std::future::pending::<()>().await;
        }
    }

    /// Lets a request take its time.
    async fn travel(&self) -> Way {
        self.live().await;
        let (delay, epoch, lost) = {
            let mut tables = self.database.0.lock();
            let slow = tables.dice.one_in(40);
            let delay = tables.dice.below(if slow { 1_500 } else { 6 });
            (delay, tables.epoch, tables.dice.one_in(60))
        };
        tokio::time::sleep(Duration::from_millis(delay)).await;
        self.live().await;
        let mut tables = self.database.0.lock();
        let reached = !tables.down && tables.epoch == epoch && !tables.cut_off.contains(&self.node);
        match (reached, lost) {
            (true, false) => Way::Both,
            (true, true) if tables.dice.one_in(2) => Way::There,
            _ => Way::Nowhere,
        }
    }

    /// Does something in the database, and brings the answer back.
    async fn ask<T>(&self, does: impl FnOnce(&mut Tables) -> T) -> Result<T, StoreError> {
        match self.travel().await {
            Way::Both => Ok(does(&mut self.database.0.lock())),
            Way::There => {
                does(&mut self.database.0.lock());
                Err(StoreError::Unavailable)
            }
            Way::Nowhere => Err(StoreError::Unavailable),
        }
    }
}

impl Connect for Link {
    type Session = Link;

    async fn open(&self) -> Result<Link, StoreError> {
        self.ask(|_| self.clone()).await
    }
}

impl Session for Link {
    async fn take_name(&self, _: &str) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn append(&self, rows: &[&Append]) -> Result<HashSet<i64>, Failure> {
        let appends: Vec<_> = rows.iter().map(|row| StoredAppend::of(row)).collect();
        let way = self.travel().await;
        let mut tables = self.database.0.lock();
        if let Way::Nowhere = way {
            return Err(Failure::Lost);
        }
        if tables.dice.one_in(50) {
            return Err(Failure::Locked);
        }
        let tokens: HashSet<i64> = appends.iter().map(|append| append.row.token).collect();
        let written = if tables.lie == Some(Lie::AckBeforeCommit) {
            tables.promised.extend(appends);
            tokens
        } else {
            let written = |append: StoredAppend| {
                let token = append.row.token;
                tables.insert(append).then_some(token)
            };
            appends.into_iter().filter_map(written).collect()
        };
        if let Way::There = way { Err(Failure::Lost) } else { Ok(written) }
    }

    async fn written(&self, rows: &[&Append]) -> Result<HashSet<i64>, Failure> {
        let keys: Vec<_> = rows.iter().map(|row| ((row.game, row.seq), row.token)).collect();
        let found = self.ask(|tables| {
            let is_there = |key: &(GameId, u64), token: i64| {
                tables.journal.get(key).is_some_and(|row| row.token == token)
            };
            keys.iter().filter(|(key, token)| is_there(key, *token)).map(|(_, token)| *token).collect()
        });
        found.await.map_err(|_| Failure::Lost)
    }
}

/// The statements of this module, as far as rooms use them.
impl Link {
    pub(super) async fn begin(&self, new: NewGameRecord) -> Result<(), BeginError> {
        let game = new.row.game;
        let mut tables = self.database.0.lock();
        if tables.journal.contains_key(&(game, 1)) {
            return Err(BeginError::Taken);
        }
        tables.live.insert(game, new.check_at);
        let StoredAppend { key, row, .. } = StoredAppend::of(&new.row);
        tables.journal.insert(key, row);
        Ok(())
    }

    pub(super) async fn tails(
        &self,
        known: &[(GameId, u64)],
    ) -> Result<HashMap<GameId, Vec<LogRow>>, StoreError> {
        let known = known.to_vec();
        self.ask(|tables| {
            let mut tails = HashMap::new();
            for (game, seq) in known {
                let rows = tables.journal.range((game, seq + 1)..=(game, u64::MAX));
                let rows: Vec<_> = rows.map(|((_, seq), row)| log_row(*seq, row)).collect();
                if !rows.is_empty() {
                    tails.insert(game, rows);
                }
            }
            tails
        })
        .await
    }

    pub(super) async fn archived(&self, game: GameId) -> Result<Option<Vec<Row>>, StoreError> {
        self.ask(|tables| {
            let rows = tables.archive.get(&game)?;
            Some(rows.iter().map(|row| log_row(0, row).row).collect())
        })
        .await
    }

    pub(super) async fn archive(&self, finished: Finished) -> Result<(), StoreError> {
        let game = finished.game;
        self.ask(|tables| {
            let rows: Vec<_> =
                tables.journal.range((game, 0)..=(game, u64::MAX)).map(|(_, row)| row.clone()).collect();
            tables.archive.entry(game).or_insert(rows);
            tables.live.remove(&game);
        })
        .await
    }

    pub(super) async fn beat(&self) -> Result<Beat, StoreError> {
        let node = self.node;
        self.ask(|tables| {
            let now = tables.now;
            let last = tables.beats.values().copied().max().unwrap_or(Timestamp::ZERO);
            let silent = |beat: Timestamp| now.since(beat).millis() > SILENT_MS;
            let others =
                tables.beats.iter().filter(|(other, beat)| **other != node && !silent(**beat)).count();
            tables.beats.insert(node, now);
            let outage =
                (last > Timestamp::ZERO && silent(last)).then_some(Outage { began: last, ended: now });
            tables.outages.extend(outage);
            Beat { now, nodes: u32::try_from(others).unwrap_or(u32::MAX) + 1, outage }
        })
        .await
    }

    pub(super) async fn outages_since(&self, since: Timestamp) -> Result<Vec<Outage>, StoreError> {
        self.ask(|tables| tables.outages.iter().filter(|outage| outage.ended > since).copied().collect())
            .await
    }

    pub(super) async fn take_due_games(&self, now: Timestamp) -> Result<Vec<GameId>, StoreError> {
        self.ask(|tables| {
            let due: Vec<_> =
                tables.live.iter().filter(|(_, check)| **check <= now).map(|(game, _)| *game).collect();
            for game in &due {
                tables.live.insert(*game, now + game::Duration::from_millis(LEASE_MS));
            }
            due
        })
        .await
    }

    pub(super) async fn set_check(
        &self,
        game: GameId,
        at: Timestamp,
        only_lower: bool,
    ) -> Result<(), StoreError> {
        self.ask(|tables| {
            if let Some(check) = tables.live.get_mut(&game)
                && (!only_lower || at < *check)
            {
                *check = at;
            }
        })
        .await
    }

    pub(super) async fn set_attached(
        &self,
        game: GameId,
        color: Color,
        here: bool,
    ) -> Result<(), StoreError> {
        let node = self.node;
        self.ask(|tables| {
            let gone = (!here).then_some(tables.now);
            tables.attached.insert((game, color, node), gone);
        })
        .await
    }

    pub(super) async fn take_over(
        &self,
        game: GameId,
        color: Color,
    ) -> Result<Option<Timestamp>, StoreError> {
        let node = self.node;
        self.ask(|tables| {
            let (now, beats, dead) = (tables.now, tables.beats.clone(), tables.dead.clone());
            let beat = |node: &i32| beats.get(node).copied().unwrap_or(Timestamp::ZERO);
            let has_ended = |node: &i32| dead.contains(node) || now.since(beat(node)).millis() > 3_000;
            let mut newest = None;
            let mut is_elsewhere = false;
            for ((other_game, other_color, other), gone) in &mut tables.attached {
                if *other_game != game || *other_color != color || *other == node || gone.is_some() {
                    continue;
                }
                if has_ended(other) {
                    *gone = Some(beat(other));
                    newest = newest.max(*gone);
                } else {
                    is_elsewhere = true;
                }
            }
            newest.filter(|_| !is_elsewhere)
        })
        .await
    }

    pub(super) async fn whereabouts(
        &self,
        games: &[GameId],
    ) -> Result<HashMap<GameId, PerColor<Whereabouts>>, StoreError> {
        let (games, node) = (games.to_vec(), self.node);
        self.ask(|tables| {
            let mut found = HashMap::new();
            for ((game, color, other), gone) in &tables.attached {
                if !games.contains(game) {
                    continue;
                }
                let beat = tables.beats.get(other).copied().unwrap_or(Timestamp::ZERO);
                let here = gone.is_none() && *other != node && tables.now.since(beat).millis() < 3_000;
                let players: &mut PerColor<Whereabouts> =
                    found.entry(*game).or_insert_with(|| PerColor::both(Whereabouts::NeverCame));
                let before = players[*color];
                players[*color] = match before {
                    _ if here => Whereabouts::Here,
                    Whereabouts::Here => Whereabouts::Here,
                    Whereabouts::Gone(since) => Whereabouts::Gone(since.max(gone.unwrap_or(beat))),
                    Whereabouts::NeverCame => Whereabouts::Gone(gone.unwrap_or(beat)),
                };
            }
            found
        })
        .await
    }
}

fn log_row(seq: u64, row: &StoredRow) -> LogRow {
    let content = Row { command: row.command.clone(), payload: row.payload.clone() };
    LogRow { seq, token: row.token, row: content }
}
