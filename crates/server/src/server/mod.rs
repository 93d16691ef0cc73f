//! A server, from its start to its end.

mod files;
mod router;
mod run;

pub use run::{RunError, run};

use crate::app::{App, Parts};
use crate::clock::Clock;
use crate::computer::Computer;
use crate::computer::opponent::{self, Opponent};
use crate::config::Config;
use crate::http::accept;
use crate::limits::Limits;
use crate::lobby::{Lobby, expiry};
use crate::metrics::Metrics;
use crate::people::oauth::codes::Codes;
use crate::people::password::Passwords;
use crate::rooms::inbox::Inboxes;
use crate::rooms::{CannotRecover, Rooms};
use crate::store::{Store, StoreError};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinHandle};
use tokio_util::task::TaskTracker;

/// A server that runs.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    /// What its handlers use.
    pub app: App,
    stop: watch::Sender<bool>,
    accepting: JoinHandle<()>,
    housekeeping: Vec<AbortHandle>,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum CannotStart {
    /// What is kept cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The games of the journal cannot be taken up again.
    #[error(transparent)]
    Recover(#[from] CannotRecover),
    /// It cannot listen there.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
}

impl Server {
    /// Starts: reads what is kept, takes up every game, and listens.
    pub async fn start(config: Config) -> Result<Server, CannotStart> {
        #[cfg(feature = "crash-test-control")]
        crate::store::ack_before_commit(config.unsafe_ack_before_commit);
        let metrics = Arc::<Metrics>::default();
        let limits = Arc::new(Limits::new(config.limits, metrics.limited.clone()));
        let (store, loaded) = Store::open(&config.data, Arc::clone(&metrics))?;
        let clock = Arc::new(Clock::not_before(loaded.served));
        let inboxes = Inboxes::default();
        let (rooms, computers_turns) =
            Rooms::new(store.clone(), Arc::clone(&clock), inboxes.clone(), Arc::clone(&metrics));
        // First, so that whoever comes meanwhile waits, and a server that cannot listen writes nothing.
        let listen = |error| CannotStart::Listen(config.listen, error);
        let listener = TcpListener::bind(config.listen).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let live = rooms.recover(loaded).await?;
        let lobby = Lobby::restore(
            store.clone(),
            Arc::clone(&clock),
            rooms.clone(),
            inboxes.clone(),
            Arc::clone(&limits),
        )
        .await?;
        let (stop, stopping) = watch::channel(false);
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
            stopping: stopping.clone(),
            sockets: TaskTracker::new(),
        });
        let own = Opponent {
            rooms: app.rooms.clone(),
            computer: app.computer.clone(),
            clock: Arc::clone(&app.clock),
        };
        let housekeeping = [
            tokio::spawn(app.rooms.clone().watch_deadlines()),
            tokio::spawn(app.rooms.clone().keep_house()),
            tokio::spawn(app.rooms.clone().stay_awake()),
            tokio::spawn(opponent::play(own, computers_turns)),
            tokio::spawn(expiry::run(app.lobby.clone())),
            tokio::spawn(forget_limits(app.clone())),
        ];
        let housekeeping = housekeeping.iter().map(JoinHandle::abort_handle).collect();
        let accepting = {
            let (router, app) = (router::router(app.clone()), app.clone());
            tokio::spawn(async move {
                accept::accept(listener, router, &app.config, app.metrics.limited.clone(), stopping).await;
            })
        };
        tracing::info!(%address, live, "serving");
        Ok(Server { address, app, stop, accepting, housekeeping })
    }

    /// Ends in order: nobody new comes in, who is there is told to come back, what is queued is written.
    pub async fn stop(self) {
        // The receivers live in the tasks that are told.
        let _ = self.stop.send(true);
        let _ = self.accepting.await;
        // Sockets say goodbye; one that does not listen is not waited for.
        self.app.sockets.close();
        let _ = tokio::time::timeout(Duration::from_secs(2), self.app.sockets.wait()).await;
        for task in &self.housekeeping {
            task.abort();
        }
        self.app.store.close().await;
        tracing::info!("stopped");
    }
}

/// Now and then forgets who asked for something long ago.
async fn forget_limits(app: App) {
    let mut minute = tokio::time::interval(Duration::from_secs(60));
    loop {
        minute.tick().await;
        app.limits.sweep();
    }
}
