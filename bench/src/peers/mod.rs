//! The libraries in the race. There is a trait for each task, so a library takes part only in tasks that it supports.

mod chess;
mod cozy;
mod shakmaty;
mod tabiya;

use crate::positions::Sample;

pub(crate) use self::chess::Chess;
pub(crate) use self::cozy::Cozy;
pub(crate) use self::shakmaty::Shakmaty;
pub(crate) use self::tabiya::{PlainApi, Tabiya};

pub(crate) trait Library: 'static {
    /// Its name in the tables.
    const NAME: &'static str;
    /// How many fields of a FEN it keeps and writes in the standard way.
    const FEN_FIELDS: usize = 6;
    type Position: 'static;

    /// Parses and validates a FEN.
    fn read_fen(text: &str) -> Option<Self::Position>;
}

/// The positions of all samples, kept until the program ends, so that a move can be tied to its position.
pub(crate) fn read_all<L: Library>(samples: &[Sample]) -> &'static [L::Position] {
    let read = |sample: &Sample| L::read_fen(&sample.fen).expect("every library reads the samples");
    samples.iter().map(read).collect::<Vec<_>>().leak()
}

/// Counts the leaves of the move tree. The last moves need not be made.
pub(crate) trait Perft: Library {
    fn perft(position: &Self::Position, depth: u32) -> u64;
}

/// Perft with every last move made; each leaf goes through a `black_box`.
pub(crate) trait MakeLeaves: Library {
    fn make_leaves(position: &Self::Position, depth: u32) -> u64;
}

pub(crate) trait WriteFen: Library {
    fn write_fen(position: &Self::Position) -> String;
}

pub(crate) trait Moves: Library {
    type Move: Copy + PartialEq + 'static;

    /// The legal move of this UCI text; not measured.
    fn find(position: &'static Self::Position, uci: &str) -> Option<Self::Move>;
}

pub(crate) trait WriteSan: Moves {
    fn write_san(position: &'static Self::Position, mv: Self::Move) -> String;
}

pub(crate) trait ReadSan: Moves {
    /// The SAN in the form that this library accepts; not measured.
    fn dialect(san: &str, _takes_en_passant: bool) -> String {
        san.to_owned()
    }

    fn read_san(position: &'static Self::Position, san: &str) -> Option<Self::Move>;
}

/// Checks whether a move is legal, and plays it if so.
pub(crate) trait PlayIfLegal: Library {
    /// From, to and promotion in a type of the library, not yet known to be legal.
    type Request: Copy + 'static;

    /// The request of this UCI text; not measured.
    fn request(position: &Self::Position, uci: &str) -> Self::Request;

    fn play_if_legal(position: &Self::Position, request: Self::Request) -> Option<Self::Position>;
}
