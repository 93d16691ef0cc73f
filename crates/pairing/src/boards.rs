//! The order of the boards (C.04.2): the score of the higher ranked player, the sum of both scores, the higher rank.

use crate::dutch::{Pair, VirtualScores};
use crate::{PlayerOrder, Points, Tournament};
use core::cmp::Reverse;

/// Sorts the games of a round into the order of the boards, by the scores before that round.
///
/// In accelerated rounds virtual points count, as C.04.7 says.
pub fn sort_boards(tournament: &Tournament, round: usize, pairs: &mut [Pair]) {
    let virtual_scores = VirtualScores::new(tournament);
    let key = |number: u32| {
        let index = tournament.index_of(number);
        let score = index.map_or(Points::ZERO, |index| {
            tournament.score(index, round.saturating_sub(1)) + virtual_scores.of(index, round)
        });
        let rank = match tournament.order {
            PlayerOrder::Number => number,
            PlayerOrder::Rank => index.and_then(|index| tournament.players[index].rank).unwrap_or(u32::MAX),
        };
        (Reverse(score), rank, number)
    };
    pairs.sort_by_cached_key(|pair| {
        let (white, black) = (key(pair.white), key(pair.black));
        let (Reverse(a), Reverse(b)) = (white.0, black.0);
        let higher = white.min(black);
        (higher.0, Reverse(a + b), higher.1, higher.2)
    });
}
