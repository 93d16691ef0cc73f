//! What happened.

use crate::action::RestartReason;
use crate::{Duration, Forfeit, NoMate, PerColor, SealedMove, Termination, Timestamp};
use alloc::string::String;
use alloc::vec::Vec;
use rules::{Color, Move, Square};

/// Something that happened, and when. The events of a game are the game: see [`crate::Game::replay`].
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
        /// As the score sheet has it.
        san: String,
        /// How much of the time used is given back because the move was long on its way.
        returned: Duration,
    },
    /// Law K04: an illegal move was made and taken back.
    MovedIllegally {
        /// The player who made it.
        by: Color,
        /// As it was written.
        text: String,
    },
    /// Laws K04, E16: extra time for what the opponent did wrong.
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
    /// Law E09: the offer is off the table.
    DrawDeclined {
        /// The player who declined.
        by: Color,
    },
    /// Law E09: the opponent has moved instead, or touched a piece to move or take it.
    DrawOfferLapsed {
        /// Whose offer it was.
        by: Color,
    },
    /// Law E16: the record does not bear the claim out.
    ClaimRejected {
        /// The player who claimed.
        by: Color,
        /// The move that was written down, and under tournament conduct must be played.
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
    /// Law E19: a move was made instead.
    TakebackLapsed {
        /// The player who had asked.
        by: Color,
    },
    /// Law E19: the last moves have not been made.
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
        /// What they show; one that is left out stays as it is.
        left: PerColor<Option<Duration>>,
    },
    /// Law K05: the game begins anew.
    Restarted {
        /// What was wrong, if it was said.
        reason: Option<RestartReason>,
    },
    /// FIDE 6.7: a player has arrived at the board.
    Appeared {
        /// The player.
        by: Color,
    },
    /// FIDE 6.7: the default time has passed, and somebody has not appeared.
    DefaultTimePassed {
        /// Who was absent and loses.
        absent: Forfeit,
    },
    /// A move was sealed, and the game is adjourned.
    Adjourned {
        /// The player who sealed it.
        by: Color,
        /// The move in the envelope: kept, and shown to nobody.
        sealed: SealedMove,
    },
    /// The arbiter's words about the ruling that follows (law E06).
    RulingExplained {
        /// The words.
        text: String,
    },
    /// Law E08: it could not be decided whether the position is dead, and play goes on.
    DeadPositionUndecided,
    /// The game is over.
    Ended {
        /// How the game ended.
        termination: Termination,
        /// What it rests on, where it was asked whether somebody could mate.
        evidence: Evidence,
    },
}

/// What a ruling about "any series of legal moves" rests on (laws E03, E05, E08, K04).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Nobody had to ask.
    NotAsked,
    /// This line of moves ends in mate.
    MatingLine(Vec<Move>),
    /// No line does, and this is why.
    NoMate(NoMate),
    /// Not found out: never a reason for a draw.
    Undecided,
}
