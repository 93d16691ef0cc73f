//! Integration tests: reading and writing games.
#![expect(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

mod collections;
mod constructs;
mod faults;
mod limits;
mod log;
mod random;
mod round_trip;
#[cfg(feature = "serde")]
mod serialized;
mod windows;
