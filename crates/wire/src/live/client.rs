//! Messages from the client on the live channel.

use crate::action::PlayerAction;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub enum ClientMessage {
    Watch {
        game: String,
        /// The last version that the client has; the server sends later ones.
        since: Option<u64>,
    },
    Unwatch {
        game: String,
    },
    /// Act in a game.
    Do {
        game: String,
        /// The client's id for the command. A command that is sent again with the same id has no second effect.
        id: String,
        /// The number of moves that the player saw.
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
        /// Returned in the answer.
        n: u64,
    },
}

/// Who can read a chat line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ChatRoom {
    #[default]
    Player,
    Spectator,
}
