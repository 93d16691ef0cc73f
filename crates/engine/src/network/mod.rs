//! A neural network (NNUE) as evaluation: (768 → hidden) × 2 → 1, with output buckets by the number of pieces.
//!
//! The input is one feature for every piece on its square, from the view of each side. The first layer is kept as two
//! accumulators, one per side, which are updated by the pieces that differ from the last position. All arithmetic is in
//! integers, so that every CPU gives the same value. The loops are written for the compiler to vectorise, and
//! dispatched by `rules::cpu`.

mod accumulator;
mod features;
mod file;

pub use features::{FEATURES, bucket, feature};
pub use file::{NetworkError, NetworkFile, Purpose};

use crate::evaluate::{Evaluate, HandCrafted, correct, finish};
use crate::score::Value;
use accumulator::Accumulators;
use rules::{Color, Position, cpu};
use std::sync::{Arc, LazyLock};

/// Neurons of the hidden layer, for each side.
pub const HIDDEN: usize = 128;
/// Output weights are chosen by the number of pieces on the board.
pub const BUCKETS: usize = 8;

/// The quantisation: a first-layer weight of 1 is 255, an output weight of 1 is 64.
pub const INPUT_ONE: i32 = 255;
/// See [`INPUT_ONE`].
pub const OUTPUT_ONE: i32 = 64;

/// The weights of a network.
#[derive(Debug, PartialEq)]
pub struct Network {
    input: Box<[[i16; HIDDEN]]>,
    input_bias: [i16; HIDDEN],
    output: [[[i16; HIDDEN]; 2]; BUCKETS],
    output_bias: [i16; BUCKETS],
    /// The centipawns of an output of 1, at which the odds are e to 1.
    scale: i32,
    purpose: Purpose,
}

impl Network {
    /// The network that is part of the program. docs/engine.md describes its origin.
    pub fn embedded() -> &'static Arc<Network> {
        static EMBEDDED: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let network = Network::from_bytes(include_bytes!("default.nnue"));
            Arc::new(network.expect("a test reads these bytes"))
        });
        &EMBEDDED
    }
}

/// Evaluates with a network.
pub struct NetworkEvaluation {
    network: Arc<Network>,
    accumulators: Accumulators,
    /// The evaluation that the network corrects.
    corrected: Option<HandCrafted>,
}

impl NetworkEvaluation {
    /// An evaluation by this network.
    pub fn new(network: Arc<Network>) -> NetworkEvaluation {
        let accumulators = Accumulators::new(&network);
        let corrected = (network.purpose == Purpose::Correction).then(HandCrafted::new);
        NetworkEvaluation { network, accumulators, corrected }
    }
}

impl Evaluate for NetworkEvaluation {
    fn evaluate(&mut self, position: &Position) -> Value {
        let NetworkEvaluation { network, accumulators, corrected } = self;
        let value = cpu::run_vector(Inference { network, accumulators, position });
        match corrected {
            None => {
                let white = if position.turn() == Color::White { value } else { -value };
                finish(position, white)
            }
            Some(evaluation) => correct(position, evaluation.evaluate(position), value),
        }
    }
}

/// A network or the hand-crafted evaluation.
pub enum Evaluation {
    HandCrafted(HandCrafted),
    Network(Box<NetworkEvaluation>),
}

impl Evaluation {
    /// The evaluation of the network, or the hand-crafted one without a network.
    pub fn new(network: Option<&Arc<Network>>) -> Evaluation {
        match network {
            None => Evaluation::HandCrafted(HandCrafted::new()),
            Some(network) => Evaluation::Network(Box::new(NetworkEvaluation::new(Arc::clone(network)))),
        }
    }
}

impl Evaluate for Evaluation {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> Value {
        match self {
            Evaluation::HandCrafted(evaluation) => evaluation.evaluate(position),
            Evaluation::Network(evaluation) => evaluation.evaluate(position),
        }
    }
}

/// One evaluation, dispatched by `cpu`.
struct Inference<'a> {
    network: &'a Network,
    accumulators: &'a mut Accumulators,
    position: &'a Position,
}

impl cpu::Work for Inference<'_> {
    type Output = Value;

    #[inline(always)]
    fn run(self, _: impl cpu::Sliders) -> Value {
        let Inference { network, accumulators, position } = self;
        let board = position.board();
        let turn = position.turn();
        let bucket = bucket(board.occupied().len());
        let weights = &network.output[bucket];
        let mut sum = 0;
        for (side, weights) in [turn, !turn].into_iter().zip(weights) {
            let neurons = accumulators.update(network, board, side, position.king(side));
            sum += i64::from(activated(neurons, weights));
        }
        // The activation is squared, so the sum has one more factor of INPUT_ONE than the bias.
        let (one, bias) = (i64::from(INPUT_ONE), i64::from(network.output_bias[bucket]));
        let output = (sum / one + bias) * i64::from(network.scale);
        (output / (one * i64::from(OUTPUT_ONE))) as Value
    }
}

/// The weighted sum of squared clipped neurons (SCReLU). A weight is at most 127, so neuron times weight fits in 16
/// bits and the sum of all fits in 32.
#[inline(always)]
fn activated(neurons: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    let mut sum = 0;
    for (neuron, weight) in neurons.iter().zip(weights) {
        let clipped = (*neuron).clamp(0, INPUT_ONE as i16);
        sum += i32::from(clipped.wrapping_mul(*weight)) * i32::from(clipped);
    }
    sum
}

const _: () = assert!(HIDDEN as i64 * 127 * 255 * 255 < i32::MAX as i64);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::file::tests::{random_file, random_network};
    use rules::cpu::{Limit, limit};

    const POSITIONS: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4k3/1P6/8/8/8/8/3N4/R2QK2R w - - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    ];

    /// The value by definition, without accumulators.
    fn plain(network: &Network, position: &Position) -> Value {
        let board = position.board();
        let bucket = bucket(board.occupied().len());
        let mut sum = 0_i64;
        for (side, weights) in [position.turn(), !position.turn()].into_iter().zip(&network.output[bucket]) {
            let mut neurons = network.input_bias.map(i32::from);
            for (square, piece) in board.iter() {
                let row = &network.input[feature(side, position.king(side), piece, square)];
                neurons.iter_mut().zip(row).for_each(|(neuron, weight)| *neuron += i32::from(*weight));
            }
            for (neuron, weight) in neurons.into_iter().zip(weights) {
                let clipped = i64::from(neuron.clamp(0, INPUT_ONE));
                sum += clipped * clipped * i64::from(*weight);
            }
        }
        let output = (sum / 255 + i64::from(network.output_bias[bucket])) * i64::from(network.scale);
        let value = (output / (255 * 64)) as Value;
        finish(position, if position.turn() == Color::White { value } else { -value })
    }

    /// Every move and every reply: the accumulators follow any jump of the search, with every instruction set.
    #[test]
    fn incremental_values_are_the_plain_ones_on_every_cpu() {
        let network = Arc::new(random_network(7));
        for most in [Limit::None, Limit::NoBmi2, Limit::Baseline] {
            limit(most);
            let mut evaluation = NetworkEvaluation::new(Arc::clone(&network));
            for fen in POSITIONS {
                let position: Position = fen.parse().expect(fen);
                for legal in &position.legal_moves() {
                    let child = legal.play();
                    assert_eq!(evaluation.evaluate(&child), plain(&network, &child), "{}", child.fen());
                    for reply in &child.legal_moves() {
                        let next = reply.play();
                        assert_eq!(evaluation.evaluate(&next), plain(&network, &next), "{}", next.fen());
                    }
                }
            }
        }
        limit(Limit::None);
    }

    #[test]
    fn the_embedded_network_is_whole_and_knows_what_pieces_are_worth() {
        let mut evaluation = Evaluation::new(Some(Network::embedded()));
        let mut value = |fen: &str| evaluation.evaluate(&fen.parse().expect(fen));
        assert!(value(POSITIONS[0]).abs() < 60);
        // White lacks a queen, then Black does.
        assert!(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1") < -600);
        assert!(value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 600);
    }

    #[test]
    fn a_correction_is_added_to_the_hand_crafted_evaluation() {
        let file = NetworkFile { purpose: Purpose::Correction, ..random_file(5) };
        let correction = Arc::new(Network::from_bytes(&file.to_bytes()).expect("a network"));
        let alone = Arc::new(Network::from_bytes(&random_file(5).to_bytes()).expect("a network"));
        let position: Position = POSITIONS[4].parse().expect("a position");
        let value = |network| Evaluation::new(network).evaluate(&position);
        let (both, network) = (value(Some(&correction)), value(Some(&alone)));
        assert_eq!(both, value(None) + network);
        assert_ne!(network, 0);
    }

    #[test]
    fn a_mirrored_board_is_worth_the_same() {
        let network = Arc::new(random_network(3));
        let value =
            |fen: &str| NetworkEvaluation::new(Arc::clone(&network)).evaluate(&fen.parse().expect(fen));
        // Mirrored by colour, and by file, since there are no castling rights.
        let one = value("6k1/5ppp/8/3N4/8/2q5/PP3PPP/3R2K1 w - - 0 1");
        assert_eq!(one, value("3r2k1/pp3ppp/2Q5/8/3n4/8/5PPP/6K1 b - - 0 1"));
        assert_eq!(one, value("1k6/ppp5/8/4N3/8/5q2/PPP3PP/1K2R3 w - - 0 1"));
    }
}
