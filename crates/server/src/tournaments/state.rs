//! One tournament as its log tells it, and what follows from that: pairings, standings, a report file.

use crate::store::Record;
use game::Timestamp;
use pairing::dutch::{self, Pair};
use pairing::knockout::Knockout;
use pairing::standings::{Row, standings};
use pairing::tiebreak::TieBreak;
use pairing::trf::{Dialect, Document};
use pairing::{Color, Entry, GameResult, Player, Points, System, Tournament as Table, round_robin};
use serde::{Deserialize, Serialize};
use wire::club::{Score, TournamentSystem};

/// How many players a tournament of an evening can have.
pub const MAX_PLAYERS: usize = 200;
/// How many rounds it can have.
pub const MAX_ROUNDS: u32 = 30;
/// How ties are broken in a Swiss tournament, and in a round robin.
const SWISS_TIE_BREAKS: [&str; 4] = ["BH/C1", "BH", "SB", "DE"];
const ROUND_ROBIN_TIE_BREAKS: [&str; 3] = ["SB", "DE", "WIN"];

/// What an organiser has planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// What it is called.
    pub name: String,
    /// The organiser's id and name.
    pub by: (String, String),
    /// How players are paired.
    pub system: TournamentSystem,
    /// How many rounds a Swiss tournament has.
    pub rounds: u32,
    /// The time control as PGN writes it.
    pub time: String,
    /// Whether games count for ratings.
    pub rated: bool,
    /// After how many minutes a player who is not there loses.
    pub default_minutes: Option<u32>,
}

/// A row of the log of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentEvent {
    Created(Box<Terms>),
    Entered {
        id: String,
        name: String,
        /// How strong the player is thought to be.
        rating: u32,
    },
    /// Somebody does not take part, or no longer.
    Withdrawn {
        id: String,
    },
    /// A round is paired.
    Paired {
        /// The id of the round.
        round: String,
        /// White and Black of each board, by their numbers.
        pairs: Vec<(u32, u32)>,
        /// Who is left over.
        bye: Option<u32>,
    },
    /// A game is over, or an arbiter corrects a result.
    Result {
        /// The number of the round, from 1.
        round: usize,
        /// The number of the board, from 1.
        board: usize,
        score: Score,
    },
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    pub id: String,
    pub name: String,
    /// How strong the player is thought to be.
    pub rating: u32,
    /// Before which round the player has left, from 1.
    pub left_before: Option<usize>,
}

/// A round of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedRound {
    /// The id of the round with its games.
    pub id: String,
    /// White and Black of each board, by their numbers.
    pub pairs: Vec<(u32, u32)>,
    /// Who is left over.
    pub bye: Option<u32>,
    /// The result of each board.
    pub scores: Vec<Option<Score>>,
}

/// A tournament as it stands. Once the first round is paired, the number of a player is the place in `players`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    pub id: String,
    pub terms: Terms,
    pub created: Timestamp,
    pub players: Vec<Entrant>,
    /// The rounds so far.
    pub rounds: Vec<PairedRound>,
    /// The number of its last row.
    pub seq: u64,
}

/// Who plays whom, white first, and who has a bye.
pub(super) type Pairing = (Vec<(u32, u32)>, Option<u32>);

impl Tournament {
    /// A tournament that is announced.
    pub fn new(id: String, terms: Terms, created: Timestamp) -> Tournament {
        Tournament { id, terms, created, players: Vec::new(), rounds: Vec::new(), seq: 1 }
    }

    /// The tournaments of a log. Rows that a newer version wrote, and this one does not know, are passed over.
    pub fn replay(records: &[Record]) -> Vec<Tournament> {
        let mut all: Vec<Tournament> = Vec::new();
        for record in records {
            let Ok(event) = serde_json::from_str::<TournamentEvent>(&record.payload) else { continue };
            match event {
                TournamentEvent::Created(terms) => {
                    all.push(Tournament::new(record.id.clone(), *terms, record.at));
                }
                event => {
                    if let Some(tournament) = all.iter_mut().find(|known| known.id == record.id) {
                        tournament.apply(&event);
                    }
                }
            }
        }
        all
    }

    pub fn apply(&mut self, event: &TournamentEvent) {
        self.seq += 1;
        match event {
            TournamentEvent::Created(_) => {}
            TournamentEvent::Entered { id, name, rating } => {
                let (id, name, rating) = (id.clone(), name.clone(), *rating);
                self.players.push(Entrant { id, name, rating, left_before: None });
            }
            TournamentEvent::Withdrawn { id } => {
                if self.rounds.is_empty() {
                    self.players.retain(|player| player.id != *id);
                } else if let Some(player) = self.players.iter_mut().find(|player| player.id == *id) {
                    player.left_before = Some(self.rounds.len() + 1);
                }
            }
            TournamentEvent::Paired { round, pairs, bye } => {
                if self.rounds.is_empty() {
                    // C.04.2: by strength, then by the alphabet. From now on a place in the list is a number.
                    self.players.sort_by(|a, b| b.rating.cmp(&a.rating).then_with(|| a.name.cmp(&b.name)));
                }
                let scores = vec![None; pairs.len()];
                self.rounds.push(PairedRound { id: round.clone(), pairs: pairs.clone(), bye: *bye, scores });
            }
            TournamentEvent::Result { round, board, score } => {
                let found = round.checked_sub(1).and_then(|round| self.rounds.get_mut(round));
                let place = board.checked_sub(1);
                if let Some(cell) = found.zip(place).and_then(|(round, board)| round.scores.get_mut(board)) {
                    *cell = Some(*score);
                }
            }
        }
    }

    /// A player by the number that pairings use.
    pub fn player(&self, number: u32) -> Option<&Entrant> {
        self.players.get((number as usize).checked_sub(1)?)
    }

    /// How many rounds there are altogether.
    pub fn all_rounds(&self) -> u32 {
        let players = self.players.len() as u32;
        match self.terms.system {
            TournamentSystem::Swiss => self.terms.rounds,
            TournamentSystem::RoundRobin => (players + players % 2).saturating_sub(1),
            TournamentSystem::Knockout => players.max(1).next_power_of_two().trailing_zeros(),
        }
    }

    /// Whether every board of every round has its result.
    pub fn is_complete(&self) -> bool {
        self.rounds.iter().all(|round| round.scores.iter().all(Option::is_some))
    }

    /// Whether all rounds are over.
    pub fn is_over(&self) -> bool {
        !self.rounds.is_empty() && self.rounds.len() as u32 >= self.all_rounds() && self.is_complete()
    }

    /// The table that pairings and tie-breaks are made from.
    pub fn table(&self) -> Table {
        let numbers = 1..=self.players.len() as u32;
        let players = numbers
            .zip(&self.players)
            .map(|(number, entrant)| Player::new(number, &*entrant.name, entrant.rating));
        let mut table = Table::new(&*self.terms.name, players.collect(), self.all_rounds(), Color::White);
        table.system = match self.terms.system {
            TournamentSystem::Swiss => System::Dutch,
            TournamentSystem::RoundRobin => System::RoundRobin,
            TournamentSystem::Knockout => System::Other("KNOCKOUT".into()),
        };
        if !self.is_complete() {
            // A game that is on has given nobody anything; a report file would count it as a draw.
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

    /// The pairs of the next round and who is left over, or why there is none.
    pub fn pair_next(&self) -> Result<Pairing, String> {
        let next = self.rounds.len() + 1;
        if self.players.len() < 2 {
            return Err("a tournament needs two players at least".into());
        }
        if !self.is_complete() {
            return Err("a game of the last round has no result yet".into());
        }
        if next as u32 > self.all_rounds() {
            return Err(format!("all {} rounds have been played", self.all_rounds()));
        }
        // Numbers are given with the first pairing.
        let mut sorted = self.clone();
        if self.rounds.is_empty() {
            sorted.players.sort_by(|a, b| b.rating.cmp(&a.rating).then_with(|| a.name.cmp(&b.name)));
        }
        let table = sorted.table();
        let both = |pair: &Pair| (pair.white, pair.black);
        match self.terms.system {
            TournamentSystem::Swiss => {
                let paired =
                    dutch::pair(&table, next, &table.available(next)).map_err(|error| error.to_string())?;
                Ok((paired.pairs.iter().map(both).collect(), paired.bye))
            }
            TournamentSystem::RoundRobin => {
                let paired = round_robin::pair(&table, next).ok_or("the table has no such round")?;
                let has_left =
                    |number: u32| sorted.player(number).is_none_or(|player| player.left_before.is_some());
                let pairs = paired.pairs.iter().map(both);
                Ok((pairs.filter(|(white, black)| !has_left(*white) && !has_left(*black)).collect(), None))
            }
            TournamentSystem::Knockout => Ok((sorted.bracket()?, None)),
        }
    }

    /// The pairs of the next round of a knock-out.
    fn bracket(&self) -> Result<Vec<(u32, u32)>, String> {
        let seeds: Vec<u32> = (1..=self.players.len() as u32).collect();
        let mut knockout = Knockout::new(&seeds);
        for (index, round) in self.rounds.iter().enumerate() {
            for ((white, black), score) in round.pairs.iter().zip(&round.scores) {
                let winner = match score {
                    Some(Score::WhiteWins | Score::WhiteWinsByForfeit) => *white,
                    Some(Score::BlackWins | Score::BlackWinsByForfeit) => *black,
                    _ => {
                        let name = |number| self.player(number).map_or("?", |player| player.name.as_str());
                        let (white, black) = (name(*white), name(*black));
                        return Err(format!("enter who goes on: {white} or {black}"));
                    }
                };
                let matches = &knockout.rounds()[index];
                let place = matches
                    .iter()
                    .position(|found| found.upper == Some(winner) || found.lower == Some(winner));
                let place = place.ok_or("a result does not belong to the bracket")?;
                knockout.decide(index, place, winner).map_err(|error| error.to_string())?;
            }
        }
        let matches = knockout.rounds().get(self.rounds.len()).ok_or("the final has been played")?;
        let ready = matches.iter().enumerate().filter_map(|(board, found)| {
            let (upper, lower) = (found.upper?, found.lower?);
            let better = knockout.better(upper, lower);
            let other = if better == upper { lower } else { upper };
            Some(match knockout.color_of_better(board, Color::White) {
                Color::White => (better, other),
                Color::Black => (other, better),
            })
        });
        Ok(ready.collect())
    }

    /// The tie-breaks of this tournament.
    pub fn tie_breaks(&self) -> Vec<TieBreak> {
        let codes: &[&str] = match self.terms.system {
            TournamentSystem::Swiss => &SWISS_TIE_BREAKS,
            TournamentSystem::RoundRobin | TournamentSystem::Knockout => &ROUND_ROBIN_TIE_BREAKS,
        };
        codes.iter().filter_map(|code| code.parse().ok()).collect()
    }

    /// The standings, best first.
    pub fn standings(&self) -> (Table, Vec<Row>) {
        let table = self.table();
        let rows = standings(&table, self.rounds.len(), &self.tie_breaks());
        (table, rows)
    }

    /// The report file that federations exchange, with what `name_of` makes of the names of accounts.
    pub fn report<'a>(&'a self, name_of: impl Fn(&'a str) -> &'a str) -> String {
        let mut table = self.table();
        for (player, entrant) in table.players.iter_mut().zip(&self.players) {
            player.name = name_of(&entrant.name).into();
        }
        let mut document = Document::new(table, Dialect::Trf26);
        document.update_points();
        document.to_string()
    }
}

/// What a board was for White and for Black.
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
        None => played(GameResult::Unknown, GameResult::Unknown),
        Some(Score::WhiteWins) => played(GameResult::Win, GameResult::Loss),
        Some(Score::BlackWins) => played(GameResult::Loss, GameResult::Win),
        Some(Score::Draw) => played(GameResult::Draw, GameResult::Draw),
        Some(Score::WhiteWinsByForfeit) => forfeit(true, false),
        Some(Score::BlackWinsByForfeit) => forfeit(false, true),
        Some(Score::BothLose) => forfeit(false, false),
        Some(Score::HalfPointWhite) => played(GameResult::Draw, GameResult::Loss),
        Some(Score::HalfPointBlack) => played(GameResult::Loss, GameResult::Draw),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tournament(system: TournamentSystem, players: u32, rounds: u32) -> Tournament {
        let by = ("ann".to_owned(), "Ann".to_owned());
        let (name, time) = ("Evening".to_owned(), "600".to_owned());
        let terms = Terms { name, by, system, rounds, time, rated: false, default_minutes: None };
        let mut tournament = Tournament::new("t".into(), terms, Timestamp::ZERO);
        for number in 0..players {
            let (id, name) = (format!("p{number}"), format!("Player {number}"));
            tournament.apply(&TournamentEvent::Entered { id, name, rating: 2000 - 10 * number });
        }
        tournament
    }

    /// Plays all rounds; the better number wins.
    fn play(tournament: &mut Tournament) {
        while let Ok((pairs, bye)) = tournament.pair_next() {
            let number = tournament.rounds.len() + 1;
            let round = format!("r{number}");
            tournament.apply(&TournamentEvent::Paired { round, pairs: pairs.clone(), bye });
            for (index, (white, black)) in pairs.into_iter().enumerate() {
                let score = if white < black { Score::WhiteWins } else { Score::BlackWins };
                tournament.apply(&TournamentEvent::Result { round: number, board: index + 1, score });
            }
        }
    }

    #[test]
    fn each_system_plays_to_its_end() {
        for (system, players, rounds, games) in [
            (TournamentSystem::RoundRobin, 6, 5, 15),
            (TournamentSystem::RoundRobin, 5, 5, 10),
            (TournamentSystem::Swiss, 9, 4, 16),
            (TournamentSystem::Knockout, 8, 3, 7),
            (TournamentSystem::Knockout, 6, 3, 5),
        ] {
            let mut tournament = tournament(system, players, rounds);
            play(&mut tournament);
            assert!(tournament.is_over(), "{system:?} {players}");
            assert_eq!(tournament.rounds.len() as u32, rounds, "{system:?} {players}");
            let played: usize = tournament.rounds.iter().map(|round| round.pairs.len()).sum();
            assert_eq!(played, games, "{system:?} {players}");
            let (_, rows) = tournament.standings();
            assert_eq!((rows[0].number, rows[0].rank), (1, 1), "{system:?}: the best player has won");
            let report = tournament.report(|name| name);
            Document::parse(&report).unwrap_or_else(|faults| panic!("{system:?}: {faults}\n{report}"));
        }
    }

    #[test]
    fn a_drawn_match_of_a_knock_out_waits_for_the_arbiter() {
        let mut tournament = tournament(TournamentSystem::Knockout, 4, 0);
        let (pairs, bye) = tournament.pair_next().expect("a round");
        tournament.apply(&TournamentEvent::Paired { round: "r1".into(), pairs, bye });
        assert!(tournament.pair_next().unwrap_err().contains("no result"));
        for board in [1, 2] {
            tournament.apply(&TournamentEvent::Result { round: 1, board, score: Score::Draw });
        }
        assert!(tournament.pair_next().unwrap_err().contains("who goes on"));
        for board in [1, 2] {
            tournament.apply(&TournamentEvent::Result { round: 1, board, score: Score::WhiteWins });
        }
        assert_eq!(tournament.pair_next().expect("the final").0.len(), 1);
    }

    #[test]
    fn a_game_that_is_on_counts_for_nobody() {
        let mut tournament = tournament(TournamentSystem::Swiss, 4, 3);
        let (pairs, bye) = tournament.pair_next().expect("a round");
        tournament.apply(&TournamentEvent::Paired { round: "r1".into(), pairs, bye });
        let points = |tournament: &Tournament| -> Vec<String> {
            tournament.standings().1.iter().map(|row| row.points.to_string()).collect()
        };
        assert_eq!(points(&tournament), ["0.0"; 4]);
        tournament.apply(&TournamentEvent::Result { round: 1, board: 1, score: Score::WhiteWins });
        assert_eq!(points(&tournament), ["1.0", "0.0", "0.0", "0.0"]);
        let report = tournament.report(|name| name);
        let lines = report.lines().filter(|line| line.starts_with("001 "));
        assert_eq!(lines.filter(|line| line[80..84].trim() == "0.0").count(), 3, "{report}");
        Document::parse(&report).unwrap_or_else(|faults| panic!("{faults}\n{report}"));
    }

    #[test]
    fn who_leaves_is_paired_no_more() {
        let mut tournament = tournament(TournamentSystem::Swiss, 5, 4);
        tournament.apply(&TournamentEvent::Withdrawn { id: "p4".into() });
        assert_eq!(tournament.players.len(), 4, "before the first round nothing is left of them");
        let (pairs, bye) = tournament.pair_next().expect("a round");
        tournament.apply(&TournamentEvent::Paired { round: "r1".into(), pairs, bye });
        for board in [1, 2] {
            tournament.apply(&TournamentEvent::Result { round: 1, board, score: Score::Draw });
        }
        tournament.apply(&TournamentEvent::Withdrawn { id: "p0".into() });
        let (pairs, bye) = tournament.pair_next().expect("a round");
        assert_eq!((pairs.len(), bye.is_some()), (1, true));
        assert!(pairs.iter().all(|(white, black)| *white != 1 && *black != 1));
    }
}
