//! Codes that programs compare, store, search for and translate. Sentences are for people, and may change.

use game::{Bonus, Class, Game, Refusal, Termination};
use rules::{Color, MoveError, Outcome, Role};
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
pub enum ResultCode {
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

impl ResultCode {
    pub const fn as_str(self) -> &'static str {
        match self {
            ResultCode::WhiteWins => "1-0",
            ResultCode::BlackWins => "0-1",
            ResultCode::Draw => "1/2-1/2",
            ResultCode::BothLose => "0-0",
            ResultCode::HalfPointWhite => "1/2-0",
            ResultCode::HalfPointBlack => "0-1/2",
            ResultCode::None => "*",
        }
    }
}

impl ResultCode {
    pub fn of(game: &Game) -> Option<ResultCode> {
        game.termination().map(|_| game.outcome().into())
    }
}

impl From<Option<Outcome>> for ResultCode {
    fn from(outcome: Option<Outcome>) -> ResultCode {
        match outcome {
            Some(Outcome::Win(Color::White)) => ResultCode::WhiteWins,
            Some(Outcome::Win(Color::Black)) => ResultCode::BlackWins,
            Some(Outcome::Draw) => ResultCode::Draw,
            Some(Outcome::HalfPoint(Color::White)) => ResultCode::HalfPointWhite,
            Some(Outcome::HalfPoint(Color::Black)) => ResultCode::HalfPointBlack,
            Some(Outcome::BothLose) => ResultCode::BothLose,
            None => ResultCode::None,
        }
    }
}

impl ResultCode {
    /// The outcome; `None` if the game does not count.
    pub const fn outcome(self) -> Option<Outcome> {
        Some(match self {
            ResultCode::WhiteWins => Outcome::Win(Color::White),
            ResultCode::BlackWins => Outcome::Win(Color::Black),
            ResultCode::Draw => Outcome::Draw,
            ResultCode::HalfPointWhite => Outcome::HalfPoint(Color::White),
            ResultCode::HalfPointBlack => Outcome::HalfPoint(Color::Black),
            ResultCode::BothLose => Outcome::BothLose,
            ResultCode::None => return None,
        })
    }

    /// What both players score (law P01); nothing if the game does not count.
    pub fn points(self) -> PlayerPoints {
        let points =
            |color| self.outcome().map_or(0.0, |outcome| f64::from(outcome.half_points(color)) / 2.0);
        PlayerPoints { white: points(Color::White), black: points(Color::Black) }
    }
}

/// The points of both players, in one game or in several.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerPoints {
    pub white: f64,
    pub black: f64,
}

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RoleName {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl From<Role> for RoleName {
    fn from(role: Role) -> RoleName {
        match role {
            Role::Pawn => RoleName::Pawn,
            Role::Knight => RoleName::Knight,
            Role::Bishop => RoleName::Bishop,
            Role::Rook => RoleName::Rook,
            Role::Queen => RoleName::Queen,
            Role::King => RoleName::King,
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

/// What an account may do beyond playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AccountRole {
    Admin,
    Arbiter,
}

impl AccountRole {
    /// The spelling in the database and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            AccountRole::Admin => "admin",
            AccountRole::Arbiter => "arbiter",
        }
    }
}

/// Whether an account can be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AccountStatus {
    #[default]
    Active,
    /// An admin has locked the account for now.
    Blocked,
    /// Its owner or an admin has closed the account for good.
    Closed,
}

impl AccountStatus {
    /// The spelling in the database and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            AccountStatus::Active => "active",
            AccountStatus::Blocked => "blocked",
            AccountStatus::Closed => "closed",
        }
    }

    /// Reads the stored spelling. A status that only a newer version knows counts as blocked, which is the safe side.
    pub fn parse(text: &str) -> AccountStatus {
        match text {
            "active" => AccountStatus::Active,
            "closed" => AccountStatus::Closed,
            _ => AccountStatus::Blocked,
        }
    }
}

/// One permission of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Scope {
    /// See the challenges of its owner.
    #[serde(rename = "challenge:read")]
    ChallengeRead,
    /// Make, accept and decline challenges.
    #[serde(rename = "challenge:write")]
    ChallengeWrite,
    /// Play as a person.
    #[serde(rename = "board:play")]
    BoardPlay,
    /// Play as a bot.
    #[serde(rename = "bot:play")]
    BotPlay,
    /// See the settings of its owner.
    #[serde(rename = "preference:read")]
    PreferenceRead,
    /// Change the settings of its owner.
    #[serde(rename = "preference:write")]
    PreferenceWrite,
    #[serde(rename = "challenge:bulk")]
    ChallengeBulk,
    /// Administer the server.
    #[serde(rename = "admin")]
    Admin,
}

impl Scope {
    pub const ALL: [Scope; 8] = [
        Scope::ChallengeRead,
        Scope::ChallengeWrite,
        Scope::BoardPlay,
        Scope::BotPlay,
        Scope::PreferenceRead,
        Scope::PreferenceWrite,
        Scope::ChallengeBulk,
        Scope::Admin,
    ];

    /// The name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Scope::ChallengeRead => "challenge:read",
            Scope::ChallengeWrite => "challenge:write",
            Scope::BoardPlay => "board:play",
            Scope::BotPlay => "bot:play",
            Scope::PreferenceRead => "preference:read",
            Scope::PreferenceWrite => "preference:write",
            Scope::ChallengeBulk => "challenge:bulk",
            Scope::Admin => "admin",
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
            let result = ResultCode::from(termination.outcome());
            assert_eq!(serde_json::to_value(result).expect("a text"), termination.result());
            assert_eq!(result.as_str(), termination.result());
            assert_eq!(result.outcome(), termination.outcome());
            assert_eq!(Reason::from(termination).as_str(), termination.code());
        }
    }

    #[test]
    fn both_players_score_what_the_result_says() {
        for (result, white, black) in [
            (ResultCode::WhiteWins, 1.0, 0.0),
            (ResultCode::BlackWins, 0.0, 1.0),
            (ResultCode::Draw, 0.5, 0.5),
            (ResultCode::BothLose, 0.0, 0.0),
            (ResultCode::HalfPointWhite, 0.5, 0.0),
            (ResultCode::HalfPointBlack, 0.0, 0.5),
            (ResultCode::None, 0.0, 0.0),
        ] {
            assert_eq!(result.points(), PlayerPoints { white, black }, "{}", result.as_str());
        }
    }

    #[test]
    fn codes_of_accounts_have_one_spelling() {
        fn check(code: impl Serialize, spelling: &str) {
            assert_eq!(serde_json::to_value(code).expect("a text"), spelling);
        }
        for role in [AccountRole::Admin, AccountRole::Arbiter] {
            check(role, role.as_str());
        }
        for status in [AccountStatus::Active, AccountStatus::Blocked, AccountStatus::Closed] {
            check(status, status.as_str());
            assert_eq!(AccountStatus::parse(status.as_str()), status);
        }
        for scope in Scope::ALL {
            check(scope, scope.name());
        }
    }
}
