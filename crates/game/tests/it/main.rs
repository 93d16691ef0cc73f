//! What the crate promises, whatever is done to a game.

mod actions;
mod edges;
mod life;
mod long;
mod promises;
mod time_controls;
