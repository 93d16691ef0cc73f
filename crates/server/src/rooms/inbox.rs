//! What one player is told wherever that player is connected: a game has begun, a challenge has come.

use crate::identity::secret::SecretHash;
use crate::ids::{GameId, PlayerId};
use crate::rooms::cluster::{Notice, ToNodes};
use crate::rooms::{Outbox, Outgoing};
use crate::store::OnlineElsewhere;
use parking_lot::Mutex;
use rules::Color;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Weak};
use tokio::sync::mpsc;

/// What a player is told.
#[derive(Clone, Debug)]
pub enum Notification {
    /// A game of this player has begun.
    Started(GameId),
    /// A game of this player is over.
    Finished(GameId),
    /// A challenge to or by this player is new.
    Challenge(GameId),
    /// A challenge is taken back.
    ChallengeCanceled(GameId),
    /// A challenge is declined.
    ChallengeDeclined(GameId),
    /// After this game the player of that side offers another one.
    Rematch(GameId, Color),
    /// The cookies of these sessions are no longer valid: a page is to come back with the one it has now.
    LoggedOut(EndedSessions),
}

/// Sessions of one player that have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedSessions {
    One(SecretHash),
    /// All but this one.
    AllBut(SecretHash),
    All,
}

impl EndedSessions {
    /// Whether this session has ended.
    pub fn contains(self, session: SecretHash) -> bool {
        match self {
            EndedSessions::One(ended) => session == ended,
            EndedSessions::AllBut(kept) => session != kept,
            EndedSessions::All => true,
        }
    }
}

/// How many notices wait for a reader before it is dropped.
const WAITING: usize = 64;

type Readers = HashMap<PlayerId, Vec<Reader>>;

/// Where a notice goes.
#[derive(Debug)]
enum Reader {
    Channel(mpsc::Sender<Notification>),
    Outbox(Weak<Outbox>),
}

impl Reader {
    fn is_closed(&self) -> bool {
        match self {
            Reader::Channel(sender) => sender.is_closed(),
            Reader::Outbox(outbox) => outbox.strong_count() == 0,
        }
    }

    /// Returns whether the reader is still one.
    fn tell(&self, notification: &Notification) -> bool {
        match self {
            Reader::Channel(sender) => sender.try_send(notification.clone()).is_ok(),
            Reader::Outbox(outbox) => outbox
                .upgrade()
                .is_some_and(|outbox| outbox.put(Outgoing::Notification(notification.clone()))),
        }
    }
}

/// Everybody's readers on this node, and the way to those on other nodes.
#[derive(Clone, Default)]
pub struct Inboxes {
    readers: Arc<Mutex<Readers>>,
    to_nodes: Option<mpsc::UnboundedSender<ToNodes>>,
    elsewhere: Arc<Mutex<OnlineElsewhere>>,
}

impl Inboxes {
    /// Inboxes whose players may be connected to other nodes.
    pub(crate) fn with_nodes(to_nodes: mpsc::UnboundedSender<ToNodes>) -> Inboxes {
        Inboxes { to_nodes: Some(to_nodes), ..Inboxes::default() }
    }

    /// What this player is told from now on.
    pub fn read(&self, player: &PlayerId) -> mpsc::Receiver<Notification> {
        let (sender, receiver) = mpsc::channel(WAITING);
        self.add(player, Reader::Channel(sender));
        receiver
    }

    /// What this player is told from now on comes to the outbox as well, for as long as there is one.
    pub fn follow(&self, player: &PlayerId, outbox: &Arc<Outbox>) {
        self.add(player, Reader::Outbox(Arc::downgrade(outbox)));
    }

    fn add(&self, player: &PlayerId, reader: Reader) {
        let mut readers = self.readers.lock();
        let own = readers.entry(player.clone()).or_default();
        own.retain(|reader| !reader.is_closed());
        own.push(reader);
    }

    /// Tells a player, wherever connected. A reader that does not keep up is dropped; nobody waits for it.
    pub fn tell(&self, player: &PlayerId, notification: &Notification) {
        self.tell_here(player, notification);
        if let Some(to_nodes) = &self.to_nodes {
            let notice = Notice::Player { player: player.to_string(), told: notification.into() };
            // Nobody listens only when the node is being stopped.
            let _ = to_nodes.send(ToNodes::Notice(notice));
        }
    }

    /// Tells a player who is connected to this node.
    pub(crate) fn tell_here(&self, player: &PlayerId, notification: &Notification) {
        let mut readers = self.readers.lock();
        let Some(own) = readers.get_mut(player) else { return };
        own.retain(|reader| reader.tell(notification));
        if own.is_empty() {
            readers.remove(player);
        }
    }

    /// Whether anybody reads for this player.
    pub fn has_reader(&self, player: &PlayerId) -> bool {
        let readers = self.readers.lock();
        readers.get(player).is_some_and(|own| own.iter().any(|reader| !reader.is_closed()))
    }

    /// Whether anybody reads for this player, on any node.
    pub fn is_online(&self, player: &PlayerId) -> bool {
        self.has_reader(player) || self.elsewhere.lock().accounts.contains(player)
    }

    /// The accounts that are connected to this node, and how many guests are.
    pub(crate) fn here(&self) -> (HashSet<PlayerId>, usize) {
        let readers = self.readers.lock();
        let is_here = |own: &[Reader]| own.iter().any(|reader| !reader.is_closed());
        let here = readers.iter().filter(|(_, own)| is_here(own)).map(|(player, _)| player);
        let (guests, accounts): (Vec<_>, Vec<_>) = here.partition(|player| player.is_guest());
        (accounts.into_iter().cloned().collect(), guests.len())
    }

    /// The accounts that are connected to any node, and how many guests are.
    pub fn online(&self) -> (HashSet<PlayerId>, usize) {
        let (mut accounts, guests) = self.here();
        let elsewhere = self.elsewhere.lock();
        accounts.extend(elsewhere.accounts.iter().cloned());
        (accounts, guests + elsewhere.guests)
    }

    /// These are connected to other nodes.
    pub(crate) fn set_elsewhere(&self, elsewhere: OnlineElsewhere) {
        *self.elsewhere.lock() = elsewhere;
    }

    /// Forgets readers that are gone. For players who come once and are never told anything.
    pub fn sweep(&self) {
        self.readers.lock().retain(|_, own| {
            own.retain(|reader| !reader.is_closed());
            !own.is_empty()
        });
    }
}
