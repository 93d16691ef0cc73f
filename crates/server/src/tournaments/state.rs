//! One tournament as its log tells it.

use crate::store::Record;
use game::Timestamp;
use serde::{Deserialize, Serialize};
use wire::club::{Score, TournamentSystem};

/// How many players a tournament of an evening can have.
pub const MAX_PLAYERS: usize = 200;
/// How many rounds it can have.
pub const MAX_ROUNDS: u32 = 30;
/// What an organiser has planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// What it is called.
    pub name: String,
    /// The organiser's id and name.
    pub by: (String, String),
    /// How players are paired.
    pub system: TournamentSystem,
    /// How many rounds a Swiss tournament has.
    pub rounds: u32,
    /// The time control as PGN writes it.
    pub time: String,
    /// Whether games count for ratings.
    pub rated: bool,
    /// After how many minutes a player who is not there loses.
    pub default_minutes: Option<u32>,
}

/// A row of the log of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentEvent {
    Created(Box<Terms>),
    Entered {
        id: String,
        name: String,
        /// How strong the player is thought to be.
        rating: u32,
    },
    /// Somebody does not take part, or no longer.
    Withdrawn {
        id: String,
    },
    /// A round is paired.
    Paired {
        /// The id of the round.
        round: String,
        /// White and Black of each board, by their numbers.
        pairs: Vec<(u32, u32)>,
        /// Who is left over.
        bye: Option<u32>,
    },
    /// A game is over, or an arbiter corrects a result.
    Result {
        /// The number of the round, from 1.
        round: usize,
        /// The number of the board, from 1.
        board: usize,
        score: Score,
    },
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    pub id: String,
    pub name: String,
    /// How strong the player is thought to be.
    pub rating: u32,
    /// Before which round the player has left, from 1.
    pub left_before: Option<usize>,
}

/// A round of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedRound {
    /// The id of the round with its games.
    pub id: String,
    /// White and Black of each board, by their numbers.
    pub pairs: Vec<(u32, u32)>,
    /// Who is left over.
    pub bye: Option<u32>,
    /// The result of each board.
    pub scores: Vec<Option<Score>>,
}

/// A tournament as it stands. Once the first round is paired, the number of a player is the place in `players`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    pub id: String,
    pub terms: Terms,
    pub created: Timestamp,
    pub players: Vec<Entrant>,
    /// The rounds so far.
    pub rounds: Vec<PairedRound>,
    /// The number of its last row.
    pub seq: u64,
}

impl Tournament {
    /// A tournament that is announced.
    pub fn new(id: String, terms: Terms, created: Timestamp) -> Tournament {
        Tournament { id, terms, created, players: Vec::new(), rounds: Vec::new(), seq: 1 }
    }

    /// The tournaments of a log. Rows that a newer version wrote, and this one does not know, are passed over.
    pub fn replay(records: &[Record]) -> Vec<Tournament> {
        let mut all: Vec<Tournament> = Vec::new();
        for record in records {
            let Ok(event) = serde_json::from_str::<TournamentEvent>(&record.payload) else { continue };
            match event {
                TournamentEvent::Created(terms) => {
                    all.push(Tournament::new(record.id.clone(), *terms, record.at));
                }
                event => {
                    if let Some(tournament) = all.iter_mut().find(|known| known.id == record.id) {
                        tournament.apply(&event);
                    }
                }
            }
        }
        all
    }

    pub fn apply(&mut self, event: &TournamentEvent) {
        self.seq += 1;
        match event {
            TournamentEvent::Created(_) => {}
            TournamentEvent::Entered { id, name, rating } => {
                let (id, name, rating) = (id.clone(), name.clone(), *rating);
                self.players.push(Entrant { id, name, rating, left_before: None });
            }
            TournamentEvent::Withdrawn { id } => {
                if self.rounds.is_empty() {
                    self.players.retain(|player| player.id != *id);
                } else if let Some(player) = self.players.iter_mut().find(|player| player.id == *id) {
                    player.left_before = Some(self.rounds.len() + 1);
                }
            }
            TournamentEvent::Paired { round, pairs, bye } => {
                if self.rounds.is_empty() {
                    self.number_players();
                }
                let scores = vec![None; pairs.len()];
                self.rounds.push(PairedRound { id: round.clone(), pairs: pairs.clone(), bye: *bye, scores });
            }
            TournamentEvent::Result { round, board, score } => {
                let found = round.checked_sub(1).and_then(|round| self.rounds.get_mut(round));
                let place = board.checked_sub(1);
                if let Some(cell) = found.zip(place).and_then(|(round, board)| round.scores.get_mut(board)) {
                    *cell = Some(*score);
                }
            }
        }
    }

    /// C.04.2: by strength, then by the alphabet. Once the first round is paired, a place in the list is a number.
    pub(super) fn number_players(&mut self) {
        self.players.sort_by(|a, b| b.rating.cmp(&a.rating).then_with(|| a.name.cmp(&b.name)));
    }

    /// A player by the number that pairings use.
    pub fn player(&self, number: u32) -> Option<&Entrant> {
        self.players.get((number as usize).checked_sub(1)?)
    }

    /// How many rounds there are altogether.
    pub fn all_rounds(&self) -> u32 {
        let players = self.players.len() as u32;
        match self.terms.system {
            TournamentSystem::Swiss => self.terms.rounds,
            TournamentSystem::RoundRobin => (players + players % 2).saturating_sub(1),
            TournamentSystem::Knockout => players.max(1).next_power_of_two().trailing_zeros(),
        }
    }

    /// Whether every board of every round has its result.
    pub fn is_complete(&self) -> bool {
        self.rounds.iter().all(|round| round.scores.iter().all(Option::is_some))
    }

    /// Whether all rounds are over.
    pub fn is_over(&self) -> bool {
        !self.rounds.is_empty() && self.rounds.len() as u32 >= self.all_rounds() && self.is_complete()
    }
}
