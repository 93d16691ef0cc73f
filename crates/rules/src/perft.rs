//! Counting the paths of legal moves: the usual proof and measure of a generator.

use crate::Position;
use crate::attacks::sliders::Sliders;
use crate::generate::generate;
use crate::legal_moves::{Count, LegalMoves};
use crate::play::play;
use crate::side::Side;
use core::hint::black_box;

/// The last moves are counted as sets and not played.
#[inline(always)]
pub(crate) fn perft<Us: Side, S: Sliders>(
    position: &Position,
    depth: u32,
    sliders: S,
    again: impl Fn(&Position, u32) -> u64,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        let mut count = Count::default();
        generate::<Us, S>(position, sliders, &mut count);
        return count.0 as u64;
    }
    let mut moves = LegalMoves::none(position);
    generate::<Us, S>(position, sliders, &mut moves);
    let mut nodes = 0;
    moves.for_each::<Us>(
        #[inline(always)]
        |mv| nodes += again(&play::<Us>(position, mv), depth - 1),
    );
    nodes
}

/// Every move is played, the last ones too.
#[inline(always)]
pub(crate) fn perft_every_leaf<Us: Side, S: Sliders>(
    position: &Position,
    depth: u32,
    sliders: S,
    again: impl Fn(&Position, u32) -> u64,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = LegalMoves::none(position);
    generate::<Us, S>(position, sliders, &mut moves);
    let mut nodes = 0;
    moves.for_each::<Us>(
        #[inline(always)]
        |mv| {
            let child = play::<Us>(position, mv);
            nodes += if depth == 1 {
                black_box(&child);
                1
            } else {
                again(&child, depth - 1)
            };
        },
    );
    nodes
}
