//! Tie-breaks from ratings. They are undefined if a player of the tournament has no rating.

use super::Values;
use crate::{Entry, Points};
use alloc::vec::Vec;

/// The rating difference for a score of 50 %, 51 %, … 100 %.
const DIFFERENCE: [i32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175,
    184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444,
    470, 501, 538, 589, 677, 800,
];

/// The largest rating difference with an expected score of 50 %, 51 %, … 99 %.
const LARGEST: [u32; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179,
    188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456,
    484, 517, 559, 619, 735,
];

/// The expected score in hundredths.
fn expected(difference: i32) -> i32 {
    let above = LARGEST.iter().take_while(|&&largest| difference.unsigned_abs() > largest).count() as i32;
    if difference >= 0 { 50 + above } else { 50 - above }
}

/// `numerator / denominator`, halves rounded up.
pub(super) fn rounded(numerator: i64, denominator: i64) -> i64 {
    if denominator == 0 { 0 } else { (2 * numerator + denominator).div_euclid(2 * denominator) }
}

impl Values<'_> {
    /// The ratings of the opponents in games on the board, and the points from these games.
    fn games(&self, index: usize) -> (Vec<i32>, Points) {
        let player = &self.tournament.players[index];
        let mut ratings = Vec::new();
        let mut points = Points::ZERO;
        for round in 1..=self.rounds {
            let entry = player.entry(round);
            if let (Entry::Game { .. }, Some(opponent)) = (entry, self.opponent(entry)) {
                ratings.push(self.tournament.players[opponent].rating as i32);
                points += self.tournament.round_points(player, round);
            }
        }
        (ratings, points)
    }

    pub(super) fn average_rating(&self, index: usize, cut: u8) -> Option<i64> {
        let (mut ratings, _) = self.games(index);
        ratings.sort_unstable();
        let kept = ratings.get(usize::from(cut)..).unwrap_or_default();
        (!kept.is_empty())
            .then(|| rounded(kept.iter().map(|&rating| i64::from(rating)).sum(), kept.len() as i64))
    }

    pub(super) fn performance(&self, index: usize) -> Option<i64> {
        let (ratings, points) = self.games(index);
        let most = i64::from(self.tournament.points.win.tenths()) * ratings.len() as i64;
        let percent = rounded(i64::from(points.tenths()) * 100, most).clamp(0, 100) as i32;
        let difference = DIFFERENCE[(percent - 50).unsigned_abs() as usize] * (percent - 50).signum();
        Some(self.average_rating(index, 0)? + i64::from(difference))
    }

    pub(super) fn perfect_performance(&self, index: usize) -> Option<i64> {
        let (ratings, points) = self.games(index);
        let win = self.tournament.points.win.tenths().max(1);
        let (&lowest, &highest) = (ratings.iter().min()?, ratings.iter().max()?);
        if points <= Points::ZERO {
            return Some(i64::from(lowest) - 800);
        }
        // The expected score grows with the rating, so a binary search finds the smallest sufficient one.
        let reaches = |rating: i32| {
            let sum: i64 = ratings.iter().map(|&opponent| i64::from(expected(rating - opponent))).sum();
            sum * i64::from(win) >= i64::from(points.tenths()) * 100
        };
        let (mut low, mut high) = (lowest - 800, highest + 736);
        while low < high {
            let middle = low + (high - low) / 2;
            if reaches(middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Some(low.into())
    }

    /// The average of a value over the opponents in games on the board.
    pub(super) fn average_of_opponents(
        &self,
        index: usize,
        value: impl Fn(usize) -> Option<i64>,
    ) -> Option<i64> {
        let player = &self.tournament.players[index];
        let entries = (1..=self.rounds).map(|round| player.entry(round)).filter(|entry| entry.is_played());
        let values: Vec<i64> = entries.filter_map(|entry| self.opponent(entry)).filter_map(value).collect();
        (!values.is_empty()).then(|| rounded(values.iter().sum(), values.len() as i64))
    }
}
