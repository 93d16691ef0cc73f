//! Time that nodes share: the database's clock, times in which nobody served, and games that no node has in memory.

use super::Rooms;
use crate::rooms::command::Code;
use crate::rooms::{Room, RoomState};
use crate::store::{Outage, SharedStore};
use game::{Event, EventKind, Timestamp};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How often a node says that it serves.
const BEAT: Duration = Duration::from_millis(500);
/// After so long without a beat a node asks whether anybody served, before it decides anything by time.
const MISSED_BEATS: Duration = Duration::from_millis(1_200);
/// After so many beats a node asks whether players are still connected to other nodes.
const LOCATE_EVERY: u64 = 6;
/// How often a node looks for games whose moment has come.
const SWEEP: Duration = Duration::from_millis(250);
/// How long a question to the database may take to be of use for setting a clock.
const GOOD_SAMPLE: Duration = Duration::from_millis(100);
/// A difference from the database's clock that the log speaks of.
const NOTICED_MS: i64 = 250;
/// When a game without a clock is looked at: only an end that was not archived can be found there.
const WITHOUT_CLOCK: game::Duration = game::Duration::from_seconds(3_600);
/// A game whose clocks are stopped is looked at no more often than this.
const STOPPED: game::Duration = game::Duration::from_seconds(5);

/// Times in which no node served.
#[derive(Debug, Default)]
pub(super) struct Outages {
    known: Vec<Outage>,
}

impl Rooms {
    /// Says each second that this node serves, and sets the clock by the answer.
    pub(super) async fn beat(self) {
        let Some(shared) = self.shared() else { return };
        let mut ticks = tokio::time::interval(BEAT);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        for turn in 0_u64.. {
            ticks.tick().await;
            if turn % LOCATE_EVERY == 0 {
                self.locate_everybody().await;
            }
            self.beat_once(shared).await;
        }
    }

    async fn beat_once(&self, shared: &SharedStore) {
        let Some(cluster) = &self.0.cluster else { return };
        let (asked, before) = (Instant::now(), self.clock().now());
        let beat = match shared.beat().await {
            Ok(beat) => beat,
            Err(error) => return tracing::warn!(%error, "the database does not answer"),
        };
        let trip = asked.elapsed();
        if trip <= GOOD_SAMPLE {
            let ahead = self.clock().correct(halfway(before, trip), beat.now);
            self.metrics().database_clock_offset.set(ahead);
            if ahead.abs() > NOTICED_MS {
                tracing::warn!(ahead, "this node's clock is not the database's");
            }
        }
        self.metrics().nodes.set(i64::from(beat.nodes));
        // Another node may have written an outage down.
        let newest = self.newest_outage();
        match shared.outages_since(newest).await {
            Ok(outages) => {
                let is_new = self.learn_outages(outages);
                *cluster.last_beat.lock() = Instant::now();
                if is_new {
                    self.credit_everywhere().await;
                }
                self.write_presence_again();
            }
            Err(error) => tracing::warn!(%error, "outages cannot be read"),
        }
    }

    /// To be called before anything is decided by time. A node that could not reach the database for a moment first asks
    /// whether any other could. Says whether all outages are known: otherwise nothing may be decided by time.
    pub(in crate::rooms) async fn catch_up_beats(&self) -> bool {
        let (Some(cluster), Some(shared)) = (&self.0.cluster, self.shared()) else { return true };
        let missed = || cluster.last_beat.lock().elapsed() > MISSED_BEATS;
        if !missed() {
            return true;
        }
        let _beating = cluster.beating.lock().await;
        // Another one may have asked meanwhile.
        if missed() {
            self.beat_once(shared).await;
        }
        !missed()
    }

    /// When the last time ended in which no node served.
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
                    "no node served"
                );
                known.known.push(outage);
            }
        }
        known.known.sort_unstable_by_key(|outage| (outage.ended, outage.began));
        known.known.len() > before
    }

    /// Reads the outages of the past, before the first game is loaded.
    pub(crate) async fn recall_outages(&self) -> Result<(), crate::store::StoreError> {
        if let Some(shared) = self.shared() {
            self.learn_outages(shared.outages_since(Timestamp::ZERO).await?);
        }
        Ok(())
    }

    async fn credit_everywhere(&self) {
        for room in self.followed() {
            self.credit_shared_outages(&room).await;
        }
    }

    /// Stops a running clock for the times in which no node served since the last event of the game. Says whether all of
    /// them are in the log: until then nothing else may be written, because an outage before the last event is not looked at.
    pub(in crate::rooms) async fn credit_shared_outages(&self, room: &Arc<Room>) -> bool {
        let Some(cluster) = &self.0.cluster else { return true };
        let due: Vec<Outage> = {
            let mut state = room.state();
            let newest = cluster.outages.lock().known.last().map(|outage| outage.ended);
            // Who has to begin has the full time again.
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
                tracing::warn!(game = %room.id, %refused, "an outage is not credited yet");
                is_done &= !matches!(refused.code, Code::Unavailable | Code::Busy);
            }
        }
        is_done
    }

    /// Looks at games whose moment may have come and that no node may have in memory.
    pub(super) async fn sweep_due_games(self) {
        let Some(shared) = self.shared() else { return };
        loop {
            tokio::time::sleep(SWEEP + jitter()).await;
            if self.is_out() {
                continue;
            }
            let games = match shared.take_due_games(self.clock().now()).await {
                Ok(games) => games,
                Err(error) => {
                    tracing::debug!(%error, "no games were swept");
                    continue;
                }
            };
            for game in games {
                match self.find_shared(shared, game).await {
                    Ok(Some(room)) => {
                        self.look_at(&room).await;
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
                            tracing::debug!(%game, %error, "it is looked at again soon");
                        }
                    }
                    Ok(None) => tracing::error!(%game, "a live game has no log"),
                    Err(error) => tracing::debug!(%game, %error, "it is looked at again soon"),
                }
            }
        }
    }

    /// Before a row brings a deadline nearer than other nodes know, they are told.
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
            clock_bound(&game, now).unwrap_or(now + WITHOUT_CLOCK)
        };
        if let Err(error) = shared.lower_check(room.id, check).await {
            tracing::debug!(game = %room.id, %error, "the next look at a game is not noted");
        }
    }
}

/// The moment that the database's answer is about, as far as anybody can know: half of the trip was the question's.
fn halfway(asked: Timestamp, trip: Duration) -> Timestamp {
    asked + game::Duration::from_millis(trip.as_millis() as u64 / 2)
}

/// Nodes that started together do not stay together. In the simulation one seed is one course of events.
fn jitter() -> Duration {
    let random = if cfg!(test) { 7 } else { rand::random::<u64>() % 50 };
    Duration::from_millis(random)
}

/// A moment that is not after the next thing that happens by time alone, whatever is played until then: nobody's time
/// passes faster than time.
pub(in crate::rooms) fn check_at(state: &RoomState, now: Timestamp) -> Timestamp {
    let bounds = [clock_bound(&state.game, now), state.first_move_by()];
    let bound = bounds.into_iter().flatten().min().unwrap_or(now + WITHOUT_CLOCK);
    let is_stopped = state.game.is_paused();
    if is_stopped { bound.max(now + STOPPED) } else { bound }
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
    fn an_answer_is_about_the_middle_of_the_way() {
        let middle = halfway(Timestamp::from_millis(1_000), Duration::from_millis(81));
        assert_eq!(middle, Timestamp::from_millis(1_040));
    }
}
