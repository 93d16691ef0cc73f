//! Checks an invariant: every piece stands in its range now, no legal move takes a piece out of its range,
//! and no checkmate is possible inside the ranges.
//!
//! All that is known about a later position is that each piece is in its range, or was captured if it may be.
//! A piece with a single square that is never captured is *fixed*. Moves are walked square by square. A
//! target outside the range is acceptable only if the move is illegal in every such position or ends the
//! game.

use crate::invariant::{Invariant, PieceRange};
use alloc::vec;
use alloc::vec::Vec;
use rules::{Color, Piece, Position, Rank, Role, Square, SquareSet};

/// Whether the invariant holds in `position` and in every position after it, and `winner` never gives mate.
pub(super) fn holds(invariant: &Invariant, position: &Position, winner: Color) -> bool {
    let wall = Wall { ranges: &invariant.ranges, winner };
    wall.is_position(position)
        && wall.ranges.iter().all(|range| wall.keeps_in(range))
        && wall.has_no_mate(winner)
}

struct Wall<'i> {
    ranges: &'i [PieceRange],
    winner: Color,
}

impl Wall<'_> {
    /// The pieces stand where the ranges say, and there are no castling rights and no en-passant square.
    fn is_position(&self, position: &Position) -> bool {
        let board = position.board();
        let stands = |range: &PieceRange| {
            board.piece_at(range.home) == Some(range.piece) && range.squares.contains(range.home)
        };
        let homes: SquareSet = self.ranges.iter().map(|range| range.home).collect();
        position.castling().is_empty()
            && position.en_passant().is_none()
            && homes == board.occupied()
            && self.ranges.len() == homes.len()
            && self.ranges.iter().all(stands)
            && self.ranges.iter().all(|range| range.piece.role != Role::King || !range.capturable)
    }

    /// Whether no move takes this piece out of its range, or captures a piece that is marked as never
    /// captured.
    fn keeps_in(&self, range: &PieceRange) -> bool {
        range.squares.iter().all(|from| match range.piece.role {
            Role::Pawn => self.pawn_steps_stay(range, from) && self.pawn_captures_stay(range, from),
            Role::King => walks(Role::King, from).iter().flatten().all(|to| {
                self.is_fixed(*to, range.piece.color)
                    || self.is_always_attacked(*to, !range.piece.color)
                    || self.may_land(range, *to)
                    || self.ends_the_game(range, *to)
            }),
            role => walks(role, from).iter().all(|walk| self.piece_stays(range, walk)),
        })
    }

    /// Whether the square is in the piece's range, and everything it could capture there may be captured.
    fn may_land(&self, range: &PieceRange, to: Square) -> bool {
        range.squares.contains(to) && self.others_at(range, to).all(|other| other.capturable)
    }

    /// The enemy pieces other than the king that this piece might capture on a square.
    fn others_at(&self, range: &PieceRange, to: Square) -> impl Iterator<Item = &PieceRange> {
        let color = range.piece.color;
        self.ranges.iter().filter(move |other| {
            other.piece.color != color && other.piece.role != Role::King && other.squares.contains(to)
        })
    }

    /// A piece slides until a fixed piece is in its way.
    fn piece_stays(&self, range: &PieceRange, walk: &[Square]) -> bool {
        for to in walk {
            if self.is_fixed(*to, range.piece.color) {
                return true;
            }
            if !self.may_land(range, *to) {
                return false;
            }
            if self.is_fixed(*to, !range.piece.color) {
                return true;
            }
        }
        true
    }

    /// Whether the king's step leaves its opponent without a legal move, and is not a mate by the winner. No
    /// position follows such a move.
    fn ends_the_game(&self, king: &PieceRange, to: Square) -> bool {
        let (mover, other) = (king.piece.color, !king.piece.color);
        let Some(other_king) = self.king(other) else { return false };
        let near: Vec<Square> = walks(Role::King, to).concat();
        // The king leaves its square, so whatever it blocked or attacked from there no longer counts.
        let mut ranges = self.ranges.to_vec();
        for range in ranges.iter_mut().filter(|range| range.home == king.home) {
            range.squares = SquareSet::ALL;
        }
        let after = Wall { ranges: &ranges, winner: self.winner };
        let is_left = |range: &&PieceRange| {
            range.piece.color == other && range.piece.role != Role::King && !is_fixed_on(range, to)
        };
        self.ranges.iter().filter(is_left).all(|range| after.has_no_move(range, to))
            && other_king.squares.iter().filter(|place| *place != to && !near.contains(place)).all(|place| {
                let is_mate = mover == self.winner && after.may_open_a_line(king, &near, place);
                !is_mate
                    && walks(Role::King, place).concat().iter().all(|flight| {
                        *flight == to
                            || near.contains(flight)
                            || after.is_fixed(*flight, other)
                            || after.is_always_attacked(*flight, mover)
                    })
            })
    }

    /// Whether the king's step can uncover an attack of its own side on the other king. That king was not in
    /// check before, so nothing else could give check.
    fn may_open_a_line(&self, king: &PieceRange, near: &[Square], place: Square) -> bool {
        let is_slider =
            |range: &&PieceRange| matches!(range.piece.role, Role::Bishop | Role::Rook | Role::Queen);
        self.ranges.iter().filter(|range| range.piece.color == king.piece.color).filter(is_slider).any(
            |range| {
                walks(range.piece.role, place).iter().any(|walk| {
                    let mut passes_the_king = false;
                    for square in walk {
                        if passes_the_king && range.squares.contains(*square) {
                            return true;
                        }
                        if self.is_fixed(*square, Color::White) || self.is_fixed(*square, Color::Black) {
                            return false;
                        }
                        passes_the_king |= near.contains(square) && king.squares.contains(*square);
                    }
                    false
                })
            },
        )
    }

    /// Whether a fixed piece has no move once the other king is on `king`.
    fn has_no_move(&self, range: &PieceRange, king: Square) -> bool {
        let color = range.piece.color;
        let is_occupied = |square: Square| {
            square == king || self.is_fixed(square, Color::White) || self.is_fixed(square, Color::Black)
        };
        is_fixed_on(range, range.home)
            && if range.piece.role == Role::Pawn {
                let next = pawn_walk(color, range.home).first().copied();
                next.is_some_and(is_occupied)
                    && pawn_targets(color, range.home)
                        .into_iter()
                        .all(|to| self.others_at(range, to).count() == 0)
            } else {
                // A piece that attacks the king's square would have made the step illegal.
                walks(range.piece.role, range.home)
                    .iter()
                    .filter_map(|walk| walk.first())
                    .all(|first| *first == king || self.is_fixed(*first, color))
            }
    }

    fn pawn_steps_stay(&self, range: &PieceRange, from: Square) -> bool {
        let color = range.piece.color;
        let most = if from.rank().relative_to(color) == Rank::Second { 2 } else { 1 };
        for to in pawn_walk(color, from).into_iter().take(most) {
            let is_blocked = self.is_fixed(to, Color::White) || self.is_fixed(to, Color::Black);
            if is_blocked || self.is_beyond_a_pawn(range, to) {
                return true;
            }
            if !range.squares.contains(to) || is_last(color, to) {
                return false;
            }
        }
        true
    }

    /// A pawn captures anything that may stand on its capture squares. A pawn that could be taken en passant
    /// may also have stood on the square it skipped, so en passant needs no extra check.
    fn pawn_captures_stay(&self, range: &PieceRange, from: Square) -> bool {
        let color = range.piece.color;
        pawn_targets(color, from).into_iter().all(|to| {
            let nothing_to_take = self.others_at(range, to).next().is_none();
            nothing_to_take || self.may_land(range, to) && !is_last(color, to)
        })
    }

    /// Whether a pawn would have to pass an enemy pawn ahead of it, when both never leave their file and the
    /// other is never captured.
    fn is_beyond_a_pawn(&self, range: &PieceRange, to: Square) -> bool {
        let color = range.piece.color;
        let stays =
            |range: &PieceRange| range.squares.iter().all(|square| square.file() == range.home.file());
        let height = |square: Square| square.rank().relative_to(color).index();
        stays(range)
            && self.ranges.iter().any(|other| {
                other.piece == Piece { color: !color, role: Role::Pawn }
                    && !other.capturable
                    && other.home.file() == range.home.file()
                    && stays(other)
                    && height(other.home) > height(range.home)
                    && height(to) >= height(other.home)
            })
    }

    /// Whether a piece of this side always stands there.
    fn is_fixed(&self, square: Square, color: Color) -> bool {
        self.ranges.iter().any(|range| range.piece.color == color && is_fixed_on(range, square))
    }

    /// Whether a fixed piece of this side attacks the square, wherever the other pieces are.
    fn is_always_attacked(&self, square: Square, by: Color) -> bool {
        let is_always_free =
            |square: &Square| !self.ranges.iter().any(|range| range.squares.contains(*square));
        self.ranges.iter().filter(|range| range.piece.color == by && is_fixed_on(range, range.home)).any(
            |range| {
                attack_walks(range.piece, range.home).iter().any(|walk| {
                    let way = walk.iter().position(|to| *to == square).map(|end| &walk[..end]);
                    way.is_some_and(|way| way.iter().all(is_always_free))
                })
            },
        )
    }

    /// Whether the king of the winner's opponent has a flight square in every check.
    fn has_no_mate(&self, winner: Color) -> bool {
        let Some(king) = self.king(!winner) else { return false };
        let Some(winning_king) = self.king(winner) else { return false };
        king.squares.iter().all(|square| {
            !self.may_be_attacked(square, winner, king)
                || self.can_always_flee(square, winner, king, winning_king)
        })
    }

    fn king(&self, color: Color) -> Option<&PieceRange> {
        self.ranges.iter().find(|range| range.piece == Piece { color, role: Role::King })
    }

    /// Whether a piece of the winner other than the king may attack the square. The king to be mated does not
    /// block: the question is whether it can flee.
    fn may_be_attacked(&self, square: Square, by: Color, king: &PieceRange) -> bool {
        let is_in_the_way = |square: &Square| {
            self.ranges.iter().any(|range| range.home != king.home && is_fixed_on(range, *square))
        };
        let attackers =
            self.ranges.iter().filter(|range| range.piece.color == by && range.piece.role != Role::King);
        attackers.into_iter().any(|range| {
            range.squares.iter().any(|from| {
                attack_walks(range.piece, from).iter().any(|walk| {
                    let way = walk.iter().position(|to| *to == square).map(|end| &walk[..end]);
                    way.is_some_and(|way| !way.iter().any(is_in_the_way))
                })
            })
        })
    }

    /// Wherever the winner's king stands, more squares are left around the king in check than its own pieces
    /// can occupy.
    fn can_always_flee(
        &self,
        square: Square,
        winner: Color,
        king: &PieceRange,
        winning_king: &PieceRange,
    ) -> bool {
        let around: Vec<Square> = walks(Role::King, square).concat();
        let safe: Vec<Square> =
            around.iter().copied().filter(|flight| !self.may_be_attacked(*flight, winner, king)).collect();
        winning_king.squares.iter().filter(|place| *place != square && !around.contains(place)).all(|place| {
            let taken = walks(Role::King, place).concat();
            let left: Vec<Square> = safe.iter().copied().filter(|flight| !taken.contains(flight)).collect();
            !self.can_be_filled(&left, !winner)
        })
    }

    /// Whether pieces of one side other than the king can occupy all of these squares at once: a bipartite
    /// matching of squares and pieces with augmenting paths.
    fn can_be_filled(&self, squares: &[Square], color: Color) -> bool {
        let is_filler = |range: &&PieceRange| range.piece.color == color && range.piece.role != Role::King;
        let ranges: Vec<&PieceRange> = self.ranges.iter().filter(is_filler).collect();
        let mut place_of: Vec<Option<usize>> = vec![None; ranges.len()];
        (0..squares.len())
            .all(|index| find_piece(squares, &ranges, index, &mut place_of, &mut vec![false; ranges.len()]))
    }
}

/// Finds a piece for the square with this index, reassigning others where needed.
fn find_piece(
    squares: &[Square],
    ranges: &[&PieceRange],
    index: usize,
    place_of: &mut [Option<usize>],
    asked: &mut [bool],
) -> bool {
    for range in 0..ranges.len() {
        if asked[range] || !ranges[range].squares.contains(squares[index]) {
            continue;
        }
        asked[range] = true;
        let is_free = match place_of[range] {
            None => true,
            Some(other) => find_piece(squares, ranges, other, place_of, asked),
        };
        if is_free {
            place_of[range] = Some(index);
            return true;
        }
    }
    false
}

fn is_fixed_on(range: &PieceRange, square: Square) -> bool {
    !range.capturable && range.squares == SquareSet::of(square)
}

fn is_last(color: Color, square: Square) -> bool {
    square.rank().relative_to(color) == Rank::Eighth
}

/// The squares a piece passes over on an empty board, one list for each direction.
fn walks(role: Role, from: Square) -> Vec<Vec<Square>> {
    const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
    const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let all = [STRAIGHT, DIAGONAL].concat();
    let (directions, most) = match role {
        Role::Pawn => (vec![], 0),
        Role::Knight => (JUMPS.to_vec(), 1),
        Role::Bishop => (DIAGONAL.to_vec(), 7),
        Role::Rook => (STRAIGHT.to_vec(), 7),
        Role::Queen => (all, 7),
        Role::King => (all, 1),
    };
    let walk = |(files, ranks): (i32, i32)| {
        (1..=most).map_while(|steps| from.offset(steps * files, steps * ranks)).collect()
    };
    directions.into_iter().map(walk).collect()
}

fn attack_walks(piece: Piece, from: Square) -> Vec<Vec<Square>> {
    match piece.role {
        Role::Pawn => pawn_targets(piece.color, from).into_iter().map(|to| vec![to]).collect(),
        role => walks(role, from),
    }
}

fn forward(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

fn pawn_walk(color: Color, from: Square) -> Vec<Square> {
    (1..=2).map_while(|steps| from.offset(0, steps * forward(color))).collect()
}

fn pawn_targets(color: Color, from: Square) -> Vec<Square> {
    [-1, 1].into_iter().filter_map(|files| from.offset(files, forward(color))).collect()
}
