//! Games in progress. A room is one game; the log is the truth, and a room is what it comes to.

mod act;
pub mod chat;
pub(crate) mod cluster;
pub mod command;
mod deadlines;
mod deciding;
mod finish;
mod gap;
pub mod inbox;
pub mod lag;
pub mod outbox;
mod presence;
mod recovery;
mod rematch;
mod room;
mod screening;
mod subscribers;
mod successors;
pub mod update;
pub mod view;

pub use command::{Actor, Code, Command, Done, Refused};
pub use outbox::{Outbox, Outgoing};
pub use recovery::CannotRecover;
pub use room::{Rematch, Room, RoomState};
pub use subscribers::Following;
pub use update::{SideEvent, SideEventKind, Update};

use crate::clock::Clock;
use crate::ids::{GameId, PlayerId};
use crate::metrics::Metrics;
use crate::rooms::inbox::{Inboxes, Notification};
use crate::settings::Settings;
use crate::store::{Append, AppendError, BeginError, NewGameRecord, Store, StoreError, random_token};
use cluster::{Cluster, Notice, ToNodes};
use deadlines::Deadlines;
use game::Timestamp;
use parking_lot::{Mutex, RwLock};
use rules::Color;
use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::sync::{Semaphore, broadcast, mpsc};
use wire::stored::{BadRow, Created};

/// All rooms. Cheap to clone: everybody has the same.
#[derive(Clone)]
pub struct Rooms(Arc<Shared>);

struct Shared {
    store: Store,
    clock: Arc<Clock>,
    inboxes: Inboxes,
    metrics: Arc<Metrics>,
    settings: Settings,
    rooms: RwLock<HashMap<GameId, Arc<Room>>>,
    /// The games that are not over, of each player.
    playing: Mutex<HashMap<PlayerId, HashSet<GameId>>>,
    /// Guests of these games who have opened an account since.
    successors: Mutex<HashMap<PlayerId, PlayerId>>,
    deadlines: Deadlines,
    /// Places for what takes a CPU and memory for a while.
    hard_work: Semaphore,
    /// The last moment at which the server is known to have been awake.
    last_alive: AtomicU64,
    /// Nothing can be saved, and since when.
    outage: Mutex<Option<gap::Outage>>,
    /// Held while clocks are set right because nobody was served.
    crediting: tokio::sync::Mutex<()>,
    /// Rooms whose spectators have changed since everybody was last told.
    crowds: Mutex<HashSet<GameId>>,
    /// Rooms in which the computer has something to do.
    computer: mpsc::UnboundedSender<Arc<Room>>,
    /// What is needed where several nodes share the database.
    cluster: Option<Cluster>,
    /// Games that have begun.
    started: broadcast::Sender<GameId>,
    /// Games that are over and in the archive.
    finished: broadcast::Sender<GameId>,
}

/// Why a game cannot be created.
#[derive(Debug, thiserror::Error)]
pub enum CannotBegin {
    /// The settings are not valid.
    #[error("{0}")]
    Settings(String),
    /// There is a game with this name.
    #[error("there is already a game with this id")]
    Taken,
    /// Its challenge was answered by somebody else.
    #[error("the challenge is no longer open")]
    Gone,
    /// It cannot be saved now.
    #[error(transparent)]
    NotSaved(AppendError),
}

impl From<BeginError> for CannotBegin {
    fn from(error: BeginError) -> CannotBegin {
        match error {
            BeginError::Taken => CannotBegin::Taken,
            BeginError::Gone => CannotBegin::Gone,
            BeginError::NotSaved(error) => CannotBegin::NotSaved(error),
        }
    }
}

impl Rooms {
    /// No rooms yet. What comes back beside them is where the computer hears that it has something to do.
    pub fn new(
        store: Store,
        clock: Arc<Clock>,
        inboxes: Inboxes,
        metrics: Arc<Metrics>,
        settings: Settings,
    ) -> (Rooms, mpsc::UnboundedReceiver<Arc<Room>>) {
        Rooms::with_nodes(store, clock, inboxes, metrics, settings, None)
    }

    /// The same on a database that several nodes share: what is to be told to them goes to `to_nodes`.
    pub(crate) fn with_nodes(
        store: Store,
        clock: Arc<Clock>,
        inboxes: Inboxes,
        metrics: Arc<Metrics>,
        settings: Settings,
        to_nodes: Option<mpsc::UnboundedSender<ToNodes>>,
    ) -> (Rooms, mpsc::UnboundedReceiver<Arc<Room>>) {
        let (computer, turns) = mpsc::unbounded_channel();
        let shared = Shared {
            cluster: to_nodes.map(Cluster::new),
            store,
            inboxes,
            metrics,
            settings,
            rooms: RwLock::default(),
            playing: Mutex::default(),
            successors: Mutex::default(),
            deadlines: Deadlines::default(),
            hard_work: Semaphore::new(std::thread::available_parallelism().map_or(1, NonZeroUsize::get)),
            last_alive: AtomicU64::new(clock.now().millis()),
            outage: Mutex::default(),
            crediting: tokio::sync::Mutex::default(),
            crowds: Mutex::default(),
            computer,
            clock,
            started: broadcast::channel(1024).0,
            finished: broadcast::channel(1024).0,
        };
        (Rooms(Arc::new(shared)), turns)
    }

    /// Begins a game, and ends the challenges that led to it. It is on disk when this comes back, and both players are told.
    pub async fn create(
        &self,
        id: GameId,
        created: Created,
        challenges: Vec<GameId>,
    ) -> Result<Arc<Room>, CannotBegin> {
        let rooms = self.clone();
        // A task of its own: a game that is on disk must be in memory, though whoever asked goes away.
        let creating = tokio::spawn(async move {
            let room = match &created.start.fen {
                // A position that somebody has set up may be a hard one.
                Some(_) => rooms.run_blocking(move || Room::new(id, created)).await,
                None => Some(Room::new(id, created)),
            };
            let room = room.ok_or(CannotBegin::NotSaved(AppendError::Unavailable))?;
            let room = room.map_err(|BadRow(why)| CannotBegin::Settings(why))?;
            rooms.save_first_row(&room, challenges).await?;
            // On a shared database somebody may have asked for it in the meantime, and have loaded it.
            let room = if rooms.shared().is_some() { rooms.open_once(room) } else { rooms.open(room) };
            // Nobody may be interested.
            let _ = rooms.0.started.send(id);
            rooms.send_notice(Notice::Started(id.to_string()));
            rooms.notify(&room, &Notification::Started(id));
            rooms.schedule_follow_ups(&room);
            Ok(room)
        });
        creating.await.unwrap_or(Err(CannotBegin::NotSaved(AppendError::Unavailable)))
    }

    async fn save_first_row(&self, room: &Room, challenges: Vec<GameId>) -> Result<(), CannotBegin> {
        let at = Timestamp::from_millis(room.created.begins);
        let token = random_token();
        let row =
            Append { game: room.id, seq: 1, at, command: None, payload: room.created.row(), after: 0, token };
        let Some(shared) = self.shared() else {
            return self.store().append(row).await.map_err(|error| match error {
                AppendError::Conflict => CannotBegin::Taken,
                other => CannotBegin::NotSaved(other),
            });
        };
        let check_at = {
            let mut state = room.state();
            state.head = token;
            state.last_used = self.clock().now();
            cluster::check_at(&state, self.clock().now())
        };
        let (white, black) = (room.player(Color::White), room.player(Color::Black));
        let strength = Color::ALL.into_iter().map(|color| i32::from(room.rating(color).unwrap_or(0))).sum();
        Ok(shared.begin(NewGameRecord { row, white, black, check_at, strength, challenges }).await?)
    }

    /// The room of a game in progress, or of one that ended a moment ago.
    pub fn get(&self, id: GameId) -> Option<Arc<Room>> {
        self.0.rooms.read().get(&id).cloned()
    }

    /// The room of a game, also of one that is in the archive.
    pub async fn find(&self, id: GameId) -> Result<Option<Arc<Room>>, StoreError> {
        if let Some(shared) = self.shared() {
            return self.find_shared(shared, id).await;
        }
        if let Some(room) = self.get(id) {
            return Ok(Some(room));
        }
        let Some(rows) = self.store().archived(id).await? else { return Ok(None) };
        match Room::restore(id, &rows) {
            Ok(room) => {
                self.seat_successors(&room).await?;
                let talk = self.store().chat(id).await?;
                let mut state = room.state();
                state.archived = true;
                talk.into_iter().for_each(|line| state.keep_chat(line));
                drop(state);
                Ok(Some(Arc::new(room)))
            }
            Err(error) => {
                tracing::error!(game = %id, %error, "the archive holds a game that cannot be read");
                Ok(None)
            }
        }
    }

    /// The room of the game after which a rematch with this name is offered.
    pub async fn before_rematch(&self, id: GameId) -> Result<Option<Arc<Room>>, StoreError> {
        if let Some(shared) = self.shared() {
            return match shared.before_rematch(id).await? {
                Some(before) => self.find_shared(shared, before).await,
                None => Ok(None),
            };
        }
        Ok(self.0.rooms.read().values().find(|room| room.rematch_id == id).cloned())
    }

    /// The games of a player that are not over.
    pub async fn playing(&self, player: &PlayerId) -> Result<Vec<Arc<Room>>, StoreError> {
        if let Some(shared) = self.shared() {
            return self.playing_shared(shared, player).await;
        }
        let games = self.0.playing.lock().get(player).cloned().unwrap_or_default();
        Ok(games.into_iter().filter_map(|id| self.get(id)).collect())
    }

    /// Those of these games that are in progress.
    pub async fn live(&self, games: &[GameId]) -> Result<Vec<Arc<Room>>, StoreError> {
        let mut rooms = Vec::new();
        for id in games {
            match self.shared() {
                Some(shared) => rooms.extend(self.find_shared(shared, *id).await?),
                None => rooms.extend(self.get(*id)),
            }
        }
        rooms.retain(|room| room.state().game.termination().is_none());
        Ok(rooms)
    }

    /// All rooms in memory.
    pub fn all(&self) -> Vec<Arc<Room>> {
        self.0.rooms.read().values().cloned().collect()
    }

    /// How many rooms are in memory.
    pub fn len(&self) -> usize {
        self.0.rooms.read().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Games that begin from now on.
    pub fn started(&self) -> broadcast::Receiver<GameId> {
        self.0.started.subscribe()
    }

    /// Games that are over, from now on, each when it is in the archive.
    pub fn finished(&self) -> broadcast::Receiver<GameId> {
        self.0.finished.subscribe()
    }

    /// Puts a room among the others.
    fn open(&self, room: Room) -> Arc<Room> {
        let room = Arc::new(room);
        // Held until it is among the others: nobody may open an account in between.
        let mut playing = self.0.playing.lock();
        room.seat_known(&self.0.successors.lock());
        for player in Color::ALL.into_iter().filter_map(|color| room.player(color)) {
            playing.entry(player).or_default().insert(room.id);
        }
        self.0.rooms.write().insert(room.id, Arc::clone(&room));
        room
    }

    /// What follows when something has happened: deadlines, the computer's turn, the end.
    fn schedule_follow_ups(&self, room: &Arc<Room>) {
        if room.state().game.termination().is_some() {
            self.finish(room);
            return;
        }
        self.schedule(room);
        self.wake_computer(room);
    }

    /// Tells the computer, if it has something to do.
    fn wake_computer(&self, room: &Arc<Room>) {
        let computer = {
            let state = room.state();
            let asked = state.game.draw_offer().or(state.game.takeback_request()).map(|by| !by);
            let to_act = [Some(state.game.turn()), asked].into_iter().flatten();
            let is_on = state.game.termination().is_none();
            is_on && to_act.into_iter().any(|color| room.computer(color).is_some())
        };
        if computer {
            // Nobody listens only when the server is being stopped.
            let _ = self.0.computer.send(Arc::clone(room));
        }
    }

    /// Tells both players, wherever they are.
    fn notify(&self, room: &Room, notification: &Notification) {
        for player in Color::ALL.into_iter().filter_map(|color| room.player(color)) {
            self.0.inboxes.tell(&player, notification);
        }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    fn settings(&self) -> &Settings {
        &self.0.settings
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.0.clock
    }
}

#[cfg(test)]
mod tests;
