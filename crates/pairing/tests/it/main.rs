//! The crate's promises.

mod facts;
mod judged;
mod known_cases;
mod matching;
mod oracle;
mod trf;
