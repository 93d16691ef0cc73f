//! Actions: requests to a game.

use crate::{Duration, PerColor, SealedMove};
use alloc::string::{String, ToString};
use rules::{Color, Intent, LegalMove, MoveError, Position, Square};

/// What a player or an arbiter asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Play a move.
    Move {
        /// The player who asks; `None` stands for the player to move.
        by: Option<Color>,
        /// The move to play.
        request: MoveRequest,
        /// Law E09: whether a draw is offered with the move.
        offer_draw: bool,
        /// The network delay of the move; given back up to [`crate::Settings::lag_compensation`].
        lag: Duration,
    },
    /// Law E15: the single "draw" signal, which claims, accepts or offers a draw.
    Draw(Color),
    /// Laws E10, E13: a claim, perhaps with the move that would make it valid.
    Claim {
        /// The player who claims.
        by: Color,
        /// The move that the claimant writes down.
        intended: Option<MoveRequest>,
    },
    /// Law E09: offer a draw.
    Offer(Color),
    /// Accept the draw or the takeback that the opponent asks for.
    Accept(Color),
    /// Decline whatever the opponent asks for.
    Decline(Color),
    /// Law E09: decline the draw that the opponent offers, and nothing else.
    DeclineDraw(Color),
    /// Law E19: decline the opponent's takeback request or withdraw one's own, and nothing else.
    DeclineTakeback(Color),
    /// Law E02: resign.
    Resign(Color),
    /// Law E18: abort the game.
    Abort(Color),
    /// Law E19: ask for a takeback, or consent to the one that the opponent asks for.
    Takeback(Color),
    /// Law K01: a piece is touched.
    Touch {
        /// The player who touches the piece.
        by: Color,
        /// The square of the piece.
        square: Square,
    },
    /// Law K02: "I adjust".
    Adjust(Color),
    /// Law E06: the arbiter declares the game lost.
    Forfeit {
        /// Who loses, and what the opponent scores.
        forfeit: Forfeit,
        /// Why, in the arbiter's words.
        reason: Option<String>,
    },
    /// A player arrives at the board before the default time (FIDE 6.7).
    Appear(Color),
    /// The player to move seals a move, and the clocks stop until the game is resumed.
    Adjourn {
        /// The player who seals.
        by: Color,
        /// The move in the envelope.
        sealed: SealedMove,
    },
    /// The arbiter stops the clocks.
    Pause,
    /// The arbiter starts the clocks again. In an adjourned game the envelope is opened and the move in it played.
    Resume,
    /// The arbiter sets clocks; a clock that is `None` stays as it is.
    SetClocks(PerColor<Option<Duration>>),
    /// Extra time for one player, from the opponent or from the arbiter.
    GiveTime {
        /// The player who gets the time.
        to: Color,
        /// The amount of time.
        time: Duration,
    },
    /// Law E09: a draw to which both players are assumed to agree, for example because one of them has left.
    Agree,
    /// Law K05: the set-up or the colours were wrong.
    Restart(Option<RestartReason>),
    /// Time has passed. This is what makes flags fall.
    Tick,
}

impl Action {
    /// A move by the player to move, without an offer or lag.
    pub fn play(text: &str) -> Action {
        let request = MoveRequest::Text(text.to_string());
        Action::Move { by: None, request, offer_draw: false, lag: Duration::ZERO }
    }
}

/// A requested move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveRequest {
    /// In SAN or UCI.
    Text(String),
    /// By its squares.
    Intent(Intent),
}

impl MoveRequest {
    /// The legal move that is meant.
    pub fn resolve<'p>(&self, position: &'p Position) -> Result<LegalMove<'p>, MoveError> {
        match self {
            MoveRequest::Text(text) => position.parse_move(text),
            MoveRequest::Intent(intent) => match position.legal(*intent) {
                Some(legal) => Ok(legal),
                None => position.parse_uci(&intent.to_string()),
            },
        }
    }
}

/// Who loses by forfeit (law E06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Forfeit {
    /// One player loses.
    One {
        /// The player who loses.
        loser: Color,
        /// What the opponent scores.
        opponent: OpponentScore,
    },
    /// Both players lose.
    Both,
}

impl Forfeit {
    /// This player loses, and the opponent wins.
    pub const fn by(loser: Color) -> Forfeit {
        Forfeit::One { loser, opponent: OpponentScore::Point }
    }
}

/// What the opponent of a player who forfeits scores. FIDE leaves it to the arbiter (11.7, 12.9.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum OpponentScore {
    /// The win.
    #[default]
    Point,
    /// Half a point.
    HalfPoint,
    /// Nothing.
    Nothing,
}

/// Why a game is cancelled and a new game is played (law K05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum RestartReason {
    /// The initial position was wrong (FIDE 7.2.1, A.5.1.2).
    WrongSetup,
    /// The players had each other's colours (FIDE 7.3).
    WrongColors,
}
