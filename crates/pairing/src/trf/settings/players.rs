//! Lines that name players: byes, virtual points, forbidden pairs and adjustments.

use super::{Settings, words};
use crate::trf::fault::Fault;
use crate::trf::player::Columns;
use crate::{Adjustment, Entry, ForbiddenPairs, Player, Points, Tournament, VirtualPoints};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A bye with a separate line.
pub(super) struct Bye {
    pub(super) line: usize,
    pub(super) entry: Entry,
    /// `None` means the next round.
    pub(super) round: Option<u32>,
    pub(super) players: Vec<(usize, u32)>,
}

impl Settings {
    /// `240 H 003   26   47`
    pub(super) fn bye(&mut self, columns: &mut Columns<'_>) {
        let entry = match columns.text(5, 5).to_ascii_uppercase().as_str() {
            "F" => Entry::FullPointBye,
            "H" => Entry::HalfPointBye,
            "Z" => Entry::ZeroPointBye,
            _ => {
                let found = columns.text(5, 5);
                return columns.fault(5, "F, H or Z, the type of bye", found);
            }
        };
        let Some(round) = columns.number(7, 9, "a round").filter(|&round| (1..=999).contains(&round)) else {
            let found = columns.text(7, 9);
            return columns.fault(7, "a round from 1 to 999", found);
        };
        let players = self.numbers(columns, 10);
        self.byes.push(Bye { line: columns.line, entry, round: Some(round), players });
    }

    /// `250      01.0 001 003 0001 0090`
    pub(super) fn accelerated(&mut self, columns: &mut Columns<'_>) {
        let text = columns.text(10, 13);
        let Ok(points) = text.parse() else {
            return columns.fault(10, "virtual points such as 1.0", text);
        };
        let places = [(15, 17), (19, 21), (23, 26), (28, 31)];
        let values = places.map(|(from, to)| columns.number(from, to, "a number"));
        let [Some(first_round), Some(last_round), Some(first), Some(last)] = values else {
            let found = columns.text(15, 31);
            return columns.fault(15, "first and last round, first and last player", found);
        };
        self.virtual_points.push(VirtualPoints {
            points,
            rounds: (first_round, last_round),
            players: (first, last),
        });
    }

    /// `XXA   12  1.0  1.0  0.5`
    pub(super) fn old_accelerated(&mut self, columns: &mut Columns<'_>) {
        let words = words(&columns.characters, 4);
        let Some((column, first)) = words.first() else {
            return columns.fault(5, "a starting number and points", "");
        };
        let Ok(number) = first.parse::<u32>() else {
            return columns.fault(*column, "a starting number", first.as_str());
        };
        self.named.push((columns.line, *column, number));
        for (index, (column, word)) in words[1..].iter().enumerate() {
            match word.parse::<Points>() {
                Ok(points) => {
                    let round = index as u32 + 1;
                    // Even zero points are stored: the line means that nothing else accelerates this tournament.
                    self.virtual_points.push(VirtualPoints {
                        points,
                        rounds: (round, round),
                        players: (number, number),
                    });
                }
                Err(_) => columns.fault(*column, "virtual points such as 1.0", word.as_str()),
            }
        }
    }

    /// `260 001 002  125  180  184`
    pub(super) fn forbidden(&mut self, columns: &mut Columns<'_>) {
        let (first, last) =
            (columns.number(5, 7, "the first round"), columns.number(9, 11, "the last round"));
        let (Some(first), Some(last)) = (first, last) else {
            let found = columns.text(5, 11);
            return columns.fault(5, "the first and the last round", found);
        };
        let players = self.numbers(columns, 12).into_iter().map(|(_, number)| number).collect();
        self.tournament.forbidden.push(ForbiddenPairs { rounds: (first, last), players });
    }

    /// `299 W        01.5  003    7`
    pub(super) fn adjustment(&mut self, columns: &mut Columns<'_>) {
        let code = columns.text(5, 5).chars().next();
        if code.is_some_and(|code| !"WDLFHZ+-".contains(code.to_ascii_uppercase())) {
            let found = columns.text(5, 5);
            columns.fault(5, "W, D, L, F, H, Z, +, - or blank", found);
        }
        let text = columns.text(13, 18);
        let Ok(points) = text.parse() else {
            return columns.fault(14, "points such as -0.5", text);
        };
        let round = columns.number(20, 22, "a round").filter(|&round| round > 0);
        let players = self.numbers(columns, 23).into_iter().map(|(_, number)| number).collect();
        self.tournament.adjustments.push(Adjustment { replaces: code, points, round, players });
    }

    /// Starting numbers from a column to the end of the line.
    pub(super) fn numbers(&mut self, columns: &mut Columns<'_>, after: usize) -> Vec<(usize, u32)> {
        let mut numbers = Vec::new();
        for (column, word) in words(&columns.characters, after) {
            match word.parse::<u32>() {
                Ok(0) => {}
                Ok(number) => {
                    self.named.push((columns.line, column, number));
                    numbers.push((column, number));
                }
                Err(_) => columns.fault(column, "a starting number", word),
            }
        }
        numbers
    }

    /// Enters byes from separate lines. They must not contradict the player's line.
    pub(in crate::trf) fn enter_byes(&self, players: &mut [(usize, Player)], faults: &mut Vec<Fault>) {
        let all = players.iter().map(|(_, player)| player.clone()).collect();
        let next = Tournament { players: all, ..Tournament::default() }.paired_rounds() + 1;
        for bye in &self.byes {
            let round = bye.round.map_or(next, |round| round as usize);
            for &(column, number) in &bye.players {
                let Ok(index) = players.binary_search_by_key(&number, |(_, player)| player.number) else {
                    continue;
                };
                let player = &mut players[index].1;
                match player.entry(round) {
                    Entry::Blank => player.set_entry(round, bye.entry),
                    known if known == bye.entry => {}
                    _ => faults.push(Fault {
                        line: bye.line,
                        column,
                        expected: format!("a bye that agrees with round {round} of the player's line"),
                        found: number.to_string(),
                    }),
                }
            }
        }
    }

    /// Checks that every player who is named exists.
    pub(in crate::trf) fn check_numbers(&self, players: &[(usize, Player)], faults: &mut Vec<Fault>) {
        for &(line, column, number) in &self.named {
            if players.binary_search_by_key(&number, |(_, player)| player.number).is_err() {
                let expected = String::from("the starting number of a player in this file");
                faults.push(Fault { line, column, expected, found: number.to_string() });
            }
        }
    }
}
