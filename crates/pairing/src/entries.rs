//! The list of players: its order by strength (C.04.2), and entries after the tournament has begun.

use crate::dutch::{MAX_PLAYERS, VirtualScores};
use crate::{Acceleration, Entry, Player, PlayerOrder, Tournament};
use core::cmp::{Ordering, Reverse};

/// The last round after which a late entry renumbers the players.
const LAST_RENUMBERING: usize = 3;

const TITLES: [&str; 8] = ["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"];

/// The order of starting numbers: rating, then title, then name.
pub fn by_strength(a: &Player, b: &Player) -> Ordering {
    let title = |player: &Player| {
        TITLES.iter().position(|known| known.eq_ignore_ascii_case(&player.title)).unwrap_or(TITLES.len())
    };
    let key = |player: &Player| (Reverse(player.rating), title(player));
    key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name))
}

impl Tournament {
    /// Adds a late entry, with zero-point byes for the rounds that have been paired. Returns the number, or `None` if
    /// all [`MAX_PLAYERS`] numbers are taken.
    ///
    /// Until round 4 has been paired, the player gets a number by strength and all numbers from it on increase by one.
    /// Afterwards, or if players are ordered by rank, the player gets the next free number.
    pub fn add_player(&mut self, mut player: Player) -> Option<u32> {
        let last = self.players.last().map_or(0, |last| last.number);
        if last as usize >= MAX_PLAYERS {
            return None;
        }
        let paired = self.paired_rounds();
        if paired > 0 {
            self.list_virtual_points();
        }
        let is_renumbered = paired <= LAST_RENUMBERING && self.order == PlayerOrder::Number;
        let place = if is_renumbered {
            self.players.iter().position(|known| by_strength(&player, known).is_lt())
        } else {
            None
        };
        player.number = place.map_or(last + 1, |place| self.players[place].number);
        player.rounds.clear();
        for round in 1..=paired {
            player.set_entry(round, Entry::ZeroPointBye);
        }
        self.make_room(player.number);
        let number = player.number;
        self.players.insert(place.unwrap_or(self.players.len()), player);
        Some(number)
    }

    /// C.04.7: after a late entry the last player of the accelerated group stays the same person.
    fn list_virtual_points(&mut self) {
        if self.acceleration == Acceleration::Baku {
            let listed = VirtualScores::new(self).listed();
            self.acceleration = Acceleration::Listed(listed);
        }
    }

    /// Increases all numbers from this one on by one.
    fn make_room(&mut self, first: u32) {
        let move_up = |number: &mut u32| *number += u32::from(*number >= first);
        for player in &mut self.players {
            move_up(&mut player.number);
            for entry in &mut player.rounds {
                if let Entry::Game { opponent, .. } | Entry::Forfeit { opponent, .. } = entry {
                    move_up(opponent);
                }
            }
        }
        self.forbidden.iter_mut().flat_map(|forbidden| &mut forbidden.players).for_each(move_up);
        self.adjustments.iter_mut().flat_map(|adjustment| &mut adjustment.players).for_each(move_up);
        if let Acceleration::Listed(listed) = &mut self.acceleration {
            for line in listed {
                // A player who enters at the head of a group belongs to it.
                line.players.0 += u32::from(line.players.0 > first);
                move_up(&mut line.players.1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, PlayerResult, dutch};
    use alloc::vec::Vec;

    fn tournament(ratings: &[u32]) -> Tournament {
        let players = ratings.iter().zip(1..).map(|(&rating, number)| Player::new(number, "X", rating));
        Tournament::new("T", players.collect(), 9, Color::White)
    }

    fn play(tournament: &mut Tournament) {
        let pairing = dutch::pair_next(tournament).expect("a pairing");
        for pair in &pairing.pairs {
            for (number, opponent, color, result) in [
                (pair.white, pair.black, Color::White, PlayerResult::Win),
                (pair.black, pair.white, Color::Black, PlayerResult::Loss),
            ] {
                let index = tournament.index_of(number).expect("a player");
                let entry = Entry::Game { opponent, color, result, rated: true };
                tournament.players[index].set_entry(pairing.round, entry);
            }
        }
    }

    #[test]
    fn a_late_entry_gets_the_number_by_strength_and_the_others_move_up() {
        let mut tournament = tournament(&[2400, 2300, 2200, 2100]);
        play(&mut tournament);
        assert_eq!(tournament.add_player(Player::new(0, "Late", 2250)), Some(3));
        let numbers: Vec<u32> = tournament.players.iter().map(|player| player.number).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5]);
        // 1-3 and 4-2 before, 1-4 and 5-2 now.
        assert_eq!(tournament.players[0].entry(1).opponent(), Some(4));
        assert_eq!(tournament.players[4].entry(1).opponent(), Some(2));
        assert_eq!(tournament.players[2].entry(1), Entry::ZeroPointBye);
        play(&mut tournament);
        play(&mut tournament);
        play(&mut tournament);
        assert_eq!(tournament.add_player(Player::new(0, "Later", 2500)), Some(6), "numbers are final");
    }

    #[test]
    fn the_accelerated_group_keeps_its_last_player() {
        let mut tournament = tournament(&[2400, 2300, 2200, 2100]);
        tournament.acceleration = Acceleration::Baku;
        play(&mut tournament);
        let group = |tournament: &Tournament| {
            let scores = VirtualScores::new(tournament);
            let players =
                (0..tournament.players.len()).filter(|&index| scores.of(index, 2) != crate::Points::ZERO);
            players.map(|index| tournament.players[index].rating).collect::<Vec<_>>()
        };
        assert_eq!(group(&tournament), [2400, 2300]);
        tournament.add_player(Player::new(0, "Weak", 1000));
        assert_eq!(group(&tournament), [2400, 2300]);
        tournament.add_player(Player::new(0, "Strong", 2600));
        assert_eq!(group(&tournament), [2600, 2400, 2300]);
    }
}
