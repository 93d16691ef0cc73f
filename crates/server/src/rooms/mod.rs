//! Games that are on. A room is one game; the log is the truth, and a room is what it comes to.

pub mod command;
pub mod deadlines;
pub mod lag;
pub mod presence;
pub mod recovery;
pub mod room;
pub mod subscribers;
pub mod update;
pub mod view;

/// All rooms.
#[derive(Clone, Default)]
pub struct Rooms {}
