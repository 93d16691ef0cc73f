//! Different openings from game to game: an opponent that makes no mistakes still chooses among moves that are about as
//! good as the best.

use super::chance::seeded_hash;
use crate::score::Value;
use crate::search::Report;
use crate::table::Bound;
use rules::Position;

/// Moves vary up to this move number.
const MAX_MOVE_NUMBER: u16 = 6;
/// And only with at least this many pieces on the board, since a position that was set up may have any move number.
const MIN_PIECES: usize = 28;
/// How many moves are compared.
pub(super) const LINES: usize = 4;
/// How much worse than the best move another one may be, in centipawns.
const MARGIN: Value = 10;
/// A side that is further ahead or behind than this plays the best move.
const MAX_ADVANTAGE: Value = 80;

/// Whether the move in this position may vary.
pub(super) fn applies(position: &Position) -> bool {
    position.fullmoves() <= MAX_MOVE_NUMBER
        && position.board().occupied().len() >= MIN_PIECES
        && !position.in_check()
}

/// The best lines of the last completed depth.
#[derive(Default)]
pub(super) struct BestLines(Vec<Report>);

impl BestLines {
    pub(super) fn note(&mut self, report: &Report) {
        if report.rank == 1 {
            self.0.clear();
        }
        self.0.push(report.clone());
    }

    /// One of the lines that are about as good as the first; the seed decides which.
    pub(super) fn choose(mut self, position: &Position, seed: u64) -> Option<Report> {
        let best = self.0.first()?.value;
        if best.abs() > MAX_ADVANTAGE {
            return None;
        }
        self.0.retain(|line| line.bound == Bound::Exact && line.value >= best - MARGIN);
        let count = self.0.len().max(1) as u64;
        let chosen = (seeded_hash(position.key(), seed) % count) as usize;
        self.0.into_iter().nth(chosen).map(|line| Report { rank: 1, ..line })
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
            lines.note(&line(&start, "a4", 1, 500));
            for ((san, value), rank) in ["e4", "d4", "h4"].into_iter().zip(values).zip(1..) {
                lines.note(&line(&start, san, rank, value));
            }
            lines.choose(&start, seed).map(|line| line.line[0].to().to_string())
        };
        let all = |values| -> std::collections::BTreeSet<_> {
            (0..50).filter_map(|seed| chosen(values, seed)).collect()
        };
        assert_eq!(Vec::from_iter(all([30, 20, 19])), ["d4", "e4"]);
        assert_eq!(Vec::from_iter(all([30, 19, 19])), ["e4"]);
        assert!(all([300, 299, 298]).is_empty());
        assert_eq!(BestLines::default().choose(&start, 1).map(|line| line.rank), None);
    }

    #[test]
    fn only_openings_vary() {
        let applies = |fen: &str| applies(&fen.parse().expect(fen));
        assert!(applies("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
        assert!(!applies("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 7"));
        assert!(!applies("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"));
        assert!(!applies("rnbqk1nr/pppp1ppp/4p3/8/1b1P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 2 3"));
    }
}
