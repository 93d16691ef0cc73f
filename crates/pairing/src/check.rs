//! Checking a tournament: every round is paired again and compared with what was played.

use crate::dutch::{self, Pair, PairingError, RoundPairing};
use crate::{Color, Entry, Tournament};
use alloc::vec::Vec;

/// A round that was paired again.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RoundCheck {
    /// Which round, counted from 1.
    pub round: usize,
    /// The pairing in the file, sorted by the numbers of the white players.
    pub found: RoundPairing,
    /// The pairing by the rules.
    pub expected: Result<RoundPairing, PairingError>,
}

impl RoundCheck {
    /// Whether the games, the colours and the bye are the same.
    pub fn is_same(&self) -> bool {
        self.expected.as_ref().is_ok_and(|expected| {
            expected.bye == self.found.bye
                && expected.pairs.len() == self.found.pairs.len()
                && self.extra().is_empty()
        })
    }

    /// Games that were played, but should not have been.
    pub fn extra(&self) -> Vec<Pair> {
        let Ok(expected) = &self.expected else { return Vec::new() };
        self.found.pairs.iter().copied().filter(|pair| !expected.pairs.contains(pair)).collect()
    }

    /// Games that should have been played, but were not.
    pub fn missing(&self) -> Vec<Pair> {
        let Ok(expected) = &self.expected else { return Vec::new() };
        expected.pairs.iter().copied().filter(|pair| !self.found.pairs.contains(pair)).collect()
    }
}

/// Pairs a past round again.
pub fn check_round(tournament: &Tournament, round: usize) -> RoundCheck {
    let found = recorded(tournament, round);
    let expected = dutch::pair(tournament, round, &tournament.participants(round));
    RoundCheck { round, found, expected }
}

/// Pairs all past rounds again, one after the other.
pub fn check(tournament: &Tournament) -> impl Iterator<Item = RoundCheck> {
    (1..=tournament.paired_rounds()).map(|round| check_round(tournament, round))
}

/// The pairing of a past round by the players' entries.
pub fn recorded(tournament: &Tournament, round: usize) -> RoundPairing {
    let mut pairing = RoundPairing { round, pairs: Vec::new(), bye: None };
    for player in &tournament.players {
        match player.entry(round) {
            Entry::PairingBye => pairing.bye = Some(player.number),
            Entry::Game { opponent, color: Color::White, .. }
            | Entry::Forfeit { opponent, color: Some(Color::White), .. } => {
                pairing.pairs.push(Pair { white: player.number, black: opponent });
            }
            _ => {}
        }
    }
    pairing
}
