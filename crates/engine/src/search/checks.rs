//! The squares from which the enemy king can be checked; quiet moves that give check are not pruned as readily.

use rules::{Color, LegalMove, Position, Promotion, Role, Square, SquareSet, attacks, cpu};

/// The squares from which each kind of piece would give check.
#[derive(Clone, Copy)]
pub(super) struct CheckSquares([SquareSet; 6]);

impl CheckSquares {
    #[inline]
    pub(super) fn of(position: &Position) -> CheckSquares {
        let turn: Color = position.turn();
        let king = position.king(!turn);
        let (diagonal, straight) = cpu::run(Lines { king, occupied: position.board().occupied() });
        let pawn = attacks::pawn(!turn, king);
        CheckSquares([pawn, attacks::knight(king), diagonal, straight, diagonal | straight, SquareSet::EMPTY])
    }

    /// Whether the moved piece itself checks; discovered checks are not counted.
    #[inline(always)]
    pub(super) fn has(&self, legal: LegalMove<'_>) -> bool {
        let role = legal.promotion().map_or(legal.role(), Promotion::role);
        role != Role::King && self.0[role.index()].contains(legal.to())
    }
}

/// The diagonals and the straight lines from a king.
struct Lines {
    king: Square,
    occupied: SquareSet,
}

impl cpu::Work for Lines {
    type Output = (SquareSet, SquareSet);

    #[inline(always)]
    fn run(self, sliders: impl cpu::Sliders) -> (SquareSet, SquareSet) {
        let Lines { king, occupied } = self;
        (sliders.bishop(king, occupied), sliders.rook(king, occupied))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn direct_checks_are_seen() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/1P6/8/8/8/8/3N4/R2QK2R w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let squares = CheckSquares::of(&position);
            for legal in &position.legal_moves() {
                let checkers = legal.play().checkers();
                let direct = checkers.contains(legal.to()) && !legal.mv().is_castling();
                // A piece that moves along its own checking line looks through the square it leaves: counted either
                // way.
                assert!(!squares.has(legal) || !checkers.is_empty(), "{fen} {}", legal.uci());
                let along = attacks::line(legal.from(), legal.to()).contains(position.king(!position.turn()));
                assert!(squares.has(legal) || !direct || along, "{fen} {}", legal.uci());
            }
        }
    }
}
