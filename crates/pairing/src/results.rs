//! The entry of a player for a round, and the points for it.

use crate::Points;

/// The side a player has in a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Color {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl Color {
    /// The other colour.
    pub const fn opposite(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// How a game ended for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum PlayerResult {
    /// The player won the game.
    Win,
    /// The game was drawn.
    Draw,
    /// The player lost the game.
    Loss,
    /// Not known yet, for example adjourned; counts as [`PointSystem::unknown`].
    Unknown,
}

/// The entry of one player for one round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Entry {
    /// A game that was played, or is to be played.
    Game {
        /// The opponent's pairing number.
        opponent: u32,
        /// The colour that the player had.
        color: Color,
        /// The result from the player's point of view.
        result: PlayerResult,
        /// False for a game that ended before both sides had moved (`W`, `D`, `L` in a report file).
        rated: bool,
    },
    /// A game that was scheduled but not played.
    Forfeit {
        /// The opponent's pairing number; 0 if the file does not name one.
        opponent: u32,
        /// The side this player would have had.
        color: Option<Color>,
        /// Whether this player got the point.
        won: bool,
    },
    /// No opponent was left: the pairing-allocated bye.
    PairingBye,
    /// A bye worth a win.
    FullPointBye,
    /// A bye worth a draw.
    HalfPointBye,
    /// An absence without points.
    ZeroPointBye,
    /// No entry in the file: absent in a past round, available in the next one.
    Blank,
}

impl Entry {
    /// Whether a game was played.
    pub const fn is_played(self) -> bool {
        matches!(self, Self::Game { .. })
    }

    /// Whether the pairing of the round included this player.
    pub const fn is_paired(self) -> bool {
        matches!(self, Self::Game { .. } | Self::Forfeit { .. } | Self::PairingBye)
    }

    /// The scheduled opponent's pairing number.
    pub const fn opponent(self) -> Option<u32> {
        match self {
            Self::Game { opponent, .. } | Self::Forfeit { opponent, .. } if opponent != 0 => Some(opponent),
            _ => None,
        }
    }
}

/// What each result is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PointSystem {
    /// A win on the board or by forfeit, and a full-point bye.
    pub win: Points,
    /// A draw, and a half-point bye.
    pub draw: Points,
    /// A loss on the board.
    pub loss: Points,
    /// An absence: a zero-point bye.
    pub absence: Points,
    /// A loss by forfeit.
    pub forfeit_loss: Points,
    /// The points for the pairing-allocated bye.
    pub pairing_bye: Points,
    /// A game without a result yet.
    pub unknown: Points,
}

impl Default for PointSystem {
    fn default() -> Self {
        Self {
            win: Points::from_tenths(10),
            draw: Points::from_tenths(5),
            loss: Points::ZERO,
            absence: Points::ZERO,
            forfeit_loss: Points::ZERO,
            pairing_bye: Points::from_tenths(10),
            unknown: Points::from_tenths(5),
        }
    }
}

impl PointSystem {
    /// The points that one round gives.
    pub const fn of(&self, entry: Entry) -> Points {
        match entry {
            Entry::Game { result: PlayerResult::Win, .. }
            | Entry::Forfeit { won: true, .. }
            | Entry::FullPointBye => self.win,
            Entry::Game { result: PlayerResult::Draw, .. } | Entry::HalfPointBye => self.draw,
            Entry::Game { result: PlayerResult::Loss, .. } => self.loss,
            Entry::Game { result: PlayerResult::Unknown, .. } => self.unknown,
            Entry::Forfeit { won: false, .. } => self.forfeit_loss,
            Entry::PairingBye => self.pairing_bye,
            Entry::ZeroPointBye | Entry::Blank => self.absence,
        }
    }
}
