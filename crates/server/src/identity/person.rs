//! How a player is shown to others.

use crate::ids::PlayerId;

/// How a player is shown to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: PlayerId,
    /// The name that people read.
    pub name: String,
    /// `BOT`, or nothing.
    pub title: Option<String>,
}
