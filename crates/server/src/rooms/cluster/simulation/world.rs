//! The simulated world: the nodes, the faults and the time.

use super::client::{Client, History};
use super::{InjectedFault, judge};
use crate::bus::Hint;
use crate::clock::{Clock, TimeSource};
use crate::ids::{GameId, PlayerId};
use crate::rooms::cluster::NodeMessage;
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
use wire::stored::{GameHeader, Seat};

const NODES: usize = 3;
/// How long faults are injected, and how long the cluster then has to recover.
const FAULTS_MS: u64 = 20_000;
const CALM_MS: u64 = 40_000;
/// The step of the simulated time.
const TICK_MS: u64 = 20;
const START_TIME: Timestamp = Timestamp::from_millis(1_800_000_000_000);

fn millis(number: u64) -> std::time::Duration {
    std::time::Duration::from_millis(number)
}

/// A node, alive or dead.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) rooms: Rooms,
    pub(super) alive: Arc<AtomicBool>,
    time: TimeSource,
    /// How fast the node's clock runs: 0, 1 or 2 for a millisecond less, the same or a millisecond more per tick.
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
    /// The total length of all faults.
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

    /// A random running node.
    pub(super) fn some_node(&self) -> Option<Node> {
        let alive: Vec<_> =
            self.nodes.lock().iter().filter(|node| node.alive.load(Ordering::Relaxed)).cloned().collect();
        if alive.is_empty() { None } else { Some(alive[self.below(alive.len() as u64) as usize].clone()) }
    }

    /// Runs a seed. Returns the violations, and the log.
    pub(super) async fn play(seed: u64, fault: Option<InjectedFault>) -> (Vec<String>, String) {
        let database = Database::new(seed, START_TIME);
        if let Some(InjectedFault::Database(fault)) = fault {
            database.0.lock().fault = Some(fault);
        }
        let world = World(Arc::new(Inner {
            database,
            nodes: Mutex::default(),
            game: format!("Sim{:05}", seed % 100_000).parse().expect("eight letters and digits"),
            players: [PlayerId::account("white"), PlayerId::account("black")],
            dice: Mutex::new(Dice::new(seed ^ 0x5eed)),
            history: Mutex::default(),
            bus_down: AtomicBool::new(false),
            trusts_bus: matches!(fault, Some(InjectedFault::TrustedBus)),
            next_number: AtomicI32::new(1),
            trouble: Mutex::new(Duration::ZERO),
            over: AtomicBool::new(false),
        }));
        let ticking = tokio::spawn(world.clone().tick());
        for place in 0..NODES {
            let node = world.start_node(place).await;
            world.nodes.lock().push(node);
        }
        world.create_game().await;
        let mut clients = Vec::new();
        for color in [Some(Color::White), Some(Color::Black), None] {
            clients.push(tokio::spawn(Client::new(world.clone(), color).run()));
        }
        world.clone().inject_faults().await;
        tokio::time::sleep(millis(CALM_MS)).await;
        world.over.store(true, Ordering::Relaxed);
        let mut violations = Vec::new();
        for client in clients {
            if let Err(panic) = client.await {
                violations.push(format!("a client: {panic}"));
            }
        }
        ticking.abort();
        violations.extend(judge::judge(&world));
        (violations, judge::describe(&world))
    }

    /// Moves the clocks of the database and of each node.
    async fn tick(self) {
        loop {
            tokio::time::sleep(millis(TICK_MS)).await;
            {
                let mut tables = self.database.0.lock();
                tables.now = tables.now + Duration::from_millis(TICK_MS);
                tables.write_promised();
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
        let (rooms, _) = Rooms::new(
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
        // As the server does before it accepts connections.
        store.prove_service(now).await?;
        rooms.recall_outages().await?;
        let tasks = vec![
            tokio::spawn(rooms.clone().follow_heads()),
            tokio::spawn(rooms.clone().beat()),
            // Constant, because a seed determines the whole run.
            tokio::spawn(rooms.clone().sweep_due_games(|| std::time::Duration::from_millis(7))),
            tokio::spawn(rooms.clone().watch_deadlines()),
            tokio::spawn(rooms.clone().stay_awake()),
            tokio::spawn(self.clone().deliver_hints(place, Arc::clone(&alive), waiting)),
        ];
        Ok(Node { rooms, alive, time, drift: self.below(3), tasks: Arc::new(tasks) })
    }

    /// The bus: a message reaches the other nodes once, twice, late or never.
    async fn deliver_hints(
        self,
        from: usize,
        alive: Arc<AtomicBool>,
        mut sent: mpsc::UnboundedReceiver<NodeMessage>,
    ) {
        while let Some(message) = sent.recv().await {
            let (game, v, row) = match message {
                NodeMessage::Head(game, v) => (game, v, None),
                NodeMessage::Row(game, v, token, payload) => (game, v, Some((token, payload))),
                NodeMessage::Notice(_) => continue,
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
                            Some((token, payload)) => {
                                node.rooms.apply_unverified(game, v, token, payload).await;
                            }
                        }
                    });
                }
            }
        }
    }

    async fn create_game(&self) {
        let person = |id: &PlayerId| Seat::Person {
            id: id.to_string(),
            name: id.to_string(),
            title: None,
            rating: None,
            provisional: false,
        };
        let start = Start { time: Some("9+0".into()), conduct: ConductName::Tournament, ..Start::default() };
        let node = self.nodes.lock()[0].clone();
        let created = GameHeader {
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

    /// Injects faults for a while, and ends each of them.
    async fn inject_faults(self) {
        let begun = tokio::time::Instant::now();
        let mut faults = Vec::new();
        while begun.elapsed() < millis(FAULTS_MS) {
            tokio::time::sleep(millis(200 + self.below(2_500))).await;
            let (kind, place, pause) =
                (self.below(5), self.below(NODES as u64) as usize, 100 + self.below(4_000));
            let world = self.clone();
            {
                let mut trouble = self.trouble.lock();
                *trouble += Duration::from_millis(pause);
            }
            // Faults may overlap.
            faults.push(tokio::spawn(async move {
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
        for fault in faults {
            fault.await.expect("no panic");
        }
    }

    /// Kills the process of a node, and starts another one a little later.
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
