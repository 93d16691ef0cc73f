//! The libraries in the race, and the questions they are asked: one trait a question, so that a library
//! takes part where it has an answer of its own and nowhere else.

mod chess;
mod cozy;
mod shakmaty;
mod tabiya;

use crate::positions::Sample;

pub(crate) use self::chess::Chess;
pub(crate) use self::cozy::Cozy;
pub(crate) use self::shakmaty::Shakmaty;
pub(crate) use self::tabiya::{PlainApi, Tabiya};

/// A chess library.
pub(crate) trait Library: 'static {
    /// What the tables call it.
    const NAME: &'static str;
    /// How many fields of a FEN it keeps and writes as everybody does.
    const FEN_FIELDS: usize = 6;
    /// What it plays from.
    type Position: 'static;

    /// Reads a FEN and makes sure that it can be played from.
    fn read_fen(text: &str) -> Option<Self::Position>;
}

/// The positions of all samples, kept until the program ends, so that a move can be tied to its position.
pub(crate) fn read_all<L: Library>(samples: &[Sample]) -> &'static [L::Position] {
    let read = |sample: &Sample| L::read_fen(&sample.fen).expect("everybody reads the samples");
    samples.iter().map(read).collect::<Vec<_>>().leak()
}

/// How many paths of legal moves are there? The last moves need not be made.
pub(crate) trait CountPaths: Library {
    fn count_paths(position: &Self::Position, depth: u32) -> u64;
}

/// The same with every last move made; each position reached goes through a `black_box`.
pub(crate) trait MakeLeaves: Library {
    fn make_leaves(position: &Self::Position, depth: u32) -> u64;
}

/// How is the position written?
pub(crate) trait WriteFen: Library {
    fn write_fen(position: &Self::Position) -> String;
}

/// What a move of this library is.
pub(crate) trait Moves: Library {
    type Move: Copy + PartialEq + 'static;

    /// The legal move that this UCI text means; not measured.
    fn find(position: &'static Self::Position, uci: &str) -> Option<Self::Move>;
}

/// How is the move written in SAN?
pub(crate) trait WriteSan: Moves {
    fn write_san(position: &'static Self::Position, mv: Self::Move) -> String;
}

/// Which move does a SAN mean?
pub(crate) trait ReadSan: Moves {
    /// The text as this library wants it; not measured.
    fn dialect(san: &str, _takes_en_passant: bool) -> String {
        san.to_owned()
    }

    fn read_san(position: &'static Self::Position, san: &str) -> Option<Self::Move>;
}

/// Is this move legal, and where does it lead?
pub(crate) trait PlayIfLegal: Library {
    /// From, to and promotion in a type of the library, not yet known to be legal.
    type Request: Copy + 'static;

    /// The request that this UCI text means; not measured.
    fn request(position: &Self::Position, uci: &str) -> Self::Request;

    fn play_if_legal(position: &Self::Position, request: Self::Request) -> Option<Self::Position>;
}
