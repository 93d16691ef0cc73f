//! Starting and stopping a server.

mod disk;
mod files;
mod follow;
mod lan;
mod nodes;
mod router;
mod run;

pub use router::routes;
pub use run::{RunError, run};

use crate::app::{App, Parts};
use crate::bus::BusError;
use crate::clock::{Clock, ClockMismatch, RecordedTime, TimeSource};
use crate::computer::Computer;
use crate::computer::opponent::{self, ComputerPlayer};
use crate::config::Config;
use crate::http::accept::{self, Routers};
use crate::http::tls::{Tls, TlsError};
use crate::limits::Limits;
use crate::lobby::Lobby;
use crate::lobby::expiry::Expiry;
use crate::metrics::Metrics;
use crate::people::oauth::codes::Codes;
use crate::people::password::Passwords;
use crate::rooms::inbox::Inboxes;
use crate::rooms::{RecoveryError, Room, Rooms};
use crate::rounds::Rounds;
use crate::settings::{self, Settings};
use crate::store::{LoadedJournal, Store, StoreError};
use crate::tournaments::Tournaments;
use game::Timestamp;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::{AbortHandle, JoinHandle};
use tokio_util::task::TaskTracker;
use wire::club::{ServerSettings, SettingsChange};

/// How long a stopping server waits for requests and commands in progress.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

pub struct Server {
    pub address: SocketAddr,
    /// The state that its handlers share.
    pub app: App,
    stop: watch::Sender<bool>,
    accepting: JoinHandle<()>,
    housekeeping: Vec<AbortHandle>,
}

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The stored data cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The live games cannot be restored from the journal.
    #[error(transparent)]
    Recover(#[from] RecoveryError),
    /// The stored settings cannot be read, or the command line has an invalid one.
    #[error("server settings: {0}")]
    Settings(String),
    /// The bus cannot be used.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// The certificate cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The server cannot listen on its address.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
}

impl Server {
    /// Starts a server: reads the stored data, restores every live game, and listens.
    pub async fn start(mut config: Config, time: TimeSource) -> Result<Server, StartError> {
        #[cfg(feature = "crash-test-control")]
        crate::control::inject(config.faults);
        // First, so that a server without a usable certificate changes nothing.
        let tls = config.tls.clone().map(Tls::load).transpose()?.map(Arc::new);
        let metrics = Arc::<Metrics>::default();
        let (store, loaded, clock) = open(&config, time, &metrics).await?;
        let clock = Arc::new(clock);
        let settings = read_settings(&store, &config).await?;
        let nodes = link_to_nodes(&config, &store).await?;
        let to_nodes = nodes.as_ref().map(|link| link.to_nodes.clone());
        let inboxes = to_nodes.clone().map_or_else(Inboxes::default, Inboxes::with_nodes);
        let (rooms, computers_turns) = Rooms::new(
            store.clone(),
            Arc::clone(&clock),
            inboxes.clone(),
            Arc::clone(&metrics),
            settings.clone(),
            to_nodes,
        );
        #[cfg(feature = "crash-test-control")]
        if config.faults.trust_bus {
            rooms.trust_bus();
        }
        // Listen before the games are restored: early clients wait in the backlog, and a server that cannot listen
        // writes nothing.
        let (listener, address) = listen(&mut config).await?;
        let core = Core { config, clock, metrics, store, settings, inboxes, rooms };
        let live = core.restore_games(loaded).await?;
        let (stop, stopping) = watch::channel(false);
        let (app, expiry) = core.into_app(stopping.clone()).await?;
        let mut housekeeping = start_housekeeping(&app, expiry, computers_turns);
        if let Some(link) = nodes {
            housekeeping.extend(link.start(&app.rooms, &app.lobby));
            housekeeping.push(tokio::spawn(follow::follow_nodes(app.clone())).abort_handle());
        }
        if let Some(tls) = &tls {
            housekeeping.push(tokio::spawn(Arc::clone(tls).watch()).abort_handle());
        }
        let accepting = accept_connections(app.clone(), listener, tls, stopping);
        tracing::info!(%address, live, "serving");
        Ok(Server { address, app, stop, accepting, housekeeping })
    }

    /// Shuts down in order: stops accepting connections, tells clients to reconnect, and writes everything that is
    /// queued.
    pub async fn stop(self) {
        let begun = Instant::now();
        self.app.rooms.leave_nodes();
        // If no task is left that listens, nobody has to be told.
        let _ = self.stop.send(true);
        let app = &self.app;
        let farewell = async {
            let _ = self.accepting.await;
            // No new connection can open a socket from here on.
            app.sockets.close();
            app.sockets.wait().await;
        };
        // Requests and commands in progress are answered; clients that read too slowly are not waited for.
        let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, farewell).await;
        let (told, left) = (begun.elapsed(), app.sockets.len());
        for task in &self.housekeeping {
            task.abort();
        }
        app.store.close().await;
        let (told, all) = (told.as_millis() as u64, begun.elapsed().as_millis() as u64);
        tracing::info!(told_ms = told, saved_ms = all - told, sockets_left = left, "stopped");
    }
}

/// The parts of an [`App`] that exist before anything is restored from the store.
struct Core {
    config: Config,
    clock: Arc<Clock>,
    metrics: Arc<Metrics>,
    store: Store,
    settings: Settings,
    inboxes: Inboxes,
    rooms: Rooms,
}

impl Core {
    /// Restores the live games, and returns how many there are.
    async fn restore_games(&self, loaded: LoadedJournal) -> Result<usize, StartError> {
        let live = self.rooms.recover(loaded).await?;
        // Written even if no clock is running: the next start compares the machine's clock with it. A node's first
        // heartbeat also tells whether any other node was alive before.
        self.store.prove_service(self.clock.now()).await?;
        self.rooms.recall_outages().await?;
        Ok(live)
    }

    /// Restores challenges, rounds and tournaments, and completes the app.
    async fn into_app(self, stopping: watch::Receiver<bool>) -> Result<(App, Expiry), StartError> {
        let Core { config, clock, metrics, store, settings, inboxes, rooms } = self;
        let limits = Arc::new(Limits::new(config.limits, metrics.limited.clone()));
        let lobby = Lobby::restore(
            store.clone(),
            Arc::clone(&clock),
            rooms.clone(),
            inboxes.clone(),
            Arc::clone(&limits),
            settings.clone(),
        )
        .await?;
        let rounds = Rounds::restore(store.clone(), Arc::clone(&clock), rooms.clone(), lobby.clone()).await?;
        let tournaments =
            Tournaments::restore(store.clone(), Arc::clone(&clock), rooms.clone(), rounds.clone()).await?;
        let mut expiry = Expiry::new(lobby.clone());
        // Remove challenges that expired while the server was off before anybody can see them.
        expiry.sweep().await;
        let computer = Computer::start(config.computer_threads);
        let app = App::new(Parts {
            config,
            clock,
            store,
            rooms,
            inboxes,
            computer,
            limits,
            metrics,
            lobby,
            passwords: Passwords::default(),
            codes: Codes::default(),
            settings,
            rounds,
            tournaments,
            stopping,
            sockets: TaskTracker::new(),
        });
        Ok((app, expiry))
    }
}

/// The link to other nodes, if they share the database.
async fn link_to_nodes(config: &Config, store: &Store) -> Result<Option<nodes::Link>, StartError> {
    match (&config.cluster, store.shared()) {
        (Some(cluster), Some(shared)) => Ok(Some(nodes::Link::new(cluster, shared).await?)),
        _ => Ok(None),
    }
}

/// Listens on the configured address. With `--lan`, the address for others becomes part of the configuration.
async fn listen(config: &mut Config) -> Result<(TcpListener, SocketAddr), StartError> {
    let failed = |error| StartError::Listen(config.listen, error);
    let listener = TcpListener::bind(config.listen).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    if config.lan {
        let own = lan::addresses();
        config.lan_host = own.first().map(|own| format!("{own}:{}", address.port()));
    }
    Ok((listener, address))
}

/// Starts the background tasks that every server has.
fn start_housekeeping(
    app: &App,
    expiry: Expiry,
    computers_turns: mpsc::UnboundedReceiver<Arc<Room>>,
) -> Vec<AbortHandle> {
    let own = ComputerPlayer {
        rooms: app.rooms.clone(),
        computer: app.computer.clone(),
        clock: Arc::clone(&app.clock),
    };
    let tasks = [
        tokio::spawn(app.rooms.clone().watch_deadlines()),
        tokio::spawn(app.rooms.clone().housekeeping()),
        tokio::spawn(app.rooms.clone().stay_awake()),
        tokio::spawn(opponent::play(own, computers_turns)),
        tokio::spawn(expiry.run()),
        tokio::spawn(app.rounds.clone().run()),
        tokio::spawn(app.tournaments.clone().run()),
        tokio::spawn(sweep_limits(app.clone())),
        tokio::spawn(trust_clock_after_a_day(app.clone())),
    ];
    tasks.iter().map(JoinHandle::abort_handle).collect()
}

/// Serves connections until the server stops.
fn accept_connections(
    app: App,
    listener: TcpListener,
    tls: Option<Arc<Tls>>,
    stopping: watch::Receiver<bool>,
) -> JoinHandle<()> {
    let routers = Routers { main: router::router(app.clone()), plain: router::to_tls(app.clone()), tls };
    tokio::spawn(async move {
        accept::accept(listener, routers, &app.config, app.metrics.limited.clone(), stopping).await;
    })
}

/// The stored settings, overridden by the command line. Settings that a newer version wrote may not be readable; the
/// server refuses to start then, rather than open what an admin may have closed.
async fn read_settings(store: &Store, config: &Config) -> Result<Settings, StartError> {
    let kept = store.settings().await?;
    let mut current: ServerSettings = match &kept {
        None => ServerSettings::default(),
        Some(text) => serde_json::from_str(text).map_err(|error| StartError::Settings(error.to_string()))?,
    };
    if config.settings != SettingsChange::default() {
        current = settings::changed(&current, config.settings.clone())
            .map_err(|error| StartError::Settings(error.to_string()))?;
        let text = serde_json::to_string(&current).expect("settings are plain JSON");
        store.save_settings(text).await?;
    }
    let settings = Settings::default();
    settings.set(current);
    Ok(settings)
}

/// Opens the store, and the clock that goes with it: the machine's, or the database's if several nodes share it.
async fn open(
    config: &Config,
    time: TimeSource,
    metrics: &Arc<Metrics>,
) -> Result<(Store, LoadedJournal, Clock), StoreError> {
    let Some(cluster) = &config.cluster else {
        let (store, loaded) = Store::open(&config.data, Arc::clone(metrics))?;
        let machine = time.now();
        let (clock, mismatch) = Clock::starting(time, loaded.known, config.trust_clock);
        note_clock_mismatch(&store, machine, loaded.known, mismatch).await?;
        return Ok((store, loaded, clock));
    };
    let store = Store::connect(&cluster.database, &cluster.node, Arc::clone(metrics)).await?;
    let now = match store.shared() {
        Some(shared) => shared.database_time().await?,
        None => time.now(),
    };
    Ok((store, LoadedJournal::default(), Clock::showing(time, now)))
}

/// Logs a mismatch between the machine's clock and the data, and records a jump.
async fn note_clock_mismatch(
    store: &Store,
    machine: Timestamp,
    known: RecordedTime,
    mismatch: Option<ClockMismatch>,
) -> Result<(), StoreError> {
    let Some(mismatch) = mismatch else { return Ok(()) };
    let days = (machine.since(known.newest).max(known.newest.since(machine))).millis() / 86_400_000;
    match mismatch {
        ClockMismatch::Ahead => {
            tracing::warn!(days, "the machine's clock is days ahead of the last time this server ran");
            store.note_clock_jump(Some(known.jumped_from.unwrap_or(known.newest))).await
        }
        ClockMismatch::CameBack => {
            tracing::warn!(
                days,
                "the machine's clock was ahead when this server last ran; it is believed now"
            );
            store.note_clock_jump(None).await
        }
        ClockMismatch::FarAhead | ClockMismatch::Behind => {
            tracing::warn!(
                days,
                doubt = ?mismatch,
                "the machine's clock is not believed: the server continues from the last time it ran. \
                 Set the clock, or start with --trust-clock if it is right"
            );
            Ok(())
        }
    }
}

/// A clock that was ahead at start and has not been set back for a day is taken to be right.
async fn trust_clock_after_a_day(app: App) {
    app.clock.sleep_until(app.clock.now() + game::Duration::from_seconds(24 * 3600)).await;
    if let Err(error) = app.store.note_clock_jump(None).await {
        tracing::warn!(%error, "cannot record that the clock is right");
    }
}

/// Removes idle rate-limit entries once a minute.
async fn sweep_limits(app: App) {
    let mut minute = tokio::time::interval(Duration::from_secs(60));
    loop {
        minute.tick().await;
        app.limits.sweep();
    }
}
