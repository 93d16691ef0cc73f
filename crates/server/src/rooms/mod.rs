//! Games in progress. A room is one game; the log is authoritative, and a room is the state that the log leads to.

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

pub use command::{Ack, Actor, Code, Command, CommandRefusal};
pub use outbox::{Outbox, Outgoing};
pub use recovery::RecoveryError;
pub use room::{Rematch, Room, RoomState};
pub use subscribers::Subscription;
pub use update::{SideEvent, SideEventKind, Update};

use crate::clock::Clock;
use crate::ids::{GameId, PlayerId};
use crate::metrics::Metrics;
use crate::rooms::inbox::{Inboxes, Notification};
use crate::settings::Settings;
use crate::store::{Append, AppendError, BeginError, NewGameRecord, Store, StoreError, random_token};
use cluster::{Cluster, NodeMessage, Notice};
use deadlines::Deadlines;
use game::Timestamp;
use parking_lot::{Mutex, RwLock};
use rules::Color;
use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::sync::{Semaphore, broadcast, mpsc};
use wire::stored::{BadRow, GameHeader};

/// All rooms. Cheap to clone; all clones share the same rooms.
#[derive(Clone)]
pub struct Rooms(Arc<Shared>);

struct Shared {
    store: Store,
    clock: Arc<Clock>,
    inboxes: Inboxes,
    metrics: Arc<Metrics>,
    settings: Settings,
    rooms: RwLock<HashMap<GameId, Arc<Room>>>,
    /// The live games of each player.
    playing: Mutex<HashMap<PlayerId, HashSet<GameId>>>,
    /// Guests who have opened an account since their games began.
    successors: Mutex<HashMap<PlayerId, PlayerId>>,
    deadlines: Deadlines,
    /// Limits how much expensive work runs at once.
    blocking_permits: Semaphore,
    /// The last moment at which the server is known to have been awake.
    last_alive: AtomicU64,
    /// Set while nothing can be saved.
    outage: Mutex<Option<gap::Outage>>,
    /// Held while clocks are credited after an outage.
    crediting: tokio::sync::Mutex<()>,
    /// Rooms whose number of spectators has changed since it was last sent.
    crowds: Mutex<HashSet<GameId>>,
    /// Rooms in which the computer has something to do.
    computer: mpsc::UnboundedSender<Arc<Room>>,
    /// Set if several nodes share the database.
    cluster: Option<Cluster>,
    /// Games that have begun.
    started: broadcast::Sender<GameId>,
    /// Games that have ended and are in the archive.
    finished: broadcast::Sender<GameId>,
}

/// Why a game cannot be created.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// The settings are invalid.
    #[error("{0}")]
    Settings(String),
    /// A game with this id exists.
    #[error("there is already a game with this id")]
    Taken,
    /// A challenge of the game is no longer open.
    #[error("the challenge is no longer open")]
    Gone,
    /// The game could not be saved.
    #[error(transparent)]
    NotSaved(AppendError),
}

impl From<BeginError> for CreateError {
    fn from(error: BeginError) -> CreateError {
        match error {
            BeginError::Taken => CreateError::Taken,
            BeginError::Gone => CreateError::Gone,
            BeginError::NotSaved(error) => CreateError::NotSaved(error),
        }
    }
}

impl Rooms {
    /// No rooms yet. Also returns the channel of rooms in which the computer has something to do. If nodes share the
    /// database, messages to the others go to `to_nodes`.
    pub(crate) fn new(
        store: Store,
        clock: Arc<Clock>,
        inboxes: Inboxes,
        metrics: Arc<Metrics>,
        settings: Settings,
        to_nodes: Option<mpsc::UnboundedSender<NodeMessage>>,
    ) -> (Rooms, mpsc::UnboundedReceiver<Arc<Room>>) {
        let (computer, turns) = mpsc::unbounded_channel();
        let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
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
            blocking_permits: Semaphore::new(processors),
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

    /// Creates a game, and ends the challenges that led to it. When this returns, the game is on disk and both players
    /// have been notified.
    pub async fn create(
        &self,
        id: GameId,
        created: GameHeader,
        challenges: Vec<GameId>,
    ) -> Result<Arc<Room>, CreateError> {
        let rooms = self.clone();
        // A separate task: a game that is on disk must get into memory even if the client disconnects.
        let creating = tokio::spawn(async move {
            let room = match &created.start.fen {
                // A custom position may take long to analyse.
                Some(_) => rooms.run_blocking(move || Room::new(id, created)).await,
                None => Some(Room::new(id, created)),
            };
            let room = room.ok_or(CreateError::NotSaved(AppendError::Unavailable))?;
            let room = room.map_err(|BadRow(why)| CreateError::Settings(why))?;
            rooms.save_first_row(&room, challenges).await?;
            // In a shared database the game may have been requested and loaded in the meantime.
            let room = if rooms.shared().is_some() { rooms.open_once(room) } else { rooms.open(room) };
            // There may be no receivers.
            let _ = rooms.0.started.send(id);
            rooms.send_notice(Notice::Started(id.to_string()));
            rooms.notify(&room, &Notification::Started(id));
            rooms.schedule_follow_ups(&room);
            Ok(room)
        });
        creating.await.unwrap_or(Err(CreateError::NotSaved(AppendError::Unavailable)))
    }

    async fn save_first_row(&self, room: &Room, challenges: Vec<GameId>) -> Result<(), CreateError> {
        let at = Timestamp::from_millis(room.created.begins);
        let token = random_token();
        let row =
            Append { game: room.id, seq: 1, at, command: None, payload: room.created.row(), after: 0, token };
        let Some(shared) = self.shared() else {
            return self.store().append(row).await.map_err(|error| match error {
                AppendError::Conflict => CreateError::Taken,
                other => CreateError::NotSaved(other),
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

    /// The room of a game that is in memory: in progress, or ended recently.
    pub fn get(&self, id: GameId) -> Option<Arc<Room>> {
        self.0.rooms.read().get(&id).cloned()
    }

    /// The room of a game, in progress or archived.
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
                let chat = self.store().chat(id).await?;
                let mut state = room.state();
                state.archived = true;
                chat.into_iter().for_each(|line| state.keep_chat(line));
                drop(state);
                Ok(Some(Arc::new(room)))
            }
            Err(error) => {
                tracing::error!(game = %id, %error, "the archive holds a game that cannot be read");
                Ok(None)
            }
        }
    }

    /// The room of the game whose rematch has this id.
    pub async fn before_rematch(&self, id: GameId) -> Result<Option<Arc<Room>>, StoreError> {
        if let Some(shared) = self.shared() {
            return match shared.before_rematch(id).await? {
                Some(before) => self.find_shared(shared, before).await,
                None => Ok(None),
            };
        }
        Ok(self.0.rooms.read().values().find(|room| room.rematch_id == id).cloned())
    }

    /// The live games of a player.
    pub async fn playing(&self, player: &PlayerId) -> Result<Vec<Arc<Room>>, StoreError> {
        if let Some(shared) = self.shared() {
            return self.playing_shared(shared, player).await;
        }
        let games = self.0.playing.lock().get(player).cloned().unwrap_or_default();
        Ok(games.into_iter().filter_map(|id| self.get(id)).collect())
    }

    /// The given games, without those that have ended.
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

    pub fn len(&self) -> usize {
        self.0.rooms.read().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A stream of games that begin from now on.
    pub fn started(&self) -> broadcast::Receiver<GameId> {
        self.0.started.subscribe()
    }

    /// A stream of games that end from now on, each as soon as it is in the archive.
    pub fn finished(&self) -> broadcast::Receiver<GameId> {
        self.0.finished.subscribe()
    }

    fn open(&self, room: Room) -> Arc<Room> {
        let room = Arc::new(room);
        // Held until the room is added: no guest may open an account in between.
        let mut playing = self.0.playing.lock();
        room.seat_known(&self.0.successors.lock());
        for player in Color::ALL.into_iter().filter_map(|color| room.player(color)) {
            playing.entry(player).or_default().insert(room.id);
        }
        self.0.rooms.write().insert(room.id, Arc::clone(&room));
        room
    }

    /// Schedules what follows after a new row: the deadline and the computer's turn, or the end of the game.
    fn schedule_follow_ups(&self, room: &Arc<Room>) {
        if room.state().game.termination().is_some() {
            self.finish(room);
            return;
        }
        self.schedule(room);
        self.wake_computer(room);
    }

    /// Wakes the computer if it has something to do.
    fn wake_computer(&self, room: &Arc<Room>) {
        let computer = {
            let state = room.state();
            let asked = state.game.draw_offer().or(state.game.takeback_request()).map(|by| !by);
            let to_act = [Some(state.game.turn()), asked].into_iter().flatten();
            let is_live = state.game.termination().is_none();
            is_live && to_act.into_iter().any(|color| room.computer(color).is_some())
        };
        if computer {
            // The receiver is gone only while the server is shutting down.
            let _ = self.0.computer.send(Arc::clone(room));
        }
    }

    /// Notifies both players on all their connections.
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
