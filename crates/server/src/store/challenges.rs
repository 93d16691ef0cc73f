//! Challenges that nobody has answered yet, as records.

use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use game::Timestamp;
use rules::Color;

/// A challenge that nobody has answered yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRecord {
    /// Its id, which will be the game's.
    pub id: GameId,
    /// When it was made.
    pub created: Timestamp,
    /// Who offers; nobody, if a third party brings two players together.
    pub challenger: Option<Person>,
    /// The challenger's rating when it was made.
    pub rating: Option<u16>,
    /// Who may accept.
    pub target: TargetRecord,
    /// The game that is offered, as JSON.
    pub game: String,
    /// The colour that the challenger gets; none for a random one, which is drawn when the game begins.
    pub challenger_color: Option<Color>,
}

/// Who may accept a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetRecord {
    Player(Person),
    /// Whoever has the link; if names are given, only these.
    Link(Vec<PlayerId>),
    /// Anybody in the lobby with a rating in this range, such as `1500-1800`.
    Lobby(String),
}
