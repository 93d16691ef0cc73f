//! Integration tests.

mod facts;
mod judged;
mod known_cases;
mod matching;
mod oracle;
mod trf;
