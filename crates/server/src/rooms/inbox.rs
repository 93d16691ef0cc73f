//! Notifications for a player on all of the player's connections, for example about a new game or a challenge.

use crate::identity::secret::SecretHash;
use crate::ids::{GameId, PlayerId};
use crate::rooms::cluster::{NodeMessage, Notice};
use crate::rooms::{Outbox, Outgoing};
use crate::store::OnlineElsewhere;
use parking_lot::Mutex;
use rules::Color;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Weak};
use tokio::sync::mpsc;

/// A notification for a player.
#[derive(Clone, Debug)]
pub enum Notification {
    /// A game of this player has begun.
    Started(GameId),
    /// A game of this player has ended.
    Finished(GameId),
    /// There is a new challenge to or by this player.
    Challenge(GameId),
    /// A challenge was canceled.
    ChallengeCanceled(GameId),
    /// A challenge was declined.
    ChallengeDeclined(GameId),
    /// The player of this colour has offered a rematch of this game.
    Rematch(GameId, Color),
    /// These sessions have ended: a page must reconnect with its current cookie.
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

/// How many notifications may wait for a reader before the reader is dropped.
const MAX_WAITING: usize = 64;

type Readers = HashMap<PlayerId, Vec<Reader>>;

/// Where a notification is delivered.
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

    /// Returns whether the reader is still there and keeps up.
    fn tell(&self, notification: &Notification) -> bool {
        match self {
            Reader::Channel(sender) => sender.try_send(notification.clone()).is_ok(),
            Reader::Outbox(outbox) => outbox
                .upgrade()
                .is_some_and(|outbox| outbox.put(Outgoing::Notification(notification.clone()))),
        }
    }
}

/// The readers of all players on this node, and the channel to other nodes.
#[derive(Clone, Default)]
pub struct Inboxes {
    readers: Arc<Mutex<Readers>>,
    to_nodes: Option<mpsc::UnboundedSender<NodeMessage>>,
    elsewhere: Arc<Mutex<OnlineElsewhere>>,
}

impl Inboxes {
    /// Inboxes whose players may be connected to other nodes.
    pub(crate) fn with_nodes(to_nodes: mpsc::UnboundedSender<NodeMessage>) -> Inboxes {
        Inboxes { to_nodes: Some(to_nodes), ..Inboxes::default() }
    }

    /// A channel with the player's notifications from now on.
    pub fn read(&self, player: &PlayerId) -> mpsc::Receiver<Notification> {
        let (sender, receiver) = mpsc::channel(MAX_WAITING);
        self.add(player, Reader::Channel(sender));
        receiver
    }

    /// Delivers the player's notifications to an outbox from now on, for as long as it exists.
    pub fn follow(&self, player: &PlayerId, outbox: &Arc<Outbox>) {
        self.add(player, Reader::Outbox(Arc::downgrade(outbox)));
    }

    fn add(&self, player: &PlayerId, reader: Reader) {
        let mut readers = self.readers.lock();
        let own = readers.entry(player.clone()).or_default();
        own.retain(|reader| !reader.is_closed());
        own.push(reader);
    }

    /// Notifies a player on all nodes. A reader that does not keep up is dropped; nobody waits for it.
    pub fn tell(&self, player: &PlayerId, notification: &Notification) {
        self.tell_here(player, notification);
        if let Some(to_nodes) = &self.to_nodes {
            let notice = Notice::Player { player: player.to_string(), notification: notification.into() };
            // The receiver is gone only while the node is shutting down.
            let _ = to_nodes.send(NodeMessage::Notice(notice));
        }
    }

    /// Notifies a player on this node only.
    pub(crate) fn tell_here(&self, player: &PlayerId, notification: &Notification) {
        let mut readers = self.readers.lock();
        let Some(own) = readers.get_mut(player) else { return };
        own.retain(|reader| reader.tell(notification));
        if own.is_empty() {
            readers.remove(player);
        }
    }

    /// Whether the player has a connection to this node.
    pub fn has_reader(&self, player: &PlayerId) -> bool {
        let readers = self.readers.lock();
        readers.get(player).is_some_and(|own| own.iter().any(|reader| !reader.is_closed()))
    }

    /// Whether the player has a connection to any node.
    pub fn is_online(&self, player: &PlayerId) -> bool {
        self.has_reader(player) || self.elsewhere.lock().accounts.contains(player)
    }

    /// The accounts that are connected to this node, and the number of guests.
    pub(crate) fn here(&self) -> (HashSet<PlayerId>, usize) {
        let readers = self.readers.lock();
        let is_here = |own: &[Reader]| own.iter().any(|reader| !reader.is_closed());
        let here = readers.iter().filter(|(_, own)| is_here(own)).map(|(player, _)| player);
        let (guests, accounts): (Vec<_>, Vec<_>) = here.partition(|player| player.is_guest());
        (accounts.into_iter().cloned().collect(), guests.len())
    }

    /// The accounts that are connected to any node, and the number of guests.
    pub fn online(&self) -> (HashSet<PlayerId>, usize) {
        let (mut accounts, guests) = self.here();
        let elsewhere = self.elsewhere.lock();
        accounts.extend(elsewhere.accounts.iter().cloned());
        (accounts, guests + elsewhere.guests)
    }

    pub(crate) fn set_elsewhere(&self, elsewhere: OnlineElsewhere) {
        *self.elsewhere.lock() = elsewhere;
    }

    /// Removes closed readers, also of players who are never notified again.
    pub fn sweep(&self) {
        self.readers.lock().retain(|_, own| {
            own.retain(|reader| !reader.is_closed());
            !own.is_empty()
        });
    }
}
