//! A player, as everybody sees one.

use crate::stored::Seat;
use serde::Serialize;

/// A player as everybody sees one.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Player {
    /// Of an account on this server; guests, the computer and players of imported games have none.
    pub id: Option<String>,
    pub name: String,
    /// Such as BOT or GM.
    pub title: Option<String>,
    /// When the game began.
    pub rating: Option<u16>,
    pub provisional: bool,
    /// Has no account; the server makes up the name.
    pub guest: bool,
    /// Of the computer.
    pub level: Option<u8>,
}

impl From<&Seat> for Player {
    fn from(seat: &Seat) -> Player {
        match seat {
            Seat::Person { id, name, title, rating, provisional } => Player {
                guest: id.starts_with('~'),
                // A guest's id is nobody else's business.
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
