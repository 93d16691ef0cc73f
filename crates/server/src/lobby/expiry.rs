//! Expiry of challenges.

use super::Lobby;
use super::challenge::{Challenge, Target};
use crate::clock::Clock;
use crate::ids::GameId;
use game::{Class, Duration, TimeControl, Timestamp};
use std::collections::HashMap;
use std::sync::Arc;

/// How often expired challenges are looked for.
const EXPIRY_INTERVAL: Duration = Duration::from_seconds(5);
/// Challenges to one player or to the lobby, in a game with a clock, need the challenger online; they expire this long
/// after a disconnect.
const OFFLINE_TIMEOUT: Duration = Duration::from_seconds(20);
/// A link is valid for a day, or for two weeks if the game has no clock or is a correspondence game.
const LINK_TIMEOUT: Duration = Duration::from_seconds(24 * 3600);
const SLOW_TIMEOUT: Duration = Duration::from_seconds(14 * 24 * 3600);

pub(crate) struct Expiry {
    lobby: Lobby,
    /// When the maker of each challenge was last online.
    last_seen: HashMap<GameId, Timestamp>,
}

impl Expiry {
    pub(crate) fn new(lobby: Lobby) -> Expiry {
        Expiry { lobby, last_seen: HashMap::new() }
    }

    /// Runs periodically for as long as the server runs.
    pub(crate) async fn run(mut self) {
        loop {
            let clock = &self.lobby.clock;
            clock.sleep_until(clock.now() + EXPIRY_INTERVAL).await;
            self.sweep().await;
        }
    }

    /// Ends the challenges that have expired by now.
    pub(crate) async fn sweep(&mut self) {
        let Expiry { lobby, last_seen } = self;
        let now = lobby.clock.now();
        let open = lobby.challenges.open();
        last_seen.retain(|id, _| open.iter().any(|challenge| challenge.id == *id));
        // Challengers may be connected to other nodes, which record that they have seen them.
        let elsewhere = match lobby.store.shared() {
            Some(shared) => {
                let is_here = |challenge: &&Arc<Challenge>| {
                    challenge.challenger.as_ref().is_none_or(|maker| lobby.inboxes.has_reader(&maker.id))
                };
                let seen = open.iter().filter(is_here).map(|challenge| challenge.id).collect();
                match shared.note_makers(seen).await {
                    Ok(seen) => Some(seen),
                    Err(error) => {
                        tracing::warn!(%error, "cannot exchange who is online; no challenge expires now");
                        return;
                    }
                }
            }
            None => None,
        };
        for challenge in open {
            let online = match &elsewhere {
                Some(seen) => seen.contains(&challenge.id),
                None => challenge.challenger.as_ref().is_none_or(|maker| lobby.inboxes.has_reader(&maker.id)),
            };
            let last = last_seen.entry(challenge.id).or_insert(challenge.created);
            if online {
                *last = now;
            }
            if is_over(&challenge, &lobby.clock, *last) {
                let _ = lobby.expire(challenge.id).await;
            }
        }
    }
}

fn is_over(challenge: &Challenge, clock: &Clock, maker_seen: Timestamp) -> bool {
    let age = clock.age(challenge.created);
    let control = challenge.game.time.as_deref().and_then(|text| text.parse::<TimeControl>().ok());
    let is_slow =
        control.and_then(|control| control.class()).is_none_or(|class| class == Class::Correspondence);
    match &challenge.target {
        _ if is_slow => age > SLOW_TIMEOUT,
        Target::Link(_) => age > LINK_TIMEOUT,
        Target::Player(_) | Target::Lobby(_) => clock.age(maker_seen) > OFFLINE_TIMEOUT,
    }
}
