//! What the evaluation reports its terms to: a weighted sum for play, a count for the tuner.

use super::pair::Pair;
use super::terms::COUNT;
use super::weights::WEIGHTS;
use rules::Color;

/// Receives every term of a position. The evaluation is a linear function of them, so the tuner can learn from the same
/// code that plays.
pub(crate) trait Tally {
    fn add(&mut self, color: Color, term: usize, times: i32);

    #[inline(always)]
    fn one(&mut self, color: Color, term: usize) {
        self.add(color, term, 1);
    }
}

/// The weighted sum, White's minus Black's.
#[derive(Default)]
pub(crate) struct Sum(pub(crate) Pair);

impl Tally for Sum {
    #[inline(always)]
    fn add(&mut self, color: Color, term: usize, times: i32) {
        let pair = if times == 1 { WEIGHTS[term] } else { WEIGHTS[term] * times };
        match color {
            Color::White => self.0 += pair,
            Color::Black => self.0 -= pair,
        }
    }
}

/// How often each term occurs, White's minus Black's.
pub(crate) struct Count(pub(crate) [i16; COUNT]);

impl Tally for Count {
    fn add(&mut self, color: Color, term: usize, times: i32) {
        let times = times as i16;
        self.0[term] += if color == Color::White { times } else { -times };
    }
}
