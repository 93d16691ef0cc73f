#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;

pub mod dutch;
pub mod matching;
mod points;
mod tournament;
pub mod trf;

pub use points::{ParsePointsError, Points};
pub use tournament::{
    Acceleration, Adjustment, Color, ColorNumbering, Entry, ForbiddenPairs, GameResult, Player, PlayerOrder, PointSystem, System,
    Tournament,
    VirtualPoints,
};
