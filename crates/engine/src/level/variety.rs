//! Different openings from game to game: an opponent that makes no mistakes still chooses among moves that are about as
//! good as the best.

use super::chance::seeded_hash;
use crate::score::Value;
use crate::search::Report;
use crate::table::Bound;
use rules::Position;

/// Moves vary up to this move number.
const MAX_MOVE_NUMBER: u16 = 4;
/// And only with at least this many pieces on the board, since a position that was set up may have any move number.
const MIN_PIECES: usize = 28;
/// How many moves are compared.
pub(super) const LINES: usize = 3;
/// How much worse than the best move another one may be, in centipawns.
const MARGIN: Value = 6;
/// A side that is further ahead or behind than this plays the best move.
const MAX_ADVANTAGE: Value = 80;

/// Whether the move in this position may vary.
pub(super) fn applies(position: &Position) -> bool {
    position.fullmoves() <= MAX_MOVE_NUMBER
        && position.board().occupied().len() >= MIN_PIECES
        && !position.in_check()
}

/// The best lines of the last two depths. A search usually ends within a depth, when only its first line or two are
/// known; the depth before then has all of them.
#[derive(Default)]
pub(super) struct BestLines {
    current: Vec<Report>,
    previous: Vec<Report>,
}

impl BestLines {
    pub(super) fn note(&mut self, report: &Report) {
        if report.rank == 1 {
            self.previous = std::mem::take(&mut self.current);
        }
        self.current.push(report.clone());
    }

    /// One of the lines that are about as good as the first; the seed decides which.
    pub(super) fn choose(self, position: &Position, seed: u64) -> Option<Report> {
        let mut lines = if self.current.len() < self.previous.len() { self.previous } else { self.current };
        let best = lines.first()?.value;
        if best.abs() > MAX_ADVANTAGE {
            return None;
        }
        lines.retain(|line| line.bound == Bound::Exact && line.value >= best - MARGIN);
        let count = lines.len().max(1) as u64;
        let chosen = (seeded_hash(position.key(), seed) % count) as usize;
        lines.into_iter().nth(chosen).map(|line| Report { rank: 1, ..line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(position: &Position, san: &str, rank: usize, value: Value) -> Report {
        let mv = position.parse_san(san).expect(san).mv();
        let (bound, line) = (Bound::Exact, vec![mv]);
        Report { depth: 9, selective_depth: 9, rank, value, bound, nodes: 1, line }
    }

    #[test]
    fn only_moves_as_good_as_the_best_are_chosen() {
        let start = Position::start();
        let chosen = |values: [Value; 3], seed| {
            let mut lines = BestLines::default();
            // Lines of an earlier depth are dropped.
            for rank in 1..=3 {
                lines.note(&line(&start, "a4", rank, 500));
            }
            for ((san, value), rank) in ["e4", "d4", "h4"].into_iter().zip(values).zip(1..) {
                lines.note(&line(&start, san, rank, value));
            }
            lines.choose(&start, seed).map(|line| line.line[0].to().to_string())
        };
        let all = |values| -> std::collections::BTreeSet<_> {
            (0..50).filter_map(|seed| chosen(values, seed)).collect()
        };
        assert_eq!(Vec::from_iter(all([30, 24, 23])), ["d4", "e4"]);
        assert_eq!(Vec::from_iter(all([30, 23, 23])), ["e4"]);
        assert!(all([300, 299, 298]).is_empty());
        assert_eq!(BestLines::default().choose(&start, 1).map(|line| line.rank), None);
    }

    #[test]
    fn a_search_that_ends_within_a_depth_chooses_among_the_lines_before() {
        let start = Position::start();
        let mut chosen = std::collections::BTreeSet::new();
        for seed in 0..50 {
            let mut lines = BestLines::default();
            for (san, rank) in ["e4", "d4", "Nf3"].into_iter().zip(1..) {
                lines.note(&line(&start, san, rank, 20));
            }
            lines.note(&line(&start, "d4", 1, 25));
            chosen.extend(lines.choose(&start, seed).map(|line| line.line[0].to().to_string()));
        }
        assert_eq!(Vec::from_iter(chosen), ["d4", "e4", "f3"]);
    }

    #[test]
    fn only_openings_vary() {
        let applies = |fen: &str| applies(&fen.parse().expect(fen));
        assert!(applies("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
        assert!(!applies("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 5"));
        assert!(!applies("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"));
        assert!(!applies("rnbqk1nr/pppp1ppp/4p3/8/1b1P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 2 3"));
    }
}
