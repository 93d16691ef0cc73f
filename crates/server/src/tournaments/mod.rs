//! Tournaments: entry, rounds, results as games end, standings. A tournament is an append-only log, like a game; its
//! games are those of its rounds.

mod pairings;
mod state;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use state::{Entrant, MAX_PLAYERS, MAX_ROUNDS, Terms, Tournament, TournamentEvent};

use crate::clock::Clock;
use crate::identity::Person;
use crate::ids::{GameId, PlayerId, random_text};
use crate::lobby::terms;
use crate::rooms::{Room, Rooms};
use crate::rounds::{NewRound, RoundError, Rounds};
use crate::store::{LogKind, Store, StoreError};
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::broadcast::error::RecvError;
use wire::club::Score;
use wire::codes::{Reason, ResultCode};
use wire::live::{ColorChoice, NewGame, OpponentChoice};
use wire::settings::{ConductName, VariantName};

/// The length of a tournament's id.
const ID_LENGTH: usize = 8;

/// Why an organiser's request is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TournamentError {
    #[error("there is no such tournament")]
    Unknown,
    /// Invalid, or not possible in the current state of the tournament.
    #[error("{0}")]
    NotNow(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<RoundError> for TournamentError {
    fn from(error: RoundError) -> TournamentError {
        match error {
            RoundError::Store(error) => TournamentError::Store(error),
            other => TournamentError::NotNow(other.to_string()),
        }
    }
}

/// All tournaments. Cheap to clone: all clones share one list.
#[derive(Clone)]
pub(crate) struct Tournaments(Arc<Shared>);

struct Shared {
    store: Store,
    clock: Arc<Clock>,
    rooms: Rooms,
    rounds: Rounds,
    all: Mutex<BTreeMap<String, Tournament>>,
    /// Held while a change is decided and saved: one at a time.
    turn: tokio::sync::Mutex<()>,
    /// The number of log records already applied, where other nodes may write more.
    records: AtomicU64,
}

impl Tournaments {
    /// Restores the tournaments from the log.
    pub(crate) async fn restore(
        store: Store,
        clock: Arc<Clock>,
        rooms: Rooms,
        rounds: Rounds,
    ) -> Result<Tournaments, StoreError> {
        let records = store.records(LogKind::Tournament).await?;
        let all = Tournament::replay(&records);
        let records = AtomicU64::new(records.len() as u64);
        let all = Mutex::new(all.into_iter().map(|tournament| (tournament.id.clone(), tournament)).collect());
        let turn = tokio::sync::Mutex::default();
        Ok(Tournaments(Arc::new(Shared { store, clock, rooms, rounds, all, turn, records })))
    }

    /// Applies the changes of other nodes.
    pub(crate) async fn follow(&self) -> Result<(), StoreError> {
        let _turn = self.0.turn.lock().await;
        self.follow_in_turn().await
    }

    /// The same, for a caller that already holds the turn.
    async fn follow_in_turn(&self) -> Result<(), StoreError> {
        let Some(shared) = self.0.store.shared() else { return Ok(()) };
        if shared.count_records(LogKind::Tournament).await? == self.0.records.load(Ordering::Relaxed) {
            return Ok(());
        }
        let records = self.0.store.records(LogKind::Tournament).await?;
        let all = Tournament::replay(&records).into_iter();
        *self.0.all.lock() = all.map(|tournament| (tournament.id.clone(), tournament)).collect();
        self.0.records.store(records.len() as u64, Ordering::Relaxed);
        Ok(())
    }

    /// All tournaments, newest first.
    pub(crate) fn all(&self) -> Vec<Tournament> {
        let mut all: Vec<_> = self.0.all.lock().values().cloned().collect();
        all.sort_by(|a, b| (b.created, &b.id).cmp(&(a.created, &a.id)));
        all
    }

    pub(crate) fn get(&self, id: &str) -> Result<Tournament, TournamentError> {
        self.0.all.lock().get(id).cloned().ok_or(TournamentError::Unknown)
    }

    pub(crate) async fn create(&self, terms: Terms) -> Result<Tournament, TournamentError> {
        let (id, now) = (random_text(ID_LENGTH), self.0.clock.now());
        self.start_of_game(&terms).await?;
        let event = TournamentEvent::Created(Box::new(terms.clone()));
        let payload = serde_json::to_string(&event).expect("an event is plain JSON");
        self.0.store.append_record(LogKind::Tournament, &id, 1, now, payload).await?;
        let tournament = Tournament::new(id.clone(), terms, now);
        self.0.all.lock().insert(id, tournament.clone());
        Ok(tournament)
    }

    /// Enters a player. Only before the first round: player numbers do not change later.
    pub(crate) async fn enter(
        &self,
        id: &str,
        person: &Person,
        rating: u32,
    ) -> Result<Tournament, TournamentError> {
        let _turn = self.0.turn.lock().await;
        self.follow_in_turn().await?;
        let tournament = self.get(id)?;
        let no = |why: &str| Err(TournamentError::NotNow(why.to_owned()));
        if !tournament.rounds.is_empty() {
            return no("the tournament has already started");
        }
        if tournament.players.len() >= MAX_PLAYERS {
            return no("the tournament is full");
        }
        if tournament.players.iter().any(|player| player.id == person.id.as_str()) {
            return Ok(tournament);
        }
        let event = TournamentEvent::Entered { id: person.id.to_string(), name: person.name.clone(), rating };
        self.append(id, event).await
    }

    pub(crate) async fn withdraw(&self, id: &str, player: &PlayerId) -> Result<Tournament, TournamentError> {
        let _turn = self.0.turn.lock().await;
        self.follow_in_turn().await?;
        let tournament = self.get(id)?;
        let takes_part = |entrant: &Entrant| entrant.id == player.as_str() && entrant.left_before.is_none();
        if !tournament.players.iter().any(takes_part) {
            return Err(TournamentError::NotNow("this player does not take part".into()));
        }
        self.append(id, TournamentEvent::Withdrawn { id: player.to_string() }).await
    }

    /// Pairs the next round and seats its players.
    pub(crate) async fn start_round(&self, id: &str) -> Result<Tournament, TournamentError> {
        let _turn = self.0.turn.lock().await;
        self.follow_in_turn().await?;
        let tournament = self.get(id)?;
        // Fast enough to run here: at most a few hundred players take part.
        let (pairs, bye) = tournament.pair_next().map_err(TournamentError::NotNow)?;
        // Recorded first: a server that is killed now creates the games at its next start.
        let event = TournamentEvent::Paired { round: random_text(ID_LENGTH), pairs, bye };
        let tournament = self.append(id, event).await?;
        self.seat(&tournament).await?;
        Ok(tournament)
    }

    /// Creates the games of the last round, unless they exist.
    async fn seat(&self, tournament: &Tournament) -> Result<(), TournamentError> {
        let Some(round) = tournament.rounds.last() else { return Ok(()) };
        if self.0.rounds.get(&round.id).is_some() || round.pairs.is_empty() {
            return Ok(());
        }
        let person = |number: u32| {
            let player = tournament.player(number)?;
            Some(Person { id: PlayerId::stored(&player.id), name: player.name.clone(), title: None })
        };
        let pairs = round.pairs.iter().filter_map(|(white, black)| Some((person(*white)?, person(*black)?)));
        let Terms { name, by, rated, default_minutes, time, .. } = &tournament.terms;
        let start = self.start_of_game(&tournament.terms).await?;
        let new = NewRound {
            id: Some(round.id.clone()),
            name: format!("{name}, {}", tournament.rounds.len()),
            by: Person { id: PlayerId::stored(&by.0), name: by.1.clone(), title: None },
            pairs: pairs.collect(),
            start,
            rated: *rated,
            pair_at: None,
            start_at: None,
            hold: time != "-",
            default_minutes: *default_minutes,
        };
        self.0.rounds.create(new).await?;
        Ok(())
    }

    async fn start_of_game(&self, terms: &Terms) -> Result<wire::settings::Start, TournamentError> {
        let game = NewGame {
            opponent: OpponentChoice::Link {},
            color: ColorChoice::White,
            time: Some(terms.time.clone()).filter(|time| time != "-"),
            time_white: None,
            time_black: None,
            variant: VariantName::Standard,
            fen: None,
            rated: terms.rated,
            conduct: ConductName::Online,
            draw_offers_from_move: None,
            fifty_move_rule: true,
            draw_odds: None,
            default_time: None,
            chat: true,
            rematch_of: None,
        };
        terms::agreed(&self.0.rooms, &game).await.map_err(TournamentError::NotNow)
    }

    /// Enters a result by hand, replacing one that exists.
    pub(crate) async fn enter_result(
        &self,
        id: &str,
        (round, board): (usize, usize),
        score: Score,
    ) -> Result<Tournament, TournamentError> {
        let _turn = self.0.turn.lock().await;
        self.follow_in_turn().await?;
        let tournament = self.get(id)?;
        let found = round.checked_sub(1).and_then(|round| tournament.rounds.get(round));
        let found = found.filter(|found| (1..=found.pairs.len()).contains(&board));
        if found.is_none() {
            return Err(TournamentError::NotNow(format!("there is no board {board} in round {round}")));
        }
        self.append(id, TournamentEvent::Result { round, board, score }).await
    }

    async fn append(&self, id: &str, event: TournamentEvent) -> Result<Tournament, TournamentError> {
        let seq = self.get(id)?.seq + 1;
        let payload = serde_json::to_string(&event).expect("an event is plain JSON");
        let at = self.0.clock.now();
        if !self.0.store.append_record(LogKind::Tournament, id, seq, at, payload).await? {
            self.follow_in_turn().await?;
            return Err(TournamentError::NotNow("somebody else changed the tournament first".into()));
        }
        let mut all = self.0.all.lock();
        let tournament = all.get_mut(id).ok_or(TournamentError::Unknown)?;
        tournament.apply(&event);
        Ok(tournament.clone())
    }

    /// Enters results as games end, for as long as the server runs. Starts with the games that ended while it did not.
    pub(crate) async fn run(self) {
        let mut finished = self.0.rooms.finished();
        self.catch_up().await;
        loop {
            match finished.recv().await {
                Ok(game) => self.game_over(game).await,
                // Many games ended at once and some messages were lost: check all of them.
                Err(RecvError::Lagged(_)) => self.catch_up().await,
                Err(RecvError::Closed) => return,
            }
        }
    }

    async fn catch_up(&self) {
        for tournament in self.all() {
            if let Err(error) = self.seat(&tournament).await {
                tracing::error!(tournament = %tournament.id, %error, "cannot resume a round");
            }
            let open = tournament.rounds.iter().filter(|round| round.scores.iter().any(Option::is_none));
            let games =
                open.filter_map(|round| self.0.rounds.get(&round.id)).flat_map(|round| round.plan.boards);
            for game in games.filter_map(|board| board.id()).collect::<Vec<_>>() {
                self.game_over(game).await;
            }
        }
    }

    /// Enters the result of a game, if it belongs to a tournament, is over and has none yet.
    async fn game_over(&self, game: GameId) {
        let Some((id, round, board)) = self.place_of(game) else { return };
        let Ok(Some(room)) = self.0.rooms.find(game).await else { return };
        let Some(score) = score(&room) else { return };
        let _turn = self.0.turn.lock().await;
        if let Err(error) = self.follow_in_turn().await {
            tracing::warn!(%error, "cannot read the tournaments of other nodes");
        }
        let is_open = self.get(&id).is_ok_and(|tournament| {
            tournament.rounds.get(round - 1).is_some_and(|round| round.scores.get(board - 1) == Some(&None))
        });
        if !is_open {
            return;
        }
        match self.append(&id, TournamentEvent::Result { round, board, score }).await {
            Ok(_) => {}
            // Every node is told that the game is over; another one was first.
            Err(TournamentError::NotNow(_)) if self.0.store.shared().is_some() => {}
            Err(error) => tracing::error!(tournament = %id, %game, %error, "a result could not be entered"),
        }
    }

    /// The tournament, the round and the board of a game.
    fn place_of(&self, game: GameId) -> Option<(String, usize, usize)> {
        // Most games belong to no round.
        let (round, board) = self.0.rounds.place_of(game)?;
        let all = self.0.all.lock();
        all.values().find_map(|tournament| {
            let index = tournament.rounds.iter().position(|paired| paired.id == round)?;
            Some((tournament.id.clone(), index + 1, board + 1))
        })
    }
}

/// The result of a game for the table; `None` while it is live, or if it was aborted.
fn score(room: &Room) -> Option<Score> {
    let state = room.state();
    let termination = state.game.termination()?;
    let is_unplayed = state.game.ply() < 2 && Reason::from(termination) == Reason::Forfeit;
    Score::of(ResultCode::of(&state.game)?, is_unplayed)
}
