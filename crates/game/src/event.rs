//! Events: what happened in a game.

use crate::action::RestartReason;
use crate::{Duration, Forfeit, NoMate, PerColor, SealedMove, Termination, Timestamp};
use alloc::string::String;
use alloc::vec::Vec;
use rules::{Color, Move, Square};

/// Something that happened, and when. A game can be rebuilt from its events: see [`crate::Game::replay`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The time at which it happened.
    pub at: Timestamp,
    /// What happened.
    pub kind: EventKind,
}

/// The kinds of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The player to move made a move.
    Moved {
        /// The move that was played.
        mv: Move,
        /// The move in SAN, as on the score sheet.
        san: String,
        /// How much of the time used is given back as lag compensation.
        returned: Duration,
    },
    /// Law K04: an illegal move was made and taken back.
    MovedIllegally {
        /// The player who made it.
        by: Color,
        /// The move as it was written.
        text: String,
    },
    /// Extra time: the penalty for the opponent's offence (laws K04, E16), or a gift.
    TimeGiven {
        /// The player who gets the time.
        to: Color,
        /// The amount of time.
        time: Duration,
    },
    /// Law E09: a player offered a draw.
    DrawOffered {
        /// The player who offered.
        by: Color,
    },
    /// Law E09: the opponent declined the draw offer.
    DrawDeclined {
        /// The player who declined.
        by: Color,
    },
    /// Law E09: the offer lapsed because the opponent moved, or touched a piece to move or capture it.
    DrawOfferLapsed {
        /// Whose offer it was.
        by: Color,
    },
    /// Law E16: a claim was wrong by the record of the game.
    ClaimRejected {
        /// The player who claimed.
        by: Color,
        /// The move that was written down; under tournament conduct it must be played.
        intended: Option<Move>,
    },
    /// Law E19: a player asked for a takeback.
    TakebackRequested {
        /// The player who asked.
        by: Color,
    },
    /// Law E19: the opponent declined the takeback.
    TakebackDeclined {
        /// The player who declined.
        by: Color,
    },
    /// Law E19: the request was withdrawn, or lapsed because a move was made.
    TakebackLapsed {
        /// The player who had asked.
        by: Color,
    },
    /// Law E19: the last moves were taken back.
    TakenBack {
        /// The number of moves that were taken back.
        moves: usize,
    },
    /// Law K01: a player touched a piece.
    Touched {
        /// The player who touched it.
        by: Color,
        /// The square of the piece.
        square: Square,
    },
    /// Law K02: the next touch does not count.
    Adjusting {
        /// The player who said so.
        by: Color,
    },
    /// The arbiter has stopped the clocks.
    Paused,
    /// The arbiter has started the clocks again.
    Resumed,
    /// The arbiter has set clocks.
    ClocksSet {
        /// What they show; a clock that is `None` stays as it is.
        left: PerColor<Option<Duration>>,
    },
    /// Law K05: the game starts over.
    Restarted {
        /// What was wrong, if known.
        reason: Option<RestartReason>,
    },
    /// FIDE 6.7: a player has arrived at the board.
    Appeared {
        /// The player.
        by: Color,
    },
    /// FIDE 6.7: the default time has passed, and a player has not appeared.
    DefaultTimePassed {
        /// Who was absent and loses.
        absent: Forfeit,
    },
    /// A move was sealed, and the game is adjourned.
    Adjourned {
        /// The player who sealed it.
        by: Color,
        /// The move in the envelope, which nobody may see.
        sealed: SealedMove,
    },
    /// The arbiter's reason for the ruling that follows (law E06).
    RulingExplained {
        /// The reason.
        text: String,
    },
    /// Law E08: it could not be decided whether the position is dead, and play goes on.
    DeadPositionUndecided,
    /// The game is over.
    Ended {
        /// How the game ended.
        termination: Termination,
        /// What the ruling rests on, if it depended on whether a player could mate.
        evidence: Evidence,
    },
}

/// What a ruling about "any series of legal moves" rests on (laws E03, E05, E08, K04).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The question did not arise.
    NotAsked,
    /// This line of moves ends in mate.
    MatingLine(Vec<Move>),
    /// No line ends in mate, for this reason.
    NoMate(NoMate),
    /// It could not be decided. This never makes a draw.
    Undecided,
}
