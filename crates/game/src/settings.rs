//! The settings of a game, which are agreed on before it.

use crate::Termination;
use crate::{Duration, PerColor, TimeControl, Timestamp};
use rules::{Color, Outcome, Position};

/// What is agreed before the game. The default is a casual game from the usual starting position without clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The starting position. Its variant is that of the game.
    pub start: Position,
    /// The time control of each side. They differ if one side gives time odds.
    pub time: PerColor<TimeControl>,
    /// The rules of conduct.
    pub conduct: Conduct,
    /// When draws may be offered (law E09).
    pub draw_offers: DrawOffers,
    /// The fifty-move rule and, with it, the seventy-five-move rule (laws E13, E14): an organiser who switches the
    /// first one off wants long endings to be winnable, which the second one would prevent.
    pub fifty_move_rule: FiftyMoveRule,
    /// When the first clock starts (law T06).
    pub clock_starts: ClockStarts,
    /// The moment the game begins.
    pub begins: Timestamp,
    /// The maximum time that is given back to a player for the network delay of one move.
    pub lag_compensation: Duration,
    /// Whether check is announced (law C05). `None` means in casual play only.
    pub announce_check: Option<bool>,
    /// Draw odds (Armageddon): any draw wins for this side.
    pub draw_odds: Option<Color>,
    /// FIDE 6.7: a player who has not appeared at the board this long after the start of the game loses.
    pub default_time: Option<Duration>,
}

impl Settings {
    /// C05: whether check is announced. Unless set explicitly, it is in casual play and not in tournaments.
    pub fn announces_check(&self) -> bool {
        self.announce_check.unwrap_or(self.conduct == Conduct::Online)
    }

    /// The outcome of an ending in this game: with draw odds a draw is a win. `None` for an aborted game.
    pub fn outcome(&self, termination: Termination) -> Option<Outcome> {
        match (termination.outcome(), self.draw_odds) {
            (Some(Outcome::Draw), Some(winner)) => Some(Outcome::Win(winner)),
            (outcome, _) => outcome,
        }
    }

    /// Whether an ending is a draw that counts as a win by draw odds.
    pub fn decides_by_draw_odds(&self, termination: Termination) -> bool {
        self.draw_odds.is_some() && termination.outcome() == Some(Outcome::Draw)
    }
}

/// The rules of conduct (laws K01–K04, E16, E18, E19).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Conduct {
    /// Casual: illegal moves are simply refused, a game can be aborted, moves can be taken back.
    #[default]
    Online,
    /// Over the board: a touched piece must be moved, illegal moves and wrong claims cost time, and a second illegal
    /// move costs the game.
    Tournament,
}

/// When draws may be offered (law E09).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum DrawOffers {
    /// At any time.
    #[default]
    Always,
    /// From the move with this number on.
    FromMove(u16),
    /// Not at all.
    Never,
}

/// Whether the fifty-move rule applies (law E13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum FiftyMoveRule {
    /// The rule applies.
    #[default]
    On,
    /// The rule does not apply, as in some correspondence play.
    Off,
}

/// When the first clock starts (law T06).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum ClockStarts {
    /// The first clock starts with the game.
    #[default]
    AtOnce,
    /// After the first move, which is free.
    AfterFirstMove,
    /// After a move by each side, both of which are free. This is common on servers, where players arrive one after
    /// the other.
    AfterBothMoved,
}

impl ClockStarts {
    /// How many moves are made before a clock starts.
    pub(crate) const fn free_moves(self) -> usize {
        match self {
            ClockStarts::AtOnce => 0,
            ClockStarts::AfterFirstMove => 1,
            ClockStarts::AfterBothMoved => 2,
        }
    }
}
