//! A player's public identity.

use crate::ids::PlayerId;

/// A player's public identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: PlayerId,
    pub name: String,
    /// `BOT` or none.
    pub title: Option<String>,
}
