//! Parameters of the API's endpoints: names, meanings and bounds.

use super::endpoint::{Parameter, ParameterKind};

const fn parameter(name: &'static str, meaning: &'static str, kind: ParameterKind) -> Parameter {
    Parameter { name, meaning, in_query: false, kind, required: false }
}

pub(super) const fn takes(name: &'static str, meaning: &'static str) -> Parameter {
    parameter(name, meaning, ParameterKind::Text)
}

pub(super) const fn flag(name: &'static str, meaning: &'static str) -> Parameter {
    parameter(name, meaning, ParameterKind::Flag)
}

pub(super) const fn number(name: &'static str, meaning: &'static str, (min, max): (u64, u64)) -> Parameter {
    parameter(name, meaning, ParameterKind::Integer(min, max))
}

pub(super) const fn choice(
    name: &'static str,
    meaning: &'static str,
    words: &'static [&'static str],
) -> Parameter {
    parameter(name, meaning, ParameterKind::Choice(words))
}

/// The latest timestamp of the API, in milliseconds since 1970.
const MAX_TIMESTAMP: u64 = 253_402_300_799_999;

const LIMIT: Parameter = number("clock.limit", "initial seconds", (0, 10_800));
const INCREMENT: Parameter = number("clock.increment", "seconds added per move", (0, 180));
const DAYS: Parameter = number("days", "days per move", (1, 14));
const COLOR: Parameter = choice("color", "the colour of the caller", &["white", "black", "random"]);
const VARIANT: Parameter = choice("variant", "the rules", &["standard", "chess960", "fromPosition"]);
const FEN: Parameter = takes("fen", "the starting position");
const RATED: Parameter = flag("rated", "whether the game is rated");
const RULES: Parameter = takes("rules", "noEarlyDraw: no draw offers before move 30");
const DRAW_ODDS: Parameter = choice("drawOdds", "a draw wins for this side", &["white", "black"]);
pub(super) const CHALLENGE: &[Parameter] = &[
    LIMIT,
    INCREMENT,
    DAYS,
    COLOR,
    VARIANT,
    FEN,
    RATED,
    RULES,
    DRAW_ODDS,
    flag("keepAliveStream", "keep the response open until the challenge is answered"),
];
pub(super) const COMPUTER: &[Parameter] = &[
    number("level", "the level of the computer", (1, 8)).required(),
    LIMIT,
    INCREMENT,
    DAYS,
    COLOR,
    VARIANT,
    FEN,
    DRAW_ODDS,
];
pub(super) const OPEN: &[Parameter] = &[
    LIMIT,
    INCREMENT,
    DAYS,
    VARIANT,
    FEN,
    RATED,
    RULES,
    DRAW_ODDS,
    takes("users", "two names: only these may play"),
];
pub(super) const SEEK: &[Parameter] = &[
    takes("time", "initial minutes, up to 180"),
    number("increment", "seconds added per move", (0, 180)),
    DAYS,
    COLOR,
    VARIANT,
    RATED,
    DRAW_ODDS,
    takes("ratingRange", "such as 1500-1800"),
];
pub(super) const CHAT: &[Parameter] = &[
    choice("room", "who reads it", &["player", "spectator"]),
    takes("text", "up to 140 characters").required(),
];
const MOVES: Parameter = flag("moves", "false: without the moves");
const TAGS: Parameter = flag("tags", "false: without the tags");
const PGN_IN_JSON: Parameter = flag("pgnInJson", "true: include the PGN in the JSON");
const LAST_FEN: Parameter = flag("lastFen", "true: include the last position in the JSON");
/// A single game has clocks unless they are switched off; a list has them only on request.
pub(super) const EXPORT: &[Parameter] =
    &[MOVES, TAGS, flag("clocks", "false: without the clocks"), PGN_IN_JSON, LAST_FEN];
const CLOCKS_OF_MANY: Parameter = flag("clocks", "true: with the clocks");
/// In the query, even if the body holds the ids of the games.
pub(super) const EXPORT_MANY: &[Parameter] = &[
    MOVES.in_query(),
    TAGS.in_query(),
    CLOCKS_OF_MANY.in_query(),
    PGN_IN_JSON.in_query(),
    LAST_FEN.in_query(),
];
pub(super) const GAMES_OF_USER: &[Parameter] = &[
    number("since", "games started at or after this time, in milliseconds since 1970", (0, MAX_TIMESTAMP)),
    number("until", "games started at or before this time, in milliseconds since 1970", (0, MAX_TIMESTAMP)),
    number("max", "how many; all by default", (1, 1_000_000_000)),
    takes("vs", "only games against this player"),
    flag("rated", "true: only rated games, false: only others"),
    takes("perfType", "only these categories: speeds and chess960, separated by commas"),
    choice("color", "only games with this colour", &["white", "black"]),
    choice("sort", "dateDesc: newest first (the default), dateAsc: oldest first", &["dateDesc", "dateAsc"]),
    flag("ongoing", "true: include live games"),
    flag("finished", "false: without finished games"),
    MOVES,
    TAGS,
    CLOCKS_OF_MANY,
    PGN_IN_JSON,
    LAST_FEN,
];

pub(super) const AUTHORIZE: &[Parameter] = &[
    takes("response_type", "code"),
    takes("client_id", "the name of the application"),
    takes("redirect_uri", "where the browser is sent with the code"),
    takes("code_challenge_method", "S256"),
    takes("code_challenge", "the SHA-256 of the verifier, in base64url"),
    takes("scope", "scopes, separated by spaces"),
    takes("username", "the expected user"),
    takes("state", "returned with the code"),
];
pub(super) const EXCHANGE: &[Parameter] = &[
    takes("grant_type", "authorization_code"),
    takes("code", "the code from the redirect"),
    takes("code_verifier", "the text behind code_challenge"),
    takes("redirect_uri", "the same as before"),
    takes("client_id", "the same as before"),
];

pub(super) const PAIRINGS: &[Parameter] = &[
    takes("players", "pairs of tokens, White first: a:b,c:d; an arbiter can give names instead").required(),
    LIMIT,
    INCREMENT,
    DAYS,
    number("pairAt", "when the games are created, in milliseconds since 1970", (0, MAX_TIMESTAMP)),
    number("startClocksAt", "when all clocks start, in milliseconds since 1970", (0, MAX_TIMESTAMP)),
    VARIANT,
    FEN,
    RATED,
    RULES,
    takes("message", "accepted and ignored: this server has no private messages"),
];

pub(super) const TELEVISION: &[Parameter] = &[number("nb", "how many", (1, 30))];
