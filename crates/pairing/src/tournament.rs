//! A tournament as data: its players, their rounds so far, and the rules of the event.

use crate::{Color, Entry, PlayerResult, PointSystem, Points};
use alloc::string::String;
use alloc::vec::Vec;

/// A participant of a tournament.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Player {
    /// The pairing number (TPN): 1 is the strongest.
    pub number: u32,
    /// The name, usually "Lastname, Firstname".
    pub name: String,
    /// `m` or `w`, if the file says so.
    pub sex: Option<char>,
    /// `GM`, `IM`, … or empty.
    pub title: String,
    /// The rating; 0 for unrated players.
    pub rating: u32,
    /// Three letters, or empty.
    pub federation: String,
    /// The FIDE number, as text because files contain all kinds of values.
    pub fide_id: String,
    /// `YYYY/MM/DD`, or whatever the file contains.
    pub birth: String,
    /// The points that the file states.
    pub stated_points: Option<Points>,
    /// The rank that the file states.
    pub rank: Option<u32>,
    /// One entry per round, from the first; missing ones are [`Entry::Blank`].
    pub rounds: Vec<Entry>,
}

impl Player {
    /// A player who has not played yet.
    pub fn new(number: u32, name: impl Into<String>, rating: u32) -> Self {
        Self { number, name: name.into(), rating, ..Self::default() }
    }

    /// The entry of a round, counted from 1.
    pub fn entry(&self, round: usize) -> Entry {
        round.checked_sub(1).and_then(|index| self.rounds.get(index)).copied().unwrap_or(Entry::Blank)
    }

    /// Sets the entry of a round, counted from 1.
    pub fn set_entry(&mut self, round: usize, entry: Entry) {
        if round == 0 {
            return;
        }
        if self.rounds.len() < round {
            self.rounds.resize(round, Entry::Blank);
        }
        self.rounds[round - 1] = entry;
    }
}

/// Virtual points for a range of players in a range of rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VirtualPoints {
    /// The number of points.
    pub points: Points,
    /// The first and the last round.
    pub rounds: (u32, u32),
    /// The first and the last pairing number.
    pub players: (u32, u32),
}

/// Whether the first rounds are accelerated.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Acceleration {
    /// The tournament is not accelerated.
    #[default]
    None,
    /// The Baku method, C.04.7.
    Baku,
    /// As listed; several lines for one player and round add up.
    Listed(Vec<VirtualPoints>),
}

/// Players who must not meet.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ForbiddenPairs {
    /// The first and the last round in which this holds.
    pub rounds: (u32, u32),
    /// No two of these players may meet.
    pub players: Vec<u32>,
}

/// Points that differ from the point system: a penalty, a bonus, or another value of one result.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Adjustment {
    /// The kind of result whose value it replaces, as in a report file (`W`, `D`, `L`, `F`, `H`, `Z`, `+`, `-`); `None`
    /// adds the points instead.
    pub replaces: Option<char>,
    /// The number of points.
    pub points: Points,
    /// The round. `None` means every round for a replaced value, and once before the first round for a bonus.
    pub round: Option<u32>,
    /// The players concerned; empty means everybody.
    pub players: Vec<u32>,
}

impl Adjustment {
    fn concerns(&self, number: u32, round: usize) -> bool {
        let is_round = self.round.is_none_or(|at| at as usize == round);
        is_round && (self.players.is_empty() || self.players.contains(&number))
    }
}

/// How the rounds are paired.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum System {
    /// Swiss, by the Dutch system of 2026.
    #[default]
    Dutch,
    /// Everybody meets everybody once.
    RoundRobin,
    /// Everybody meets everybody twice.
    DoubleRoundRobin,
    /// Another type, by its code in the report file.
    Other(String),
}

/// The number by which the last colour rule (5) decides odd and even.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum ColorNumbering {
    /// The position among the players who have been paired so far or are paired now, as in the reference programs.
    #[default]
    Participating,
    /// The pairing number itself, as the text of the rule says.
    PairingNumber,
}

/// The number by which players of equal score are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum PlayerOrder {
    /// By the pairing number.
    #[default]
    Number,
    /// The rank that the file states (`XXC rank`).
    Rank,
}

/// A tournament: everything that pairing and standings depend on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Tournament {
    /// The name of the tournament.
    pub name: String,
    /// The players, in ascending order of their numbers.
    pub players: Vec<Player>,
    /// How many rounds are planned; topscorer rules need to know the last one.
    pub rounds: Option<u32>,
    /// The colour drawn for the first player of the first round.
    pub initial_color: Option<Color>,
    /// What results are worth.
    pub points: PointSystem,
    /// Virtual points of the first rounds.
    pub acceleration: Acceleration,
    /// Who must not meet whom.
    pub forbidden: Vec<ForbiddenPairs>,
    /// Points that differ from the point system.
    pub adjustments: Vec<Adjustment>,
    /// How the rounds are paired.
    pub system: System,
    /// The interpretation of the last colour rule.
    pub color_numbering: ColorNumbering,
    /// The order of players with equal scores.
    pub order: PlayerOrder,
}

impl Tournament {
    /// A tournament of players who have not played yet.
    pub fn new(name: impl Into<String>, players: Vec<Player>, rounds: u32, initial_color: Color) -> Self {
        Self {
            name: name.into(),
            players,
            rounds: Some(rounds),
            initial_color: Some(initial_color),
            ..Self::default()
        }
    }

    /// The position of a player in `players`.
    pub fn index_of(&self, number: u32) -> Option<usize> {
        self.players.binary_search_by_key(&number, |player| player.number).ok()
    }

    /// The last round that has been paired; 0 before the first.
    ///
    /// A bye that was entered in advance does not make a round paired while other players have no entry for it.
    pub fn paired_rounds(&self) -> usize {
        let entered = self.players.iter().map(|player| player.rounds.len()).max().unwrap_or(0);
        let is_paired = |round: &usize| {
            let entries = || self.players.iter().map(|player| player.entry(*round));
            let has_game = entries().any(|entry| matches!(entry, Entry::Game { .. } | Entry::Forfeit { .. }));
            has_game || entries().any(Entry::is_paired) && !entries().any(|entry| entry == Entry::Blank)
        };
        (1..=entered).rev().find(is_paired).unwrap_or(0)
    }

    /// The points of a player after a number of rounds.
    pub fn score(&self, player: usize, after_round: usize) -> Points {
        let Some(player) = self.players.get(player) else { return Points::ZERO };
        let bonus = |adjustment: &&Adjustment| {
            let has_begun = adjustment.round.is_none_or(|round| round as usize <= after_round);
            adjustment.replaces.is_none()
                && has_begun
                && adjustment.concerns(player.number, adjustment.round.unwrap_or(0) as usize)
        };
        let bonus: Points = self.adjustments.iter().filter(bonus).map(|adjustment| adjustment.points).sum();
        bonus + (1..=after_round).map(|round| self.round_points(player, round)).sum()
    }

    /// The points of one round.
    pub fn round_points(&self, player: &Player, round: usize) -> Points {
        let entry = player.entry(round);
        let replaced = self.adjustments.iter().find(|adjustment| {
            adjustment.replaces.is_some_and(|code| is_result(code, entry))
                && adjustment.concerns(player.number, round)
        });
        replaced.map_or_else(|| self.points.of(entry), |adjustment| adjustment.points)
    }

    /// The players who are available for a round: those without an entry for it.
    pub fn available(&self, round: usize) -> Vec<usize> {
        (0..self.players.len()).filter(|&index| self.players[index].entry(round) == Entry::Blank).collect()
    }

    /// The players who were paired in a past round, or got its bye.
    pub fn participants(&self, round: usize) -> Vec<usize> {
        (0..self.players.len()).filter(|&index| self.players[index].entry(round).is_paired()).collect()
    }
}

fn is_result(code: char, entry: Entry) -> bool {
    match code.to_ascii_uppercase() {
        'W' => matches!(entry, Entry::Game { result: PlayerResult::Win, .. }),
        'D' => matches!(entry, Entry::Game { result: PlayerResult::Draw, .. }),
        'L' => matches!(entry, Entry::Game { result: PlayerResult::Loss, .. }),
        'F' => entry == Entry::FullPointBye,
        'H' => entry == Entry::HalfPointBye,
        'Z' => matches!(entry, Entry::ZeroPointBye | Entry::Blank),
        '+' => matches!(entry, Entry::Forfeit { won: true, .. }),
        '-' => matches!(entry, Entry::Forfeit { won: false, .. }),
        _ => false,
    }
}
