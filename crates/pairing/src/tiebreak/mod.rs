//! Tie-breaks of C.07, in force from 1 March 2026.

mod code;
mod rating;

pub use code::{Kind, ParseTieBreakError, TieBreak};

use crate::{Color, Entry, PlayerResult, Points, System, Tournament};
use alloc::vec::Vec;
use core::fmt;

/// The value of a tie-break for one player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Value {
    /// Not defined for this player or this tournament.
    Undefined,
    /// A count, a rating or a rank.
    Count(i64),
    /// A sum of points, in tenths.
    Points(i64),
    /// A value in hundredths.
    Hundredths(i64),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimal = |value: i64, digits: u32| {
            let unit = 10u64.pow(digits);
            let sign = if value < 0 { "-" } else { "" };
            let value = value.unsigned_abs();
            alloc::format!("{sign}{}.{:0width$}", value / unit, value % unit, width = digits as usize)
        };
        match *self {
            Self::Undefined => f.pad("-"),
            Self::Count(count) => f.pad(&alloc::format!("{count}")),
            Self::Points(tenths) => f.pad(&decimal(tenths, 1)),
            Self::Hundredths(hundredths) => f.pad(&decimal(hundredths, 2)),
        }
    }
}

/// What one round adds to Buchholz and Sonneborn-Berger.
#[derive(Clone, Copy)]
struct Contribution {
    /// The score of the opponent or of the dummy.
    score: i64,
    /// The points gained.
    gained: i64,
    /// Whether the round was left unplayed by choice.
    is_voluntary: bool,
}

impl Contribution {
    fn product(self) -> i64 {
        self.score * self.gained
    }
}

/// Calculates tie-breaks after a number of rounds.
#[derive(Clone, Copy, Debug)]
pub struct Values<'t> {
    tournament: &'t Tournament,
    rounds: usize,
}

impl<'t> Values<'t> {
    /// The state after a number of rounds.
    pub fn new(tournament: &'t Tournament, after_round: usize) -> Self {
        Self { tournament, rounds: after_round }
    }

    /// The value for each player, in the order of [`Tournament::players`].
    ///
    /// Direct encounter depends on who is tied. Here it is the rank among the players with the same points, and 0 if it
    /// does not separate them.
    pub fn all(&self, tie_break: TieBreak) -> Vec<Value> {
        if tie_break.kind == Kind::DirectEncounter {
            return self.direct_encounters(tie_break);
        }
        (0..self.tournament.players.len()).map(|index| self.of(index, tie_break)).collect()
    }

    fn of(&self, index: usize, tie_break: TieBreak) -> Value {
        let player = &self.tournament.players[index];
        let points = |points: Points| Value::Points(points.tenths().into());
        let count = |wanted: &dyn Fn(usize, Entry) -> bool| {
            Value::Count((1..=self.rounds).filter(|&round| wanted(round, player.entry(round))).count() as i64)
        };
        let is_won = |entry: Entry| matches!(entry, Entry::Game { result: PlayerResult::Win, .. });
        let is_black = |entry: Entry| matches!(entry, Entry::Game { color: Color::Black, .. });
        let rated = |value: Option<i64>| {
            if self.has_unrated() { Value::Undefined } else { value.map_or(Value::Undefined, Value::Count) }
        };
        match tie_break.kind {
            Kind::Points => points(self.tournament.score(index, self.rounds)),
            Kind::DirectEncounter => Value::Undefined,
            Kind::Wins => {
                let win = self.tournament.points.win;
                count(&|round, _| self.tournament.round_points(player, round) >= win)
            }
            Kind::GamesWon => count(&|_, entry| is_won(entry)),
            Kind::BlackGames => count(&|_, entry| is_black(entry)),
            Kind::BlackWins => count(&|_, entry| is_black(entry) && is_won(entry)),
            Kind::ProgressiveScore => {
                let after = |round| i64::from(self.tournament.score(index, round).tenths());
                Value::Points((1 + usize::from(tie_break.cut_low)..=self.rounds).map(after).sum())
            }
            Kind::RoundsElected => count(&|_, entry| !is_voluntary(entry)),
            Kind::StandardPoints => {
                points((1..=self.rounds).map(|round| self.standard_points(index, round)).sum())
            }
            Kind::PairingNumber => Value::Count(player.number.into()),
            Kind::Buchholz | Kind::ForeBuchholz | Kind::AverageBuchholz if self.is_round_robin() => {
                Value::Undefined
            }
            Kind::Buchholz | Kind::ForeBuchholz => Value::Points(self.buchholz(index, tie_break)),
            Kind::AverageBuchholz => {
                let buchholz = TieBreak { kind: Kind::Buchholz, ..tie_break };
                let average =
                    self.average_of_opponents(index, |opponent| Some(10 * self.buchholz(opponent, buchholz)));
                Value::Hundredths(average.unwrap_or(0))
            }
            Kind::SonnebornBerger => self.sonneborn_berger(index, tie_break),
            Kind::Koya => points(self.koya(index, tie_break.limit)),
            Kind::AverageRating => rated(self.average_rating(index, tie_break.cut_low)),
            Kind::Performance => rated(self.performance(index)),
            Kind::PerfectPerformance => rated(self.perfect_performance(index)),
            Kind::AveragePerformance => {
                rated(self.average_of_opponents(index, |opponent| self.performance(opponent)))
            }
            Kind::AveragePerfectPerformance => {
                rated(self.average_of_opponents(index, |opponent| self.perfect_performance(opponent)))
            }
            Kind::Rating => rated(Some(player.rating.into())),
        }
    }

    fn is_round_robin(&self) -> bool {
        matches!(self.tournament.system, System::RoundRobin | System::DoubleRoundRobin)
    }

    fn has_unrated(&self) -> bool {
        self.tournament.players.iter().any(|player| player.rating == 0)
    }

    fn opponent(&self, entry: Entry) -> Option<usize> {
        entry.opponent().and_then(|number| self.tournament.index_of(number))
    }

    /// A win for more points than the opponent, half a point for as many. A round without an opponent counts as a win,
    /// a draw or a loss, depending on its points.
    fn standard_points(&self, index: usize, round: usize) -> Points {
        let (win, draw) = (Points::from_tenths(10), Points::from_tenths(5));
        let player = &self.tournament.players[index];
        let mine = self.tournament.round_points(player, round);
        match self.opponent(player.entry(round)) {
            Some(opponent) => {
                let theirs = self.tournament.round_points(&self.tournament.players[opponent], round);
                let is_lost = matches!(player.entry(round), Entry::Forfeit { won: false, .. });
                if mine > theirs {
                    win
                } else if mine == theirs && !is_lost {
                    draw
                } else {
                    Points::ZERO
                }
            }
            None if mine >= self.tournament.points.win => win,
            None if mine >= self.tournament.points.draw && mine > Points::ZERO => draw,
            None => Points::ZERO,
        }
    }

    /// Whether the last round counts as a draw for Fore Buchholz: two players were paired in it.
    fn is_drawn(&self, index: usize, round: usize, fore: bool) -> bool {
        let entry = self.tournament.players[index].entry(round);
        fore && round == self.rounds && (entry.is_played() || entry.opponent().is_some())
    }

    /// The score that opponents count: requested byes at the end of the tournament are worth a draw.
    fn adjusted_score(&self, index: usize, fore: bool) -> i64 {
        let player = &self.tournament.players[index];
        let draw = self.tournament.points.draw;
        let is_open_end =
            |round: usize| is_voluntary(player.entry(round)) && !self.is_drawn(index, round, fore);
        let tail = (1..=self.rounds).rev().take_while(|&round| is_open_end(round)).count();
        let sum: Points = (1..=self.rounds)
            .map(|round| {
                let is_bye =
                    matches!(player.entry(round), Entry::HalfPointBye | Entry::ZeroPointBye | Entry::Blank);
                if self.is_drawn(index, round, fore) || is_bye && round > self.rounds - tail {
                    draw
                } else {
                    self.tournament.round_points(player, round)
                }
            })
            .sum();
        sum.tenths().into()
    }

    /// What each round adds. An unplayed round has a dummy opponent with the player's own score, capped by the score of
    /// the scheduled opponent or, without one, by that of a player who drew all games.
    fn contributions(&self, index: usize, tie_break: TieBreak) -> Vec<Contribution> {
        let fore = tie_break.kind == Kind::ForeBuchholz;
        let forfeits_played = tie_break.forfeits_played || self.is_round_robin();
        let player = &self.tournament.players[index];
        let draw = i64::from(self.tournament.points.draw.tenths());
        let mut own = i64::from(self.tournament.score(index, self.rounds).tenths());
        if self.rounds > 0 && self.is_drawn(index, self.rounds, fore) {
            own += draw - i64::from(self.tournament.round_points(player, self.rounds).tenths());
        }
        let contribution = |round: usize| {
            let entry = player.entry(round);
            let gained = self.tournament.round_points(player, round).tenths().into();
            let opponent = self.opponent(entry).map(|opponent| self.adjusted_score(opponent, fore));
            let counts_as_played = entry.is_played() || forfeits_played || self.is_drawn(index, round, fore);
            match opponent {
                Some(score) if counts_as_played => Contribution { score, gained, is_voluntary: false },
                _ => {
                    let cap = opponent.unwrap_or(draw * self.rounds as i64);
                    Contribution { score: own.min(cap), gained, is_voluntary: is_voluntary(entry) }
                }
            }
        };
        (1..=self.rounds).map(contribution).collect()
    }

    fn buchholz(&self, index: usize, tie_break: TieBreak) -> i64 {
        let mut contributions = self.contributions(index, tie_break);
        for _ in 0..tie_break.cut_low {
            // Rounds left unplayed by choice are cut first.
            let least = |voluntary: bool| {
                let places =
                    (0..contributions.len()).filter(|&at| !voluntary || contributions[at].is_voluntary);
                places.min_by_key(|&at| contributions[at].score)
            };
            if let Some(at) = least(true).or_else(|| least(false)) {
                contributions.remove(at);
            }
        }
        for _ in 0..tie_break.cut_high {
            if let Some(at) = (0..contributions.len()).max_by_key(|&at| contributions[at].score) {
                contributions.remove(at);
            }
        }
        contributions.iter().map(|contribution| contribution.score).sum()
    }

    fn sonneborn_berger(&self, index: usize, tie_break: TieBreak) -> Value {
        let mut contributions = self.contributions(index, tie_break);
        for _ in 0..tie_break.cut_low {
            let all = 0..contributions.len();
            let Some(least) =
                all.clone().min_by_key(|&at| (contributions[at].score, contributions[at].product()))
            else {
                break;
            };
            let voluntary = all
                .filter(|&at| contributions[at].is_voluntary)
                .min_by_key(|&at| contributions[at].product());
            let is_higher = |at: &usize| contributions[*at].product() >= contributions[least].product();
            contributions.remove(voluntary.filter(is_higher).unwrap_or(least));
        }
        Value::Hundredths(contributions.iter().map(|contribution| contribution.product()).sum())
    }

    /// Points against opponents who have half of the possible points, moved by the limit in half points.
    fn koya(&self, index: usize, limit: i8) -> Points {
        let player = &self.tournament.players[index];
        let (win, draw) = (self.tournament.points.win, self.tournament.points.draw);
        let threshold = win * self.rounds as i32 + draw * 2 * i32::from(limit);
        let qualifies = |opponent: usize| self.tournament.score(opponent, self.rounds) * 2 >= threshold;
        let counted =
            (1..=self.rounds).filter(|&round| self.opponent(player.entry(round)).is_some_and(qualifies));
        counted.map(|round| self.tournament.round_points(player, round)).sum()
    }

    fn direct_encounters(&self, tie_break: TieBreak) -> Vec<Value> {
        let count = self.tournament.players.len();
        let mut places = alloc::vec![Value::Count(0); count];
        let mut seen = alloc::vec![false; count];
        for index in 0..count {
            if seen[index] {
                continue;
            }
            let score = self.tournament.score(index, self.rounds);
            let group: Vec<usize> =
                (index..count).filter(|&other| self.tournament.score(other, self.rounds) == score).collect();
            for (&member, place) in group.iter().zip(self.direct_encounter(&group, tie_break)) {
                seen[member] = true;
                places[member] = Value::Count(place);
            }
        }
        places
    }

    /// The ranks within a group of tied players by the games among them; 0 for all if nobody is separated.
    ///
    /// If not everybody has met everybody, a player is ranked only if no outcome of the missing games could change it.
    pub fn direct_encounter(&self, group: &[usize], tie_break: TieBreak) -> Vec<i64> {
        let unplaced = alloc::vec![0; group.len()];
        if group.len() < 2 {
            return unplaced;
        }
        let mut places = alloc::vec![0; group.len()];
        let mut open: Vec<usize> = (0..group.len()).collect();
        let mut next_place = 1;
        // As long as some players are certainly first, they are taken out and the others are compared again by their
        // games.
        while open.len() > 1 {
            let ranges: Vec<(i64, i64)> =
                open.iter().map(|&at| self.encounter_range(group, &open, at, tie_break)).collect();
            let is_complete = ranges.iter().all(|(low, high)| low == high);
            if is_complete {
                let mut order = open.clone();
                let value =
                    |at: usize| open.iter().position(|&x| x == at).map_or(0, |position| ranges[position].0);
                order.sort_by_key(|&at| core::cmp::Reverse(value(at)));
                let is_separated = order.windows(2).any(|pair| value(pair[0]) != value(pair[1]));
                if !is_separated && next_place == 1 {
                    return unplaced;
                }
                for &at in &order {
                    let better = order.iter().filter(|&&other| value(other) > value(at)).count() as i64;
                    places[at] = next_place + better;
                }
                return places;
            }
            let first =
                (0..open.len()).find(|&x| (0..open.len()).all(|y| x == y || ranges[x].0 > ranges[y].1));
            let Some(first) = first else { break };
            places[open[first]] = next_place;
            next_place += 1;
            open.remove(first);
        }
        if next_place == 1 {
            return unplaced;
        }
        for at in open {
            places[at] = next_place;
        }
        places
    }

    /// The minimum and maximum that a member can have from games among the open members, in 1/60 of a tenth so that
    /// averages are exact enough.
    fn encounter_range(&self, group: &[usize], open: &[usize], at: usize, tie_break: TieBreak) -> (i64, i64) {
        let player = &self.tournament.players[group[at]];
        let forfeits_played = tie_break.forfeits_played || self.is_round_robin();
        let win = 60 * i64::from(self.tournament.points.win.tenths());
        let loss = 60 * i64::from(self.tournament.points.loss.tenths());
        let (mut low, mut high) = (0, 0);
        for &other in open.iter().filter(|&&other| other != at) {
            let number = self.tournament.players[group[other]].number;
            let met = (1..=self.rounds).filter(|&round| {
                let entry = player.entry(round);
                entry.opponent() == Some(number) && (entry.is_played() || forfeits_played)
            });
            let points: Vec<i64> = met
                .map(|round| 60 * i64::from(self.tournament.round_points(player, round).tenths()))
                .collect();
            if points.is_empty() {
                (low, high) = (low + loss, high + win);
            } else {
                let average = points.iter().sum::<i64>() / points.len() as i64;
                (low, high) = (low + average, high + average);
            }
        }
        (low, high)
    }
}

/// Half- and zero-point byes, and losses by forfeit.
fn is_voluntary(entry: Entry) -> bool {
    matches!(
        entry,
        Entry::HalfPointBye | Entry::ZeroPointBye | Entry::Blank | Entry::Forfeit { won: false, .. }
    )
}
