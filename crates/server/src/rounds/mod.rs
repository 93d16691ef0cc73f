//! Rounds: games between players whom an organiser has paired, started and stopped together.
//!
//! A round is an append-only log, like a game. What concerns all its games is recorded first and done afterwards, so
//! that a server that was killed in between completes it at the next start.

mod games;
mod plan;
mod round;

pub(crate) use plan::NewRound;
pub(crate) use round::{Board, Round, RoundEvent, RoundStep};

use crate::clock::Clock;
use crate::ids::{GameId, random_text};
use crate::lobby::Lobby;
use crate::rooms::Rooms;
use crate::store::{LogKind, Store, StoreError};
use parking_lot::Mutex;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::Notify;
use wire::club::RoundAction;

/// The length of a round's id.
const ID_LENGTH: usize = 8;
/// The longest sleep of the scheduler.
const MAX_SLEEP: game::Duration = game::Duration::from_seconds(60);

/// Why an organiser's request is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RoundError {
    #[error("there is no such round")]
    Unknown,
    /// The terms of the games are invalid.
    #[error("{0}")]
    Terms(String),
    /// Not possible in the current state of the round.
    #[error("{0}")]
    NotNow(&'static str),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// All rounds. Cheap to clone: all clones share one list.
#[derive(Clone)]
pub(crate) struct Rounds(Arc<Shared>);

struct Shared {
    store: Store,
    clock: Arc<Clock>,
    rooms: Rooms,
    lobby: Lobby,
    rounds: Mutex<BTreeMap<String, Round>>,
    /// The round and the board of each game, from 0.
    games: Mutex<HashMap<GameId, (String, usize)>>,
    /// Held while something is done in all games of a round: one operation at a time.
    turn: tokio::sync::Mutex<()>,
    changed: Notify,
    /// The number of log records already applied, where other nodes may write more.
    records: AtomicU64,
}

impl Rounds {
    /// Restores the rounds from the log.
    pub(crate) async fn restore(
        store: Store,
        clock: Arc<Clock>,
        rooms: Rooms,
        lobby: Lobby,
    ) -> Result<Rounds, StoreError> {
        let records = store.records(LogKind::Round).await?;
        let rounds = Round::replay(&records);
        let records = AtomicU64::new(records.len() as u64);
        let games = Mutex::new(rounds.iter().flat_map(places).collect());
        let rounds = rounds.into_iter().map(|round| (round.id.clone(), round)).collect();
        let (turn, changed) = (tokio::sync::Mutex::default(), Notify::new());
        Ok(Rounds(Arc::new(Shared {
            store,
            clock,
            rooms,
            lobby,
            rounds: Mutex::new(rounds),
            games,
            turn,
            changed,
            records,
        })))
    }

    /// Applies the changes of other nodes.
    pub(crate) async fn follow(&self) -> Result<(), StoreError> {
        let _turn = self.0.turn.lock().await;
        self.follow_in_turn().await
    }

    /// The same, for a caller that already holds the turn.
    async fn follow_in_turn(&self) -> Result<(), StoreError> {
        let Some(shared) = self.0.store.shared() else { return Ok(()) };
        if shared.count_records(LogKind::Round).await? == self.0.records.load(Ordering::Relaxed) {
            return Ok(());
        }
        let records = self.0.store.records(LogKind::Round).await?;
        let rounds = Round::replay(&records);
        *self.0.games.lock() = rounds.iter().flat_map(places).collect();
        *self.0.rounds.lock() = rounds.into_iter().map(|round| (round.id.clone(), round)).collect();
        self.0.records.store(records.len() as u64, Ordering::Relaxed);
        self.0.changed.notify_one();
        Ok(())
    }

    /// Completes what another node has recorded but not done because it stopped.
    pub(crate) async fn finish_for_other_node(&self, id: &str) -> Result<(), RoundError> {
        let _turn = self.0.turn.lock().await;
        self.follow_in_turn().await?;
        self.finish_pending(id).await
    }

    /// All rounds, the newest first.
    pub(crate) fn all(&self) -> Vec<Round> {
        let mut rounds: Vec<_> = self.0.rounds.lock().values().cloned().collect();
        rounds.sort_by(|a, b| (b.created, &b.id).cmp(&(a.created, &a.id)));
        rounds
    }

    pub(crate) fn get(&self, id: &str) -> Option<Round> {
        self.0.rounds.lock().get(id).cloned()
    }

    /// The id of the round that a game belongs to, and the number of its board, from 0.
    pub(crate) fn place_of(&self, game: GameId) -> Option<(String, usize)> {
        self.0.games.lock().get(&game).cloned()
    }

    /// Plans a round; its games are created now, or later if so planned.
    pub(crate) async fn create(&self, new: NewRound) -> Result<Round, RoundError> {
        let now = self.0.clock.now();
        let id = new.id.clone().unwrap_or_else(|| random_text(ID_LENGTH));
        let plan = plan::plan(new, now).map_err(RoundError::Terms)?;
        // In a task, so that it completes even if the client disconnects: a round that is on disk must be in memory.
        let rounds = self.clone();
        let task = tokio::spawn(async move {
            let payload = serde_json::to_string(&RoundEvent::Planned(Box::new(plan.clone())));
            let payload = payload.expect("a plan is plain JSON");
            if !rounds.0.store.append_record(LogKind::Round, &id, 1, now, payload).await? {
                return Err(RoundError::NotNow("a round with this id already exists"));
            }
            let round = Round::planned(id.clone(), plan, now);
            rounds.0.games.lock().extend(places(&round));
            rounds.0.rounds.lock().insert(id.clone(), round);
            let turn = rounds.0.turn.lock().await;
            rounds.run_due_events(&id).await?;
            drop(turn);
            rounds.0.changed.notify_one();
            rounds.get(&id).ok_or(RoundError::Unknown)
        });
        task.await.unwrap_or(Err(RoundError::Store(StoreError::Unavailable)))
    }

    /// Does something in all games of a round.
    pub(crate) async fn act(&self, id: &str, action: RoundAction) -> Result<Round, RoundError> {
        let (rounds, id) = (self.clone(), id.to_owned());
        let task = tokio::spawn(async move {
            let turn = rounds.0.turn.lock().await;
            rounds.follow_in_turn().await?;
            let round = rounds.get(&id).ok_or(RoundError::Unknown)?;
            let is_over = "this round was canceled";
            let event = match action {
                _ if round.is_canceled => return Err(RoundError::NotNow(is_over)),
                RoundAction::Cancel if round.started_at.is_some() => {
                    return Err(RoundError::NotNow("the clocks have started"));
                }
                RoundAction::Cancel => RoundEvent::Canceled,
                _ if round.paired_at.is_none() => {
                    return Err(RoundError::NotNow("the games have not been created yet"));
                }
                RoundAction::Start if round.started_at.is_some() => return Ok(round),
                RoundAction::Start => RoundEvent::Started,
                RoundAction::Pause => RoundEvent::Paused,
                RoundAction::Resume => RoundEvent::Resumed,
            };
            rounds.record_and_run(&id, event).await?;
            drop(turn);
            rounds.0.changed.notify_one();
            rounds.get(&id).ok_or(RoundError::Unknown)
        });
        task.await.unwrap_or(Err(RoundError::Store(StoreError::Unavailable)))
    }

    /// Runs scheduled events for as long as the server runs, after completing what a killed server left undone.
    pub(crate) async fn run(self) {
        let pending: Vec<_> = self.all().into_iter().filter(|round| round.pending.is_some()).collect();
        for round in pending {
            let _turn = self.0.turn.lock().await;
            if let Err(error) = self.finish_pending(&round.id).await {
                tracing::error!(round = %round.id, %error, "cannot resume a round");
            }
        }
        loop {
            let now = self.0.clock.now();
            let next = self.all().into_iter().filter_map(|round| Some((round.due()?.0, round.id))).min();
            match next {
                Some((at, id)) if at <= now => {
                    let _turn = self.0.turn.lock().await;
                    let done = self.run_due_events(&id).await;
                    if let Err(RoundError::NotNow(why)) = &done
                        && self.0.store.shared().is_some()
                    {
                        tracing::info!(round = %id, why, "another node runs the scheduled event");
                    } else if let Err(error) = done {
                        tracing::error!(round = %id, %error, "a scheduled event of a round failed");
                        tokio::time::sleep(Duration::from_secs(1)).await;
                    }
                }
                next => {
                    // Limited to a minute, so that a correction of the clock is noticed.
                    let until = next.map_or(now + MAX_SLEEP, |(at, _)| at.min(now + MAX_SLEEP));
                    tokio::select! {
                        () = self.0.clock.sleep_until(until) => {}
                        () = self.0.changed.notified() => {}
                    }
                }
            }
        }
    }

    async fn run_due_events(&self, id: &str) -> Result<(), RoundError> {
        loop {
            let now = self.0.clock.now();
            let due = self.get(id).and_then(|round| round.due()).filter(|(at, _)| *at <= now);
            let event = match due {
                None => return Ok(()),
                Some((_, RoundStep::Pair)) => RoundEvent::Paired,
                Some((_, RoundStep::Start)) => RoundEvent::Started,
                Some((_, RoundStep::Default)) => RoundEvent::Defaulted,
            };
            self.record_and_run(id, event).await?;
        }
    }

    async fn record_and_run(&self, id: &str, event: RoundEvent) -> Result<(), RoundError> {
        self.append(id, event).await?;
        self.finish_pending(id).await
    }

    async fn append(&self, id: &str, event: RoundEvent) -> Result<(), RoundError> {
        let seq = self.get(id).ok_or(RoundError::Unknown)?.seq + 1;
        let (at, payload) = (self.0.clock.now(), serde_json::to_string(&event).expect("plain JSON"));
        if !self.0.store.append_record(LogKind::Round, id, seq, at, payload).await? {
            self.follow_in_turn().await?;
            return Err(RoundError::NotNow("somebody else changed the round first"));
        }
        if let Some(round) = self.0.rounds.lock().get_mut(id) {
            round.apply(&event, at);
        }
        Ok(())
    }
}

/// The round and board of each game.
fn places(round: &Round) -> Vec<(GameId, (String, usize))> {
    let boards = round.plan.boards.iter().enumerate();
    boards.filter_map(|(board, plan)| Some((plan.id()?, (round.id.clone(), board)))).collect()
}
