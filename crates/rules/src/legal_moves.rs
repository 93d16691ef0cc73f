//! The legal moves of a position, stored as sets of squares and expanded on iteration.

use crate::generate::{PawnTargets, Receiver};
use crate::moves::{LegalMove, Move, MoveKind};
use crate::side::Side;
use crate::square_set::SquareSetIter;
use crate::{Position, Promotion, Role, Square, SquareSet};
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::{mem, slice};

/// Legal moves of a position: all of them, the captures and promotions, or the others. They are stored as sets of
/// squares, usually one for each piece, and expanded to [`LegalMove`]s one by one; their number is known at once.
#[derive(Clone)]
pub struct LegalMoves<'p> {
    position: &'p Position,
    len: usize,
    castling: SquareSet,
    batch_count: usize,
    batches: [Batch; INLINE_BATCHES],
    /// The batches that do not fit above; only positions with more pieces than a game begins with have any.
    more: Vec<Batch>,
}

/// The king has one batch, each of the fifteen other pieces (law B04) at most two (a queen), and castling one. The
/// pawns, if there are any, have steps, double steps, captures to either side, en passant and twelve kinds of
/// promotion.
const INLINE_BATCHES: usize = 48;
const _: () = assert!(INLINE_BATCHES > 14 * 2 + 4 + 1 + 12 + 1 && INLINE_BATCHES > 15 * 2 + 1);

/// Moves that differ only in one square, or in two squares at a fixed distance.
#[derive(Clone, Copy)]
struct Batch {
    /// The squares in which the moves differ.
    squares: SquareSet,
    /// The move of square `s` has the bits `first + s * stride`, by the layout of [`Move`].
    first: u32,
    stride: u32,
}

impl Batch {
    const NONE: Batch = Batch { squares: SquareSet::EMPTY, first: 0, stride: 0 };

    /// A piece, or a king that castles, goes from here to each of the squares.
    #[inline(always)]
    const fn from(from: Square, role: Role, kind: MoveKind, targets: SquareSet) -> Batch {
        Batch {
            squares: targets,
            first: Move::new(from, Square::A1, role, kind).bits(),
            stride: Move::TARGET_STRIDE,
        }
    }

    /// A pawn goes to each of the squares, from the square whose index is smaller by `distance`.
    #[inline(always)]
    const fn pawns(targets: SquareSet, distance: i32, kind: MoveKind) -> Batch {
        let first = Move::new(Square::A1, Square::A1, Role::Pawn, kind).bits().wrapping_sub(distance as u32);
        Batch { squares: targets, first, stride: Move::TARGET_STRIDE + Move::FROM_STRIDE }
    }

    /// A pawn goes from each of the squares to the one target.
    #[inline(always)]
    const fn to(target: Square, kind: MoveKind, origins: SquareSet) -> Batch {
        let first = Move::new(Square::A1, target, Role::Pawn, kind).bits();
        Batch { squares: origins, first, stride: Move::FROM_STRIDE }
    }

    /// The squares whose moves end on one of the goals for the role that moves.
    #[inline(always)]
    fn reaching(&self, goals: &[SquareSet; 6]) -> SquareSet {
        let Some(square) = self.squares.first() else { return SquareSet::EMPTY };
        let mv = self.at(square);
        let goals = goals[mv.role().index()];
        if self.stride == Move::FROM_STRIDE {
            if goals.contains(mv.target()) { self.squares } else { SquareSet::EMPTY }
        } else {
            self.squares & goals
        }
    }

    #[inline(always)]
    const fn at(&self, square: Square) -> Move {
        Move::from_bits(self.first.wrapping_add(square.index() as u32 * self.stride))
    }
}

impl<'p> LegalMoves<'p> {
    #[inline(always)]
    pub(crate) const fn none(position: &'p Position) -> LegalMoves<'p> {
        LegalMoves {
            position,
            len: 0,
            castling: SquareSet::EMPTY,
            batch_count: 0,
            batches: [Batch::NONE; INLINE_BATCHES],
            more: Vec::new(),
        }
    }

    #[inline(always)]
    fn push(&mut self, batch: Batch) {
        self.len += batch.squares.len();
        // Always written, but only counted if it contains a move.
        match self.batches.get_mut(self.batch_count) {
            Some(place) => *place = batch,
            None => return self.push_more(batch),
        }
        self.batch_count += usize::from(!batch.squares.is_empty());
    }

    #[cold]
    fn push_more(&mut self, batch: Batch) {
        self.more.push(batch);
    }

    /// How many moves there are.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no moves. If these are all the legal moves, that means checkmate or stalemate.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
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

    /// The moves that end on given squares, listed by the role that moves ([`Role::index`]); with the opponent's pieces
    /// as goals these are the captures, except en passant. Most moves that end elsewhere are not even expanded.
    /// Castling counts as the king taking its rook.
    #[inline]
    pub fn reaching(&self, goals: [SquareSet; 6]) -> impl Iterator<Item = LegalMove<'p>> {
        let batches = self.batches[..self.batch_count].iter().chain(&self.more);
        batches.flat_map(move |batch| {
            let position = self.position;
            batch.reaching(&goals).iter().map(move |square| LegalMove { position, mv: batch.at(square) })
        })
    }

    /// The moves one by one.
    #[inline]
    pub fn iter(&self) -> LegalMovesIter<'_, 'p> {
        LegalMovesIter {
            position: self.position,
            batches: self.batches[..self.batch_count].iter(),
            more: &self.more,
            batch: Batch::NONE,
            squares: SquareSet::EMPTY.iter(),
        }
    }
}

impl<Us: Side> Receiver<Us> for LegalMoves<'_> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: SquareSet) {
        self.push(Batch::from(from, role, MoveKind::Normal, targets));
    }

    #[inline(always)]
    fn pawns(&mut self, pawns: PawnTargets) {
        let PawnTargets { step, double_step, capture_west, capture_east, en_passant } = pawns;
        let ways = [(step, Us::FORWARD), (capture_west, Us::FORWARD - 1), (capture_east, Us::FORWARD + 1)];
        for (targets, distance) in ways {
            self.push(Batch::pawns(targets - Us::LAST_RANK, distance, MoveKind::Normal));
        }
        self.push(Batch::pawns(double_step, 2 * Us::FORWARD, MoveKind::DoubleStep));
        if let Some(target) = self.position.en_passant() {
            self.push(Batch::to(target, MoveKind::EnPassant, en_passant));
        }
        if !((step | capture_west | capture_east) & Us::LAST_RANK).is_empty() {
            for promotion in Promotion::ALL {
                for (targets, distance) in ways {
                    self.push(Batch::pawns(
                        targets & Us::LAST_RANK,
                        distance,
                        MoveKind::Promotion(promotion),
                    ));
                }
            }
        }
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rooks: SquareSet) {
        self.castling = rooks;
        self.push(Batch::from(king, Role::King, MoveKind::Castling, rooks));
    }
}

/// Keeps only moves that change the material: captures and promotions.
pub(crate) struct Tactical<'p> {
    pub(crate) moves: LegalMoves<'p>,
    pub(crate) enemies: SquareSet,
}

impl<Us: Side> Receiver<Us> for Tactical<'_> {
    const ONLY_CAPTURES: bool = true;

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: SquareSet) {
        Receiver::<Us>::piece(&mut self.moves, role, from, targets & self.enemies);
    }

    #[inline(always)]
    fn pawns(&mut self, pawns: PawnTargets) {
        let step = pawns.step & Us::LAST_RANK;
        let tactical = PawnTargets { step, double_step: SquareSet::EMPTY, ..pawns };
        Receiver::<Us>::pawns(&mut self.moves, tactical);
    }

    #[inline(always)]
    fn castling(&mut self, _: Square, _: SquareSet) {}
}

/// Keeps only the moves that [`Tactical`] leaves out.
pub(crate) struct Quiet<'p> {
    pub(crate) moves: LegalMoves<'p>,
    pub(crate) empty: SquareSet,
}

impl<Us: Side> Receiver<Us> for Quiet<'_> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: SquareSet) {
        Receiver::<Us>::piece(&mut self.moves, role, from, targets & self.empty);
    }

    #[inline(always)]
    fn pawns(&mut self, pawns: PawnTargets) {
        let PawnTargets { step, double_step, .. } = pawns;
        self.moves.push(Batch::pawns(step - Us::LAST_RANK, Us::FORWARD, MoveKind::Normal));
        self.moves.push(Batch::pawns(double_step, 2 * Us::FORWARD, MoveKind::DoubleStep));
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rooks: SquareSet) {
        Receiver::<Us>::castling(&mut self.moves, king, rooks);
    }
}

/// Counts moves without keeping them.
#[derive(Default)]
pub(crate) struct Count(pub(crate) usize);

impl<Us: Side> Receiver<Us> for Count {
    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, targets: SquareSet) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn pawns(&mut self, pawns: PawnTargets) {
        let PawnTargets { step, double_step, capture_west, capture_east, en_passant } = pawns;
        self.0 += step.len() + double_step.len() + capture_west.len() + capture_east.len() + en_passant.len();
        // S10: a pawn that reaches the last rank has four moves there.
        if !((step | capture_west | capture_east) & Us::LAST_RANK).is_empty() {
            for targets in [step, capture_west, capture_east] {
                self.0 += 3 * (targets & Us::LAST_RANK).len();
            }
        }
    }

    #[inline(always)]
    fn castling(&mut self, _: Square, rooks: SquareSet) {
        self.0 += rooks.len();
    }
}

impl<'a, 'p> IntoIterator for &'a LegalMoves<'p> {
    type Item = LegalMove<'p>;
    type IntoIter = LegalMovesIter<'a, 'p>;

    #[inline]
    fn into_iter(self) -> LegalMovesIter<'a, 'p> {
        self.iter()
    }
}

impl fmt::Debug for LegalMoves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(LegalMove::mv)).finish()
    }
}

/// The moves of a [`LegalMoves`] one by one.
#[derive(Clone)]
pub struct LegalMovesIter<'a, 'p> {
    position: &'p Position,
    batches: slice::Iter<'a, Batch>,
    more: &'a [Batch],
    batch: Batch,
    squares: SquareSetIter,
}

impl<'a> LegalMovesIter<'a, '_> {
    #[cold]
    fn first_of_more(&mut self) -> Option<&'a Batch> {
        self.batches = mem::take(&mut self.more).iter();
        self.batches.next()
    }
}

impl<'p> Iterator for LegalMovesIter<'_, 'p> {
    type Item = LegalMove<'p>;

    #[inline]
    fn next(&mut self) -> Option<LegalMove<'p>> {
        loop {
            if let Some(square) = self.squares.next() {
                return Some(LegalMove { position: self.position, mv: self.batch.at(square) });
            }
            self.batch = match self.batches.next() {
                Some(batch) => *batch,
                None if self.more.is_empty() => return None,
                None => *self.first_of_more()?,
            };
            self.squares = self.batch.squares.iter();
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        // Counted on demand: maintaining a counter would slow down every step.
        let batches = self.batches.as_slice().iter().chain(self.more);
        let left = self.squares.len() + batches.map(|batch| batch.squares.len()).sum::<usize>();
        (left, Some(left))
    }
}

impl ExactSizeIterator for LegalMovesIter<'_, '_> {}
impl FusedIterator for LegalMovesIter<'_, '_> {}

impl fmt::Debug for LegalMovesIter<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone().map(LegalMove::mv)).finish()
    }
}

#[cfg(test)]
mod tests {
    use crate::{LegalMove, Move, Position, SquareSet};
    use alloc::vec::Vec;

    #[test]
    fn reaching_finds_the_legal_moves_that_end_on_the_goals() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
        ] {
            let position: Position = fen.parse().unwrap();
            let moves = position.legal_moves();
            let squares = |pattern: u64| SquareSet::from_bits(pattern);
            let patterns = [!0u64, 0, 0x00ff_00ff_00ff_00ff, 0xaa55_aa55_aa55_aa55, 0x0f0f_0f0f_f0f0_f0f0];
            for pattern in patterns {
                let goals = core::array::from_fn(|role| squares(pattern.rotate_left(8 * role as u32)));
                let mut found: Vec<_> = moves.reaching(goals).map(LegalMove::mv).collect();
                let ends = |mv: &Move| goals[mv.role().index()].contains(mv.target());
                let mut expected: Vec<_> = moves.iter().map(LegalMove::mv).filter(ends).collect();
                found.sort_by_key(|mv| mv.bits());
                expected.sort_by_key(|mv| mv.bits());
                assert_eq!(found, expected, "{fen}");
            }
        }
    }

    #[test]
    fn tactical_and_quiet_moves_are_all_legal_moves() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
            "4k3/8/8/8/4r3/8/3PBP2/4K2R w K -",
        ] {
            let position: Position = fen.parse().unwrap();
            for legal in &position.legal_moves() {
                let child = legal.play();
                assert_eq!(legal.key_after(), child.key(), "{fen} {}", legal.uci());
                let sorted = |moves: Vec<Move>| {
                    let mut bits: Vec<_> = moves.iter().map(|mv| mv.bits()).collect();
                    bits.sort_unstable();
                    bits
                };
                let tactical: Vec<_> = child.tactical_moves().iter().collect();
                assert!(tactical.iter().all(|mv| mv.captured().is_some() || mv.promotion().is_some()));
                let parts =
                    tactical.into_iter().chain(child.quiet_moves().iter()).map(LegalMove::mv).collect();
                let all = child.legal_moves().iter().map(LegalMove::mv).collect();
                assert_eq!(sorted(parts), sorted(all), "{}", child.fen());
            }
        }
    }

    /// The tests against the slow rules check the moves themselves. This one checks that they overflow into `more`,
    /// which never happens in an ordinary position.
    #[test]
    fn pieces_beyond_sixteen_overflow_and_are_not_lost() {
        let crowd: Position = "6rk/6pp/Q1Q1Q3/QQQQQQQQ/8/QQQQQQQQ/8/QQQQQQQK w - -".parse().unwrap();
        for (position, overflows) in [(crowd, true), (Position::start(), false)] {
            let moves = position.legal_moves();
            assert_eq!(!moves.more.is_empty(), overflows, "{position}");
            assert_eq!((moves.iter().count(), moves.iter().len()), (moves.len(), moves.len()));
            assert_eq!(moves.len(), position.count_legal_moves());
        }
    }
}
