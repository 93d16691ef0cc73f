//! Integration tests: what holds for any sequence of actions.

mod actions;
mod edges;
mod life;
mod long;
mod promises;
mod time_controls;
