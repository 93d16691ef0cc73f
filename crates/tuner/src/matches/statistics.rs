//! Statistics of a match: Elo with error bars from pairs of games, and the sequential probability ratio test.

use std::f64::consts::SQRT_2;
use std::fmt;

/// The results of one player. Games are counted in pairs with colours exchanged: both games of a pair share an opening,
/// so only pairs are independent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tally {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    /// The number of pairs by their points: 0, ½, 1, 1½, 2 (pentanomial).
    pub(super) pairs: [u64; 5],
}

impl Tally {
    /// Adds both games of a pair, each 0, 1 or 2 half points.
    pub(super) fn add(&mut self, pair: [u32; 2]) {
        for half_points in pair {
            match half_points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        self.pairs[(pair[0] + pair[1]).min(4) as usize] += 1;
    }

    pub(super) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Mean and variance of a pair's score, from 0 to 1.
    fn moments(&self) -> Option<Moments> {
        let count: u64 = self.pairs.iter().sum();
        if count == 0 {
            return None;
        }
        let count = count as f64;
        let each =
            || self.pairs.iter().enumerate().map(|(points, pairs)| (points as f64 / 4.0, *pairs as f64));
        let mean = each().map(|(score, pairs)| score * pairs).sum::<f64>() / count;
        let variance = each().map(|(score, pairs)| pairs * (score - mean).powi(2)).sum::<f64>() / count;
        Some(Moments { count, mean, variance })
    }
}

struct Moments {
    count: f64,
    mean: f64,
    variance: f64,
}

/// `+57 =12 -31, 63.0 %, Elo +92.5 [+40.1, +149.2], LOS 99.9 %, pairs [1, 2, 3, 4, 5]`
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses, pairs } = self;
        write!(f, "+{wins} ={draws} -{losses}")?;
        let Some(Moments { count, mean, variance }) = self.moments() else { return write!(f, ", no pairs") };
        let deviation = (variance / count).sqrt();
        let [low, high] = [-1.96, 1.96].map(|times| elo(mean + times * deviation));
        let superiority = if deviation > 0.0 {
            normal((mean - 0.5) / deviation)
        } else {
            // All pairs have the same score.
            if mean > 0.5 {
                1.0
            } else if mean < 0.5 {
                0.0
            } else {
                0.5
            }
        };
        write!(
            f,
            ", {:.1} %, Elo {:+.1} [{low:+.1}, {high:+.1}], LOS {:.1} %, pairs {pairs:?}",
            100.0 * mean,
            elo(mean),
            100.0 * superiority
        )
    }
}

/// The difference in rating that gives this expected score. Scores are clamped, so that it stays finite.
pub(crate) fn elo(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    400.0 * (score / (1.0 - score)).log10()
}

fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The distribution function of the normal distribution.
fn normal(x: f64) -> f64 {
    // Abramowitz and Stegun 7.1.26, exact to 1.5e-7.
    let z = x.abs() / SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let polynomial = t
        * (0.254_829_592
            + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let tail = polynomial * (-z * z).exp() / 2.0;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

/// A sequential probability ratio test between two differences in rating, with 5 % errors of both kinds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    AcceptH0,
    AcceptH1,
    Continue,
}

impl Sprt {
    /// ln((1 - 0.05) / 0.05); the lower bound is its negative.
    pub(super) const BOUND: f64 = 2.944_438_979_166_440_3;

    /// The log-likelihood ratio of the hypotheses, by the normal approximation of the pairs' score.
    pub(super) fn ratio(self, tally: &Tally) -> f64 {
        let Some(Moments { count, mean, variance }) = tally.moments() else { return 0.0 };
        if variance == 0.0 {
            // Pairs that all have the same score say nothing about their variance.
            return 0.0;
        }
        let (low, high) = (expected_score(self.elo0), expected_score(self.elo1));
        count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    pub(super) fn verdict(self, tally: &Tally) -> Verdict {
        let ratio = self.ratio(tally);
        if ratio >= Sprt::BOUND {
            Verdict::AcceptH1
        } else if ratio <= -Sprt::BOUND {
            Verdict::AcceptH0
        } else {
            Verdict::Continue
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u64; 5]) -> Tally {
        let mut tally = Tally::default();
        for (points, count) in pairs.into_iter().enumerate() {
            let pair = [[0, 0], [0, 1], [0, 2], [1, 2], [2, 2]][points];
            (0..count).for_each(|_| tally.add(pair));
        }
        tally
    }

    #[test]
    fn elo_and_its_error_from_pairs() {
        // 50 pairs with 77 % of the points; by hand: deviation of a pair's score 0.23749, error ± 6.6 %.
        let tally = tally([1, 1, 19, 1, 28]);
        assert_eq!((tally.wins, tally.draws, tally.losses), (76, 2, 22));
        let text = tally.to_string();
        assert!(text.starts_with("+76 =2 -22, 77.0 %, Elo +209.9 ["), "{text}");
        assert!(text.ends_with("LOS 100.0 %, pairs [1, 1, 19, 1, 28]"), "{text}");
        assert!((elo(0.77) - 209.9).abs() < 0.1 && elo(0.5).abs() < 1e-9);
        assert!((expected_score(elo(0.9)) - 0.9).abs() < 1e-9);
    }

    #[test]
    fn the_normal_distribution() {
        for (x, expected) in [(0.0, 0.5), (1.0, 0.841_345), (1.96, 0.975_002), (-1.0, 0.158_655)] {
            assert!((normal(x) - expected).abs() < 1e-5, "{x}");
        }
    }

    #[test]
    fn the_sequential_test_decides_both_ways_and_not_too_early() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        assert_eq!(sprt.verdict(&Tally::default()), Verdict::Continue);
        assert_eq!(sprt.verdict(&tally([5, 10, 20, 11, 5])), Verdict::Continue);
        assert_eq!(sprt.verdict(&tally([100, 200, 400, 400, 300])), Verdict::AcceptH1);
        assert_eq!(sprt.verdict(&tally([300, 400, 400, 200, 100])), Verdict::AcceptH0);
        // All draws: no information.
        assert_eq!(sprt.verdict(&tally([0, 0, 500, 0, 0])), Verdict::Continue);
        let bound = (0.95_f64 / 0.05).ln();
        assert!((Sprt::BOUND - bound).abs() < 1e-12);
    }
}
