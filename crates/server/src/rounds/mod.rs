//! Rounds: games between players whom an organiser has paired, started and stopped together.
//!
//! A round is an append-only log, as a game is. What concerns all its games is written down first and done then, so that a
//! server that is killed in between does the rest when it starts again.

mod games;
mod plan;
mod round;

pub use plan::NewRound;
pub use round::{Board, Due, Plan, Round, RoundEvent};

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

/// How many letters and digits the id of a round has.
const ID_LENGTH: usize = 8;
/// How long the scheduler sleeps at most.
const MAX_SLEEP: game::Duration = game::Duration::from_seconds(60);

/// Why an organiser's wish is not done.
#[derive(Debug, thiserror::Error)]
pub enum RoundError {
    #[error("there is no such round")]
    Unknown,
    /// The games make no sense.
    #[error("{0}")]
    Terms(String),
    /// It is too late, or too early.
    #[error("{0}")]
    NotNow(&'static str),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// All rounds. Cheap to clone: everybody has the same.
#[derive(Clone)]
pub struct Rounds(Arc<Shared>);

struct Shared {
    store: Store,
    clock: Arc<Clock>,
    rooms: Rooms,
    lobby: Lobby,
    rounds: Mutex<BTreeMap<String, Round>>,
    /// The round and the board of each game, from 0.
    games: Mutex<HashMap<GameId, (String, usize)>>,
    /// Held while something is done with all games of a round: one thing at a time.
    turn: tokio::sync::Mutex<()>,
    changed: Notify,
    /// How many records the rounds in memory are made of, where other nodes may write some.
    records: AtomicU64,
}

impl Rounds {
    /// The rounds as they were when the server last ran.
    pub async fn restore(
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

    /// Takes over what other nodes have done.
    pub(crate) async fn follow(&self) -> Result<(), StoreError> {
        let _turn = self.0.turn.lock().await;
        self.follow_in_turn().await
    }

    /// The same for whoever has the turn.
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

    /// Does what another node has written down and not done, because it has ended.
    pub(crate) async fn finish_for_others(&self, id: &str) -> Result<(), RoundError> {
        let _turn = self.0.turn.lock().await;
        self.follow_in_turn().await?;
        self.finish_pending(id).await
    }

    /// All rounds, the newest first.
    pub fn all(&self) -> Vec<Round> {
        let mut rounds: Vec<_> = self.0.rounds.lock().values().cloned().collect();
        rounds.sort_by(|a, b| (b.created, &b.id).cmp(&(a.created, &a.id)));
        rounds
    }

    pub fn get(&self, id: &str) -> Option<Round> {
        self.0.rounds.lock().get(id).cloned()
    }

    /// The id of the round that a game belongs to, and the number of its board, from 0.
    pub fn place_of(&self, game: GameId) -> Option<(String, usize)> {
        self.0.games.lock().get(&game).cloned()
    }

    /// Plans a round; its games are created now, unless that is to happen later.
    pub async fn create(&self, new: NewRound) -> Result<Round, RoundError> {
        let now = self.0.clock.now();
        let id = new.id.clone().unwrap_or_else(|| random_text(ID_LENGTH));
        let plan = plan::plan(new, now).map_err(RoundError::Terms)?;
        // A task of its own: a round that is on disk must be in memory, though whoever asked goes away.
        let rounds = self.clone();
        let task = tokio::spawn(async move {
            let payload = serde_json::to_string(&RoundEvent::Planned(Box::new(plan.clone())));
            let payload = payload.expect("a plan is plain JSON");
            if !rounds.0.store.append_record(LogKind::Round, &id, 1, now, payload).await? {
                return Err(RoundError::NotNow("there is such a round already"));
            }
            let round = Round::planned(id.clone(), plan, now);
            rounds.0.games.lock().extend(places(&round));
            rounds.0.rounds.lock().insert(id.clone(), round);
            let turn = rounds.0.turn.lock().await;
            rounds.do_what_is_due(&id).await?;
            drop(turn);
            rounds.0.changed.notify_one();
            rounds.get(&id).ok_or(RoundError::Unknown)
        });
        task.await.unwrap_or(Err(RoundError::Store(StoreError::Unavailable)))
    }

    /// Does something with all games of a round.
    pub async fn act(&self, id: &str, action: RoundAction) -> Result<Round, RoundError> {
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
                    return Err(RoundError::NotNow("the games are not created yet"));
                }
                RoundAction::Start if round.started_at.is_some() => return Ok(round),
                RoundAction::Start => RoundEvent::Started,
                RoundAction::Pause => RoundEvent::Paused,
                RoundAction::Resume => RoundEvent::Resumed,
            };
            rounds.record_and_do(&id, event).await?;
            drop(turn);
            rounds.0.changed.notify_one();
            rounds.get(&id).ok_or(RoundError::Unknown)
        });
        task.await.unwrap_or(Err(RoundError::Store(StoreError::Unavailable)))
    }

    /// Does what is due when it is due, for as long as the server runs. First what a killed server has left undone.
    pub async fn run(self) {
        let pending: Vec<_> = self.all().into_iter().filter(|round| round.pending.is_some()).collect();
        for round in pending {
            let _turn = self.0.turn.lock().await;
            if let Err(error) = self.finish_pending(&round.id).await {
                tracing::error!(round = %round.id, %error, "a round could not be taken up again");
            }
        }
        loop {
            let now = self.0.clock.now();
            let next = self.all().into_iter().filter_map(|round| Some((round.due()?.0, round.id))).min();
            match next {
                Some((at, id)) if at <= now => {
                    let _turn = self.0.turn.lock().await;
                    let done = self.do_what_is_due(&id).await;
                    if let Err(RoundError::NotNow(why)) = &done
                        && self.0.store.shared().is_some()
                    {
                        tracing::info!(round = %id, why, "another node does what is due");
                    } else if let Err(error) = done {
                        tracing::error!(round = %id, %error, "what is due in a round is not done");
                        tokio::time::sleep(Duration::from_secs(1)).await;
                    }
                }
                next => {
                    // A machine's clock that is set right meanwhile is noticed within a minute.
                    let until = next.map_or(now + MAX_SLEEP, |(at, _)| at.min(now + MAX_SLEEP));
                    tokio::select! {
                        () = self.0.clock.sleep_until(until) => {}
                        () = self.0.changed.notified() => {}
                    }
                }
            }
        }
    }

    async fn do_what_is_due(&self, id: &str) -> Result<(), RoundError> {
        loop {
            let now = self.0.clock.now();
            let due = self.get(id).and_then(|round| round.due()).filter(|(at, _)| *at <= now);
            let event = match due {
                None => return Ok(()),
                Some((_, Due::Pair)) => RoundEvent::Paired,
                Some((_, Due::Start)) => RoundEvent::Started,
                Some((_, Due::Default)) => RoundEvent::Defaulted,
            };
            self.record_and_do(id, event).await?;
        }
    }

    async fn record_and_do(&self, id: &str, event: RoundEvent) -> Result<(), RoundError> {
        self.append(id, event).await?;
        self.finish_pending(id).await
    }

    async fn append(&self, id: &str, event: RoundEvent) -> Result<(), RoundError> {
        let seq = self.get(id).ok_or(RoundError::Unknown)?.seq + 1;
        let (at, payload) = (self.0.clock.now(), serde_json::to_string(&event).expect("plain JSON"));
        if !self.0.store.append_record(LogKind::Round, id, seq, at, payload).await? {
            self.follow_in_turn().await?;
            return Err(RoundError::NotNow("somebody else was first"));
        }
        if let Some(round) = self.0.rounds.lock().get_mut(id) {
            round.apply(&event, at);
        }
        Ok(())
    }
}

/// Where each game of a round is.
fn places(round: &Round) -> Vec<(GameId, (String, usize))> {
    let boards = round.plan.boards.iter().enumerate();
    boards.filter_map(|(board, plan)| Some((plan.id()?, (round.id.clone(), board)))).collect()
}
