//! The first layer, kept for each side and updated by what has changed on the board.

use super::features::{is_mirrored, orientation};
use super::{HIDDEN, Network};
use rules::{Board, Color, Role, Square, SquareSet};

/// For each side one accumulator per orientation of the board, so that a king that crosses the middle finds the last
/// state of that orientation again.
pub(super) struct Accumulators([[Accumulator; 2]; 2]);

/// The sum of the rows of all pieces that `pieces` holds.
#[derive(Clone)]
#[repr(align(64))]
struct Accumulator {
    neurons: [i16; HIDDEN],
    pieces: [[SquareSet; 6]; 2],
}

impl Accumulators {
    pub(super) fn new(network: &Network) -> Accumulators {
        let empty = Accumulator { neurons: network.input_bias, pieces: [[SquareSet::EMPTY; 6]; 2] };
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
        let turn = orientation(side, mirrored);
        let Accumulator { neurons, pieces } = &mut self.0[side.index()][usize::from(mirrored)];
        for color in Color::ALL {
            let first = if color == side { 0 } else { 6 };
            for role in Role::ALL {
                let (now, before) = (board.pieces(color, role), &mut pieces[color.index()][role.index()]);
                let row =
                    |square: Square| &network.input[(first + role.index()) * 64 + (square.index() ^ turn)];
                for square in now - *before {
                    neurons
                        .iter_mut()
                        .zip(row(square))
                        .for_each(|(neuron, weight)| *neuron = neuron.wrapping_add(*weight));
                }
                for square in *before - now {
                    neurons
                        .iter_mut()
                        .zip(row(square))
                        .for_each(|(neuron, weight)| *neuron = neuron.wrapping_sub(*weight));
                }
                *before = now;
            }
        }
        neurons
    }
}
