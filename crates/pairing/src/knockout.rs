//! Knock-out: a bracket by seeds, in which the best players can meet only at the end.

use crate::Color;
use alloc::vec::Vec;
use core::fmt;

/// One match of a knock-out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Match {
    /// The player from the upper half, once known.
    pub upper: Option<u32>,
    /// The player from the lower half, once known.
    pub lower: Option<u32>,
    /// The player who advances, once decided.
    pub winner: Option<u32>,
}

/// A knock-out from the first round to the final.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Knockout {
    rounds: Vec<Vec<Match>>,
    seeds: Vec<u32>,
}

/// Why a result cannot be entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum KnockoutError {
    /// There is no such match.
    NoSuchMatch,
    /// One of its players is not known yet.
    NotReady,
    /// The winner is not one of the two.
    NotInThisMatch(u32),
    /// The winner has already played the next round.
    AlreadyContinued,
}

impl fmt::Display for KnockoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchMatch => f.write_str("there is no such match"),
            Self::NotReady => f.write_str("the players of this match are not known yet"),
            Self::NotInThisMatch(number) => write!(f, "player {number} is not in this match"),
            Self::AlreadyContinued => {
                f.write_str("the winner of this match has already played the next round")
            }
        }
    }
}

impl core::error::Error for KnockoutError {}

impl Knockout {
    /// A bracket of players in order of strength. If their number is not a power of two, the strongest have no opponent
    /// in the first round and advance.
    pub fn new(seeds: &[u32]) -> Self {
        let mut places = alloc::vec![0usize];
        while places.len() < seeds.len().max(2) {
            let size = 2 * places.len();
            // Each seed of the smaller bracket meets its counterpart from the weaker half of the larger one.
            places = places.into_iter().flat_map(|place| [place, size - 1 - place]).collect();
        }
        let seed = |place: usize| seeds.get(place).copied();
        let first: Vec<Match> = places
            .chunks_exact(2)
            .map(|pair| Match { upper: seed(pair[0]), lower: seed(pair[1]), winner: None })
            .collect();
        let mut rounds = alloc::vec![first];
        while rounds.last().is_some_and(|round| round.len() > 1) {
            let size = rounds.last().map_or(0, Vec::len) / 2;
            rounds.push(alloc::vec![Match { upper: None, lower: None, winner: None }; size]);
        }
        let mut knockout = Self { rounds, seeds: seeds.to_vec() };
        for index in 0..knockout.rounds[0].len() {
            let open = knockout.rounds[0][index];
            if let (Some(winner), None) | (None, Some(winner)) = (open.upper, open.lower) {
                knockout.advance(0, index, winner);
            }
        }
        knockout
    }

    /// The rounds, the first one first; the last has only the final.
    pub fn rounds(&self) -> &[Vec<Match>] {
        &self.rounds
    }

    /// The winner of the final.
    pub fn champion(&self) -> Option<u32> {
        self.rounds.last().and_then(|round| round.first()).and_then(|last| last.winner)
    }

    /// Enters the winner of a match. Rounds and matches are counted from 0.
    pub fn decide(&mut self, round: usize, index: usize, winner: u32) -> Result<(), KnockoutError> {
        let open = *self
            .rounds
            .get(round)
            .and_then(|matches| matches.get(index))
            .ok_or(KnockoutError::NoSuchMatch)?;
        let (Some(upper), Some(lower)) = (open.upper, open.lower) else {
            return Err(KnockoutError::NotReady);
        };
        if winner != upper && winner != lower {
            return Err(KnockoutError::NotInThisMatch(winner));
        }
        let next = self.rounds.get(round + 1).map(|matches| matches[index / 2]);
        if open.winner != Some(winner) && next.is_some_and(|next| next.winner.is_some()) {
            return Err(KnockoutError::AlreadyContinued);
        }
        self.advance(round, index, winner);
        Ok(())
    }

    /// The colour of the better seeded player in the first game of a match: it alternates from board to board.
    pub fn color_of_better(&self, index: usize, initial: Color) -> Color {
        if index.is_multiple_of(2) { initial } else { initial.opposite() }
    }

    /// The better seeded of two players.
    pub fn better(&self, a: u32, b: u32) -> u32 {
        let place = |number: u32| self.seeds.iter().position(|&seed| seed == number).unwrap_or(usize::MAX);
        if place(a) <= place(b) { a } else { b }
    }

    fn advance(&mut self, round: usize, index: usize, winner: u32) {
        self.rounds[round][index].winner = Some(winner);
        if let Some(matches) = self.rounds.get_mut(round + 1) {
            let next = &mut matches[index / 2];
            if index.is_multiple_of(2) {
                next.upper = Some(winner);
            } else {
                next.lower = Some(winner);
            }
        }
    }
}
