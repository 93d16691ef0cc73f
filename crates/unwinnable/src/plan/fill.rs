//! The squares that many pieces of one kind attack together (parallel-prefix fills).

use rules::{Role, SquareSet};

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const NOT_AB: u64 = 0xfcfc_fcfc_fcfc_fcfc;
const NOT_GH: u64 = 0x3f3f_3f3f_3f3f_3f3f;

/// The squares that pieces of a role on these squares attack together; none for pawns.
#[inline]
pub(super) fn attacked_from(role: Role, from: SquareSet, occupied: SquareSet) -> SquareSet {
    let (from, empty) = (from.bits(), !occupied.bits());
    let bits = match role {
        Role::Pawn => 0,
        Role::Knight => knights(from),
        Role::Bishop => bishops(from, empty),
        Role::Rook => rooks(from, empty),
        Role::Queen => bishops(from, empty) | rooks(from, empty),
        Role::King => kings(from),
    };
    SquareSet::from_bits(bits)
}

#[inline]
fn knights(from: u64) -> u64 {
    let (west, east) = (from >> 1 & NOT_H, from << 1 & NOT_A);
    let (far_west, far_east) = (from >> 2 & NOT_GH, from << 2 & NOT_AB);
    let (near, far) = (west | east, far_west | far_east);
    near << 16 | near >> 16 | far << 8 | far >> 8
}

#[inline]
fn kings(from: u64) -> u64 {
    let row = from | from >> 1 & NOT_H | from << 1 & NOT_A;
    (row | row << 8 | row >> 8) & !from
}

#[inline]
fn rooks(from: u64, empty: u64) -> u64 {
    up::<8>(from, empty, !0)
        | down::<8>(from, empty, !0)
        | up::<1>(from, empty, NOT_A)
        | down::<1>(from, empty, NOT_H)
}

#[inline]
fn bishops(from: u64, empty: u64) -> u64 {
    up::<9>(from, empty, NOT_A)
        | up::<7>(from, empty, NOT_H)
        | down::<9>(from, empty, NOT_H)
        | down::<7>(from, empty, NOT_A)
}

/// Slides toward h8 in steps of `STEP`; `on` excludes the squares a step would reach by wrapping around the
/// edge.
#[inline(always)]
fn up<const STEP: u32>(mut from: u64, empty: u64, on: u64) -> u64 {
    let mut free = empty & on;
    from |= free & from << STEP;
    free &= free << STEP;
    from |= free & from << (2 * STEP);
    free &= free << (2 * STEP);
    from |= free & from << (4 * STEP);
    from << STEP & on
}

/// The same toward a1.
#[inline(always)]
fn down<const STEP: u32>(mut from: u64, empty: u64, on: u64) -> u64 {
    let mut free = empty & on;
    from |= free & from >> STEP;
    free &= free >> STEP;
    from |= free & from >> (2 * STEP);
    free &= free >> (2 * STEP);
    from |= free & from >> (4 * STEP);
    from >> STEP & on
}

#[cfg(test)]
mod tests {
    use super::attacked_from;
    use rules::{Color, Role, Square, SquareSet, attacks};

    #[test]
    fn fills_match_the_attacks_of_single_pieces() {
        let patterns = [0u64, !0, 0x8142_2418_1824_4281, 0x00ff_0000_1200_ff00, 0x0123_4567_89ab_cdef];
        for occupied in patterns.map(SquareSet::from_bits) {
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                let one = |square| attacks::of(Color::White, role, square, occupied);
                for square in Square::all() {
                    assert_eq!(attacked_from(role, square.into(), occupied), one(square), "{role} {square}");
                }
                for from in patterns
                    .map(|pattern| SquareSet::from_bits(pattern.rotate_left(17) & 0x1111_8421_8421_0f01))
                {
                    let each = from.iter().fold(SquareSet::EMPTY, |all, square| all | one(square));
                    // Adjacent kings attack each other's squares, which the fill leaves out.
                    let ignored = if role == Role::King { from } else { SquareSet::EMPTY };
                    assert_eq!(
                        attacked_from(role, from, occupied) - ignored,
                        each - ignored,
                        "{role} {from:?}"
                    );
                }
            }
        }
    }
}
