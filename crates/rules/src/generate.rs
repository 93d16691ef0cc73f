//! All legal moves of a position, as sets of target squares.
//!
//! No move is made and unmade: checks and pins are found first, and every generated set contains only legal targets.

use crate::attacked::is_attacked;
use crate::attacks::sliders::Sliders;
use crate::attacks::{self, ANYWHERE, BISHOP_RAYS, InReach, KING, KNIGHT, NEAR, PAWN, ROOK_RAYS};
use crate::moves::castling_squares;
use crate::side::Side;
use crate::{Board, Color, Position, Role, Square, SquareSet};

/// Receives the generated moves. Sets may be empty.
pub(crate) trait Receiver<Us: Side> {
    /// Whether the receiver discards moves to empty squares. Then a king next to no enemy piece has no moves, and the
    /// attacked squares around it need not be computed.
    const ONLY_CAPTURES: bool = false;

    fn piece(&mut self, role: Role, from: Square, targets: SquareSet);
    fn pawns(&mut self, pawns: PawnTargets);
    fn castling(&mut self, king: Square, rooks: SquareSet);
}

/// The target squares of pawns, by the kind of move.
#[derive(Clone, Copy, Default)]
pub(crate) struct PawnTargets {
    pub(crate) step: SquareSet,
    pub(crate) double_step: SquareSet,
    pub(crate) capture_west: SquareSet,
    pub(crate) capture_east: SquareSet,
    /// The pawns that may capture en passant: their own squares, not their target.
    pub(crate) en_passant: SquareSet,
}

/// Passes every legal move of the side to move, which must be `Us`, to the receiver.
#[inline(always)]
pub(crate) fn generate<Us: Side, S: Sliders, R: Receiver<Us>>(
    position: &Position,
    sliders: S,
    receiver: &mut R,
) {
    let board = &position.board;
    let us = board.colors[Us::COLOR.index()];
    let them = board.colors[Us::Other::COLOR.index()];
    let occupied = us | them;
    let king = (us & board.by_role(Role::King)).first_or_a1();

    let mut castling = SquareSet::EMPTY;
    let mut danger = SquareSet::EMPTY;
    if !R::ONLY_CAPTURES {
        for rook in position.castling & us {
            // S06: most of the time a piece in between rules castling out
            if occupied.is_disjoint(attacks::between(king, rook)) {
                castling.insert(rook);
            }
        }
    }
    if !R::ONLY_CAPTURES || !KING[king.index()].is_disjoint(them) {
        // Attacks far from the king matter only for castling.
        let near = if castling.is_empty() { &NEAR[king.index()] } else { &ANYWHERE };
        danger = attacked_by::<Us::Other, S>(board, near, occupied ^ SquareSet::of(king), sliders);
        receiver.piece(Role::King, king, KING[king.index()] - us - danger);
    }

    let Threats { checkers, straight_pins, diagonal_pins } = threats::<Us>(board, king);
    if checkers.has_many() {
        return; // C02: in double check only the king moves
    }
    // C02: interpose or capture
    let evasions = if checkers.is_empty() {
        if !castling.is_empty() {
            for rook in castling {
                if !may_castle(king, rook, occupied, danger, straight_pins) {
                    castling.remove(rook);
                }
            }
            receiver.castling(king, castling);
        }
        SquareSet::ALL
    } else {
        attacks::between(king, checkers.first_or_a1()) | checkers
    };

    // Most positions have no pins; a version without them is faster.
    if (straight_pins | diagonal_pins).is_empty() {
        generate_others::<Us, S>(position, evasions, SquareSet::EMPTY, SquareSet::EMPTY, sliders, receiver);
    } else {
        generate_others::<Us, S>(position, evasions, straight_pins, diagonal_pins, sliders, receiver);
    }
}

/// The moves of all pieces but the king that end on a square of `evasions`.
#[inline(always)]
fn generate_others<Us: Side, S: Sliders>(
    position: &Position,
    evasions: SquareSet,
    straight_pins: SquareSet,
    diagonal_pins: SquareSet,
    sliders: S,
    receiver: &mut impl Receiver<Us>,
) {
    let board = &position.board;
    let us = board.colors[Us::COLOR.index()];
    let occupied = board.occupied();
    receiver.pawns(pawn_targets::<Us>(position, evasions, straight_pins, diagonal_pins));

    let targets = evasions - us;
    let pins = straight_pins | diagonal_pins;
    let knights = us & board.by_role(Role::Knight);
    for from in knights - pins {
        receiver.piece(Role::Knight, from, KNIGHT[from.index()] & targets);
    }
    let queens = board.by_role(Role::Queen);
    let role = |from, other| if queens.contains(from) { Role::Queen } else { other };
    let diagonal = (us & (board.by_role(Role::Bishop) | queens)) - straight_pins;
    let straight = (us & (board.by_role(Role::Rook) | queens)) - diagonal_pins;
    for from in diagonal - diagonal_pins {
        receiver.piece(role(from, Role::Bishop), from, sliders.bishop(from, occupied) & targets);
    }
    for from in straight - straight_pins {
        receiver.piece(role(from, Role::Rook), from, sliders.rook(from, occupied) & targets);
    }
    // M14: a pinned piece stays on its line. Two lines of one kind meet only at the king, so intersecting with the
    // union of all lines gives the same squares.
    for from in diagonal & diagonal_pins {
        let targets = targets & diagonal_pins;
        receiver.piece(role(from, Role::Bishop), from, sliders.bishop(from, occupied) & targets);
    }
    for from in straight & straight_pins {
        let targets = targets & straight_pins;
        receiver.piece(role(from, Role::Rook), from, sliders.rook(from, occupied) & targets);
    }
}

/// The pieces that give check, and the lines on which own pieces are pinned.
#[derive(Clone, Copy)]
pub(crate) struct Threats {
    pub(crate) checkers: SquareSet,
    /// From the square next to the king to the pinning piece, both included, on ranks and files.
    pub(crate) straight_pins: SquareSet,
    /// The same on diagonals.
    pub(crate) diagonal_pins: SquareSet,
}

#[inline(always)]
pub(crate) fn threats<Us: Side>(board: &Board, king: Square) -> Threats {
    let us = board.colors[Us::COLOR.index()];
    let them = board.colors[Us::Other::COLOR.index()];
    let queens = board.by_role(Role::Queen);
    let pawns = board.by_role(Role::Pawn) & PAWN[Us::COLOR.index()][king.index()];
    let knights = board.by_role(Role::Knight) & KNIGHT[king.index()];
    let mut checkers = (pawns | knights) & them;

    let mut find = |snipers: SquareSet| {
        let mut pins = SquareSet::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper);
            let shields = between & (us | them);
            if shields.is_empty() {
                checkers |= SquareSet::of(sniper);
            } else if !shields.has_many() && (shields & them).is_empty() {
                pins |= between | SquareSet::of(sniper);
            }
        }
        pins
    };
    // A sniper is an enemy slider that would attack the king on an otherwise empty board.
    let rooks = (board.by_role(Role::Rook) | queens) & them;
    let straight_pins = find(ROOK_RAYS[king.index()] & rooks);
    let bishops = (board.by_role(Role::Bishop) | queens) & them;
    let diagonal_pins = find(BISHOP_RAYS[king.index()] & bishops);
    Threats { checkers, straight_pins, diagonal_pins }
}

/// The squares that a side attacks on a board with these squares occupied. Pieces outside `near` are left out, except
/// pawns and the king.
#[inline(always)]
fn attacked_by<By: Side, S: Sliders>(
    board: &Board,
    near: &InReach,
    occupied: SquareSet,
    sliders: S,
) -> SquareSet {
    let by = board.colors[By::COLOR.index()];
    let pawns = by & board.by_role(Role::Pawn);
    let queens = board.by_role(Role::Queen);
    let mut attacked = By::forward_west(pawns) | By::forward_east(pawns);
    for from in by & board.by_role(Role::Knight) & near.knight {
        attacked |= KNIGHT[from.index()];
    }
    for from in by & (board.by_role(Role::Bishop) | queens) & near.bishop {
        attacked |= sliders.bishop(from, occupied);
    }
    for from in by & (board.by_role(Role::Rook) | queens) & near.rook {
        attacked |= sliders.rook(from, occupied);
    }
    attacked | KING[(by & board.by_role(Role::King)).first_or_a1().index()]
}

#[inline(always)]
fn pawn_targets<Us: Side>(
    position: &Position,
    evasions: SquareSet,
    straight_pins: SquareSet,
    diagonal_pins: SquareSet,
) -> PawnTargets {
    let board = &position.board;
    let them = board.colors[Us::Other::COLOR.index()];
    let empty = !board.occupied();
    let pawns = board.by_role(Role::Pawn) & board.colors[Us::COLOR.index()];

    // A pinned pawn moves along the line of its pin or not at all.
    let walkers = pawns - diagonal_pins;
    let step =
        (Us::forward(walkers - straight_pins) | Us::forward(walkers & straight_pins) & straight_pins) & empty;
    let double_step = Us::forward(step & Us::THIRD_RANK) & empty & evasions;
    let takers = pawns - straight_pins;
    let (free, pinned) = (takers - diagonal_pins, takers & diagonal_pins);
    let capturable = them & evasions;
    PawnTargets {
        step: step & evasions,
        double_step,
        capture_west: (Us::forward_west(free) | Us::forward_west(pinned) & diagonal_pins) & capturable,
        capture_east: (Us::forward_east(free) | Us::forward_east(pinned) & diagonal_pins) & capturable,
        en_passant: match position.en_passant() {
            Some(target) => en_passant_takers(board, Us::COLOR, target),
            None => SquareSet::EMPTY,
        },
    }
}

/// The pawns of `us` that may legally take en passant on `target`.
#[cold]
pub(crate) fn en_passant_takers(board: &Board, us: Color, target: Square) -> SquareSet {
    let mut takers = PAWN[us.other().index()][target.index()] & board.pieces(us, Role::Pawn);
    let victim = en_passant_victim(target);
    let king = board.pieces(us, Role::King).first_or_a1();
    for from in takers {
        // S03: both pawns leave their squares at once.
        let occupied = (board.occupied() - SquareSet::of(from) - victim) | SquareSet::of(target);
        if is_attacked(board, us.other(), king, occupied, victim) {
            takers.remove(from);
        }
    }
    takers
}

/// The square of the pawn that an en-passant capture on `target` removes.
#[inline(always)]
pub(crate) fn en_passant_victim(target: Square) -> SquareSet {
    SquareSet::of(Square::wrapping(target.index() as u32 ^ 8))
}

/// Laws S06 to S08, for a king that is not in check and a rook whose right still stands.
#[inline(always)]
fn may_castle(
    king: Square,
    rook: Square,
    occupied: SquareSet,
    danger: SquareSet,
    straight_pins: SquareSet,
) -> bool {
    let (king_to, rook_to) = castling_squares(king, rook);
    let king_path = attacks::between(king, king_to) | SquareSet::of(king_to);
    let rook_path = attacks::between(rook, rook_to) | SquareSet::of(rook_to);
    let others = occupied - SquareSet::of(king) - SquareSet::of(rook);
    others.is_disjoint(king_path | rook_path)
        && danger.is_disjoint(king_path)
        // Only in Chess960: the castling rook may be what shields the king.
        && !straight_pins.contains(rook)
}
