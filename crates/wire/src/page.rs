//! What the page asks over HTTP, and what the server answers: the bodies of `/app/…`.

use crate::action::Side;
use crate::codes::{GameResult, Reason};
use crate::live::{ColorChoice, GameSnapshot, NewGame, Player, Seek};
use crate::settings::VariantName;
use serde::de::IntoDeserializer;
use serde::{Deserialize, Deserializer, Serialize};

/// Every answer that is not a success.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorAnswer {
    /// For a person.
    pub error: String,
    /// For a program.
    pub code: PageErrorCode,
}

/// Why a request to `/app/…` is not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PageErrorCode {
    /// The account was blocked by an admin.
    AccountBlocked,
    /// The request gives its host or its length in two ways.
    Ambiguous,
    BadDescription,
    BadGame,
    BadName,
    BadNext,
    BadPassword,
    BadRequest,
    BadRounds,
    BadScope,
    BadSetting,
    Blocked,
    Closed,
    Empty,
    /// Somebody else was first, or it was taken back.
    Gone,
    /// This server is not known by the name in the `Host` header.
    Host,
    /// An account needs an invitation.
    InviteNeeded,
    /// Guests cannot do this.
    LogIn,
    MissingScope,
    NoToken,
    NotAllowed,
    NotFound,
    NotNow,
    NotUnderstood,
    NotYours,
    /// The request comes from a page of another site.
    Origin,
    /// It is your own challenge.
    Own,
    RegistrationClosed,
    /// Another account has this name.
    Taken,
    TooMany,
    TooManyLines,
    Unavailable,
    WrongCurrentPassword,
    WrongPassword,
    Yourself,
}

/// `GET /app/me`: who asks, and what waits for them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    pub player: Person,
    pub playing: Vec<GameSummary>,
    pub challenges: Challenges,
}

/// Somebody as they see themselves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Person {
    pub id: String,
    pub name: String,
    pub guest: bool,
    pub title: Option<String>,
    pub roles: Vec<&'static str>,
}

/// The challenges to and by somebody.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Challenges {
    pub r#in: Vec<ChallengeJson>,
    pub out: Vec<ChallengeJson>,
}

/// A game that is offered and has not begun.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChallengeJson {
    /// Also the id of the game to come.
    pub id: String,
    /// The challenger's name.
    pub from: Option<String>,
    /// Whom it is for, if it is for one person.
    pub to: Option<String>,
    pub color: ColorChoice,
    pub game: NewGame,
}

/// `GET /app/challenges/{id}`: a challenge, and what has become of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChallengeAnswer {
    #[serde(flatten)]
    pub challenge: ChallengeJson,
    pub status: ChallengeStatus,
    /// Why it was declined, for a person.
    pub why: Option<&'static str>,
    /// Whether it is the reader's own.
    pub yours: bool,
}

/// What has become of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ChallengeStatus {
    Created,
    Accepted,
    Canceled,
    Declined,
}

/// `POST /app/games`, `POST /app/challenges/{id}/accept`: where the game is or will be.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameAddress {
    pub id: String,
    pub url: String,
}

/// `GET /app/games/{id}`: a game, or until it begins its challenge.
// It is written at once, and never kept.
#[allow(clippy::large_enum_variant)]
#[derive(Serialize)]
#[serde(tag = "t", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum GameOrChallenge<'a> {
    Game(Box<GameSnapshot<'a>>),
    Challenge(ChallengeAnswer),
}

/// `GET /app/games/{id}/match`: what the two players of a game have scored against each other in all finished games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchScore {
    /// The points of the player who has White in this game.
    pub white: f64,
    pub black: f64,
    pub games: u32,
}

/// A running game on a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameSummary {
    pub id: String,
    pub url: String,
    /// The side of whoever asks.
    pub color: Option<Side>,
    pub opponent: Player,
    pub time: Option<String>,
    pub fen: String,
    /// As UCI.
    pub last_move: Option<String>,
    pub your_turn: bool,
    pub rated: bool,
}

/// `GET /app/playing`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Playing {
    pub playing: Vec<GameSummary>,
}

/// `GET /app/lobby`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lobby {
    pub seeks: Vec<Seek>,
}

/// `GET /app/online`: who is here.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Online {
    /// Accounts by name, as many as are listed.
    pub players: Vec<OnlinePlayer>,
    /// How many accounts are here, those beyond the list included.
    pub accounts: u32,
    /// How many people without an account are here.
    pub guests: u32,
}

/// Somebody with an account who is here.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OnlinePlayer {
    pub id: String,
    pub name: String,
    /// `BOT`, or nothing.
    pub title: Option<String>,
    /// The rating of the kind of game that this player has played most; none without a rated game.
    pub rating: Option<u16>,
}

/// `GET /app/games?…`: finished games, the latest first. What is left out does not limit the search.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct SearchQuery {
    pub player: Option<String>,
    pub opponent: Option<String>,
    /// The player's side.
    #[serde(deserialize_with = "empty_is_none")]
    pub color: Option<Side>,
    #[serde(deserialize_with = "empty_is_none")]
    pub result: Option<GameResult>,
    #[serde(deserialize_with = "empty_is_none")]
    pub reason: Option<Reason>,
    /// The first moment, in milliseconds.
    pub from: Option<u64>,
    /// The last moment, in milliseconds.
    pub to: Option<u64>,
    /// The first moves, as UCI or SAN.
    pub opening: Option<String>,
    pub limit: Option<u32>,
    /// The last game of the answer before this one.
    pub before: Option<String>,
}

/// A field that is left empty in a form is not given.
fn empty_is_none<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    match Option::<String>::deserialize(deserializer)?.filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => T::deserialize(text.into_deserializer()).map(Some),
    }
}

/// The answer to a [`SearchQuery`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundGames {
    pub games: Vec<FoundGame>,
}

/// A finished game on a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundGame {
    pub id: String,
    pub white: FoundPlayer,
    pub black: FoundPlayer,
    pub began: u64,
    pub ended: u64,
    pub result: GameResult,
    /// None for an imported game that was not finished.
    pub reason: Option<Reason>,
    pub variant: VariantName,
    pub time: String,
    pub rated: bool,
    pub plies: u32,
    /// The first moves, as UCI.
    pub opening: String,
}

/// A player of a finished game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundPlayer {
    pub id: String,
    pub name: String,
}

/// `POST /app/login`, `POST /app/register`.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Credentials {
    pub name: String,
    pub password: String,
    /// The invitation, where a server asks for one.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub invite: Option<String>,
}

/// `POST /app/password`: the password that an account has, and the one that it is to have.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PasswordChange {
    pub current: String,
    pub new: String,
    /// Whether tokens of programs end, too.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub revoke_tokens: bool,
}

/// `POST /app/logout-everywhere`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LogOutEverywhere {
    /// Whether tokens of programs end, too.
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub revoke_tokens: bool,
}

/// `GET /app/tokens`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tokens {
    pub tokens: Vec<TokenJson>,
}

/// A personal token; its secret is told once, when it is made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenJson {
    pub id: String,
    pub description: String,
    pub scopes: Vec<&'static str>,
    pub created: u64,
    pub expires: Option<u64>,
}

/// `POST /app/tokens`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewToken {
    #[serde(default)]
    pub description: String,
    pub scopes: Vec<String>,
}

/// The answer to a [`NewToken`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenSecret {
    pub token: String,
}

/// What has been done needs no more words.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Done {
    ok: bool,
}

impl Done {
    pub const OK: Done = Done { ok: true };
}
