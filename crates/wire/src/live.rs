//! The messages of the live channel. `docs/protocol.md` describes them.

mod heard;

pub use heard::{Asked, ColorWish, Heard, NewGame, Opponent, RoomName};
