//! Round robin: Berger tables (C.05), single or double, and withdrawals.

use crate::dutch::{Pair, RoundPairing};
use crate::{Entry, System, Tournament};
use alloc::vec::Vec;

/// The rounds for a number of players by the Berger tables. With an odd number, the player who would meet number
/// `players + 1` is free and not listed.
pub fn berger(players: u32) -> Vec<Vec<Pair>> {
    let table = full_table(players);
    table
        .into_iter()
        .map(|round| {
            round.into_iter().filter(|pair| pair.white <= players && pair.black <= players).collect()
        })
        .collect()
}

/// The same for two games against everybody: the second cycle has the colours reversed, and the last two rounds of
/// the first are exchanged, so that nobody has the same colour three times running.
pub fn double_berger(players: u32) -> Vec<Vec<Pair>> {
    let first = berger(players);
    let reversed =
        |round: &Vec<Pair>| round.iter().map(|pair| Pair { white: pair.black, black: pair.white }).collect();
    let second: Vec<Vec<Pair>> = first.iter().map(reversed).collect();
    let mut rounds = first;
    let count = rounds.len();
    if count >= 2 {
        rounds.swap(count - 2, count - 1);
    }
    rounds.extend(second);
    rounds
}

/// The table with the free player's number, for an even number of places.
fn full_table(players: u32) -> Vec<Vec<Pair>> {
    if players < 2 {
        return Vec::new();
    }
    let places = players + players % 2;
    let circle = places - 1;
    (1..places)
        .map(|round| {
            let offset = (round - 1) * (places / 2) % circle;
            let place = |index: u32| (index + offset) % circle + 1;
            let against_last = if round % 2 == 1 {
                Pair { white: place(0), black: places }
            } else {
                Pair { white: places, black: place(0) }
            };
            let others =
                (1..places / 2).map(|index| Pair { white: place(index), black: place(places - 1 - index) });
            core::iter::once(against_last).chain(others).collect()
        })
        .collect()
}

/// What happens to the games of a player who withdraws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Withdrawal {
    /// Fewer than half of the games were played: none of them counts.
    Annulled,
    /// Half of the games or more were played: they count, and the others are lost by forfeit.
    Forfeited,
}

/// Decides what happens to the games of a player who withdraws after playing some of the scheduled games.
pub const fn withdrawal(played: usize, scheduled: usize) -> Withdrawal {
    if 2 * played < scheduled { Withdrawal::Annulled } else { Withdrawal::Forfeited }
}

/// Withdraws a player: the results are annulled or the remaining games forfeited. `rounds` is the table of all rounds
/// by player numbers. Returns which of the two; `None` if there is no such player.
pub fn withdraw(tournament: &mut Tournament, rounds: &[Vec<Pair>], number: u32) -> Option<Withdrawal> {
    let index = tournament.index_of(number)?;
    let opponent_in = |round: &Vec<Pair>| {
        round.iter().find_map(|pair| match (pair.white == number, pair.black == number) {
            (true, _) => Some((pair.black, crate::Color::White)),
            (_, true) => Some((pair.white, crate::Color::Black)),
            _ => None,
        })
    };
    let scheduled = rounds.iter().filter(|round| opponent_in(round).is_some()).count();
    let played = tournament.players[index].rounds.iter().filter(|entry| entry.is_played()).count();
    let decision = withdrawal(played, scheduled);
    for (position, round) in rounds.iter().enumerate() {
        let Some((opponent, color)) = opponent_in(round) else { continue };
        let Some(other) = tournament.index_of(opponent) else { continue };
        let round = position + 1;
        match decision {
            // The games can still be printed from an earlier file; the standings do not include them.
            Withdrawal::Annulled => {
                tournament.players[index].set_entry(round, Entry::ZeroPointBye);
                tournament.players[other].set_entry(round, Entry::ZeroPointBye);
            }
            Withdrawal::Forfeited if !tournament.players[index].entry(round).is_paired() => {
                let lost = Entry::Forfeit { opponent, color: Some(color), won: false };
                let won = Entry::Forfeit { opponent: number, color: Some(color.opposite()), won: true };
                tournament.players[index].set_entry(round, lost);
                tournament.players[other].set_entry(round, won);
            }
            Withdrawal::Forfeited => {}
        }
    }
    Some(decision)
}

/// A round of a round robin by the tables. The numbers of the table are positions in the list of players. With an odd
/// number of players, the free player gets no bye, because everybody is free equally often.
pub fn pair(tournament: &Tournament, round: usize) -> Option<RoundPairing> {
    let players = tournament.players.len() as u32;
    let table =
        if tournament.system == System::DoubleRoundRobin { double_berger(players) } else { berger(players) };
    let number = |place: u32| tournament.players[place as usize - 1].number;
    let games = table.get(round.checked_sub(1)?)?;
    let pairs =
        games.iter().map(|pair| Pair { white: number(pair.white), black: number(pair.black) }).collect();
    Some(RoundPairing { round, pairs, bye: None })
}
