//! Pawn structure and king shelter, cached because pawns and kings move rarely.

use super::pair::Pair;
use super::tally::{Sum, Tally};
use super::terms::{self, folded, relative_rank};
use rules::{Board, Color, File, Position, Rank, Role, Square, SquareSet, attacks};

/// What the evaluation of pieces needs to know about the pawns.
#[derive(Clone, Copy, Default)]
pub(super) struct Structure {
    pub(super) passed: SquareSet,
}

struct CacheEntry {
    pawns: [SquareSet; 2],
    sum: Pair,
    structure: Structure,
    /// The kings last seen with these pawns, and the value of their shelter.
    kings: [Square; 2],
    shelter: Pair,
}

/// The pawn cache. It is exact: it compares the pawns themselves, not a hash.
pub(super) struct Cache {
    entries: Vec<CacheEntry>,
}

const CACHE_SIZE: usize = 1 << 13;

impl Cache {
    pub(super) fn new() -> Cache {
        let nothing = || CacheEntry {
            pawns: [SquareSet::EMPTY; 2],
            sum: Pair::ZERO,
            structure: Structure { passed: SquareSet::EMPTY },
            kings: [Square::A1; 2], // both kings cannot stand on a1, so no position matches
            shelter: Pair::ZERO,
        };
        Cache { entries: (0..CACHE_SIZE).map(|_| nothing()).collect() }
    }

    #[inline(always)]
    pub(super) fn structure(&mut self, position: &Position, sum: &mut Sum) -> Structure {
        let board = position.board();
        let pawns = Color::ALL.map(|color| board.pieces(color, Role::Pawn));
        let place = &mut self.entries[hash(pawns) as usize % CACHE_SIZE];
        if place.pawns != pawns {
            let mut fresh = Sum::default();
            let structure = add_terms(board, &mut fresh);
            *place =
                CacheEntry { pawns, sum: fresh.0, structure, kings: [Square::A1; 2], shelter: Pair::ZERO };
        }
        let kings = Color::ALL.map(|color| position.king(color));
        if place.kings != kings {
            place.kings = kings;
            place.shelter = shelters(board, kings);
        }
        sum.0 += place.sum + place.shelter;
        place.structure
    }
}

/// A hash of two sets of squares.
#[inline(always)]
pub(crate) fn hash(sets: [SquareSet; 2]) -> u64 {
    let mixed = sets[0].bits().wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ sets[1].bits().wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ mixed >> 32
}

/// All squares on the files of the set.
fn fill_files(set: SquareSet) -> SquareSet {
    let mut bits = set.bits();
    bits |= bits << 8 | bits >> 8;
    bits |= bits << 16 | bits >> 16;
    bits |= bits.rotate_right(32);
    SquareSet::from_bits(bits)
}

/// All squares in front of those of the set.
#[inline(always)]
pub(super) fn fill_forward(color: Color, set: SquareSet) -> SquareSet {
    let mut bits = forward(color, set).bits();
    match color {
        Color::White => {
            bits |= bits << 8;
            bits |= bits << 16;
            bits |= bits << 32;
        }
        Color::Black => {
            bits |= bits >> 8;
            bits |= bits >> 16;
            bits |= bits >> 32;
        }
    }
    SquareSet::from_bits(bits)
}

/// The squares one step ahead.
#[inline(always)]
pub(super) const fn forward(color: Color, set: SquareSet) -> SquareSet {
    SquareSet::from_bits(match color {
        Color::White => set.bits() << 8,
        Color::Black => set.bits() >> 8,
    })
}

/// The squares directly to the left and right.
#[inline(always)]
pub(super) fn beside(set: SquareSet) -> SquareSet {
    SquareSet::from_bits(
        (set - SquareSet::file(File::A)).bits() >> 1 | (set - SquareSet::file(File::H)).bits() << 1,
    )
}

/// The squares that the pawns attack.
#[inline(always)]
pub(super) fn pawn_attacks(color: Color, pawns: SquareSet) -> SquareSet {
    beside(forward(color, pawns))
}

/// All terms of the pawn structure.
pub(super) fn add_terms(board: &Board, tally: &mut impl Tally) -> Structure {
    let mut passed = SquareSet::EMPTY;
    for color in Color::ALL {
        passed |= add_side_terms(board, color, tally);
    }
    Structure { passed }
}

/// The terms of one side; returns its passed pawns.
fn add_side_terms(board: &Board, color: Color, tally: &mut impl Tally) -> SquareSet {
    let own = board.pieces(color, Role::Pawn);
    let enemy = board.pieces(!color, Role::Pawn);
    let enemy_attacks = pawn_attacks(!color, enemy);
    let stopped = {
        let front = fill_forward(!color, enemy);
        front | beside(front)
    };
    let neighbours = fill_files(beside(own));
    let supported = {
        let spans = fill_forward(color, own) | own;
        beside(spans)
    };
    let mut passed = SquareSet::EMPTY;
    for square in own {
        let (one, rank) = (SquareSet::of(square), relative_rank(color, square));
        tally.one(color, terms::MATERIAL);
        tally.one(color, terms::SQUARES + folded(color, square));
        let isolated = !neighbours.contains(square);
        if isolated {
            tally.one(color, terms::PAWN_ISOLATED);
        }
        let ahead = fill_forward(color, one);
        let doubled = !(ahead & own).is_empty();
        if doubled {
            tally.one(color, terms::PAWN_DOUBLED);
        }
        if !isolated && !supported.contains(square) && !(forward(color, one) & enemy_attacks).is_empty() {
            tally.one(color, terms::PAWN_BACKWARD);
        }
        if !(beside(one) & own).is_empty() {
            tally.one(color, terms::PAWN_PHALANX + rank);
        }
        if !(attacks::pawn(!color, square) & own).is_empty() {
            tally.one(color, terms::PAWN_PROTECTED + rank);
        }
        if !stopped.contains(square) && !doubled {
            tally.one(color, terms::PASSED + rank);
            passed |= one;
        }
    }
    passed
}

fn shelters(board: &Board, kings: [Square; 2]) -> Pair {
    let mut sum = Sum::default();
    for (color, king) in Color::ALL.into_iter().zip(kings) {
        shelter(board, king, color, &mut sum);
    }
    sum.0
}

/// King shelter: own pawns in front of the king, and enemy pawns that storm it.
pub(super) fn shelter(board: &Board, king: Square, color: Color, tally: &mut impl Tally) {
    let own = board.pieces(color, Role::Pawn);
    let enemy = board.pieces(!color, Role::Pawn);
    let before = match color {
        Color::White => SquareSet::from_bits(!0 << (8 * king.rank().index())),
        Color::Black => SquareSet::from_bits(!0 >> (8 * (7 - king.rank().index()))),
    };
    let centre = king.file().index().clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let on_file = SquareSet::file(File::ALL[file]) & before;
        let nearest = |pawns: SquareSet| {
            let square = match color {
                Color::White => (pawns & on_file).first(),
                Color::Black => (pawns & on_file).last(),
            };
            square.map_or(0, |square| relative_rank(color, square))
        };
        let (own_rank, enemy_rank) = (nearest(own), nearest(enemy));
        let is_neighbour = usize::from(file != king.file().index());
        tally.one(color, terms::SHELTER + 8 * is_neighbour + own_rank);
        let is_free = usize::from(own_rank == 0 || own_rank + 1 != enemy_rank);
        tally.one(color, terms::STORM + 8 * is_free + enemy_rank);
    }
}

/// The rank on which the pawns of a side start.
pub(super) const fn second_rank(color: Color) -> SquareSet {
    SquareSet::rank(match color {
        Color::White => Rank::Second,
        Color::Black => Rank::Seventh,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tally::Count;
    use super::super::terms::COUNT;
    use super::*;

    #[track_caller]
    fn check(placement: &str, term: usize, expected: i16) {
        let position: Position = format!("{placement} w - - 0 1").parse().unwrap();
        let mut count = Count([0; COUNT]);
        add_terms(position.board(), &mut count);
        assert_eq!(count.0[term], expected, "{placement}");
    }

    #[test]
    fn structures() {
        check("4k3/8/8/8/8/8/P1P5/4K3", terms::PAWN_ISOLATED, 2);
        check("4k3/p7/8/8/8/8/PP6/4K3", terms::PAWN_ISOLATED, -1);
        check("4k3/8/8/8/P7/8/P7/4K3", terms::PAWN_DOUBLED, 1);
        // c4 cannot protect b2, and a4 controls the square in front of it; the same for Black.
        check("4k3/8/8/8/p1P5/8/1P6/4K3", terms::PAWN_BACKWARD, 1);
        check("4k3/1p6/8/P1p5/8/8/8/4K3", terms::PAWN_BACKWARD, -1);
        // It is not backward without the pawn on a4, with a neighbour that can protect it, or if it is isolated.
        check("4k3/8/8/8/2P5/8/1P6/4K3", terms::PAWN_BACKWARD, 0);
        check("4k3/8/8/8/p7/8/1PP5/4K3", terms::PAWN_BACKWARD, 0);
        check("4k3/8/8/8/p7/8/1P6/4K3", terms::PAWN_BACKWARD, 0);
        check("4k3/8/8/1p6/2P5/1P6/8/4K3", terms::PAWN_PROTECTED + 3, 1);
        check("4k3/8/8/1PP5/8/8/8/4K3", terms::PAWN_PHALANX + 4, 2);
        check("4k3/8/8/P7/8/2p5/8/4K3", terms::PASSED + 4, 1);
        check("4k3/8/8/P7/8/2p5/8/4K3", terms::PASSED + 5, -1);
        check("4k3/1p6/8/P7/8/8/8/4K3", terms::PASSED + 4, 0);
    }
}
