//! What the crate promises, held against slow rules, known counts, random walks and bad text.

mod agreement;
mod parsers;
mod perft;
mod random;
mod shared;
mod slow;
mod text;
mod walks;
