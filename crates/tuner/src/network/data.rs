//! The positions a network is trained on, held in the 32 bytes in which they are stored.

use crate::record::{Record, SIZE};
use engine::network::{Network, NetworkEvaluation, bucket, feature};
use engine::{Evaluate, HandCrafted};
use rules::{Color, Piece, Role, Square, SquareSet};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::{array, fs};

/// Positions before this ply are random, and those that are decided teach nothing.
const FIRST_PLY: u8 = 16;
const MAX_VALUE: i16 = 2000;

/// A position and what its value should be for the side to move, as an expected score.
pub(super) struct Sample {
    bytes: [u8; SIZE],
    pub(super) target: f32,
}

/// The features of a position: for the side to move and for the other.
pub(super) struct Active {
    features: [[u16; 32]; 2],
    count: usize,
    pub(super) bucket: usize,
}

impl Active {
    pub(super) fn of(&self, side: usize) -> &[u16] {
        &self.features[side][..self.count]
    }
}

impl Sample {
    fn turn(&self) -> Color {
        Color::ALL[usize::from(self.bytes[24] & 1)]
    }

    /// The search's value for the side to move.
    fn value(&self) -> f32 {
        let white = f32::from(i16::from_le_bytes([self.bytes[26], self.bytes[27]]));
        if self.turn() == Color::White { white } else { -white }
    }

    /// The result for the side to move, in points.
    fn result(&self) -> f32 {
        let white = f32::from(self.bytes[28]) / 2.0;
        if self.turn() == Color::White { white } else { 1.0 - white }
    }

    fn men(&self) -> impl Iterator<Item = (Square, Piece)> {
        let occupied = SquareSet::from_bits(u64::from_le_bytes(array::from_fn(|index| self.bytes[index])));
        occupied.iter().take(32).enumerate().map(|(index, square)| {
            let code = self.bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
            let (color, role) = (Color::ALL[usize::from(code >> 3)], Role::ALL[usize::from(code & 7).min(5)]);
            (square, Piece { color, role })
        })
    }

    pub(super) fn active(&self) -> Active {
        let mut kings = [Square::A1; 2];
        for (square, piece) in self.men() {
            if piece.role == Role::King {
                kings[piece.color.index()] = square;
            }
        }
        let turn = self.turn();
        let mut active = Active { features: [[0; 32]; 2], count: 0, bucket: 0 };
        for (square, piece) in self.men() {
            for (row, side) in active.features.iter_mut().zip([turn, !turn]) {
                row[active.count] = feature(side, kings[side.index()], piece, square) as u16;
            }
            active.count += 1;
        }
        active.bucket = bucket(active.count);
        active
    }
}

/// All positions, split by game.
pub(super) struct Data {
    pub(super) training: Vec<Sample>,
    pub(super) held_out: Vec<Sample>,
    pub(super) games: usize,
}

impl Data {
    /// Reads files; of every `held_out` games one is held out, since positions of one game are too alike.
    pub(super) fn read(files: &[PathBuf], held_out: usize) -> io::Result<Data> {
        let mut data = Data { training: Vec::new(), held_out: Vec::new(), games: 0 };
        for file in files {
            let bytes = fs::read(file)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?;
            let mut last = None;
            for bytes in bytes.as_chunks::<SIZE>().0 {
                // Every record is validated once, so that training can trust the bytes.
                let Some(record) = Record::read(bytes) else { continue };
                if last != Some(record.place.game) {
                    data.games += 1;
                    last = Some(record.place.game);
                }
                let useful = record.place.ply >= FIRST_PLY && record.value.abs() <= MAX_VALUE;
                if !useful || record.setup.validate().is_err() {
                    continue;
                }
                let part =
                    if data.games.is_multiple_of(held_out) { &mut data.held_out } else { &mut data.training };
                part.push(Sample { bytes: *bytes, target: 0.0 });
            }
        }
        Ok(data)
    }

    /// The step, in centipawns, by which the search's values predict the results best.
    pub(super) fn fit_step(&self) -> f32 {
        let sample: Vec<_> = self.training.iter().step_by((self.training.len() / 200_000).max(1)).collect();
        let error = |step: f32| -> f64 {
            let one = |sample: &&Sample| f64::from(expected(sample.value() / step) - sample.result()).powi(2);
            sample.iter().map(one).sum()
        };
        let candidates = (10..80).map(|tens| tens as f32 * 5.0);
        candidates.min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(200.0)
    }

    pub(super) fn set_targets(&mut self, step: f32, trust: f32) {
        for sample in self.training.iter_mut().chain(&mut self.held_out) {
            sample.target = trust * expected(sample.value() / step) + (1.0 - trust) * sample.result();
        }
    }

    pub(super) fn hand_crafted_loss(&self, step: f32) -> f64 {
        self.loss(HandCrafted::new(), step)
    }

    pub(super) fn network_loss(&self, network: Network, step: f32) -> f64 {
        self.loss(NetworkEvaluation::new(Arc::new(network)), step)
    }

    /// The mean squared error of an evaluation on the held-out positions.
    fn loss(&self, mut evaluation: impl Evaluate, step: f32) -> f64 {
        let positions = self.held_out.iter().filter_map(|sample| {
            let position = Record::read(&sample.bytes)?.setup.validate().ok()?;
            let error = expected(evaluation.evaluate(&position) as f32 / step) - sample.target;
            Some(f64::from(error).powi(2))
        });
        positions.sum::<f64>() / self.held_out.len().max(1) as f64
    }
}

/// The expected score of an output.
pub(super) fn expected(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{GameResult, Place};
    use rules::Position;

    #[test]
    fn features_of_a_record_are_those_of_its_position() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let position: Position = fen.parse().expect(fen);
            let record = Record::new(&position, 120, GameResult::Win, Place { game: 1, ply: 30 });
            let sample = Sample { bytes: record.write(), target: 0.0 };
            let sign = if position.turn() == Color::White { 1.0 } else { -1.0 };
            assert_eq!((sample.value(), sample.result()), (120.0 * sign, 0.5 + sign / 2.0));
            let active = sample.active();
            for (index, side) in [position.turn(), !position.turn()].into_iter().enumerate() {
                let mut expected: Vec<_> = position
                    .board()
                    .iter()
                    .map(|(square, piece)| feature(side, position.king(side), piece, square) as u16)
                    .collect();
                let mut found = active.of(index).to_vec();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{fen}");
            }
        }
    }
}
