//! A player, as everybody sees them.

use crate::stored::Seat;
use serde::Serialize;

/// A player, as everybody sees them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Player {
    /// The id of an account on this server; null for guests, the computer and players of imported games.
    pub id: Option<String>,
    pub name: String,
    /// A title such as BOT or GM.
    pub title: Option<String>,
    /// The rating when the game began.
    pub rating: Option<u16>,
    pub provisional: bool,
    /// Whether the player has no account; the server chose the name.
    pub guest: bool,
    /// The level of the computer.
    pub level: Option<u8>,
}

impl From<&Seat> for Player {
    fn from(seat: &Seat) -> Player {
        match seat {
            Seat::Person { id, name, title, rating, provisional } => Player {
                guest: id.starts_with('~'),
                // The id of a guest is private.
                id: (!id.starts_with('~')).then(|| id.clone()),
                name: name.clone(),
                title: title.clone(),
                rating: *rating,
                provisional: *provisional,
                level: None,
            },
            Seat::Named { name, title, rating } => Player {
                id: None,
                name: name.clone(),
                title: title.clone(),
                rating: *rating,
                provisional: false,
                guest: false,
                level: None,
            },
            Seat::Computer { level } => Player {
                id: None,
                name: format!("Computer level {level}"),
                title: None,
                rating: None,
                provisional: false,
                guest: false,
                level: Some(*level),
            },
        }
    }
}
