//! The positions a network is trained on, kept in memory in the 32 bytes of their file format.

use super::training::joined;
use crate::record::{NO_RESULT, Place, Record, SIZE};
use engine::network::{Evaluation, Network, bucket, feature};
use engine::{Evaluate, HandCrafted};
use fastrand::Rng;
use rules::{Color, Piece, Position, Role, Square, SquareSet};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::{array, fs, thread};

/// Earlier positions are almost random, and positions with greater values are decided; neither teaches much.
const FIRST_PLY: u8 = 16;
const MAX_VALUE: i16 = 2000;

/// A position, and the expected score for the side to move that the network should predict.
pub(super) struct Sample {
    bytes: [u8; SIZE],
    pub(super) target: f32,
    /// The value of the evaluation that the network corrects, in steps of odds; 0 for a network that evaluates alone.
    pub(super) base: f32,
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
    fn position(&self) -> Option<Position> {
        Record::read(&self.bytes)?.setup.validate().ok()
    }

    fn turn(&self) -> Color {
        Color::ALL[usize::from(self.bytes[24] & 1)]
    }

    /// The search's value for the side to move.
    fn value(&self) -> f32 {
        let white = f32::from(i16::from_le_bytes([self.bytes[26], self.bytes[27]]));
        if self.turn() == Color::White { white } else { -white }
    }

    /// The result for the side to move, in points.
    fn result(&self) -> Option<f32> {
        let white = f32::from(self.bytes[28]) / 2.0;
        let has_result = self.bytes[28] < NO_RESULT;
        has_result.then_some(if self.turn() == Color::White { white } else { 1.0 - white })
    }

    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let occupied = SquareSet::from_bits(u64::from_le_bytes(array::from_fn(|index| self.bytes[index])));
        occupied.iter().take(32).enumerate().map(|(index, square)| {
            let code = self.bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
            let (color, role) = (Color::ALL[usize::from(code >> 3)], Role::ALL[usize::from(code & 7).min(5)]);
            (square, Piece { color, role })
        })
    }

    pub(super) fn active(&self) -> Active {
        let mut kings = [Square::A1; 2];
        for (square, piece) in self.pieces() {
            if piece.role == Role::King {
                kings[piece.color.index()] = square;
            }
        }
        let turn = self.turn();
        let mut active = Active { features: [[0; 32]; 2], count: 0, bucket: 0 };
        for (square, piece) in self.pieces() {
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
    /// Reads files; every `held_out`-th game is held out. Whole games, because positions of one game are too similar.
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
                part.push(Sample { bytes: *bytes, target: 0.0, base: 0.0 });
            }
        }
        Ok(data)
    }

    /// The step, in centipawns, by which the search's values predict the results best.
    pub(super) fn fit_step(&self) -> f32 {
        let sample: Vec<_> = self.training.iter().step_by((self.training.len() / 200_000).max(1)).collect();
        let error = |step: f32| -> f64 {
            let one = |sample: &&Sample| {
                Some(f64::from(expected(sample.value() / step) - sample.result()?).powi(2))
            };
            sample.iter().filter_map(one).sum()
        };
        let candidates = (10..80).map(|tens| tens as f32 * 5.0);
        candidates.min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(200.0)
    }

    pub(super) fn set_targets(&mut self, step: f32, trust: f32) {
        for sample in self.training.iter_mut().chain(&mut self.held_out) {
            let value = expected(sample.value() / step);
            sample.target = sample.result().map_or(value, |result| trust * value + (1.0 - trust) * result);
        }
    }

    /// Adds, for every training position, others that are one to three random moves away, with the teacher's static
    /// evaluation as their value. A search meets such positions all the time, but games hardly ever contain them.
    pub(super) fn add_neighbours(
        &mut self,
        count: usize,
        teacher: Teacher<'_>,
        step: f32,
        threads: usize,
        seed: u64,
    ) {
        let size = self.training.len().div_ceil(threads).max(1);
        let found: Vec<Vec<Sample>> = thread::scope(|scope| {
            let parts = self.training.chunks(size).zip(seed..);
            let working: Vec<_> = parts
                .map(|(part, seed)| {
                    scope.spawn(move || {
                        let (mut random, mut teacher) = (Rng::with_seed(seed), Evaluation::new(teacher));
                        let mut found = Vec::with_capacity(part.len() * count);
                        for sample in part {
                            let Some(position) = sample.position() else { continue };
                            let one = |_| neighbour(&position, &mut random, &mut teacher, step);
                            found.extend((0..count).filter_map(one));
                        }
                        found
                    })
                })
                .collect();
            working.into_iter().map(joined).collect()
        });
        self.training.extend(found.into_iter().flatten());
    }

    /// Sets the hand-crafted evaluation as the base of every sample, to train a network that corrects it.
    pub(super) fn set_bases(&mut self, step: f32, threads: usize) {
        for part in [&mut self.training, &mut self.held_out] {
            let size = part.len().div_ceil(threads).max(1);
            thread::scope(|scope| {
                for part in part.chunks_mut(size) {
                    scope.spawn(move || {
                        let mut evaluation = HandCrafted::new();
                        for sample in part {
                            let value =
                                sample.position().map_or(0, |position| evaluation.evaluate(&position));
                            sample.base = value as f32 / step;
                        }
                    });
                }
            });
        }
    }

    pub(super) fn hand_crafted_loss(&self, step: f32) -> f64 {
        self.loss(Evaluation::new(None), step)
    }

    pub(super) fn network_loss(&self, network: Network, step: f32) -> f64 {
        self.loss(Evaluation::new(Some(&Arc::new(network))), step)
    }

    /// The mean squared error of an evaluation on the held-out positions.
    fn loss(&self, mut evaluation: Evaluation, step: f32) -> f64 {
        let positions = self.held_out.iter().filter_map(|sample| {
            let position = sample.position()?;
            let error = expected(evaluation.evaluate(&position) as f32 / step) - sample.target;
            Some(f64::from(error).powi(2))
        });
        positions.sum::<f64>() / self.held_out.len().max(1) as f64
    }
}

/// The network that corrects the teacher's hand-crafted evaluation, if there is one.
pub(super) type Teacher<'n> = Option<&'n Arc<Network>>;

/// A position one to three random moves away; `None` if it is in check, the end of the game or decided.
fn neighbour(from: &Position, random: &mut Rng, teacher: &mut Evaluation, step: f32) -> Option<Sample> {
    let mut position = *from;
    for _ in 0..random.usize(1..=3) {
        let moves = position.legal_moves();
        let count = moves.len();
        position = moves.iter().nth(random.usize(..count.max(1)))?.play();
    }
    if position.in_check() || position.count_legal_moves() == 0 {
        return None;
    }
    let value = teacher.evaluate(&position);
    if value.abs() > MAX_VALUE.into() {
        return None;
    }
    // Only the board and the side to move matter from here on.
    let record = Record::new(&position, 0, None, Place { game: 0, ply: FIRST_PLY });
    Some(Sample { bytes: record.write(), target: expected(value as f32 / step), base: 0.0 })
}

/// The expected score of an output.
pub(super) fn expected(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[cfg(test)]
mod tests {
    use super::super::model::Model;
    use super::super::training::{Schedule, train};
    use super::*;
    use crate::record::WhiteResult;

    #[test]
    fn features_of_a_record_are_those_of_its_position() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let position: Position = fen.parse().expect(fen);
            let record = Record::new(&position, 120, Some(WhiteResult::Win), Place { game: 1, ply: 30 });
            let sample = Sample { bytes: record.write(), target: 0.0, base: 0.0 };
            let sign = if position.turn() == Color::White { 1.0 } else { -1.0 };
            assert_eq!((sample.value(), sample.result()), (120.0 * sign, Some(0.5 + sign / 2.0)));
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

    #[test]
    fn neighbours_are_a_few_moves_away_and_have_the_value_of_the_teacher() {
        let start = Position::start();
        let record = Record::new(&start, 0, Some(WhiteResult::Draw), Place { game: 1, ply: 30 });
        let training = vec![Sample { bytes: record.write(), target: 0.5, base: 0.0 }];
        let mut data = Data { training, held_out: Vec::new(), games: 1 };
        data.add_neighbours(40, None, 145.0, 2, 7);
        assert!(data.training.len() > 30, "{}", data.training.len());
        for sample in &data.training[1..] {
            let position = sample.position().expect("a position");
            let moved = position.board().occupied() ^ start.board().occupied();
            assert!((1..=6).contains(&moved.len()), "{position}");
            assert!(!position.in_check());
            let value = HandCrafted::new().evaluate(&position) as f32;
            // The value depends on the halfmove clock, which a record keeps.
            assert!((sample.target - expected(value / 145.0)).abs() < 1e-6, "{position}");
        }
    }

    #[test]
    fn a_network_learns_what_a_correction_has_to_add() {
        let mut random = Rng::with_seed(3);
        let mut sample = || {
            let mut position = Position::start();
            for _ in 0..random.usize(2..40) {
                let moves: Vec<_> = position.legal_moves().iter().map(rules::LegalMove::play).collect();
                let Some(next) = moves.get(random.usize(..moves.len().max(1))) else { break };
                position = *next;
            }
            let record = Record::new(&position, 0, Some(WhiteResult::Draw), Place { game: 1, ply: 30 });
            Sample { bytes: record.write(), target: 0.0, base: 0.0 }
        };
        let mut data = Data {
            training: (0..600).map(|_| sample()).collect(),
            held_out: (0..100).map(|_| sample()).collect(),
            games: 2,
        };
        data.set_bases(145.0, 2);
        // The target is a constant above the base, so the network has only one number to learn.
        for sample in data.training.iter_mut().chain(&mut data.held_out) {
            sample.target = expected(sample.base + 0.7);
        }
        let schedule = Schedule { epochs: 12, rate: 0.01, batch: 64, threads: 2, seed: 1 };
        let mut losses = Vec::new();
        let train_once = |losses: &mut Vec<f64>| {
            train(&data, Model::random(schedule.seed), &schedule, |epoch| {
                losses.push(epoch.held_out);
                Ok(())
            })
        };
        train_once(&mut losses).expect("nothing is written");
        assert!(losses[11] < losses[0] / 4.0, "{losses:?}");
        let mut again = Vec::new();
        train_once(&mut again).expect("nothing is written");
        assert_eq!(losses, again);
    }
}
