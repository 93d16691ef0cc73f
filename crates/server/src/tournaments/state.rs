//! One tournament, replayed from its log.

use crate::store::Record;
use game::Timestamp;
use serde::{Deserialize, Serialize};
use wire::club::{Score, TournamentSystem};

/// The most players of a tournament.
pub(crate) const MAX_PLAYERS: usize = 200;
/// The most rounds of a tournament.
pub(crate) const MAX_ROUNDS: u32 = 30;
/// The terms set by the organiser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Terms {
    pub(crate) name: String,
    /// The organiser's id and name.
    pub(crate) by: (String, String),
    pub(crate) system: TournamentSystem,
    /// The number of rounds, for a Swiss tournament.
    pub(crate) rounds: u32,
    /// The time control, in PGN notation.
    pub(crate) time: String,
    pub(crate) rated: bool,
    /// After how many minutes an absent player loses.
    pub(crate) default_minutes: Option<u32>,
}

/// A row of a tournament's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TournamentEvent {
    Created(Box<Terms>),
    Entered {
        id: String,
        name: String,
        rating: u32,
    },
    /// A player withdraws, before or during the tournament.
    Withdrawn {
        id: String,
    },
    Paired {
        /// The id of the round.
        round: String,
        /// White and Black of each board, by player number.
        pairs: Vec<(u32, u32)>,
        /// The player without an opponent.
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

/// A player in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entrant {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) rating: u32,
    /// The first round (from 1) that the player did not take part in any more.
    pub(crate) left_before: Option<usize>,
}

/// A round of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PairedRound {
    /// The id of the round with its games.
    pub(crate) id: String,
    /// White and Black of each board, by player number.
    pub(crate) pairs: Vec<(u32, u32)>,
    /// The player without an opponent.
    pub(crate) bye: Option<u32>,
    /// The result of each board.
    pub(crate) scores: Vec<Option<Score>>,
}

/// The current state of a tournament. Once the first round is paired, a player's number is the position in `players`,
/// from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tournament {
    pub(crate) id: String,
    pub(crate) terms: Terms,
    pub(crate) created: Timestamp,
    pub(crate) players: Vec<Entrant>,
    pub(crate) rounds: Vec<PairedRound>,
    /// The sequence number of the last row.
    pub(crate) seq: u64,
}

impl Tournament {
    pub(crate) fn new(id: String, terms: Terms, created: Timestamp) -> Tournament {
        Tournament { id, terms, created, players: Vec::new(), rounds: Vec::new(), seq: 1 }
    }

    /// Replays a log. Rows written by a newer version that this one cannot read are skipped.
    pub(crate) fn replay(records: &[Record]) -> Vec<Tournament> {
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

    pub(crate) fn apply(&mut self, event: &TournamentEvent) {
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

    /// C.04.2: sorts by rating, then by name. Once the first round is paired, a position in the list is a player's
    /// number.
    pub(super) fn number_players(&mut self) {
        self.players.sort_by(|a, b| b.rating.cmp(&a.rating).then_with(|| a.name.cmp(&b.name)));
    }

    /// The player with this pairing number.
    pub(crate) fn player(&self, number: u32) -> Option<&Entrant> {
        self.players.get((number as usize).checked_sub(1)?)
    }

    /// The total number of rounds.
    pub(crate) fn total_rounds(&self) -> u32 {
        let players = self.players.len() as u32;
        match self.terms.system {
            TournamentSystem::Swiss => self.terms.rounds,
            TournamentSystem::RoundRobin => (players + players % 2).saturating_sub(1),
            TournamentSystem::Knockout => players.max(1).next_power_of_two().trailing_zeros(),
        }
    }

    /// Whether every board of every paired round has a result.
    pub(crate) fn is_complete(&self) -> bool {
        self.rounds.iter().all(|round| round.scores.iter().all(Option::is_some))
    }

    /// Whether all rounds are over.
    pub(crate) fn is_over(&self) -> bool {
        !self.rounds.is_empty() && self.rounds.len() as u32 >= self.total_rounds() && self.is_complete()
    }
}
