//! One task that knows when the next thing happens by time alone, in any room.
