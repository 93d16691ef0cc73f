//! What a client sends on the live channel.

use crate::action::PlayerAction;
use serde::{Deserialize, Serialize};

/// A message of a client.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub enum ClientMessage {
    Watch {
        game: String,
        /// The last version that the client has; later ones are sent.
        since: Option<u64>,
    },
    Unwatch {
        game: String,
    },
    /// Act in a game.
    Do {
        game: String,
        /// The client's name for the command: repeated under the same name, it has no second effect.
        id: String,
        /// How many moves the player saw.
        ply: Option<usize>,
        action: PlayerAction,
    },
    Chat {
        game: String,
        text: String,
        #[serde(default)]
        room: ChatRoom,
    },
    /// Subscribe to the open seeks, or unsubscribe.
    Lobby {
        on: bool,
    },
    Ping {
        /// Comes back with the answer.
        n: u64,
    },
}

/// Who reads a line of chat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ChatRoom {
    #[default]
    Player,
    Spectator,
}
