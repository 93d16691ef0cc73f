//! Why a request is refused.

use crate::{Duration, SealedMove};
use rules::{Color, MoveError, Square};

/// Why the rules refuse a request. The player reads it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nothing happens after the end.
    #[error("the game is over")]
    Over,
    /// Not a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// It is the opponent's turn.
    #[error("it is not {0}'s turn")]
    NotYourTurn(Color),
    /// The arbiter has stopped the clocks.
    #[error("the clocks are stopped")]
    Paused,
    /// A move is sealed, and nothing is played until the game is resumed.
    #[error("the game is adjourned")]
    Adjourned,
    /// Casual games are not adjourned.
    #[error("games can be adjourned only under tournament conduct")]
    NoAdjournment,
    /// The text is too long to be a move. It is not repeated here, because a sealed move is secret.
    #[error("a sealed move has at most {} characters", SealedMove::MAX_LENGTH)]
    SealedMoveTooLong,
    /// The clocks cannot be resumed, because they are not stopped.
    #[error("the clocks are not stopped")]
    NotPaused,
    /// The clocks have not started, so they cannot be stopped.
    #[error("the clocks are not running yet")]
    NotRunning,
    /// There is no clock to be set.
    #[error("{0} has no clock")]
    NoClock(Color),
    /// No clock shows more than the longest time control has.
    #[error("a clock can show at most {most}, and {asked} is more")]
    ClockTooLong {
        /// What was asked for.
        asked: Duration,
        /// The maximum that a clock can be set to.
        most: Duration,
    },
    /// E09: an offer is open until it is answered.
    #[error("a draw offer is already open")]
    OfferStands,
    /// E09: the organiser has forbidden offers for now.
    #[error("a draw may be offered from move {from} on, and this is move {now}")]
    OfferTooEarly {
        /// The first move with which a draw may be offered.
        from: u16,
        /// The number of the next move.
        now: u16,
    },
    /// E09: the organiser has forbidden offers.
    #[error("draw offers are not allowed in this game")]
    OffersForbidden,
    /// E09, FIDE 5.2.3: not before both have made a move.
    #[error("a draw can be agreed only after both players have made a move")]
    TooEarlyToAgree,
    /// E06: a reason is stored and shown, so it must be short.
    #[error("a reason has at most {most} characters")]
    ReasonTooLong {
        /// How many it may have.
        most: usize,
    },
    /// The opponent has no open offer or request.
    #[error("there is nothing to answer: the opponent has no open offer or request")]
    NothingToAnswer,
    /// Both a draw and a takeback are open, and the answer does not say which one is accepted.
    #[error("both a draw and a takeback were offered: say draw or takeback")]
    AnswerUnclear,
    /// E10, K01: a player who has touched a piece must move, and has lost the right to claim.
    #[error("a piece was touched: no claim on this move")]
    ClaimAfterTouch,
    /// E16, K01: the move that was written down with a claim must be played first.
    #[error("the move written down with the claim must be played: {0}")]
    MustPlay(rules::Intent),
    /// K01: a touched piece has to be moved or captured.
    #[error("the touched piece on {0} determines which moves are allowed")]
    Touched(Square),
    /// K01 applies only in tournaments.
    #[error("touch-move does not apply in casual games")]
    TouchIsFree,
    /// K01: there is no piece on the touched square.
    #[error("there is no piece on {0}")]
    NothingTouched(Square),
    /// E18: casual play only.
    #[error("only casual games can be aborted")]
    NoAbort,
    /// E18: both sides have made a move.
    #[error("both sides have moved: too late to abort")]
    TooLateToAbort,
    /// E19, K03: casual play only.
    #[error("moves can be taken back only in casual games")]
    NoTakeback,
    /// E19: the player has not made a move yet.
    #[error("{0} has no move to take back")]
    NothingToTakeBack(Color),
    /// E19: a request is already open.
    #[error("a takeback request is already open")]
    TakebackStands,
    /// K05: ten moves have been made by each side.
    #[error("it is too late to restart: each side has made ten moves")]
    TooLateToRestart,
}
