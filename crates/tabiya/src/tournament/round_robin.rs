//! Round robins: rounds of the Berger table, and withdrawals.

use pairing::dutch::{Pair, RoundPairing};
use pairing::round_robin::{Withdrawal, withdrawal};
use pairing::{Color, Entry, Tournament};

/// A round of the table, without the games of players who have withdrawn.
pub(super) fn pair(tournament: &Tournament, round: usize) -> Result<RoundPairing, String> {
    let mut pairing = table(tournament, round)?;
    pairing.pairs.retain(|pair| {
        is_present(tournament, round, pair.white) && is_present(tournament, round, pair.black)
    });
    Ok(pairing)
}

/// Enters the games of a round that are won because the opponent has withdrawn.
pub(super) fn enter_walkovers(tournament: &mut Tournament, round: usize) {
    let Ok(table) = table(tournament, round) else { return };
    for Pair { white, black } in table.pairs {
        let presence = (is_present(tournament, round, white), is_present(tournament, round, black));
        let (winner, loser, color) = match presence {
            (true, false) => (white, black, Color::White),
            (false, true) => (black, white, Color::Black),
            _ => continue,
        };
        let (Some(won), Some(lost)) = (tournament.index_of(winner), tournament.index_of(loser)) else {
            continue;
        };
        // The games of a player who withdrew early do not count.
        if tournament.players[lost].rounds.iter().any(|entry| entry.is_played()) {
            let entry = |opponent, color, won| Entry::Forfeit { opponent, color: Some(color), won };
            tournament.players[won].set_entry(round, entry(loser, color, true));
            tournament.players[lost].set_entry(round, entry(winner, color.opposite(), false));
        }
    }
}

/// Withdraws a player. Returns what happens to the games, which by C.05 depends on how many were played.
pub(super) fn withdraw(tournament: &mut Tournament, number: u32) -> String {
    let rounds = tournament.rounds.unwrap_or(0) as usize;
    let paired = tournament.paired_rounds();
    let Some(index) = tournament.index_of(number) else { return String::new() };
    let games = tournament.players.len().saturating_sub(1);
    let scheduled = if tournament.system == pairing::System::DoubleRoundRobin { 2 * games } else { games };
    let played = tournament.players[index].rounds.iter().filter(|entry| entry.is_played()).count();
    let decision = withdrawal(played, scheduled);
    if decision == Withdrawal::Annulled {
        for round in 1..=paired {
            let opponent = tournament.players[index].entry(round).opponent();
            if let Some(other) = opponent.and_then(|opponent| tournament.index_of(opponent)) {
                tournament.players[other].set_entry(round, Entry::ZeroPointBye);
            }
            tournament.players[index].set_entry(round, Entry::ZeroPointBye);
        }
    }
    for round in paired + 1..=rounds {
        tournament.players[index].set_entry(round, Entry::ZeroPointBye);
    }
    let games = match decision {
        Withdrawal::Annulled => "fewer than half of the games were played, so they do not count",
        Withdrawal::Forfeited => "the remaining games are lost by forfeit",
    };
    format!("{number} withdrawn after round {paired}: {games}")
}

fn table(tournament: &Tournament, round: usize) -> Result<RoundPairing, String> {
    pairing::round_robin::pair(tournament, round).ok_or_else(|| format!("the table has no round {round}"))
}

fn is_present(tournament: &Tournament, round: usize, number: u32) -> bool {
    tournament.index_of(number).is_some_and(|index| tournament.players[index].entry(round) == Entry::Blank)
}
