//! The messages of the live channel. `docs/protocol.md` describes them.

mod heard;
mod said;

pub use crate::State;
pub use heard::{Asked, ColorWish, Heard, NewGame, Opponent, RoomName};
pub use said::{
    ChatLine, EventShown, GameShown, MoveShown, Player, PresenceShown, Said, Seek, SettingsShown, UpdateShown,
};
