//! The crate's promises, tested against slow rules, known counts, random walks and bad text.

mod agreement;
mod collections;
mod parsers;
mod perft;
mod random;
mod slow;
mod text;
mod walks;
