//! The positions that legal moves lead to.

use crate::attacks::sliders::Sliders;
use crate::generate::{PawnTargets, Receiver, generate};
use crate::moves::{Move, MoveKind, Parts};
use crate::play::play;
use crate::side::Side;
use crate::{Position, Promotion, Role, Square, SquareSet};
use core::marker::PhantomData;

/// Visits every position that a legal move leads to, while moves are generated; no list of moves is kept.
#[inline(always)]
pub(crate) fn for_each_child<Us: Side, S: Sliders>(
    position: &Position,
    sliders: S,
    visit: impl FnMut(Move, &Position),
) {
    let mut children = Children { parent: position, visit, us: PhantomData::<Us> };
    generate::<Us, S, _>(position, sliders, &mut children);
}

struct Children<'p, Us, V> {
    parent: &'p Position,
    visit: V,
    us: PhantomData<Us>,
}

impl<Us: Side, V: FnMut(Move, &Position)> Children<'_, Us, V> {
    #[inline(always)]
    fn play(&mut self, from: Square, target: Square, role: Role, kind: MoveKind) {
        let child = play(self.parent, Us::COLOR, Parts { from, target, role, kind });
        (self.visit)(Move::new(from, target, role, kind), &child);
    }

    #[inline(always)]
    fn play_pawns(&mut self, targets: SquareSet, distance: i32, kind: MoveKind) {
        for target in targets {
            let from = Square::wrapping((target.index() as i32 - distance) as u32);
            self.play(from, target, Role::Pawn, kind);
        }
    }
}

impl<Us: Side, V: FnMut(Move, &Position)> Receiver<Us> for Children<'_, Us, V> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: SquareSet) {
        for target in targets {
            self.play(from, target, role, MoveKind::Normal);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, pawns: PawnTargets) {
        let PawnTargets { step, double_step, capture_west, capture_east, en_passant } = pawns;
        for (targets, distance) in
            [(step, Us::FORWARD), (capture_west, Us::FORWARD - 1), (capture_east, Us::FORWARD + 1)]
        {
            self.play_pawns(targets - Us::LAST_RANK, distance, MoveKind::Normal);
            for target in targets & Us::LAST_RANK {
                for promotion in Promotion::ALL {
                    self.play_pawns(SquareSet::of(target), distance, MoveKind::Promotion(promotion));
                }
            }
        }
        self.play_pawns(double_step, 2 * Us::FORWARD, MoveKind::DoubleStep);
        if let Some(target) = self.parent.en_passant() {
            for from in en_passant {
                self.play(from, target, Role::Pawn, MoveKind::EnPassant);
            }
        }
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rooks: SquareSet) {
        for rook in rooks {
            self.play(king, rook, Role::King, MoveKind::Castling);
        }
    }
}
