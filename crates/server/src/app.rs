//! The application state that handlers share.

use crate::clock::Clock;
use crate::computer::Computer;
use crate::config::Config;
use crate::ids::PlayerId;
use crate::limits::{Limits, Rule, TooMany};
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::people::oauth::codes::Codes;
use crate::people::password::Passwords;
use crate::rooms::Rooms;
use crate::rooms::inbox::Inboxes;
use crate::rounds::Rounds;
use crate::settings::Settings;
use crate::store::{Store, StoreError};
use crate::tournaments::Tournaments;
use std::sync::Arc;
use tokio::sync::watch;
use tokio_util::task::TaskTracker;

/// The application state: cheap to clone, one for the whole server. Handlers take it as `State<App>` and use its parts
/// directly: `app.rooms`, `app.store`.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The parts of an [`App`].
pub struct Parts {
    /// How the server was started.
    pub config: Config,
    pub clock: Arc<Clock>,
    pub store: Store,
    /// Games in progress.
    pub rooms: Rooms,
    /// Delivers notifications to players on all their connections.
    pub(crate) inboxes: Inboxes,
    /// The computer as an opponent.
    pub computer: Computer,
    pub(crate) limits: Arc<Limits>,
    pub metrics: Arc<Metrics>,
    /// Challenges and seeks: games that have not started yet.
    pub(crate) lobby: Lobby,
    /// Becomes true when the server is stopping; long waits end then.
    pub(crate) stopping: watch::Receiver<bool>,
    /// Open sockets; shutdown gives them a moment to close.
    pub(crate) sockets: TaskTracker,
    /// Password hashing, a few at a time.
    pub(crate) passwords: Passwords,
    /// Rounds paired by an organiser.
    pub(crate) rounds: Rounds,
    /// Tournaments run by this server.
    pub(crate) tournaments: Tournaments,
    /// Server-wide settings, changed by admins.
    pub(crate) settings: Settings,
    /// OAuth authorization codes that have not been exchanged yet.
    pub(crate) codes: Codes,
}

impl App {
    pub(crate) fn new(parts: Parts) -> App {
        App(Arc::new(parts))
    }
}

impl App {
    /// Counts one request of an address or player against a rate limit; an error if the limit is reached.
    pub(crate) fn allow(&self, rule: Rule, who: &str) -> Result<(), TooMany> {
        self.limits.check(rule, who)
    }

    /// Whether the player neither reads nor writes chat: chat is off on this server, or the account is a child's.
    pub(crate) async fn is_kid(&self, player: &PlayerId) -> Result<bool, StoreError> {
        if self.settings.is_silent() { Ok(true) } else { self.store.is_kid(player).await }
    }

    /// Whether the player has an open connection: a page or an API stream.
    pub(crate) fn is_online(&self, player: &PlayerId) -> bool {
        self.inboxes.is_online(player)
    }
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}
