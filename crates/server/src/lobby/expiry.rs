//! Challenges do not stand for ever.

use super::Lobby;
use super::challenge::{Challenge, Target};
use crate::clock::Clock;
use game::{Class, Duration, TimeControl, Timestamp};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration as Span;
use tokio::time::{MissedTickBehavior, interval};

/// How often it is looked.
const EVERY: Span = Span::from_secs(5);
/// A game with a clock that is offered to one player or to the lobby needs its maker to be here, give or take this.
const AWAY: Duration = Duration::from_seconds(20);
/// A link is good for a day, and for two weeks where nobody has to be quick.
const LINK: Duration = Duration::from_seconds(24 * 3600);
const SLOW: Duration = Duration::from_seconds(14 * 24 * 3600);

/// Ends challenges whose time is over, for as long as the server runs.
pub async fn run(lobby: Lobby) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // When the maker of each challenge was last here.
    let mut here: HashMap<_, Timestamp> = HashMap::new();
    loop {
        ticks.tick().await;
        let now = lobby.clock.now();
        let open = lobby.challenges.open();
        here.retain(|id, _| open.iter().any(|challenge| challenge.id == *id));
        // Makers may be connected to other nodes, which note that they have seen them.
        let elsewhere = match lobby.store.shared() {
            Some(shared) => {
                let is_here = |challenge: &&Arc<Challenge>| {
                    challenge.challenger.as_ref().is_none_or(|maker| lobby.inboxes.has_reader(&maker.id))
                };
                let seen = open.iter().filter(is_here).map(|challenge| challenge.id).collect();
                match shared.note_makers(seen).await {
                    Ok(seen) => Some(seen),
                    Err(error) => {
                        tracing::warn!(%error, "nobody knows who is here");
                        continue;
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
            let last = here.entry(challenge.id).or_insert(challenge.created);
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
        _ if is_slow => age > SLOW,
        Target::Link(_) => age > LINK,
        Target::Player(_) | Target::Lobby(_) => clock.age(maker_seen) > AWAY,
    }
}
