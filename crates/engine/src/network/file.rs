//! The file of a network: a header, then the quantised weights in little-endian order.

use super::{BUCKETS, FEATURES, HIDDEN, INPUT_ONE, Network, OUTPUT_ONE};
use std::fmt;

/// The first bytes of every file; the number is the version of the format.
const MAGIC: &[u8; 8] = b"TABIYAN2";
/// Magic, hidden size, buckets, purpose, scale, checksum.
const HEADER: usize = 8 + 2 + 2 + 2 + 4 + 8;
const WEIGHTS: usize = FEATURES * HIDDEN + HIDDEN + BUCKETS * 2 * HIDDEN + BUCKETS;

/// The largest weights: beyond them a sum could overflow its integer. A neuron adds at most 32 rows and the bias.
const MAX_INPUT: i16 = (i16::MAX as i32 / 33) as i16;
const MAX_OUTPUT: i16 = 127;

/// A network in floating point, as it is trained.
#[derive(Clone, Debug)]
pub struct NetworkFile {
    /// `FEATURES` rows of `HIDDEN` weights.
    pub input: Vec<f32>,
    /// `HIDDEN` biases.
    pub input_bias: Vec<f32>,
    /// For each bucket the weights of the side to move, then those of the other side.
    pub output: Vec<f32>,
    /// One for each bucket.
    pub output_bias: Vec<f32>,
    /// Centipawns of an output of 1.
    pub scale: i32,
    pub purpose: Purpose,
}

/// What the output of a network is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The value of the position.
    Evaluation,
    /// A correction to be added to the hand-crafted evaluation. Such a network learns from less data, but is slower to
    /// play with.
    Correction,
}

/// Why bytes are not a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// The file does not start with the magic bytes.
    NotANetwork,
    /// It has this many neurons and buckets; the engine expects other numbers.
    WrongShape {
        /// Neurons of the hidden layer.
        hidden: u16,
        buckets: u16,
    },
    /// It has the first number of bytes instead of the second.
    WrongLength(usize, usize),
    /// It has a purpose that the engine does not know.
    UnknownPurpose(u16),
    /// The checksum does not match the weights.
    Damaged,
    /// A weight is too large to compute with.
    WeightTooLarge(i16),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::NotANetwork => write!(f, "not a network file"),
            NetworkError::WrongShape { hidden, buckets } => {
                write!(f, "expected {HIDDEN} neurons and {BUCKETS} buckets, found {hidden} and {buckets}")
            }
            NetworkError::WrongLength(found, expected) => {
                write!(f, "expected {expected} bytes, found {found}")
            }
            NetworkError::UnknownPurpose(purpose) => write!(f, "unknown purpose {purpose}"),
            NetworkError::Damaged => write!(f, "the checksum does not match: the file is damaged"),
            NetworkError::WeightTooLarge(weight) => write!(f, "a weight is too large: {weight}"),
        }
    }
}

impl std::error::Error for NetworkError {}

impl NetworkFile {
    /// The bytes of the file: weights are rounded to integers, and clipped if they are too large.
    pub fn to_bytes(&self) -> Vec<u8> {
        let quantised = |values: &[f32], one: i32, most: i16| {
            let most = f32::from(most);
            values
                .iter()
                .map(|value| (value * one as f32).round().clamp(-most, most) as i16)
                .collect::<Vec<_>>()
        };
        let parts = [
            quantised(&self.input, INPUT_ONE, MAX_INPUT),
            quantised(&self.input_bias, INPUT_ONE, MAX_INPUT),
            quantised(&self.output, OUTPUT_ONE, MAX_OUTPUT),
            quantised(&self.output_bias, INPUT_ONE * OUTPUT_ONE, i16::MAX),
        ];
        let weights: Vec<u8> = parts.iter().flatten().flat_map(|weight| weight.to_le_bytes()).collect();
        let mut bytes = Vec::with_capacity(HEADER + weights.len());
        bytes.extend(MAGIC);
        bytes.extend((HIDDEN as u16).to_le_bytes());
        bytes.extend((BUCKETS as u16).to_le_bytes());
        bytes.extend((self.purpose as u16).to_le_bytes());
        bytes.extend(self.scale.to_le_bytes());
        bytes.extend(checksum(&weights).to_le_bytes());
        bytes.extend(weights);
        bytes
    }
}

impl Network {
    /// The network in floating point, for further training.
    pub fn to_file(&self) -> NetworkFile {
        fn floats<'w>(weights: impl IntoIterator<Item = &'w i16>, one: i32) -> Vec<f32> {
            weights.into_iter().map(|weight| f32::from(*weight) / one as f32).collect()
        }
        NetworkFile {
            input: floats(self.input.as_flattened(), INPUT_ONE),
            input_bias: floats(&self.input_bias, INPUT_ONE),
            output: floats(self.output.as_flattened().as_flattened(), OUTPUT_ONE),
            output_bias: floats(&self.output_bias, INPUT_ONE * OUTPUT_ONE),
            scale: self.scale,
            purpose: self.purpose,
        }
    }

    /// Parses a network. The checksum covers every weight.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let Some((header, weights)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(NetworkError::NotANetwork);
        };
        let field = |from: usize| u16::from_le_bytes([header[from], header[from + 1]]);
        if !header.starts_with(MAGIC) {
            return Err(NetworkError::NotANetwork);
        }
        let (hidden, buckets) = (field(8), field(10));
        if (usize::from(hidden), usize::from(buckets)) != (HIDDEN, BUCKETS) {
            return Err(NetworkError::WrongShape { hidden, buckets });
        }
        if weights.len() != 2 * WEIGHTS {
            return Err(NetworkError::WrongLength(bytes.len(), HEADER + 2 * WEIGHTS));
        }
        let purpose = match field(12) {
            0 => Purpose::Evaluation,
            1 => Purpose::Correction,
            other => return Err(NetworkError::UnknownPurpose(other)),
        };
        let (scale, sum) = header[14..].split_at(4);
        if sum != checksum(weights).to_le_bytes() {
            return Err(NetworkError::Damaged);
        }
        let scale = scale.try_into().map_or(0, i32::from_le_bytes).clamp(1, 10_000);
        let mut numbers = weights.as_chunks::<2>().0.iter().map(|pair| i16::from_le_bytes(*pair));
        let mut next = |most: i16| {
            let weight = numbers.next().unwrap_or(0);
            if weight.unsigned_abs() > most.unsigned_abs() {
                Err(NetworkError::WeightTooLarge(weight))
            } else {
                Ok(weight)
            }
        };
        let mut row = |most: i16| -> Result<[i16; HIDDEN], NetworkError> {
            let mut row = [0; HIDDEN];
            for weight in &mut row {
                *weight = next(most)?;
            }
            Ok(row)
        };
        let input = (0..FEATURES).map(|_| row(MAX_INPUT)).collect::<Result<_, _>>()?;
        let input_bias = row(MAX_INPUT)?;
        let mut output = [[[0; HIDDEN]; 2]; BUCKETS];
        for weights in output.iter_mut().flatten() {
            *weights = row(MAX_OUTPUT)?;
        }
        let mut output_bias = [0; BUCKETS];
        for bias in &mut output_bias {
            *bias = next(i16::MAX)?;
        }
        Ok(Network { input, input_bias, output, output_bias, scale, purpose })
    }
}

/// FNV-1a, to detect damaged files.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::level::chance::seeded_hash;

    /// Random weights as large as those that training gives.
    pub(crate) fn random_file(seed: u64) -> NetworkFile {
        let mut drawn = 0;
        let mut numbers = |count: usize, most: f32| -> Vec<f32> {
            let mut number = || {
                drawn += 1;
                (seeded_hash(drawn, seed) >> 40) as f32 / (1 << 23) as f32 - 1.0
            };
            (0..count).map(|_| most * number()).collect()
        };
        NetworkFile {
            input: numbers(FEATURES * HIDDEN, 0.4),
            input_bias: numbers(HIDDEN, 0.4),
            output: numbers(BUCKETS * 2 * HIDDEN, 1.9),
            output_bias: numbers(BUCKETS, 0.3),
            scale: 140,
            purpose: Purpose::Evaluation,
        }
    }

    pub(crate) fn random_network(seed: u64) -> Network {
        Network::from_bytes(&random_file(seed).to_bytes()).expect("a network")
    }

    #[test]
    fn a_network_survives_a_round_trip_and_damage_is_detected() {
        let bytes = random_file(1).to_bytes();
        assert_eq!(bytes.len(), HEADER + 2 * WEIGHTS);
        assert!(bytes.len() < 1 << 20);
        assert_eq!(Network::from_bytes(&bytes), Ok(random_network(1)));
        assert_ne!(random_network(1), random_network(2));
        assert_eq!(random_network(1).to_file().to_bytes(), bytes);
        assert_eq!(Network::from_bytes(b"TABIYA"), Err(NetworkError::NotANetwork));
        assert_eq!(Network::from_bytes(&[0; 99]), Err(NetworkError::NotANetwork));
        assert_eq!(
            Network::from_bytes(&bytes[..bytes.len() - 1]),
            Err(NetworkError::WrongLength(bytes.len() - 1, bytes.len()))
        );
        let mut changed = bytes.clone();
        changed[HEADER + 5] ^= 1;
        assert_eq!(Network::from_bytes(&changed), Err(NetworkError::Damaged));
        let mut other = bytes.clone();
        other[8] = 32;
        assert_eq!(Network::from_bytes(&other), Err(NetworkError::WrongShape { hidden: 32, buckets: 8 }));
        let huge = NetworkFile { input: vec![1e9; FEATURES * HIDDEN], ..random_file(1) };
        assert!(Network::from_bytes(&huge.to_bytes()).is_ok());
    }
}
