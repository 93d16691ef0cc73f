//! Open streams: one event stream per token, and a limit per account.

use crate::app::App;
use crate::http::admission::Client;
use crate::identity::secret::SecretHash;
use crate::ids::PlayerId;
use crate::limits::{Rule, Slot, TooMany};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The most open streams of one account: a program may play many games at once.
const MAX_STREAMS: u32 = 256;

/// The wait suggested to an account with too many streams: by then a dead one has been noticed.
pub const RETRY_SECONDS: u64 = 10;

/// Admits the stream of a spectator, who may be anonymous.
pub(crate) fn spectator_slot(app: &App, client: Client) -> Result<Slot, TooMany> {
    app.allow(Rule::Watch, &client.key())?;
    app.limits.watcher_from(&client.key())
}

#[derive(Clone, Default)]
pub struct Streams(Arc<Mutex<OpenStreams>>);

#[derive(Default)]
struct OpenStreams {
    events: HashMap<SecretHash, (u64, CancellationToken)>,
    counts: HashMap<PlayerId, u32>,
    next: u64,
}

/// An open stream; closed on drop.
pub struct OpenStream {
    streams: Streams,
    player: PlayerId,
    token: Option<(SecretHash, u64)>,
    /// Cancelled when another stream of the same token replaces this one.
    pub replaced: CancellationToken,
}

impl Streams {
    /// Opens a game stream; `None` if there are too many.
    pub fn open(&self, player: &PlayerId) -> Option<OpenStream> {
        let mut open = self.0.lock();
        let count = open.counts.entry(player.clone()).or_default();
        if *count >= MAX_STREAMS {
            return None;
        }
        *count += 1;
        let replaced = CancellationToken::new();
        Some(OpenStream { streams: self.clone(), player: player.clone(), token: None, replaced })
    }

    /// Opens the event stream of a token, and ends its previous one.
    pub fn open_events(&self, player: &PlayerId, token: SecretHash) -> Option<OpenStream> {
        let mut stream = self.open(player)?;
        let mut open = self.0.lock();
        open.next += 1;
        let number = open.next;
        stream.token = Some((token, number));
        if let Some((_, older)) = open.events.insert(token, (number, stream.replaced.clone())) {
            older.cancel();
        }
        Some(stream)
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.streams.0.lock();
        if let Some(count) = open.counts.get_mut(&self.player) {
            *count -= 1;
            if *count == 0 {
                open.counts.remove(&self.player);
            }
        }
        if let Some((token, number)) = self.token
            && open.events.get(&token).is_some_and(|(current, _)| *current == number)
        {
            open.events.remove(&token);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_stream_of_events_ends_the_old_one() {
        let (streams, player) = (Streams::default(), PlayerId::account("bobby"));
        let first = streams.open_events(&player, [1; 32]).expect("room");
        let other = streams.open_events(&player, [2; 32]).expect("room");
        let second = streams.open_events(&player, [1; 32]).expect("room");
        assert!(first.replaced.is_cancelled() && !other.replaced.is_cancelled());
        drop(first);
        let third = streams.open_events(&player, [1; 32]).expect("room");
        assert!(second.replaced.is_cancelled() && !third.replaced.is_cancelled());
    }

    #[test]
    fn open_streams_are_limited() {
        let (streams, player) = (Streams::default(), PlayerId::account("bobby"));
        let open: Vec<_> = std::iter::from_fn(|| streams.open(&player)).collect();
        assert_eq!(open.len(), 256);
        assert!(streams.open(&PlayerId::account("ann")).is_some());
        drop(open);
        assert!(streams.open(&player).is_some());
    }
}
