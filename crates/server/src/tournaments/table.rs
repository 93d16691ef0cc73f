//! The table of a tournament, from which pairings, standings and the report file are made.

use super::Tournament;
use pairing::standings::{Row, standings};
use pairing::tiebreak::TieBreak;
use pairing::trf::{Dialect, Document};
use pairing::{Color, Entry, Player, PlayerResult, Points, System, Tournament as Table};
use wire::club::{Score, TournamentSystem};

/// The tie-breaks of Swiss and round-robin tournaments.
const SWISS_TIE_BREAKS: [&str; 4] = ["BH/C1", "BH", "SB", "DE"];
const ROUND_ROBIN_TIE_BREAKS: [&str; 3] = ["SB", "DE", "WIN"];

impl Tournament {
    pub(crate) fn table(&self) -> Table {
        let numbers = 1..=self.players.len() as u32;
        let players = numbers
            .zip(&self.players)
            .map(|(number, entrant)| Player::new(number, &*entrant.name, entrant.rating));
        let mut table = Table::new(&*self.terms.name, players.collect(), self.total_rounds(), Color::White);
        table.system = match self.terms.system {
            TournamentSystem::Swiss => System::Dutch,
            TournamentSystem::RoundRobin => System::RoundRobin,
            TournamentSystem::Knockout => System::Other("KNOCKOUT".into()),
        };
        if !self.is_complete() {
            // A live game gives no points yet; in a report file it would count as a draw.
            table.points.unknown = Points::ZERO;
        }
        for (index, round) in self.rounds.iter().enumerate() {
            let mut set = |number: u32, entry: Entry| {
                if let Some(place) = table.index_of(number) {
                    table.players[place].set_entry(index + 1, entry);
                }
            };
            for ((white, black), score) in round.pairs.iter().zip(&round.scores) {
                let (of_white, of_black) = entries(*white, *black, *score);
                set(*white, of_white);
                set(*black, of_black);
            }
            if let Some(number) = round.bye {
                set(number, Entry::PairingBye);
            }
        }
        let next = self.rounds.len() + 1;
        for (number, entrant) in (1..).zip(&self.players) {
            for round in entrant.left_before.into_iter().flat_map(|from| from..=next) {
                if let Some(place) = table.index_of(number) {
                    table.players[place].set_entry(round, Entry::ZeroPointBye);
                }
            }
        }
        table
    }

    /// The tie-breaks of this tournament.
    pub(crate) fn tie_breaks(&self) -> Vec<TieBreak> {
        let codes: &[&str] = match self.terms.system {
            TournamentSystem::Swiss => &SWISS_TIE_BREAKS,
            TournamentSystem::RoundRobin | TournamentSystem::Knockout => &ROUND_ROBIN_TIE_BREAKS,
        };
        codes.iter().filter_map(|code| code.parse().ok()).collect()
    }

    /// The standings, best first.
    pub(crate) fn standings(&self) -> (Table, Vec<Row>) {
        let table = self.table();
        let rows = standings(&table, self.rounds.len(), &self.tie_breaks());
        (table, rows)
    }

    /// The report file (TRF) that federations exchange; `name_of` maps account names to printed names.
    pub(crate) fn report<'a>(&'a self, name_of: impl Fn(&'a str) -> &'a str) -> String {
        let mut table = self.table();
        for (player, entrant) in table.players.iter_mut().zip(&self.players) {
            player.name = name_of(&entrant.name).into();
        }
        let mut document = Document::new(table, Dialect::Trf26);
        document.update_points();
        document.to_string()
    }
}

/// The table entries of a board for White and Black.
fn entries(white: u32, black: u32, score: Option<Score>) -> (Entry, Entry) {
    let played = |of_white, of_black| {
        (
            Entry::Game { opponent: black, color: Color::White, result: of_white, rated: true },
            Entry::Game { opponent: white, color: Color::Black, result: of_black, rated: true },
        )
    };
    let forfeit = |white_won, black_won| {
        (
            Entry::Forfeit { opponent: black, color: Some(Color::White), won: white_won },
            Entry::Forfeit { opponent: white, color: Some(Color::Black), won: black_won },
        )
    };
    match score {
        None => played(PlayerResult::Unknown, PlayerResult::Unknown),
        Some(Score::WhiteWins) => played(PlayerResult::Win, PlayerResult::Loss),
        Some(Score::BlackWins) => played(PlayerResult::Loss, PlayerResult::Win),
        Some(Score::Draw) => played(PlayerResult::Draw, PlayerResult::Draw),
        Some(Score::WhiteWinsByForfeit) => forfeit(true, false),
        Some(Score::BlackWinsByForfeit) => forfeit(false, true),
        Some(Score::BothLose) => forfeit(false, false),
        Some(Score::HalfPointWhite) => played(PlayerResult::Draw, PlayerResult::Loss),
        Some(Score::HalfPointBlack) => played(PlayerResult::Loss, PlayerResult::Draw),
    }
}
