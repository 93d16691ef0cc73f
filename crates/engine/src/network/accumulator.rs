//! The first layer, kept for each side and updated by the changes on the board.

use super::features::{is_mirrored, orientation};
use super::{HIDDEN, Network};
use rules::{Board, Color, Role, Square, SquareSet};

/// For each side one accumulator per orientation of the board, so that a king that crosses the middle finds the last
/// state of the other orientation.
pub(super) struct Accumulators([[Accumulator; 2]; 2]);

/// The sum of the rows of all pieces of `board`.
#[derive(Clone)]
#[repr(align(64))]
struct Accumulator {
    neurons: [i16; HIDDEN],
    board: Board,
}

/// The number of neurons that the vector registers hold while the rows of all changes are added.
const BLOCK: usize = 64;
const _: () = assert!(HIDDEN.is_multiple_of(BLOCK));

/// The rows of the pieces that were added, or of those that were removed; each square has at most one of either.
struct Rows {
    rows: [u16; 64],
    count: usize,
}

impl Rows {
    #[inline(always)]
    fn of(board: &Board, squares: SquareSet, side: Color, orientation: usize) -> Rows {
        let mut rows = Rows { rows: [0; 64], count: 0 };
        let enemies = board.by_color(!side);
        for square in squares {
            let Some(role) = board.role_at(square) else { continue };
            let first = 6 * usize::from(enemies.contains(square));
            rows.rows[rows.count % 64] =
                ((first + role.index()) * 64 + (square.index() ^ orientation)) as u16;
            rows.count += 1;
        }
        rows
    }

    #[inline(always)]
    fn iter<'n>(&self, network: &'n Network, block: usize) -> impl Iterator<Item = &'n [i16; BLOCK]> {
        self.rows.iter().take(self.count).map(move |row| {
            let blocks = network.input[usize::from(*row)].as_chunks::<BLOCK>().0;
            &blocks[block]
        })
    }
}

impl Accumulators {
    pub(super) fn new(network: &Network) -> Accumulators {
        let empty = Accumulator { neurons: network.input_bias, board: Board::EMPTY };
        Accumulators([(); 2].map(|()| [empty.clone(), empty.clone()]))
    }

    /// The neurons of a side for this board. Only pieces that have moved since this accumulator was last used are added
    /// and subtracted. Sums may wrap on the way; with at most 32 pieces the final ones fit.
    #[inline(always)]
    pub(super) fn update(
        &mut self,
        network: &Network,
        board: &Board,
        side: Color,
        king: Square,
    ) -> &[i16; HIDDEN] {
        let mirrored = is_mirrored(king);
        let orientation = orientation(side, mirrored);
        let Accumulator { neurons, board: before } = &mut self.0[side.index()][usize::from(mirrored)];
        let changed = Role::ALL
            .iter()
            .map(|role| before.by_role(*role) ^ board.by_role(*role))
            .fold(before.by_color(side) ^ board.by_color(side), |sum, set| sum | set);
        let removed = Rows::of(before, changed, side, orientation);
        let added = Rows::of(board, changed, side, orientation);
        *before = *board;
        for (index, block) in neurons.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
            let mut sum = *block;
            for row in added.iter(network, index) {
                sum.iter_mut().zip(row).for_each(|(neuron, weight)| *neuron = neuron.wrapping_add(*weight));
            }
            for row in removed.iter(network, index) {
                sum.iter_mut().zip(row).for_each(|(neuron, weight)| *neuron = neuron.wrapping_sub(*weight));
            }
            *block = sum;
        }
        neurons
    }
}
