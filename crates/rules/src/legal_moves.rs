//! The legal moves of a position, kept as sets and unfolded when they are looked at.

use crate::generate::{PawnTargets, Receiver};
use crate::moves::{LegalMove, Move, MoveKind, Parts};
use crate::side::{Black, Side, White};
use crate::square_set::Squares;
use crate::{Color, Position, Promotion, Role, Square, SquareSet};
use core::fmt;
use core::iter::FusedIterator;

/// No side has more than sixteen men (law B04), and a queen has targets of two kinds.
const MOST_PIECES: usize = 32;

/// Every legal move of a position. Counting them costs no more than finding them: they are kept as one set
/// of targets a piece, and become [`LegalMove`]s one by one.
#[derive(Clone)]
pub struct LegalMoves<'p> {
    position: &'p Position,
    pieces: [PieceTargets; MOST_PIECES],
    piece_count: usize,
    pawns: PawnTargets,
    castling: SquareSet,
}

#[derive(Clone, Copy)]
struct PieceTargets {
    from: Square,
    role: Role,
    targets: SquareSet,
}

impl<'p> LegalMoves<'p> {
    #[inline(always)]
    pub(crate) const fn none(position: &'p Position) -> LegalMoves<'p> {
        const NOTHING: PieceTargets =
            PieceTargets { from: Square::A1, role: Role::Pawn, targets: SquareSet::EMPTY };
        LegalMoves {
            position,
            pieces: [NOTHING; MOST_PIECES],
            piece_count: 0,
            pawns: PawnTargets {
                step: SquareSet::EMPTY,
                double_step: SquareSet::EMPTY,
                capture_west: SquareSet::EMPTY,
                capture_east: SquareSet::EMPTY,
                en_passant: SquareSet::EMPTY,
            },
            castling: SquareSet::EMPTY,
        }
    }

    /// How many moves there are.
    #[inline]
    pub fn len(&self) -> usize {
        let mut count = Count::default();
        for piece in &self.pieces[..self.piece_count] {
            count.piece(piece.role, piece.from, piece.targets);
        }
        count.pawns(self.pawns);
        count.0 + self.castling.len()
    }

    /// Whether there is none: mate or stalemate.
    #[inline]
    pub fn is_empty(&self) -> bool {
        let PawnTargets { step, double_step, capture_west, capture_east, en_passant } = self.pawns;
        // A piece without targets is not kept, and castling is never the only move.
        self.piece_count == 0 && (step | double_step | capture_west | capture_east | en_passant).is_empty()
    }

    /// The rooks with which castling is legal now.
    #[inline]
    pub const fn castling_rooks(&self) -> SquareSet {
        self.castling
    }

    /// Where the piece on `from` can go; castling counts as going to the king's new square.
    pub fn targets(&self, from: Square) -> SquareSet {
        self.iter().filter(|legal| legal.from() == from).map(LegalMove::to).collect()
    }

    /// The moves one by one.
    #[inline]
    pub fn iter(&self) -> Iter<'_, 'p> {
        Iter {
            moves: self,
            next_batch: 0,
            batch: Batch { origin: Origin::Square(Square::A1), role: Role::Pawn, kind: MoveKind::Normal },
            squares: SquareSet::EMPTY.iter(),
        }
    }

    /// Calls `visit` with every move; faster than the iterator where every move is played.
    #[inline(always)]
    pub(crate) fn for_each<Us: Side>(&self, mut visit: impl FnMut(Parts)) {
        for piece in &self.pieces[..self.piece_count] {
            for target in piece.targets {
                visit(Parts { from: piece.from, target, role: piece.role, kind: MoveKind::Normal });
            }
        }
        let PawnTargets { step, double_step, capture_west, capture_east, en_passant } = self.pawns;
        let mut pawn = |from, target, kind| visit(Parts { from, target, role: Role::Pawn, kind });
        for (targets, files) in [(step, 0), (capture_west, -1), (capture_east, 1)] {
            for target in targets - Us::LAST_RANK {
                pawn(Us::pawn_origin(target, files), target, MoveKind::Normal);
            }
            for target in targets & Us::LAST_RANK {
                for promotion in Promotion::ALL {
                    pawn(Us::pawn_origin(target, files), target, MoveKind::Promotion(promotion));
                }
            }
        }
        for target in double_step {
            pawn(Square::wrapping(target.index() as u32 ^ 16), target, MoveKind::DoubleStep);
        }
        if let Some(target) = self.position.en_passant {
            for from in en_passant {
                pawn(from, target, MoveKind::EnPassant);
            }
        }
        for rook in self.castling {
            let from = self.position.king(Us::COLOR);
            visit(Parts { from, target: rook, role: Role::King, kind: MoveKind::Castling });
        }
    }
}

impl Receiver for LegalMoves<'_> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: SquareSet) {
        // Written always, kept only when there is a target: no branch.
        self.pieces[self.piece_count % MOST_PIECES] = PieceTargets { from, role, targets };
        self.piece_count += usize::from(!targets.is_empty());
    }

    #[inline(always)]
    fn pawns(&mut self, pawns: PawnTargets) {
        self.pawns = pawns;
    }

    #[inline(always)]
    fn castling(&mut self, rook: Square) {
        self.castling.insert(rook);
    }
}

/// Counts moves without keeping them.
#[derive(Default)]
pub(crate) struct Count(pub(crate) usize);

impl Receiver for Count {
    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, targets: SquareSet) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn pawns(&mut self, pawns: PawnTargets) {
        let PawnTargets { step, double_step, capture_west, capture_east, en_passant } = pawns;
        self.0 += step.len() + double_step.len() + capture_west.len() + capture_east.len() + en_passant.len();
        // A pawn that reaches the last rank has four moves there (law S10); which rank is no matter, as no
        // pawn goes backward.
        if !((step | capture_west | capture_east) & SquareSet::BACK_RANKS).is_empty() {
            for targets in [step, capture_west, capture_east] {
                self.0 += 3 * (targets & SquareSet::BACK_RANKS).len();
            }
        }
    }

    #[inline(always)]
    fn castling(&mut self, _: Square) {
        self.0 += 1;
    }
}

impl<'a, 'p> IntoIterator for &'a LegalMoves<'p> {
    type Item = LegalMove<'p>;
    type IntoIter = Iter<'a, 'p>;

    #[inline]
    fn into_iter(self) -> Iter<'a, 'p> {
        self.iter()
    }
}

impl fmt::Debug for LegalMoves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(LegalMove::mv)).finish()
    }
}

/// The moves of a [`LegalMoves`] one by one.
#[derive(Clone, Debug)]
pub struct Iter<'a, 'p> {
    moves: &'a LegalMoves<'p>,
    next_batch: usize,
    batch: Batch,
    /// The squares that tell the moves of this batch apart: targets, or for [`Origin::Each`] origins.
    squares: Squares,
}

/// Moves alike in all but one square.
#[derive(Clone, Copy, Debug)]
struct Batch {
    origin: Origin,
    role: Role,
    kind: MoveKind,
}

#[derive(Clone, Copy, Debug)]
enum Origin {
    /// All start here.
    Square(Square),
    /// Each starts so far before its target.
    Behind(i32),
    /// The squares are the origins, and all go here.
    Each(Square),
}

impl<'p> Iter<'_, 'p> {
    /// Takes up the next batch, which may be empty; none when all are done.
    fn refill(&mut self) -> Option<()> {
        let moves = self.moves;
        let position = moves.position;
        let us = position.turn;
        let number = self.next_batch;
        self.next_batch += 1;
        if let Some(piece) = moves.pieces[..moves.piece_count].get(number) {
            self.batch =
                Batch { origin: Origin::Square(piece.from), role: piece.role, kind: MoveKind::Normal };
            self.squares = piece.targets.iter();
            return Some(());
        }
        let forward = match us {
            Color::White => White::FORWARD,
            Color::Black => Black::FORWARD,
        };
        let PawnTargets { step, double_step, capture_west, capture_east, en_passant } = moves.pawns;
        let last = SquareSet::BACK_RANKS;
        let mut pawns = |squares: SquareSet, origin, kind| {
            self.batch = Batch { origin, role: Role::Pawn, kind };
            self.squares = squares.iter();
        };
        match number - moves.piece_count {
            0 => pawns(step - last, Origin::Behind(forward), MoveKind::Normal),
            1 => pawns(double_step, Origin::Behind(2 * forward), MoveKind::DoubleStep),
            2 => pawns(capture_west - last, Origin::Behind(forward - 1), MoveKind::Normal),
            3 => pawns(capture_east - last, Origin::Behind(forward + 1), MoveKind::Normal),
            4 => pawns(
                en_passant,
                Origin::Each(position.en_passant.unwrap_or(Square::A1)),
                MoveKind::EnPassant,
            ),
            5 => {
                let king = Origin::Square(position.king(us));
                self.batch = Batch { origin: king, role: Role::King, kind: MoveKind::Castling };
                self.squares = moves.castling.iter();
            }
            number @ 6..18 => {
                if ((step | capture_west | capture_east) & last).is_empty() {
                    return None; // promotions come last: most positions have none
                }
                let kind = MoveKind::Promotion(Promotion::ALL[number % 4]);
                match (number - 6) / 4 {
                    0 => pawns(step & last, Origin::Behind(forward), kind),
                    1 => pawns(capture_west & last, Origin::Behind(forward - 1), kind),
                    _ => pawns(capture_east & last, Origin::Behind(forward + 1), kind),
                }
            }
            _ => return None,
        }
        Some(())
    }
}

impl<'p> Iterator for Iter<'_, 'p> {
    type Item = LegalMove<'p>;

    #[inline]
    fn next(&mut self) -> Option<LegalMove<'p>> {
        loop {
            if let Some(square) = self.squares.next() {
                let Batch { origin, role, kind } = self.batch;
                let (from, target) = match origin {
                    Origin::Square(from) => (from, square),
                    Origin::Behind(delta) => {
                        (Square::wrapping((square.index() as i32 - delta) as u32), square)
                    }
                    Origin::Each(target) => (square, target),
                };
                let mv = Move::new(from, target, role, kind);
                return Some(LegalMove { position: self.moves.position, mv });
            }
            self.refill()?;
        }
    }
}

impl FusedIterator for Iter<'_, '_> {}
