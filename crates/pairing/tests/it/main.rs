//! The crate's promises.

mod judged;
mod matching;
