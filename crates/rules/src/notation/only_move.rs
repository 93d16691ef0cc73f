//! The common case of parsing SAN: a piece and a target square, and exactly one piece that can move there.

use crate::attacks::lines::LINES;
use crate::attacks::{self, KING, KNIGHT, PAWN, REACH};
use crate::legal::{forward, is_safe};
use crate::moves::{Move, MoveKind};
use crate::{LegalMove, Position, Rank, Role, Square, SquareSet};

impl Position {
    /// The legal move by which a piece of that role moves from one of these squares to `to`, if there is exactly one.
    /// Castling and promotions are excluded.
    ///
    /// It finds the same move as [`San::find`](crate::San::find), but gives no reason if there is none.
    ///
    /// ```
    /// use tabiya_rules::{Position, Role, Square, SquareSet};
    /// let position = Position::start();
    /// let legal = position.only_move(Role::Knight, SquareSet::ALL, Square::F3).expect("one knight can");
    /// assert_eq!(legal.san(), "Nf3");
    /// ```
    #[inline]
    pub fn only_move(&self, role: Role, among: SquareSet, to: Square) -> Option<LegalMove<'_>> {
        let mv = if role == Role::Pawn { pawn(self, among, to) } else { piece(self, role, among, to) };
        Some(LegalMove { position: self, mv: mv? })
    }
}

#[inline(always)]
fn piece(position: &Position, role: Role, among: SquareSet, to: Square) -> Option<Move> {
    let board = &position.board;
    let us = board.by_color(position.turn());
    let candidates = REACH[role.index()][to.index()] & us & board.by_role(role) & among;
    if us.contains(to) {
        return None;
    }
    if candidates.has_many() {
        return one_of_many(position, role, candidates, to);
    }
    // The move is computed independently of its legality, so the CPU can start on the next position before it knows.
    let from = candidates.first()?;
    let legal = is_free(position, from, to) && leaves_king_safe(position, role, from, to);
    legal.then_some(Move::new(from, to, role, MoveKind::Normal))
}

/// The move of the only one of several candidates that can legally reach `to`.
#[inline(never)]
fn one_of_many(position: &Position, role: Role, candidates: SquareSet, to: Square) -> Option<Move> {
    let reaching: SquareSet = candidates.iter().filter(|from| is_free(position, *from, to)).collect();
    let mut legal = reaching.iter().filter(|from| leaves_king_safe(position, role, *from, to));
    let from = legal.next()?;
    legal.next().is_none().then_some(Move::new(from, to, role, MoveKind::Normal))
}

/// M04: whether nothing stands in the way. No squares lie between those of a knight's move.
#[inline(always)]
fn is_free(position: &Position, from: Square, to: Square) -> bool {
    attacks::between(from, to).is_disjoint(position.board.occupied())
}

#[inline(always)]
fn pawn(position: &Position, among: SquareSet, to: Square) -> Option<Move> {
    let board = &position.board;
    let us = position.turn();
    let pawns = board.pieces(us, Role::Pawn) & among;
    if SquareSet::BACK_RANKS.contains(to) {
        return None;
    }
    if board.by_color(!us).contains(to) {
        return taking_pawn(position, pawns, to, MoveKind::Normal);
    }
    let one_back = forward(!us, SquareSet::of(to));
    if board.occupied().contains(to) {
        return None;
    }
    // No pawn can step to an en-passant square, because the pawn to be captured is in the way.
    if position.en_passant() == Some(to) {
        return taking_pawn(position, pawns, to, MoveKind::EnPassant);
    }
    let (origin, kind) = if one_back.is_disjoint(board.occupied()) {
        let fourth = SquareSet::rank(Rank::Fourth.relative_to(us));
        (forward(!us, one_back & forward(!us, fourth)), MoveKind::DoubleStep)
    } else {
        (one_back, MoveKind::Normal)
    };
    let from = (origin & pawns).first()?;
    leaves_king_safe(position, Role::Pawn, from, to).then_some(Move::new(from, to, Role::Pawn, kind))
}

#[inline(always)]
fn taking_pawn(position: &Position, pawns: SquareSet, to: Square, kind: MoveKind) -> Option<Move> {
    let mut found = None;
    for from in PAWN[position.turn().other().index()][to.index()] & pawns {
        let mv = Move::new(from, to, Role::Pawn, kind);
        if is_safe(position, mv) && found.replace(mv).is_some() {
            return None;
        }
    }
    found
}

/// M14, like [`is_safe`] but without branches that depend on the position, which the CPU cannot predict in real games:
/// attacks on the king are computed along its four lines at once.
#[inline(always)]
fn leaves_king_safe(position: &Position, role: Role, from: Square, to: Square) -> bool {
    let board = &position.board;
    let us = position.turn();
    let king = if role == Role::King { to } else { position.king(us) };
    let occupied = (board.occupied() - SquareSet::of(from)) | SquareSet::of(to);
    let lines = &LINES[king.index()];
    let straight = lines.rank.attacks(occupied.0) | lines.file.attacks(occupied.0);
    let diagonal = lines.diagonal.attacks(occupied.0) | lines.antidiagonal.attacks(occupied.0);
    let queens = board.by_role(Role::Queen);
    let attackers = PAWN[us.index()][king.index()] & board.by_role(Role::Pawn)
        | KNIGHT[king.index()] & board.by_role(Role::Knight)
        | KING[king.index()] & board.by_role(Role::King)
        | SquareSet(straight) & (board.by_role(Role::Rook) | queens)
        | SquareSet(diagonal) & (board.by_role(Role::Bishop) | queens);
    attackers.is_disjoint(board.by_color(!us) - SquareSet::of(to))
}
