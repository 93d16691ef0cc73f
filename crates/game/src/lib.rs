//! How much time players have: every time control of chess, exact to the millisecond.
#![no_std]

extern crate alloc;

mod per_color;
mod time;
mod time_control;

pub use per_color::PerColor;
pub use time::{Duration, Timestamp};
pub use time_control::{BadTimeControl, Bonus, Class, Stage, Stages, TimeControl};
