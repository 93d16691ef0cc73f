//! Whether an invariant holds: every man stands on its squares now, no legal move takes one off its squares,
//! and no mate is possible on them.
//!
//! Nothing is known of a position on the way but that each man is on its squares, or was taken if it may be.
//! A man with one square that is never taken is *fixed*; of all others it is only known where they may be.
//! Moves are walked square by square. A move that the rules do not allow in any such position may be left out
//! of the squares, and so may one that ends the game; every other move has to end on them.

use crate::invariant::{Invariant, Man};
use alloc::vec;
use alloc::vec::Vec;
use rules::{Color, Piece, Position, Rank, Role, Square, SquareSet};

/// Whether the invariant holds in `position` and ever after, and `winner` never mates.
pub(super) fn holds(invariant: &Invariant, position: &Position, winner: Color) -> bool {
    let wall = Wall { men: &invariant.men, winner };
    wall.is_position(position) && wall.men.iter().all(|man| wall.keeps_in(man)) && wall.has_no_mate(winner)
}

struct Wall<'i> {
    men: &'i [Man],
    winner: Color,
}

impl Wall<'_> {
    /// The men stand as they are said to, and neither castling nor en passant is on.
    fn is_position(&self, position: &Position) -> bool {
        let board = position.board();
        let stands = |man: &Man| board.piece_at(man.home) == Some(man.piece) && man.region.contains(man.home);
        let homes: SquareSet = self.men.iter().map(|man| man.home).collect();
        position.castling().is_empty()
            && position.en_passant().is_none()
            && homes == board.occupied()
            && self.men.len() == homes.len()
            && self.men.iter().all(stands)
            && self.men.iter().all(|man| man.piece.role != Role::King || !man.capturable)
    }

    /// Whether no move takes this man off its squares, or takes another that is said not to be taken.
    fn keeps_in(&self, man: &Man) -> bool {
        man.region.iter().all(|from| match man.piece.role {
            Role::Pawn => self.pawn_steps_stay(man, from) && self.pawn_captures_stay(man, from),
            Role::King => walks(Role::King, from).iter().flatten().all(|to| {
                self.is_fixed(*to, man.piece.color)
                    || self.is_always_attacked(*to, !man.piece.color)
                    || self.may_land(man, *to)
                    || self.ends_the_game(man, *to)
            }),
            role => walks(role, from).iter().all(|walk| self.piece_stays(man, walk)),
        })
    }

    /// Whether the man may stand on the square, and everything it would take there may be taken.
    fn may_land(&self, man: &Man, to: Square) -> bool {
        man.region.contains(to) && self.others_at(man, to).all(|other| other.capturable)
    }

    /// The men other than the king that this one might take on a square.
    fn others_at(&self, man: &Man, to: Square) -> impl Iterator<Item = &Man> {
        let color = man.piece.color;
        self.men.iter().filter(move |other| {
            other.piece.color != color && other.piece.role != Role::King && other.region.contains(to)
        })
    }

    /// A piece walks until something fixed is in its way.
    fn piece_stays(&self, man: &Man, walk: &[Square]) -> bool {
        for to in walk {
            if self.is_fixed(*to, man.piece.color) {
                return true;
            }
            if !self.may_land(man, *to) {
                return false;
            }
            if self.is_fixed(*to, !man.piece.color) {
                return true;
            }
        }
        true
    }

    /// Whether the king steps there and its opponent then has no move, nor is mated by the winner: what comes
    /// after does not matter, because nothing does.
    fn ends_the_game(&self, king: &Man, to: Square) -> bool {
        let (mover, other) = (king.piece.color, !king.piece.color);
        let Some(other_king) = self.king(other) else { return false };
        let near: Vec<Square> = walks(Role::King, to).concat();
        // It leaves where it stood: whatever it blocked or attacked there does not count.
        let mut men = self.men.to_vec();
        for man in men.iter_mut().filter(|man| man.home == king.home) {
            man.region = SquareSet::ALL;
        }
        let after = Wall { men: &men, winner: self.winner };
        let is_left =
            |man: &&Man| man.piece.color == other && man.piece.role != Role::King && !is_fixed_on(man, to);
        self.men.iter().filter(is_left).all(|man| after.has_no_move(man, to))
            && other_king.region.iter().filter(|place| *place != to && !near.contains(place)).all(|place| {
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

    /// Whether the king that steps may leave a line on which its own men attack the other king. That one was
    /// not in check before, so that nothing else could.
    fn may_open_a_line(&self, king: &Man, near: &[Square], place: Square) -> bool {
        let is_slider = |man: &&Man| matches!(man.piece.role, Role::Bishop | Role::Rook | Role::Queen);
        self.men.iter().filter(|man| man.piece.color == king.piece.color).filter(is_slider).any(|man| {
            walks(man.piece.role, place).iter().any(|walk| {
                let mut passes_the_king = false;
                for square in walk {
                    if passes_the_king && man.region.contains(*square) {
                        return true;
                    }
                    if self.is_fixed(*square, Color::White) || self.is_fixed(*square, Color::Black) {
                        return false;
                    }
                    passes_the_king |= near.contains(square) && king.region.contains(*square);
                }
                false
            })
        })
    }

    /// Whether a fixed man has no move when the other king has come to `king`.
    fn has_no_move(&self, man: &Man, king: Square) -> bool {
        let color = man.piece.color;
        let is_occupied = |square: Square| {
            square == king || self.is_fixed(square, Color::White) || self.is_fixed(square, Color::Black)
        };
        is_fixed_on(man, man.home)
            && if man.piece.role == Role::Pawn {
                let next = pawn_walk(color, man.home).first().copied();
                next.is_some_and(is_occupied)
                    && pawn_targets(color, man.home)
                        .into_iter()
                        .all(|to| self.others_at(man, to).count() == 0)
            } else {
                // A piece that attacks the king's square would have made the step illegal.
                walks(man.piece.role, man.home)
                    .iter()
                    .filter_map(|walk| walk.first())
                    .all(|first| *first == king || self.is_fixed(*first, color))
            }
    }

    fn pawn_steps_stay(&self, man: &Man, from: Square) -> bool {
        let color = man.piece.color;
        let most = if from.rank().relative_to(color) == Rank::Second { 2 } else { 1 };
        for to in pawn_walk(color, from).into_iter().take(most) {
            let is_blocked = self.is_fixed(to, Color::White) || self.is_fixed(to, Color::Black);
            if is_blocked || self.is_beyond_a_pawn(man, to) {
                return true;
            }
            if !man.region.contains(to) || is_last(color, to) {
                return false;
            }
        }
        true
    }

    /// A pawn takes what may stand there. One that is taken en passant may also have stood on the square it
    /// passed, so that nothing more has to be asked for.
    fn pawn_captures_stay(&self, man: &Man, from: Square) -> bool {
        let color = man.piece.color;
        pawn_targets(color, from).into_iter().all(|to| {
            let nothing_to_take = self.others_at(man, to).next().is_none();
            nothing_to_take || self.may_land(man, to) && !is_last(color, to)
        })
    }

    /// Whether a pawn would have to jump another that was before it, when both never leave their file and the
    /// other is never taken.
    fn is_beyond_a_pawn(&self, man: &Man, to: Square) -> bool {
        let color = man.piece.color;
        let stays = |man: &Man| man.region.iter().all(|square| square.file() == man.home.file());
        let height = |square: Square| square.rank().relative_to(color).index();
        stays(man)
            && self.men.iter().any(|other| {
                other.piece == Piece { color: !color, role: Role::Pawn }
                    && !other.capturable
                    && other.home.file() == man.home.file()
                    && stays(other)
                    && height(other.home) > height(man.home)
                    && height(to) >= height(other.home)
            })
    }

    /// Whether a man of this side always stands there.
    fn is_fixed(&self, square: Square, color: Color) -> bool {
        self.men.iter().any(|man| man.piece.color == color && is_fixed_on(man, square))
    }

    /// Whether a fixed man of this side attacks the square whatever else is where.
    fn is_always_attacked(&self, square: Square, by: Color) -> bool {
        let is_always_free = |square: &Square| !self.men.iter().any(|man| man.region.contains(*square));
        self.men.iter().filter(|man| man.piece.color == by && is_fixed_on(man, man.home)).any(|man| {
            attack_walks(man.piece, man.home).iter().any(|walk| {
                let way = walk.iter().position(|to| *to == square).map(|end| &walk[..end]);
                way.is_some_and(|way| way.iter().all(is_always_free))
            })
        })
    }

    /// Whether a king of the winner's opponent that is in check can always go somewhere.
    fn has_no_mate(&self, winner: Color) -> bool {
        let Some(king) = self.king(!winner) else { return false };
        let Some(hunter) = self.king(winner) else { return false };
        king.region.iter().all(|square| {
            !self.may_be_attacked(square, winner, king) || self.can_always_flee(square, winner, king, hunter)
        })
    }

    fn king(&self, color: Color) -> Option<&Man> {
        self.men.iter().find(|man| man.piece == Piece { color, role: Role::King })
    }

    /// Whether a man of the winner other than the king may attack the square. The king to be mated is in
    /// nobody's way: it is its flight that is asked about.
    fn may_be_attacked(&self, square: Square, by: Color, king: &Man) -> bool {
        let is_in_the_way =
            |square: &Square| self.men.iter().any(|man| man.home != king.home && is_fixed_on(man, *square));
        let attackers = self.men.iter().filter(|man| man.piece.color == by && man.piece.role != Role::King);
        attackers.into_iter().any(|man| {
            man.region.iter().any(|from| {
                attack_walks(man.piece, from).iter().any(|walk| {
                    let way = walk.iter().position(|to| *to == square).map(|end| &walk[..end]);
                    way.is_some_and(|way| !way.iter().any(is_in_the_way))
                })
            })
        })
    }

    /// Wherever the winner's king stands, the squares that are left around the king in check are more than
    /// its own men can fill.
    fn can_always_flee(&self, square: Square, winner: Color, king: &Man, hunter: &Man) -> bool {
        let around: Vec<Square> = walks(Role::King, square).concat();
        let safe: Vec<Square> =
            around.iter().copied().filter(|flight| !self.may_be_attacked(*flight, winner, king)).collect();
        hunter.region.iter().filter(|place| *place != square && !around.contains(place)).all(|place| {
            let taken = walks(Role::King, place).concat();
            let left: Vec<Square> = safe.iter().copied().filter(|flight| !taken.contains(flight)).collect();
            !self.can_be_filled(&left, !winner)
        })
    }

    /// Whether men of one side other than the king can stand on all of these squares at once: pairs squares
    /// with men, making room where a man has another square to go to.
    fn can_be_filled(&self, squares: &[Square], color: Color) -> bool {
        let is_filler = |man: &&Man| man.piece.color == color && man.piece.role != Role::King;
        let men: Vec<&Man> = self.men.iter().filter(is_filler).collect();
        let mut place_of: Vec<Option<usize>> = vec![None; men.len()];
        (0..squares.len())
            .all(|index| find_man(squares, &men, index, &mut place_of, &mut vec![false; men.len()]))
    }
}

/// Finds a man for the square of this index, moving others on.
fn find_man(
    squares: &[Square],
    men: &[&Man],
    index: usize,
    place_of: &mut [Option<usize>],
    asked: &mut [bool],
) -> bool {
    for man in 0..men.len() {
        if asked[man] || !men[man].region.contains(squares[index]) {
            continue;
        }
        asked[man] = true;
        let is_free = match place_of[man] {
            None => true,
            Some(other) => find_man(squares, men, other, place_of, asked),
        };
        if is_free {
            place_of[man] = Some(index);
            return true;
        }
    }
    false
}

fn is_fixed_on(man: &Man, square: Square) -> bool {
    !man.capturable && man.region == SquareSet::of(square)
}

fn is_last(color: Color, square: Square) -> bool {
    square.rank().relative_to(color) == Rank::Eighth
}

/// The squares a piece walks over from here, one list a direction, on an empty board.
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
