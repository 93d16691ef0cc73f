//! Open challenges, as records.

use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use game::Timestamp;
use rules::Color;

/// A challenge that has not been answered yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRecord {
    /// The id, which will also be the id of the game.
    pub id: GameId,
    pub created: Timestamp,
    /// None if a third party brings two players together.
    pub challenger: Option<Person>,
    /// The challenger's rating when the challenge was made.
    pub rating: Option<u16>,
    /// Who may accept.
    pub target: TargetRecord,
    /// The terms of the offered game, as JSON.
    pub game: String,
    /// None for a random colour, which is drawn when the game begins.
    pub challenger_color: Option<Color>,
}

/// Who may accept a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetRecord {
    Player(Person),
    /// Anybody with the link; if players are listed, only these.
    Link(Vec<PlayerId>),
    /// Anybody in the lobby with a rating in this range, such as `1500-1800`.
    Lobby(String),
}
