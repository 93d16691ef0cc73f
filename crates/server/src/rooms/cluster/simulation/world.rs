//! The nodes, what goes wrong with them, and time.

use super::client::{Client, History};
use super::{Flaw, judge};
use crate::bus::Hint;
use crate::clock::{Clock, TimeSource};
use crate::ids::{GameId, PlayerId};
use crate::rooms::cluster::ToNodes;
use crate::rooms::inbox::Inboxes;
use crate::rooms::{Rooms, Settings};
use crate::store::simulated::{Database, Dice};
use crate::store::{SharedStore, Store};
use game::{Duration, Timestamp};
use parking_lot::Mutex;
use rules::Color;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use wire::settings::{ConductName, Start};
use wire::stored::{Created, Seat};

const NODES: usize = 3;
/// For how long things go wrong, and how long it takes until all must be well.
const FAULTS_MS: u64 = 20_000;
const CALM_MS: u64 = 40_000;
/// How far time moves at once.
const TICK_MS: u64 = 20;
const BEGINNING: Timestamp = Timestamp::from_millis(1_800_000_000_000);

fn millis(number: u64) -> std::time::Duration {
    std::time::Duration::from_millis(number)
}

/// A node, or what is left of it.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) rooms: Rooms,
    pub(super) alive: Arc<AtomicBool>,
    time: TimeSource,
    /// By how many milliseconds more or less its clock moves with each tick.
    drift: u64,
    tasks: Arc<Vec<JoinHandle<()>>>,
}

#[derive(Clone)]
pub(super) struct World(Arc<Inner>);

pub(super) struct Inner {
    pub(super) database: Database,
    pub(super) nodes: Mutex<Vec<Node>>,
    pub(super) game: GameId,
    pub(super) players: [PlayerId; 2],
    pub(super) dice: Mutex<Dice>,
    pub(super) history: Mutex<History>,
    bus_down: AtomicBool,
    trusts_bus: bool,
    next_number: AtomicI32,
    /// How long anything was wrong, in all.
    pub(super) trouble: Mutex<Duration>,
    pub(super) over: AtomicBool,
}

impl std::ops::Deref for World {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl World {
    pub(super) fn below(&self, end: u64) -> u64 {
        self.dice.lock().below(end)
    }

    /// A node that runs.
    pub(super) fn some_node(&self) -> Option<Node> {
        let alive: Vec<_> =
            self.nodes.lock().iter().filter(|node| node.alive.load(Ordering::Relaxed)).cloned().collect();
        if alive.is_empty() { None } else { Some(alive[self.below(alive.len() as u64) as usize].clone()) }
    }

    /// Plays a seed. What is wrong, and the log.
    pub(super) async fn play(seed: u64, flaw: Option<Flaw>) -> (Vec<String>, String) {
        let database = Database::new(seed, BEGINNING);
        if let Some(Flaw::Database(lie)) = flaw {
            database.0.lock().lie = Some(lie);
        }
        let world = World(Arc::new(Inner {
            database,
            nodes: Mutex::default(),
            game: format!("Sim{:05}", seed % 100_000).parse().expect("eight letters and digits"),
            players: [PlayerId::account("white"), PlayerId::account("black")],
            dice: Mutex::new(Dice::new(seed ^ 0x5eed)),
            history: Mutex::default(),
            bus_down: AtomicBool::new(false),
            trusts_bus: matches!(flaw, Some(Flaw::TrustedBus)),
            next_number: AtomicI32::new(1),
            trouble: Mutex::new(Duration::ZERO),
            over: AtomicBool::new(false),
        }));
        let ticking = tokio::spawn(world.clone().tick());
        for place in 0..NODES {
            let node = world.start_node(place).await;
            world.nodes.lock().push(node);
        }
        world.begin().await;
        let mut clients = Vec::new();
        for color in [Some(Color::White), Some(Color::Black), None] {
            clients.push(tokio::spawn(Client::new(world.clone(), color).run()));
        }
        world.clone().go_wrong().await;
        tokio::time::sleep(millis(CALM_MS)).await;
        world.over.store(true, Ordering::Relaxed);
        let mut wrong = Vec::new();
        for client in clients {
            if let Err(panic) = client.await {
                wrong.push(format!("a client: {panic}"));
            }
        }
        ticking.abort();
        wrong.extend(judge::judge(&world));
        (wrong, judge::describe(&world))
    }

    /// Moves the clocks, the database's and each node's own.
    async fn tick(self) {
        loop {
            tokio::time::sleep(millis(TICK_MS)).await;
            {
                let mut tables = self.database.0.lock();
                tables.now = tables.now + Duration::from_millis(TICK_MS);
                tables.keep_promises();
            }
            let nodes = self.nodes.lock().clone();
            for node in nodes {
                node.time.advance(Duration::from_millis(TICK_MS - 1 + node.drift));
            }
        }
    }

    async fn start_node(&self, place: usize) -> Node {
        loop {
            let number = self.next_number.fetch_add(1, Ordering::Relaxed);
            let alive = Arc::new(AtomicBool::new(true));
            if let Ok(store) = self.database.node(number, Arc::clone(&alive)).await
                && let Ok(node) = self.run_node(place, Store::simulated(store), alive).await
            {
                return node;
            }
            tokio::time::sleep(millis(100)).await;
        }
    }

    async fn run_node(
        &self,
        place: usize,
        store: Store,
        alive: Arc<AtomicBool>,
    ) -> Result<Node, crate::store::StoreError> {
        let now = self.database.0.lock().now;
        let time = TimeSource::manual(now);
        let clock = Arc::new(Clock::showing(time.clone(), now));
        let (to_nodes, waiting) = mpsc::unbounded_channel();
        let (rooms, _) = Rooms::with_nodes(
            store.clone(),
            clock,
            Inboxes::default(),
            Arc::default(),
            Settings::default(),
            Some(to_nodes),
        );
        if self.trusts_bus {
            rooms.trust_bus();
        }
        // As the server does it, before anybody is let in.
        store.prove_service(now).await?;
        rooms.recall_outages().await?;
        let tasks = vec![
            tokio::spawn(rooms.clone().follow_heads()),
            tokio::spawn(rooms.clone().beat()),
            tokio::spawn(rooms.clone().sweep_due_games()),
            tokio::spawn(rooms.clone().watch_deadlines()),
            tokio::spawn(rooms.clone().stay_awake()),
            tokio::spawn(self.clone().carry(place, Arc::clone(&alive), waiting)),
        ];
        Ok(Node { rooms, alive, time, drift: self.below(3), tasks: Arc::new(tasks) })
    }

    /// The bus: what a node says reaches the others, or not, or twice, or late.
    async fn carry(self, from: usize, alive: Arc<AtomicBool>, mut said: mpsc::UnboundedReceiver<ToNodes>) {
        while let Some(one) = said.recv().await {
            let (game, v, row) = match one {
                ToNodes::Head(game, v) => (game, v, None),
                ToNodes::Row(game, v, token, payload) => (game, v, Some((token, payload))),
                ToNodes::Notice(_) => continue,
            };
            if !alive.load(Ordering::Relaxed) || self.bus_down.load(Ordering::Relaxed) {
                continue;
            }
            for to in (0..NODES).filter(|to| *to != from) {
                let copies = [1, 1, 1, 0, 2][self.below(5) as usize];
                for _ in 0..copies {
                    let delay = if self.below(10) == 0 { self.below(3_000) } else { self.below(6) };
                    let (world, row) = (self.clone(), row.clone());
                    tokio::spawn(async move {
                        tokio::time::sleep(millis(delay)).await;
                        let node = world.nodes.lock()[to].clone();
                        if !node.alive.load(Ordering::Relaxed) {
                            return;
                        }
                        match row {
                            None => node.rooms.follow_hint(&Hint::Game(game, v)),
                            Some((token, payload)) => node.rooms.believe(game, v, token, payload).await,
                        }
                    });
                }
            }
        }
    }

    async fn begin(&self) {
        let person = |id: &PlayerId| Seat::Person {
            id: id.to_string(),
            name: id.to_string(),
            title: None,
            rating: None,
            provisional: false,
        };
        let start = Start { time: Some("9+0".into()), conduct: ConductName::Tournament, ..Start::default() };
        let node = self.nodes.lock()[0].clone();
        let created = Created {
            start,
            begins: node.rooms.clock().now().millis(),
            white: person(&self.players[0]),
            black: person(&self.players[1]),
            rated: false,
            chat: true,
            rematch_of: None,
            from_lobby: false,
            imported: None,
        };
        node.rooms.create(self.game, created, Vec::new()).await.expect("a game");
    }

    /// Lets things go wrong for a while, and mends them.
    async fn go_wrong(self) {
        let begun = tokio::time::Instant::now();
        let mut healing = Vec::new();
        while begun.elapsed() < millis(FAULTS_MS) {
            tokio::time::sleep(millis(200 + self.below(2_500))).await;
            let (kind, place, pause) =
                (self.below(5), self.below(NODES as u64) as usize, 100 + self.below(4_000));
            let world = self.clone();
            {
                let mut trouble = self.trouble.lock();
                *trouble += Duration::from_millis(pause);
            }
            // Troubles overlap.
            healing.push(tokio::spawn(async move {
                match kind {
                    0 | 1 => world.kill(place, pause).await,
                    2 => {
                        world.database.0.lock().crash();
                        tokio::time::sleep(millis(pause)).await;
                        world.database.0.lock().down = false;
                    }
                    3 => {
                        let number = world.nodes.lock()[place].rooms.shared().map_or(0, SharedStore::node);
                        world.database.0.lock().cut_off.insert(number);
                        tokio::time::sleep(millis(2 * pause)).await;
                        world.database.0.lock().cut_off.remove(&number);
                    }
                    _ => {
                        world.bus_down.store(true, Ordering::Relaxed);
                        tokio::time::sleep(millis(pause)).await;
                        world.bus_down.store(false, Ordering::Relaxed);
                    }
                }
            }));
        }
        for one in healing {
            one.await.expect("no panic");
        }
    }

    /// The process of a node ends, and another one begins a little later.
    async fn kill(&self, place: usize, pause: u64) {
        let node = self.nodes.lock()[place].clone();
        if !node.alive.swap(false, Ordering::Relaxed) {
            return;
        }
        node.tasks.iter().for_each(JoinHandle::abort);
        let number = node.rooms.shared().map_or(0, SharedStore::node);
        self.database.0.lock().dead.insert(number);
        tokio::time::sleep(millis(pause)).await;
        let node = self.start_node(place).await;
        self.nodes.lock()[place] = node;
    }
}
