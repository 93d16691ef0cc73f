//! The Dutch system, C.04.3 in force from 1 February 2026.

mod bracket;
mod color;
mod competitor;
mod completion;
mod criteria;
mod explain;

pub use color::ColorRule;
pub use competitor::{Float, Preference, Strength};
pub use criteria::Criterion;
pub use explain::{
    Alternative, BracketReport, ByeReport, Cause, Explanation, FloatReport, PairReport, explain,
};

pub(crate) use competitor::VirtualScores;

use crate::boards::sort_boards;
use crate::{Color, Points, Tournament};
use alloc::vec::Vec;
use bracket::{Bracket, BracketPairing, Graph};
use color::color_of_higher;
use competitor::Field;
use core::fmt;

/// The maximum number of players: a report file has four digits for their numbers.
pub const MAX_PLAYERS: usize = 9_999;

/// One game of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pair {
    /// The pairing number of White.
    pub white: u32,
    /// The pairing number of Black.
    pub black: u32,
}

/// The pairing of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RoundPairing {
    /// Which round, counted from 1.
    pub round: usize,
    /// In the order of the boards.
    pub pairs: Vec<Pair>,
    /// The pairing number of the player who gets the pairing-allocated bye.
    pub bye: Option<u32>,
}

/// Why a round cannot be paired.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PairingError {
    /// No pairing satisfies C1, C2, C3 and the forbidden pairs.
    NoLegalPairing,
    /// The colour drawn for the first player is unknown.
    NoInitialColor,
    /// Rounds are counted from 1.
    RoundZero,
    /// The tournament is over after this many rounds.
    NoMoreRounds(u32),
    /// A player index is out of range or appears twice.
    BadPlayer(usize),
    /// More than [`MAX_PLAYERS`] players.
    TooManyPlayers(usize),
}

impl fmt::Display for PairingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLegalPairing => f.write_str("no legal pairing exists: every way to pair these players breaks C1, C2, C3 or a forbidden pair"),
            Self::NoInitialColor => f.write_str("the initial colour is missing: add the line \"152 W\" or \"152 B\""),
            Self::RoundZero => f.write_str("rounds are counted from 1"),
            Self::NoMoreRounds(rounds) => write!(f, "all {rounds} rounds of the tournament have been paired"),
            Self::BadPlayer(index) => write!(f, "player index {index} does not exist or appears twice"),
            Self::TooManyPlayers(count) => {
                write!(f, "{count} players are more than the maximum of {MAX_PLAYERS}")
            }
        }
    }
}

impl core::error::Error for PairingError {}

/// Pairs a round: `present` are positions in [`Tournament::players`] of everybody who is to be paired.
///
/// Earlier rounds are read from the players' entries; entries of this round and later ones are ignored.
pub fn pair(tournament: &Tournament, round: usize, present: &[usize]) -> Result<RoundPairing, PairingError> {
    let field = checked_field(tournament, round, present)?;
    let (brackets, _) = pair_brackets(&field)?;
    Ok(assemble(tournament, &field, round, &brackets))
}

/// Pairs the next round with all players who have no entry for it yet.
pub fn pair_next(tournament: &Tournament) -> Result<RoundPairing, PairingError> {
    let round = tournament.paired_rounds() + 1;
    match tournament.rounds {
        Some(rounds) if round > rounds as usize => Err(PairingError::NoMoreRounds(rounds)),
        _ => pair(tournament, round, &tournament.available(round)),
    }
}

fn checked_field(tournament: &Tournament, round: usize, present: &[usize]) -> Result<Field, PairingError> {
    if round == 0 {
        return Err(PairingError::RoundZero);
    }
    if tournament.players.len() > MAX_PLAYERS {
        return Err(PairingError::TooManyPlayers(tournament.players.len()));
    }
    let mut seen = alloc::vec![false; tournament.players.len()];
    for &index in present {
        match seen.get_mut(index) {
            Some(seen) if !*seen => *seen = true,
            _ => return Err(PairingError::BadPlayer(index)),
        }
    }
    Field::new(tournament, round, present)
}

/// A bracket with its pairs and floaters.
type PairedBracket = (Bracket, BracketPairing);

/// All brackets with their pairings, from the top, and the score of the bye.
fn pair_brackets(field: &Field) -> Result<(Vec<PairedBracket>, Option<Points>), PairingError> {
    let all: Vec<usize> = (0..field.len()).collect();
    let bye_score = if field.len() % 2 == 1 {
        Some(completion::bye_score(field).ok_or(PairingError::NoLegalPairing)?)
    } else if completion::can_complete(field, &all, None) {
        None
    } else {
        return Err(PairingError::NoLegalPairing);
    };
    let score = |player: usize| field.competitors[player].score;
    let mut brackets: Vec<PairedBracket> = Vec::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for player in all {
        match groups.last_mut() {
            Some(group) if score(group[0]) == score(player) => group.push(player),
            _ => groups.push(alloc::vec![player]),
        }
    }
    for (index, residents) in groups.iter().enumerate() {
        let moved_down = brackets.last().map(|(_, paired)| paired.floaters.clone()).unwrap_or_default();
        let bracket = Bracket {
            moved_down,
            residents: residents.clone(),
            next: groups.get(index + 1).cloned().unwrap_or_default(),
            rest: groups.get(index + 2..).unwrap_or_default().concat(),
        };
        let paired = pair_bracket(field, &bracket, bye_score).ok_or(PairingError::NoLegalPairing)?;
        brackets.push((bracket, paired));
    }
    Ok((brackets, bye_score))
}

fn pair_bracket(field: &Field, bracket: &Bracket, bye_score: Option<Points>) -> Option<BracketPairing> {
    if let Some(paired) = pair_alone(field, bracket, bye_score) {
        return Some(paired);
    }
    Graph::whole(field, bracket, bye_score).solve()
}

/// Pairs a bracket without looking below, and returns the result only if nothing below could change it.
///
/// Leaving out C4 and C8 can only make more candidates possible. So if the best of them leaves a field that can be
/// paired, and does as well as is possible at all on C8, it is also the best with C4 and C8.
fn pair_alone(field: &Field, bracket: &Bracket, bye_score: Option<Points>) -> Option<BracketPairing> {
    let score = |player: usize| field.competitors[player].score;
    let is_last = bracket.next.is_empty();
    if is_last || bracket.residents.iter().any(|&player| Some(score(player)) <= bye_score) {
        return None;
    }
    let floaters = completion::min_floaters(field, &bracket.moved_down, &bracket.residents);
    let paired = Graph::alone(field, bracket, floaters).solve()?;
    is_certain(field, &paired.floaters, bracket, bye_score).then_some(paired)
}

/// Whether, with these downfloaters, the next bracket does as well as it possibly could and everybody else can be
/// paired.
fn is_certain(field: &Field, floaters: &[usize], bracket: &Bracket, bye_score: Option<Points>) -> bool {
    if floaters.is_empty() {
        let below = [&bracket.next[..], &bracket.rest[..]].concat();
        return completion::can_complete(field, &below, bye_score);
    }
    if (floaters.len() + bracket.next.len()).is_multiple_of(2) {
        return completion::min_floaters(field, floaters, &bracket.next) == 0
            && completion::can_complete(field, &bracket.rest, bye_score);
    }
    let mut tried: Vec<usize> = Vec::new();
    while tried.len() < 4 {
        let found =
            completion::complete_but_one(field, floaters, &bracket.next, |player| !tried.contains(&player));
        let Some(floater) = found else { return false };
        let mut below = alloc::vec![floater];
        below.extend_from_slice(&bracket.rest);
        if completion::can_complete(field, &below, bye_score) {
            return true;
        }
        tried.push(floater);
    }
    false
}

/// Adds the colours, and sorts the boards.
fn assemble(
    tournament: &Tournament,
    field: &Field,
    round: usize,
    brackets: &[PairedBracket],
) -> RoundPairing {
    let number = |player: usize| field.competitors[player].number;
    let games = brackets.iter().flat_map(|(_, paired)| paired.pairs.iter().copied());
    let mut pairs: Vec<Pair> = games
        .map(|(a, b)| match color_of_higher(field, a, b).0 {
            Color::White => Pair { white: number(a), black: number(b) },
            Color::Black => Pair { white: number(b), black: number(a) },
        })
        .collect();
    sort_boards(tournament, round, &mut pairs);
    let bye = brackets.last().and_then(|(_, paired)| paired.floaters.first()).map(|&player| number(player));
    RoundPairing { round, pairs, bye }
}
