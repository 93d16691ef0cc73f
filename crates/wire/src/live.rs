//! The messages of the live channel. `docs/protocol.md` describes them.

mod client;
mod new_game;
mod player;
mod server;

pub use crate::State;
pub use client::{ChatRoom, ClientMessage};
pub use new_game::{ColorChoice, NewGame, OpponentChoice};
pub use player::Player;
pub use server::{
    ChatLine, CommandCode, ErrorCode, GamePresence, GameSnapshot, GameTerms, GameUpdate, MoveJson,
    RematchJson, RematchOffer, Seek, ServerMessage,
};
