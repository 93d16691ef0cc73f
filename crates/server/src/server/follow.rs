//! State that a node keeps in memory and other nodes may change: settings, rounds, tournaments, who is online, and the
//! games shown to everybody. It is reread every two seconds.

use crate::app::App;
use crate::ids::PlayerId;
use crate::rounds::RoundError;
use crate::store::{SharedStore, StoreError};
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use tokio::time::Instant;
use wire::club::ServerSettings;

const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// How long a node has to carry out what it has recorded, before another node does it.
const TAKEOVER_DELAY: Duration = Duration::from_secs(10);

/// What was read or written last time.
#[derive(Default)]
struct Follower {
    settings: Option<String>,
    /// Accounts reported online here to other nodes.
    online: HashSet<PlayerId>,
    /// The number of guests reported online here to other nodes.
    guests: usize,
    /// Rounds with pending work, with the sequence number of the record and the time since when it is known.
    pending: HashMap<String, (u64, Instant)>,
}

/// Follows the changes of other nodes for as long as the node runs.
pub(super) async fn follow_nodes(app: App) {
    let Some(shared) = app.store.shared() else { return };
    let mut follower = Follower::default();
    loop {
        tokio::time::sleep(POLL_INTERVAL).await;
        if let Err(error) = follower.follow(&app, shared).await {
            tracing::warn!(%error, "cannot read the changes of other nodes");
        }
    }
}

impl Follower {
    async fn follow(&mut self, app: &App, shared: &SharedStore) -> Result<(), StoreError> {
        self.follow_settings(app).await?;
        app.rounds.follow().await?;
        app.tournaments.follow().await?;
        self.take_over_rounds(app).await;
        self.exchange_online(app, shared).await?;
        app.rooms.load_strongest().await
    }

    async fn follow_settings(&mut self, app: &App) -> Result<(), StoreError> {
        let text = app.store.settings().await?;
        if text == self.settings {
            return Ok(());
        }
        match text.as_deref().map(serde_json::from_str::<ServerSettings>) {
            Some(Ok(settings)) => app.settings.set(settings),
            // A newer version may have written it.
            Some(Err(error)) => tracing::error!(%error, "cannot parse the server settings"),
            None => {}
        }
        self.settings = text;
        Ok(())
    }

    /// Carries out what another node has recorded but not done because it stopped.
    async fn take_over_rounds(&mut self, app: &App) {
        let now = Instant::now();
        let rounds: Vec<_> = app.rounds.all().into_iter().filter(|round| round.pending.is_some()).collect();
        self.pending.retain(|id, _| rounds.iter().any(|round| round.id == *id));
        for round in rounds {
            let (seq, since) = *self.pending.entry(round.id.clone()).or_insert((round.seq, now));
            if seq != round.seq {
                self.pending.insert(round.id.clone(), (round.seq, now));
            } else if now.duration_since(since) > TAKEOVER_DELAY {
                match app.rounds.finish_for_other_node(&round.id).await {
                    Ok(()) | Err(RoundError::NotNow(_)) => {}
                    Err(error) => tracing::error!(round = %round.id, %error, "cannot take over a round"),
                }
            }
        }
    }

    async fn exchange_online(&mut self, app: &App, shared: &SharedStore) -> Result<(), StoreError> {
        let (here, guests) = app.inboxes.here();
        let names = |players: Vec<&PlayerId>| players.into_iter().map(ToString::to_string).collect();
        let came = names(here.difference(&self.online).collect());
        let went = names(self.online.difference(&here).collect());
        shared.note_online(came, went).await?;
        self.online = here;
        if guests != self.guests {
            shared.note_guests(guests).await?;
            self.guests = guests;
        }
        app.inboxes.set_elsewhere(shared.online_elsewhere().await?);
        Ok(())
    }
}
