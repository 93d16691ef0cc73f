//! Codes that programs compare, store, search for and translate. Sentences are for people, and may change.

use game::{Bonus, Class, Game, Refusal, Termination};
use rules::{Color, MoveError, Outcome};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// The value with this code, such as [`Reason::DeadPosition`] for `dead position`.
pub fn from_code<T: DeserializeOwned>(code: &str) -> Option<T> {
    serde_json::from_value(Value::String(code.into())).ok()
}

/// How a game ended. These spellings are part of the text interface, so they are the codes everywhere: in the
/// archive, on the wire, in searches and as keys of translations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Reason {
    #[serde(rename = "checkmate")]
    Checkmate,
    #[serde(rename = "resignation")]
    Resignation,
    #[serde(rename = "time")]
    Time,
    #[serde(rename = "forfeit")]
    Forfeit,
    #[serde(rename = "stalemate")]
    Stalemate,
    #[serde(rename = "dead position")]
    DeadPosition,
    #[serde(rename = "agreement")]
    Agreement,
    #[serde(rename = "threefold repetition")]
    ThreefoldRepetition,
    #[serde(rename = "fivefold repetition")]
    FivefoldRepetition,
    #[serde(rename = "fifty-move rule")]
    FiftyMoveRule,
    #[serde(rename = "seventy-five-move rule")]
    SeventyFiveMoveRule,
    #[serde(rename = "draw on time")]
    DrawOnTime,
    #[serde(rename = "draw by resignation")]
    DrawByResignation,
    #[serde(rename = "illegal moves")]
    IllegalMoves,
    #[serde(rename = "draw by illegal moves")]
    DrawByIllegalMoves,
    #[serde(rename = "abort")]
    Abort,
}

impl Reason {
    /// All of them, in the order of the text interface.
    pub const ALL: [Reason; 16] = [
        Reason::Checkmate,
        Reason::Resignation,
        Reason::Time,
        Reason::Forfeit,
        Reason::Stalemate,
        Reason::DeadPosition,
        Reason::Agreement,
        Reason::ThreefoldRepetition,
        Reason::FivefoldRepetition,
        Reason::FiftyMoveRule,
        Reason::SeventyFiveMoveRule,
        Reason::DrawOnTime,
        Reason::DrawByResignation,
        Reason::IllegalMoves,
        Reason::DrawByIllegalMoves,
        Reason::Abort,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::Forfeit => "forfeit",
            Reason::Stalemate => "stalemate",
            Reason::DeadPosition => "dead position",
            Reason::Agreement => "agreement",
            Reason::ThreefoldRepetition => "threefold repetition",
            Reason::FivefoldRepetition => "fivefold repetition",
            Reason::FiftyMoveRule => "fifty-move rule",
            Reason::SeventyFiveMoveRule => "seventy-five-move rule",
            Reason::DrawOnTime => "draw on time",
            Reason::DrawByResignation => "draw by resignation",
            Reason::IllegalMoves => "illegal moves",
            Reason::DrawByIllegalMoves => "draw by illegal moves",
            Reason::Abort => "abort",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl From<Termination> for Reason {
    fn from(termination: Termination) -> Reason {
        match termination {
            Termination::Checkmate { .. } => Reason::Checkmate,
            Termination::Resignation { .. } => Reason::Resignation,
            Termination::ResignationUnwinnable { .. } => Reason::DrawByResignation,
            Termination::FlagFall { .. } => Reason::Time,
            Termination::FlagFallUnwinnable { .. } => Reason::DrawOnTime,
            Termination::Forfeit { .. } | Termination::DoubleForfeit => Reason::Forfeit,
            Termination::Stalemate => Reason::Stalemate,
            Termination::DeadPosition => Reason::DeadPosition,
            Termination::Agreement => Reason::Agreement,
            Termination::ThreefoldRepetition => Reason::ThreefoldRepetition,
            Termination::FivefoldRepetition => Reason::FivefoldRepetition,
            Termination::FiftyMoves => Reason::FiftyMoveRule,
            Termination::SeventyFiveMoves => Reason::SeventyFiveMoveRule,
            Termination::IllegalMoves { .. } => Reason::IllegalMoves,
            Termination::IllegalMovesUnwinnable { .. } => Reason::DrawByIllegalMoves,
            Termination::Aborted => Reason::Abort,
        }
    }
}

/// The result as in PGN, with results that PGN cannot express: `0-0` if both lose, and half a point for the opponent
/// of a player who forfeits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum GameResult {
    #[serde(rename = "1-0")]
    WhiteWins,
    #[serde(rename = "0-1")]
    BlackWins,
    #[serde(rename = "1/2-1/2")]
    Draw,
    #[serde(rename = "0-0")]
    BothLose,
    #[serde(rename = "1/2-0")]
    HalfPointWhite,
    #[serde(rename = "0-1/2")]
    HalfPointBlack,
    /// The game does not count.
    #[serde(rename = "*")]
    None,
}

impl GameResult {
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::BothLose => "0-0",
            GameResult::HalfPointWhite => "1/2-0",
            GameResult::HalfPointBlack => "0-1/2",
            GameResult::None => "*",
        }
    }
}

impl GameResult {
    /// The result of a game that is over.
    pub fn of(game: &Game) -> Option<GameResult> {
        game.termination().map(|_| game.outcome().into())
    }
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        match outcome {
            Some(Outcome::Win(Color::White)) => GameResult::WhiteWins,
            Some(Outcome::Win(Color::Black)) => GameResult::BlackWins,
            Some(Outcome::Draw) => GameResult::Draw,
            Some(Outcome::HalfPoint(Color::White)) => GameResult::HalfPointWhite,
            Some(Outcome::HalfPoint(Color::Black)) => GameResult::HalfPointBlack,
            Some(Outcome::BothLose) => GameResult::BothLose,
            None => GameResult::None,
        }
    }
}

/// The class of a time control (law T03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Speed {
    Bullet,
    Blitz,
    Rapid,
    Classical,
    Correspondence,
}

impl From<Class> for Speed {
    fn from(class: Class) -> Speed {
        match class {
            Class::Bullet => Speed::Bullet,
            Class::Blitz => Speed::Blitz,
            Class::Rapid => Speed::Rapid,
            Class::Classical => Speed::Classical,
            Class::Correspondence => Speed::Correspondence,
        }
    }
}

/// What a move adds to the clock of its player (law T02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum BonusKind {
    None,
    Increment,
    Delay,
    Bronstein,
}

impl From<Bonus> for BonusKind {
    fn from(bonus: Bonus) -> BonusKind {
        match bonus {
            Bonus::None => BonusKind::None,
            Bonus::Increment(_) => BonusKind::Increment,
            Bonus::Delay(_) => BonusKind::Delay,
            Bonus::Bronstein(_) => BonusKind::Bronstein,
        }
    }
}

/// Why the arbiter refuses a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RefusalCode {
    Over,
    NotAMove,
    Illegal,
    Ambiguous,
    PromotionMissing,
    NotYourTurn,
    Paused,
    NotPaused,
    Adjourned,
    NoAdjournment,
    SealedMoveTooLong,
    NotRunning,
    NoClock,
    ClockTooLong,
    OfferStands,
    OfferTooEarly,
    OffersForbidden,
    TooEarlyToAgree,
    ReasonTooLong,
    NothingToAnswer,
    AnswerUnclear,
    ClaimAfterTouch,
    MustPlay,
    Touched,
    TouchIsFree,
    NothingTouched,
    NoAbort,
    TooLateToAbort,
    NoTakeback,
    NothingToTakeBack,
    TakebackStands,
    TooLateToRestart,
    /// The line is not a valid arbiter line.
    NotUnderstood,
    /// No game has been started.
    NoGame,
    /// The time is before that of the previous line (law T05).
    TimeGoesBack,
}

impl From<&Refusal> for RefusalCode {
    fn from(refusal: &Refusal) -> RefusalCode {
        match refusal {
            Refusal::Over => RefusalCode::Over,
            Refusal::Move(MoveError::Text(_)) => RefusalCode::NotAMove,
            Refusal::Move(MoveError::Illegal { .. }) => RefusalCode::Illegal,
            Refusal::Move(MoveError::Ambiguous { .. }) => RefusalCode::Ambiguous,
            Refusal::Move(MoveError::PromotionMissing { .. }) => RefusalCode::PromotionMissing,
            Refusal::NotYourTurn(_) => RefusalCode::NotYourTurn,
            Refusal::Paused => RefusalCode::Paused,
            Refusal::NotPaused => RefusalCode::NotPaused,
            Refusal::Adjourned => RefusalCode::Adjourned,
            Refusal::NoAdjournment => RefusalCode::NoAdjournment,
            Refusal::SealedMoveTooLong => RefusalCode::SealedMoveTooLong,
            Refusal::TooEarlyToAgree => RefusalCode::TooEarlyToAgree,
            Refusal::ReasonTooLong { .. } => RefusalCode::ReasonTooLong,
            Refusal::NotRunning => RefusalCode::NotRunning,
            Refusal::NoClock(_) => RefusalCode::NoClock,
            Refusal::ClockTooLong { .. } => RefusalCode::ClockTooLong,
            Refusal::OfferStands => RefusalCode::OfferStands,
            Refusal::OfferTooEarly { .. } => RefusalCode::OfferTooEarly,
            Refusal::OffersForbidden => RefusalCode::OffersForbidden,
            Refusal::NothingToAnswer => RefusalCode::NothingToAnswer,
            Refusal::AnswerUnclear => RefusalCode::AnswerUnclear,
            Refusal::ClaimAfterTouch => RefusalCode::ClaimAfterTouch,
            Refusal::MustPlay(_) => RefusalCode::MustPlay,
            Refusal::Touched(_) => RefusalCode::Touched,
            Refusal::TouchIsFree => RefusalCode::TouchIsFree,
            Refusal::NothingTouched(_) => RefusalCode::NothingTouched,
            Refusal::NoAbort => RefusalCode::NoAbort,
            Refusal::TooLateToAbort => RefusalCode::TooLateToAbort,
            Refusal::NoTakeback => RefusalCode::NoTakeback,
            Refusal::NothingToTakeBack(_) => RefusalCode::NothingToTakeBack,
            Refusal::TakebackStands => RefusalCode::TakebackStands,
            Refusal::TooLateToRestart => RefusalCode::TooLateToRestart,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sixteen spellings of the text interface, which must not change.
    #[test]
    fn the_codes_of_endings_are_the_words_of_the_text_interface() {
        let words = "checkmate,resignation,time,forfeit,stalemate,dead position,agreement,threefold repetition,\
            fivefold repetition,fifty-move rule,seventy-five-move rule,draw on time,draw by resignation,\
            illegal moves,draw by illegal moves,abort";
        let codes: Vec<_> = Reason::ALL.iter().map(|reason| reason.as_str()).collect();
        assert_eq!(codes.join(","), words);
        for reason in Reason::ALL {
            let json = serde_json::to_string(&reason).expect("a text");
            assert_eq!(json, format!("{:?}", reason.as_str()));
            assert_eq!(from_code(reason.as_str()), Some(reason));
        }
    }

    #[test]
    fn results_and_reasons_are_spelled_as_the_game_spells_them() {
        let by = Color::White;
        for termination in [
            Termination::Checkmate { winner: by },
            Termination::Checkmate { winner: Color::Black },
            Termination::DoubleForfeit,
            Termination::Forfeit { loser: by, opponent: game::OpponentScore::HalfPoint },
            Termination::Forfeit { loser: Color::Black, opponent: game::OpponentScore::HalfPoint },
            Termination::FiftyMoves,
            Termination::FlagFallUnwinnable { fallen: by },
            Termination::IllegalMovesUnwinnable { by },
            Termination::Aborted,
        ] {
            let result = GameResult::from(termination.outcome());
            assert_eq!(serde_json::to_value(result).expect("a text"), termination.result());
            assert_eq!(result.as_str(), termination.result());
            assert_eq!(Reason::from(termination).as_str(), termination.code());
        }
    }
}
