//! Everything that a handler may use.

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

/// Everything that a handler may use: cheap to clone, one for the whole server. Handlers take it as
/// `State<App>` and reach in: `app.rooms`, `app.store`.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// What an [`App`] is made of.
pub struct Parts {
    /// How the server was started.
    pub config: Config,
    pub clock: Arc<Clock>,
    pub store: Store,
    /// Games in progress.
    pub rooms: Rooms,
    /// Who is told what, wherever they are.
    pub inboxes: Inboxes,
    /// The computer as an opponent.
    pub computer: Computer,
    /// How often somebody may ask.
    pub limits: Arc<Limits>,
    pub metrics: Arc<Metrics>,
    /// Games that have not begun.
    pub lobby: Lobby,
    /// Says that the server is being stopped: whoever waits for something long stops waiting.
    pub stopping: watch::Receiver<bool>,
    /// Sockets that are open, for which the end of the server waits a little.
    pub sockets: TaskTracker,
    /// Passwords, a few at a time.
    pub passwords: Passwords,
    /// Rounds that an organiser has paired.
    pub rounds: Rounds,
    /// Tournaments of an evening.
    pub tournaments: Tournaments,
    /// What an admin decides for everybody.
    pub settings: Settings,
    /// Applications that were let in a moment ago.
    pub codes: Codes,
}

impl App {
    /// Puts the parts together.
    pub fn new(parts: Parts) -> App {
        App(Arc::new(parts))
    }
}

impl App {
    /// Counts one more of an address or a player, unless it is one too many.
    pub fn allow(&self, rule: Rule, who: &str) -> Result<(), TooMany> {
        self.limits.check(rule, who)
    }

    /// Whether somebody neither reads nor writes chat: on this server nobody does, or the account is a child's.
    pub async fn is_kid(&self, player: &PlayerId) -> Result<bool, StoreError> {
        if self.settings.is_silent() { Ok(true) } else { self.store.is_kid(player).await }
    }

    /// Whether somebody is here: a page or a program of theirs listens.
    pub fn is_online(&self, player: &PlayerId) -> bool {
        self.inboxes.is_online(player)
    }
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}
