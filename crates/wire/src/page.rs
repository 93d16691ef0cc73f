//! The requests and answers of the page over HTTP: the bodies of `/app/…`.

use crate::action::Side;
use crate::codes::{AccountRole, Reason, ResultCode, Scope};
use crate::live::{ColorChoice, GameSnapshot, NewGame, Player, Seek};
use crate::settings::VariantName;
use serde::de::IntoDeserializer;
use serde::{Deserialize, Deserializer, Serialize};

/// The body of every error response.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorAnswer {
    /// A text for people.
    pub error: String,
    /// A code for programs.
    pub code: PageErrorCode,
}

/// Why a request to `/app/…` failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PageErrorCode {
    /// The account was blocked by an admin.
    AccountBlocked,
    /// The request states its host or its length twice.
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
    /// Somebody else was first, or it was withdrawn.
    Gone,
    /// The name in the `Host` header is not one of this server's names.
    Host,
    /// Registration needs an invitation.
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
    /// The request comes from a page on another site.
    Origin,
    /// A player cannot accept their own challenge.
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

/// `GET /app/me`: the user, and their games and challenges.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    pub player: Person,
    pub playing: Vec<GameSummary>,
    pub challenges: Challenges,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Person {
    pub id: String,
    pub name: String,
    pub guest: bool,
    pub title: Option<String>,
    pub roles: Vec<AccountRole>,
}

/// The challenges to and from a user.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Challenges {
    pub r#in: Vec<ChallengeJson>,
    pub out: Vec<ChallengeJson>,
}

/// A game that is offered but has not begun.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChallengeJson {
    /// The id, which the game will have, too.
    pub id: String,
    pub from: Option<String>,
    /// The name of the challenged player, if there is one.
    pub to: Option<String>,
    pub color: ColorChoice,
    pub game: NewGame,
}

/// `GET /app/challenges/{id}`: a challenge and its status.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChallengeAnswer {
    #[serde(flatten)]
    pub challenge: ChallengeJson,
    pub status: ChallengeStatus,
    /// Why it was declined, as a text for people.
    pub why: Option<&'static str>,
    /// Whether the user made it.
    pub yours: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ChallengeStatus {
    Created,
    Accepted,
    Canceled,
    Declined,
}

/// `POST /app/games`, `POST /app/challenges/{id}/accept`: the address of the game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameAddress {
    pub id: String,
    pub url: String,
}

/// `GET /app/games/{id}`: a game or, until it begins, its challenge.
// It is serialized at once, and never stored.
#[allow(clippy::large_enum_variant)]
#[derive(Serialize)]
#[serde(tag = "t", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum GameOrChallenge<'a> {
    Game(Box<GameSnapshot<'a>>),
    Challenge(ChallengeAnswer),
}

/// `GET /app/games/{id}/match`: the score of the two players of a game in all their finished games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchScore {
    /// The points of the player with White in this game.
    pub white: f64,
    pub black: f64,
    pub games: u32,
}

/// A game in progress on a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameSummary {
    pub id: String,
    pub url: String,
    /// The side of the player who asks.
    pub color: Option<Side>,
    pub opponent: Player,
    pub time: Option<String>,
    pub fen: String,
    /// In UCI.
    pub last_move: Option<String>,
    pub your_turn: bool,
    pub rated: bool,
}

/// `GET /app/playing`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CurrentGames {
    pub playing: Vec<GameSummary>,
}

/// `GET /app/lobby`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lobby {
    pub seeks: Vec<Seek>,
}

/// `GET /app/online`: the players who are online.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Online {
    /// Accounts by name, up to a limit.
    pub players: Vec<OnlinePlayer>,
    /// The number of accounts online, including those beyond the limit.
    pub accounts: u32,
    pub guests: u32,
}

/// A player with an account who is online.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OnlinePlayer {
    pub id: String,
    pub name: String,
    /// `BOT`, or null.
    pub title: Option<String>,
    /// The rating in the speed that this player has played most; null without a rated game.
    pub rating: Option<u16>,
}

/// `GET /app/games?…`: finished games, the latest first. A filter that is omitted does not apply.
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
    pub result: Option<ResultCode>,
    #[serde(deserialize_with = "empty_is_none")]
    pub reason: Option<Reason>,
    /// The earliest time, in milliseconds.
    pub from: Option<u64>,
    /// The latest time, in milliseconds.
    pub to: Option<u64>,
    /// The first moves, in UCI or SAN.
    pub opening: Option<String>,
    pub limit: Option<u32>,
    /// The last game of the previous page.
    pub before: Option<String>,
}

/// Treats an empty form field as missing.
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
    pub result: ResultCode,
    /// Null for an imported game that was not finished.
    pub reason: Option<Reason>,
    pub variant: VariantName,
    pub time: String,
    pub rated: bool,
    pub plies: u32,
    /// The first moves, in UCI.
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
    /// The invitation, if the server requires one.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub invite: Option<String>,
}

/// `POST /app/password`: the current password and the new one.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PasswordChange {
    pub current: String,
    pub new: String,
    /// Whether personal tokens are revoked, too.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub revoke_tokens: bool,
}

/// `POST /app/logout-everywhere`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LogOutEverywhere {
    /// Whether personal tokens are revoked, too.
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub revoke_tokens: bool,
}

/// `GET /app/tokens`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tokens {
    pub tokens: Vec<TokenJson>,
}

/// A personal token. Its secret is shown only once, when it is created.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenJson {
    pub id: String,
    pub description: String,
    pub scopes: Vec<Scope>,
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
    // Texts, so that the error for an unknown scope can list the known ones.
    #[cfg_attr(test, ts(as = "Vec<Scope>"))]
    pub scopes: Vec<String>,
}

/// The answer to a [`NewToken`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenSecret {
    pub token: String,
}

/// A successful answer without content.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OkAnswer {
    ok: bool,
}

impl OkAnswer {
    pub const OK: OkAnswer = OkAnswer { ok: true };
}
