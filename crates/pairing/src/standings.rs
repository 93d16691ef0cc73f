//! Standings and crosstables.

use crate::tiebreak::{Kind, TieBreak, Value, Values};
use crate::{Color, Entry, PlayerResult, Points, Tournament};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A player's line in the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Row {
    /// The position of the player in [`Tournament::players`].
    pub index: usize,
    /// The pairing number of the player.
    pub number: u32,
    /// The place; players whom no tie-break separates share it.
    pub rank: usize,
    /// The points, without virtual ones.
    pub points: Points,
    /// One value for each tie-break.
    pub values: Vec<Value>,
}

/// The standings after a number of rounds, best first. Each tie-break is applied only to players who are still tied.
pub fn standings(tournament: &Tournament, after_round: usize, tie_breaks: &[TieBreak]) -> Vec<Row> {
    let values = Values::new(tournament, after_round);
    let columns: Vec<Vec<Value>> = tie_breaks.iter().map(|&tie_break| values.all(tie_break)).collect();
    let mut rows: Vec<Row> = (0..tournament.players.len())
        .map(|index| Row {
            index,
            number: tournament.players[index].number,
            rank: 0,
            points: tournament.score(index, after_round),
            values: columns.iter().map(|column| column[index]).collect(),
        })
        .collect();
    rows.sort_by_key(|row| core::cmp::Reverse(row.points));
    let mut first = 0;
    for group in rows.chunk_by_mut(|a, b| a.points == b.points) {
        separate(group, first + 1, tie_breaks, 0, &values);
        first += group.len();
    }
    rows
}

/// Orders players who are still tied by the tie-breaks from index `from` on, and ranks them.
fn separate(group: &mut [Row], rank: usize, tie_breaks: &[TieBreak], from: usize, values: &Values<'_>) {
    let tie_break = match tie_breaks.get(from) {
        Some(&tie_break) if group.len() > 1 => tie_break,
        _ => {
            for row in group {
                row.rank = rank;
            }
            return;
        }
    };
    if tie_break.kind == Kind::DirectEncounter {
        let members: Vec<usize> = group.iter().map(|row| row.index).collect();
        for (row, place) in group.iter_mut().zip(values.direct_encounter(&members, tie_break)) {
            row.values[from] = Value::Count(place);
        }
    }
    if tie_break.is_ascending() {
        group.sort_by_key(|row| row.values[from]);
    } else {
        group.sort_by_key(|row| core::cmp::Reverse(row.values[from]));
    }
    let mut first = rank;
    for part in group.chunk_by_mut(|a, b| a.values[from] == b.values[from]) {
        let size = part.len();
        separate(part, first, tie_breaks, from + 1, values);
        first += size;
    }
}

/// A round in a crosstable: the opponent's rank, the colour and the result, such as `12w1`, or `bye`.
pub fn crosstable_cell(entry: Entry, rank_of: impl Fn(u32) -> Option<usize>) -> String {
    let opponent = |number: u32| rank_of(number).map_or_else(|| String::from("?"), |rank| format!("{rank}"));
    let letter = |color: Color| if color == Color::White { 'w' } else { 'b' };
    match entry {
        Entry::Game { opponent: number, color, result, .. } => {
            let result = match result {
                PlayerResult::Win => '1',
                PlayerResult::Draw => '½',
                PlayerResult::Loss => '0',
                PlayerResult::Unknown => '*',
            };
            format!("{}{}{result}", opponent(number), letter(color))
        }
        Entry::Forfeit { opponent: number, color, won } => {
            let color = color.map(letter).map(String::from).unwrap_or_default();
            format!("{}{color}{}", opponent(number), if won { '+' } else { '-' })
        }
        Entry::PairingBye => String::from("bye"),
        Entry::FullPointBye => String::from("+1"),
        Entry::HalfPointBye => String::from("+½"),
        Entry::ZeroPointBye | Entry::Blank => String::from("-"),
    }
}

/// Sets each player's rank, by points and then by pairing number.
pub fn state_ranks(tournament: &mut Tournament) {
    let rounds = tournament.paired_rounds();
    let by_number = TieBreak::new(Kind::PairingNumber);
    for row in standings(tournament, rounds, &[by_number]) {
        tournament.players[row.index].rank = Some(row.rank as u32);
    }
}
