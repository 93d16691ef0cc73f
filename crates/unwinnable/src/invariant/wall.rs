//! The ranges of all pieces while they are being grown.

use super::PieceRange;
use alloc::vec::Vec;
use rules::{Color, Piece, Rank, Role, Square, SquareSet, attacks};

/// What is known so far about where each piece can be, while asking whether `winner` can mate.
pub(super) struct Wall {
    pub(super) ranges: Vec<PieceRange>,
    pub(super) winner: Color,
}

impl Wall {
    /// Adds every square and every capture that is possible within the current ranges. Returns whether
    /// anything was added, or `None` if a pawn can promote.
    pub(super) fn grow(&mut self) -> Option<bool> {
        let fixed = Color::ALL.map(|color| self.fixed(color));
        let danger = Color::ALL.map(|color| self.danger(color, true));
        let mut taken = [SquareSet::EMPTY; 2];
        let mut changed = false;
        for index in 0..self.ranges.len() {
            let range = self.ranges[index];
            let color = range.piece.color;
            let own = fixed[color.index()];
            let captures = match range.piece.role {
                Role::Pawn => reach(&range, SquareSet::ALL) & self.victims(!color),
                Role::King => {
                    let steps = reach(&range, SquareSet::ALL) - own - danger[(!color).index()];
                    steps - self.last_steps(color, steps, fixed)
                }
                _ => reach(&range, fixed[0] | fixed[1]) - own,
            };
            let steps = match range.piece.role {
                Role::Pawn => self.pawn_steps(&range, fixed[0] | fixed[1]),
                _ => captures,
            };
            if range.piece.role == Role::Pawn && !(captures | steps).is_disjoint(SquareSet::BACK_RANKS) {
                return None;
            }
            taken[(!color).index()] |= captures;
            changed |= !(captures | steps).is_subset(range.squares);
            self.ranges[index].squares |= captures | steps;
        }
        for range in &mut self.ranges {
            let taken = taken[range.piece.color.index()];
            if range.piece.role != Role::King && !range.capturable && !range.squares.is_disjoint(taken) {
                range.capturable = true;
                changed = true;
            }
        }
        Some(changed)
    }

    /// The range of one side's king.
    pub(super) fn king(&self, color: Color) -> &PieceRange {
        self.ranges.iter().find(|range| range.is(color, Role::King)).expect("a position has one king a side")
    }

    /// The squares of one side's fixed pieces.
    pub(super) fn fixed(&self, color: Color) -> SquareSet {
        let ranges = self.ranges.iter().filter(|range| range.piece.color == color && range.is_fixed());
        ranges.fold(SquareSet::EMPTY, |set, range| set | range.squares)
    }

    /// The squares on which a pawn might capture a piece of this side. The square that a pawn skips in a
    /// double step is in its range, so en passant is covered.
    pub(super) fn victims(&self, color: Color) -> SquareSet {
        let ranges =
            self.ranges.iter().filter(|range| range.piece.color == color && range.piece.role != Role::King);
        ranges.fold(SquareSet::EMPTY, |set, range| set | range.squares)
    }

    /// The squares that one side's fixed pieces always attack, with or without its king.
    pub(super) fn danger(&self, color: Color, with_king: bool) -> SquareSet {
        let anywhere = self.ranges.iter().fold(SquareSet::EMPTY, |set, range| set | range.squares);
        let counts = |range: &&PieceRange| {
            range.piece.color == color && range.is_fixed() && (with_king || range.piece.role != Role::King)
        };
        self.ranges.iter().filter(counts).fold(SquareSet::EMPTY, |set, range| {
            set | attacks::of(color, range.piece.role, range.home, anywhere)
        })
    }

    /// The squares a pawn can step to without capturing.
    fn pawn_steps(&self, range: &PieceRange, fixed: SquareSet) -> SquareSet {
        let color = range.piece.color;
        let forward = if color == Color::White { 1 } else { -1 };
        let stop = self.stop(range);
        let free = |target: &Square| {
            !fixed.contains(*target) && stop.is_none_or(|stop| is_ahead(color, *target, stop))
        };
        let mut steps = SquareSet::EMPTY;
        for square in range.squares {
            let Some(step) = square.offset(0, forward).filter(free) else { continue };
            steps.insert(step);
            if square.rank().relative_to(color) == Rank::Second {
                steps |= step.offset(0, forward).filter(free).map_or(SquareSet::EMPTY, SquareSet::of);
            }
        }
        steps
    }

    /// The enemy pawn ahead that this pawn can never pass: both stay on the file, and the other is never
    /// captured.
    fn stop(&self, range: &PieceRange) -> Option<Square> {
        let color = range.piece.color;
        let file = SquareSet::file(range.home.file());
        let stays = |range: &PieceRange| range.squares.is_subset(file);
        let others = self.ranges.iter().filter(|other| {
            other.is(!color, Role::Pawn)
                && stays(other)
                && !other.capturable
                && is_ahead(color, range.home, other.home)
        });
        let nearest =
            others.map(|other| other.home).min_by_key(|home| home.rank().relative_to(color).index());
        if stays(range) { nearest } else { None }
    }
}

fn is_ahead(color: Color, square: Square, other: Square) -> bool {
    other.rank().relative_to(color).index() > square.rank().relative_to(color).index()
}

/// The squares a piece attacks from anywhere in its range.
pub(super) fn reach(range: &PieceRange, occupied: SquareSet) -> SquareSet {
    let Piece { color, role } = range.piece;
    range.squares.iter().fold(SquareSet::EMPTY, |set, from| set | attacks::of(color, role, from, occupied))
}
