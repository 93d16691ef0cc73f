#![doc = include_str!("../README.md")]
#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod boards;
pub mod check;
pub mod dutch;
mod entries;
pub mod generate;
pub mod knockout;
pub mod matching;
mod points;
mod random;
mod results;
pub mod round_robin;
pub mod standings;
pub mod tiebreak;
mod tournament;
pub mod trf;

pub use boards::sort_boards;
pub use entries::by_strength;
pub use points::{ParsePointsError, Points};
pub use results::{Color, Entry, PlayerResult, PointSystem};
pub use tournament::{
    Acceleration, Adjustment, ColorNumbering, ForbiddenPairs, Player, PlayerOrder, System, Tournament,
    VirtualPoints,
};
