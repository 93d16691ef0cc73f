//! Pairings of the next round.

use super::Tournament;
use pairing::dutch::{self, Pair};
use pairing::knockout::Knockout;
use pairing::{Color, round_robin};
use wire::club::{Score, TournamentSystem};

/// The pairs, White first, and the player with a bye.
pub(super) type Pairing = (Vec<(u32, u32)>, Option<u32>);

impl Tournament {
    /// The pairings of the next round, or why there are none.
    pub(crate) fn pair_next(&self) -> Result<Pairing, String> {
        let next = self.rounds.len() + 1;
        if self.players.len() < 2 {
            return Err("a tournament needs at least two players".into());
        }
        if !self.is_complete() {
            return Err("a game of the last round has no result yet".into());
        }
        if next as u32 > self.total_rounds() {
            return Err(format!("all {} rounds have been played", self.total_rounds()));
        }
        // Players are numbered at the first pairing.
        let mut sorted = self.clone();
        if self.rounds.is_empty() {
            sorted.number_players();
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

    /// The pairs of the next knockout round.
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
                        return Err(format!("enter who advances: {white} or {black}"));
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
}
