//! Rounds: games between players whom an organiser has paired, started and stopped together.
//!
//! A round is an append-only log, as a game is. What concerns all its games is written down first and done then, so that a
//! server that is killed in between does the rest when it starts again.

mod round;

pub use round::{Board, Due, Plan, Round, RoundEvent};

use crate::clock::Clock;
use crate::identity::Person;
use crate::ids::{GameId, PlayerId, random_text};
use crate::lobby::Lobby;
use crate::lobby::begin::perf_of;
use crate::rooms::{Actor, CannotBegin, Command, Room, Rooms};
use crate::store::{LogKind, Store, StoreError};
use futures_util::future::join_all;
use game::{Game, Timestamp};
use parking_lot::Mutex;
use rules::Color;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::Notify;
use wire::PlayerAction;
use wire::club::RoundAction;
use wire::settings::{ClockStartsName, Start};
use wire::stored::Created;

/// How many games a round can have.
pub const MAX_BOARDS: usize = 500;
/// How far ahead a round can be planned: seven days, in milliseconds.
pub const MAX_AHEAD: u64 = 7 * 24 * 3600 * 1000;
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

/// What an organiser asks for.
pub struct NewRound {
    /// Its id, where somebody has chosen one; nobody else may have it.
    pub id: Option<String>,
    /// What it is called.
    pub name: String,
    pub by: Person,
    /// White and Black of each game.
    pub pairs: Vec<(Person, Person)>,
    /// How each game begins.
    pub start: Start,
    pub rated: bool,
    /// When the games are created; now if it is not said.
    pub pair_at: Option<u64>,
    /// When the clocks start.
    pub start_at: Option<u64>,
    /// Whether clocks wait to be started together.
    pub hold: bool,
    /// After how many minutes a player who is not there loses.
    pub default_minutes: Option<u32>,
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
        let plan = plan(new, now).map_err(RoundError::Terms)?;
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

    /// Does in every game what is written down, and writes down that it is done. To do it twice does no harm.
    async fn finish_pending(&self, id: &str) -> Result<(), RoundError> {
        let round = self.get(id).ok_or(RoundError::Unknown)?;
        let Some(event) = &round.pending else { return Ok(()) };
        if *event == RoundEvent::Paired {
            self.create_games(&round).await?;
        } else {
            let arbiter = Actor::Arbiter(PlayerId::stored(&round.plan.by.0));
            let games: Vec<_> = round.plan.boards.iter().filter_map(Board::id).collect();
            let live = self.0.rooms.live(&games).await?;
            // The clocks of all games start at the same moment, however busy the machine is.
            let at = self.0.clock.now();
            join_all(live.iter().map(|room| self.act_in(at, room, event, &arbiter))).await;
        }
        self.append(id, RoundEvent::Done).await
    }

    async fn act_in(&self, at: Timestamp, room: &Arc<Room>, event: &RoundEvent, arbiter: &Actor) {
        let is_paused = room.state().game.is_paused();
        let (actor, asked) = match event {
            RoundEvent::Started | RoundEvent::Resumed if is_paused => (arbiter.clone(), PlayerAction::Resume),
            RoundEvent::Paused if !is_paused => (arbiter.clone(), PlayerAction::Pause),
            RoundEvent::Canceled => match room.player(Color::White) {
                Some(white) => (Actor::Player(white), PlayerAction::Abort),
                None => return,
            },
            RoundEvent::Defaulted => match absent(room) {
                Some(forfeit) => (arbiter.clone(), forfeit),
                None => return,
            },
            _ => return,
        };
        if let Err(refused) = self.0.rooms.act_at(at, room, actor, Command::plain(asked)).await {
            // A game may have ended, or an arbiter may have done the same, a moment ago.
            tracing::info!(game = %room.id, why = %refused.why, "a game of a round stays as it is");
        }
    }

    /// Creates the games that are not there, with their clocks stopped where they are to start together.
    async fn create_games(&self, round: &Round) -> Result<(), RoundError> {
        let perf = perf_of(&round.plan.start);
        for board in &round.plan.boards {
            let Some(id) = board.id() else { continue };
            let person = |(id, name): &(String, String)| Person {
                id: PlayerId::stored(id),
                name: name.clone(),
                title: None,
            };
            let white = self.0.lobby.seat(&self.titled(person(&board.white)).await?, perf).await;
            let black = self.0.lobby.seat(&self.titled(person(&board.black)).await?, perf).await;
            let created = Created {
                start: round.plan.start.clone(),
                begins: self.0.clock.now().millis(),
                white,
                black,
                rated: round.plan.rated,
                chat: true,
                rematch_of: None,
                from_lobby: false,
                imported: None,
            };
            let room = match self.0.rooms.create(id, created, Vec::new()).await {
                Ok(room) => Some(room),
                // A killed server has created it.
                Err(CannotBegin::Taken | CannotBegin::Gone) => self.0.rooms.find(id).await?,
                Err(CannotBegin::Settings(why)) => return Err(RoundError::Terms(why)),
                Err(CannotBegin::NotSaved(_)) => return Err(RoundError::Store(StoreError::Unavailable)),
            };
            if let Some(room) = room.filter(|_| round.plan.hold && round.started_at.is_none()) {
                let arbiter = Actor::Arbiter(PlayerId::stored(&round.plan.by.0));
                self.act_in(self.0.clock.now(), &room, &RoundEvent::Paused, &arbiter).await;
                self.give_back_time(&room, arbiter).await;
            }
        }
        Ok(())
    }

    /// A clock that was stopped a moment after the game was created has lost that moment, and gets it back.
    async fn give_back_time(&self, room: &Arc<Room>, arbiter: Actor) {
        let begins = Timestamp::from_millis(room.created.begins);
        let Ok(settings) = room.created.settings() else { return };
        let full = Game::new(settings).clocks(begins);
        let lost = |color: Color| room.state().game.clocks(self.0.clock.now())[color] != full[color];
        if room.state().game.ply() == 0 && Color::ALL.into_iter().any(lost) {
            let millis = |color: Color| full[color].map(game::Duration::millis);
            let (white, black) = (millis(Color::White), millis(Color::Black));
            let command = Command::plain(PlayerAction::SetClocks { white, black });
            if let Err(refused) = self.0.rooms.act(room, arbiter, command).await {
                tracing::warn!(game = %room.id, why = %refused.why, "a clock is a moment short");
            }
        }
    }

    /// A player with the title that the account has.
    async fn titled(&self, person: Person) -> Result<Person, StoreError> {
        Ok(self.0.store.person(&person.id).await?.unwrap_or(person))
    }
}

/// Where each game of a round is.
fn places(round: &Round) -> Vec<(GameId, (String, usize))> {
    let boards = round.plan.boards.iter().enumerate();
    boards.filter_map(|(board, plan)| Some((plan.id()?, (round.id.clone(), board)))).collect()
}

/// The plan of a round, or what is wrong with it.
fn plan(new: NewRound, now: Timestamp) -> Result<Plan, String> {
    let NewRound { id: _, name, by, pairs, start, rated, pair_at, start_at, hold, default_minutes } = new;
    if pairs.is_empty() || pairs.len() > MAX_BOARDS {
        return Err(format!("expected 1 to {MAX_BOARDS} games, found {}", pairs.len()));
    }
    if let Some((same, _)) = pairs.iter().find(|(white, black)| white.id == black.id) {
        return Err(format!("{} cannot play against themselves", same.name));
    }
    let pair_at = pair_at.map_or(now.millis(), |at| at.max(now.millis()));
    let latest = now.millis() + MAX_AHEAD;
    if pair_at > latest || start_at.is_some_and(|at| at > latest) {
        return Err("a round is planned at most seven days ahead".into());
    }
    if start_at.is_some_and(|at| at < pair_at) {
        return Err("the clocks cannot start before the games are created".into());
    }
    let mut start = start;
    start.clock_starts = if hold { ClockStartsName::AtOnce } else { start.clock_starts };
    start.clone().settings(Timestamp::ZERO)?;
    let of = |person: Person| (person.id.to_string(), person.name);
    let boards = pairs.into_iter().map(|(white, black)| Board {
        game: GameId::random().to_string(),
        white: of(white),
        black: of(black),
    });
    let boards = boards.collect();
    Ok(Plan { name, by: of(by), boards, start, rated, pair_at, start_at, hold, default_minutes })
}

/// Who loses because of not being there: whoever has neither moved nor looks at the board.
fn absent(room: &Room) -> Option<PlayerAction> {
    let ply = room.state().game.ply();
    let is_absent = |color: Color, moves: usize| ply < moves && !room.is_here(color);
    let who = match (is_absent(Color::White, 1), is_absent(Color::Black, 2)) {
        (true, true) => "both",
        (true, false) => "white",
        (false, true) => "black",
        (false, false) => return None,
    };
    serde_json::from_value(serde_json::json!({ "do": "forfeit", "who": who })).ok()
}
