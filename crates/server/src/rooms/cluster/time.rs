//! Time in a cluster: the clock of the database, outages of all nodes, and deadlines of games that no node has in
//! memory.

use super::Rooms;
use crate::rooms::command::Code;
use crate::rooms::{Room, RoomState};
use crate::store::{Outage, SharedStore};
use game::{Event, EventKind, Timestamp};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How often a node sends a heartbeat.
const BEAT_INTERVAL: Duration = Duration::from_millis(500);
/// After this long without a heartbeat a node must ask for outages before it decides anything that depends on time.
const BEAT_TIMEOUT: Duration = Duration::from_millis(1_200);
/// After this many heartbeats a node checks whether players are still connected to other nodes.
const LOCATE_EVERY: u64 = 6;
/// How often a node looks for games with a passed deadline.
const SWEEP_INTERVAL: Duration = Duration::from_millis(250);
/// The longest round trip to the database that may be used to set the clock.
const MAX_ROUND_TRIP: Duration = Duration::from_millis(100);
/// The largest difference from the database's clock that is not logged.
const MAX_OFFSET_MS: i64 = 250;
/// How often a game without a clock is checked. The check can find only that the game has ended without being archived.
const UNTIMED_CHECK_INTERVAL: game::Duration = game::Duration::from_seconds(3_600);
/// A game whose clocks are stopped is not checked more often than this.
const PAUSED_CHECK_INTERVAL: game::Duration = game::Duration::from_seconds(5);

/// Times in which no node was running, the newest last.
#[derive(Debug, Default)]
pub(super) struct Outages {
    known: Vec<Outage>,
}

impl Rooms {
    /// Sends heartbeats, and sets the clock by the answers. Runs for as long as the node does.
    pub(super) async fn beat(self) {
        let Some(shared) = self.shared() else { return };
        let mut ticks = tokio::time::interval(BEAT_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        for beats in 0_u64.. {
            ticks.tick().await;
            if beats % LOCATE_EVERY == 0 {
                self.locate_everybody().await;
            }
            self.beat_once(shared).await;
        }
    }

    async fn beat_once(&self, shared: &SharedStore) {
        let Some(cluster) = &self.0.cluster else { return };
        let (sent, before) = (Instant::now(), self.clock().now());
        let beat = match shared.beat().await {
            Ok(beat) => beat,
            Err(error) => return tracing::warn!(%error, "the database does not answer"),
        };
        let trip = sent.elapsed();
        if trip <= MAX_ROUND_TRIP {
            let ahead = self.clock().correct(halfway(before, trip), beat.now);
            self.metrics().database_clock_offset.set(ahead);
            if ahead.abs() > MAX_OFFSET_MS {
                tracing::warn!(ahead, "the clock of this node differs from the database's");
            }
        }
        self.metrics().nodes.set(i64::from(beat.nodes));
        // Another node may have recorded an outage.
        let newest = self.newest_outage();
        match shared.outages_since(newest).await {
            Ok(outages) => {
                let is_new = self.learn_outages(outages);
                *cluster.last_beat.lock() = Instant::now();
                if is_new {
                    self.credit_all_rooms().await;
                }
                self.write_presence_again();
            }
            Err(error) => tracing::warn!(%error, "outages could not be read"),
        }
    }

    /// To be called before anything is decided that depends on time. A node that has missed heartbeats first asks the
    /// database for outages. Returns whether all outages are known; if not, nothing may be decided that depends on
    /// time.
    pub(in crate::rooms) async fn catch_up_beats(&self) -> bool {
        let (Some(cluster), Some(shared)) = (&self.0.cluster, self.shared()) else { return true };
        let missed = || cluster.last_beat.lock().elapsed() > BEAT_TIMEOUT;
        if !missed() {
            return true;
        }
        let _beating = cluster.beating.lock().await;
        // Another task may have done it in the meantime.
        if missed() {
            self.beat_once(shared).await;
        }
        !missed()
    }

    /// When the newest known outage ended.
    pub(super) fn newest_outage(&self) -> Timestamp {
        let cluster = self.0.cluster.as_ref();
        cluster
            .and_then(|cluster| cluster.outages.lock().known.last().map(|outage| outage.ended))
            .unwrap_or(Timestamp::ZERO)
    }

    fn learn_outages(&self, outages: Vec<Outage>) -> bool {
        let Some(cluster) = &self.0.cluster else { return false };
        let mut known = cluster.outages.lock();
        let before = known.known.len();
        for outage in outages {
            if !known.known.contains(&outage) {
                tracing::warn!(
                    since = outage.began.millis(),
                    until = outage.ended.millis(),
                    "no node was running"
                );
                known.known.push(outage);
            }
        }
        known.known.sort_unstable_by_key(|outage| (outage.ended, outage.began));
        known.known.len() > before
    }

    /// Reads the past outages. To be called before the first game is loaded.
    pub(crate) async fn recall_outages(&self) -> Result<(), crate::store::StoreError> {
        if let Some(shared) = self.shared() {
            self.learn_outages(shared.outages_since(Timestamp::ZERO).await?);
        }
        Ok(())
    }

    async fn credit_all_rooms(&self) {
        for room in self.followed() {
            self.credit_shared_outages(&room).await;
        }
    }

    /// Credits a running clock with the outages since the last event of the game. Returns whether all of them are in
    /// the log. Until then nothing else may be written to the game, because outages before its last event are ignored.
    pub(in crate::rooms) async fn credit_shared_outages(&self, room: &Arc<Room>) -> bool {
        let Some(cluster) = &self.0.cluster else { return true };
        let due: Vec<Outage> = {
            let mut state = room.state();
            let newest = cluster.outages.lock().known.last().map(|outage| outage.ended);
            // The timeout for the first move starts over.
            state.served_since = state.served_since.max(newest.unwrap_or(Timestamp::ZERO));
            if state.game.next_deadline().is_none() || state.game.termination().is_some() {
                return true;
            }
            let latest = state.game.latest();
            cluster.outages.lock().known.iter().filter(|outage| outage.ended > latest).copied().collect()
        };
        let mut is_done = true;
        for outage in due {
            if let Err(refused) = self.pause_between(room, outage.began, outage.ended).await {
                tracing::warn!(game = %room.id, %refused, "an outage could not be credited yet");
                is_done &= !matches!(refused.code, Code::Unavailable | Code::Busy);
            }
        }
        is_done
    }

    /// Checks games with a deadline that may have passed, in case no node has them in memory. Runs for as long as the
    /// node does. `jitter` is added to each interval.
    pub(super) async fn sweep_due_games(self, jitter: fn() -> Duration) {
        let Some(shared) = self.shared() else { return };
        loop {
            tokio::time::sleep(SWEEP_INTERVAL + jitter()).await;
            if self.is_out() {
                continue;
            }
            let games = match shared.take_due_games(self.clock().now()).await {
                Ok(games) => games,
                Err(error) => {
                    tracing::debug!(%error, "due games could not be read");
                    continue;
                }
            };
            for game in games {
                match self.find_shared(shared, game).await {
                    Ok(Some(room)) => {
                        self.check_deadline(&room).await;
                        self.wake_computer(&room);
                        let (is_over, is_archived, check) = {
                            let state = room.state();
                            let is_over = state.game.termination().is_some();
                            (is_over, state.archived, check_at(&state, self.clock().now()))
                        };
                        if is_over {
                            if !is_archived {
                                self.finish_elsewhere(&room);
                            }
                            continue;
                        }
                        if let Err(error) = shared.set_check(game, check).await {
                            tracing::debug!(%game, %error, "the game will be checked again soon");
                        }
                    }
                    Ok(None) => tracing::error!(%game, "a live game has no log"),
                    Err(error) => tracing::debug!(%game, %error, "the game will be checked again soon"),
                }
            }
        }
    }

    /// Records an earlier check time before a row is written that brings a deadline nearer.
    pub(in crate::rooms) async fn lower_check(&self, room: &Arc<Room>, events: &[Event]) {
        let Some(shared) = self.shared() else { return };
        let nearer = |event: &Event| {
            matches!(
                event.kind,
                EventKind::ClocksSet { .. } | EventKind::Restarted { .. } | EventKind::Resumed
            )
        };
        if !events.iter().any(nearer) {
            return;
        }
        let check = {
            let state = room.state();
            let mut game = state.game.clone();
            events.iter().for_each(|event| game.evolve(event));
            let now = self.clock().now();
            clock_bound(&game, now).unwrap_or(now + UNTIMED_CHECK_INTERVAL)
        };
        if let Err(error) = shared.lower_check(room.id, check).await {
            tracing::debug!(game = %room.id, %error, "the next check of a game could not be recorded");
        }
    }
}

/// The best estimate of the moment when the database read its clock: the middle of the round trip.
fn halfway(sent: Timestamp, trip: Duration) -> Timestamp {
    sent + game::Duration::from_millis(trip.as_millis() as u64 / 2)
}

/// A random delay, so that nodes that started together do not stay in step.
pub(super) fn random_jitter() -> Duration {
    Duration::from_millis(rand::random::<u64>() % 50)
}

/// A lower bound for the next deadline of a game, whatever is played until then: no clock runs faster than real time.
pub(in crate::rooms) fn check_at(state: &RoomState, now: Timestamp) -> Timestamp {
    let bounds = [clock_bound(&state.game, now), state.first_move_by()];
    let bound = bounds.into_iter().flatten().min().unwrap_or(now + UNTIMED_CHECK_INTERVAL);
    let is_stopped = state.game.is_paused();
    if is_stopped { bound.max(now + PAUSED_CHECK_INTERVAL) } else { bound }
}

fn clock_bound(game: &game::Game, now: Timestamp) -> Option<Timestamp> {
    let clocks = game.clocks(now);
    let least = [clocks.white, clocks.black].into_iter().flatten().min().map(|least| now + least);
    [least, game.default_deadline()].into_iter().flatten().min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_time_belongs_to_the_middle_of_the_round_trip() {
        let middle = halfway(Timestamp::from_millis(1_000), Duration::from_millis(81));
        assert_eq!(middle, Timestamp::from_millis(1_040));
    }
}
