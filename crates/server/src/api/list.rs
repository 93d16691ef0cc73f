//! The list of all endpoints of the API.

use super::endpoint::{Answer, Endpoint};
use super::gate::{Access, Kind};
use super::openapi;
use super::parameters::{
    AUTHORIZE, CHALLENGE, CHAT, COMPUTER, EXCHANGE, EXPORT, EXPORT_MANY, GAMES_OF_USER, OPEN, PAIRINGS, SEEK,
    TELEVISION, choice, flag, number, takes,
};
use super::{
    account, bulk_pairing, challenges, commands, downloads, events, game_stream, games, games_by_users,
    import, preferences, server_events, tokens, tv, users,
};
use crate::admin;
use crate::http::route::Audience;
use crate::identity::scopes::Scope::{
    Admin, BoardPlay, BotPlay, ChallengeBulk, ChallengeRead, ChallengeWrite, PreferenceRead, PreferenceWrite,
};
use crate::page::forms;
use axum::Json;
use axum::http::Method;

const ANY: Access = Access::Token(&[], Kind::Any);
const BOARD: Access = Access::Token(&[BoardPlay], Kind::Person);
const BOT: Access = Access::Token(&[BotPlay], Kind::Bot);
const READS: Access = Access::Token(&[ChallengeRead, BotPlay, BoardPlay], Kind::Any);
const LISTS: Access = Access::Token(&[ChallengeRead], Kind::Any);
const CHALLENGES: Access = Access::Token(&[ChallengeWrite, BotPlay, BoardPlay], Kind::Any);
const BULK: Access = Access::Token(&[ChallengeBulk], Kind::Any);
const ADMIN: Access = Access::Token(&[Admin], Kind::Any);
const ADD_TIME: Access = Access::Token(&[ChallengeWrite], Kind::Any);

/// All endpoints of the API.
pub fn endpoints() -> Vec<Endpoint> {
    let mut all = accounts();
    all.extend(challenge_endpoints());
    all.extend(playing());
    all.extend(collecting());
    all.extend(organizing());
    all.extend(administration());
    all.push(
        get("/api/openapi.json", "This document", async || Json(openapi::document(&endpoints())))
            .gives(Answer::Json("Document")),
    );
    all
}

fn get<T: 'static>(
    path: &'static str,
    summary: &'static str,
    handler: impl axum::handler::Handler<T, crate::app::App>,
) -> Endpoint {
    Endpoint::new((Method::GET, path), summary, handler)
}

fn post<T: 'static>(
    path: &'static str,
    summary: &'static str,
    handler: impl axum::handler::Handler<T, crate::app::App>,
) -> Endpoint {
    Endpoint::new((Method::POST, path), summary, handler)
}

fn delete<T: 'static>(
    path: &'static str,
    summary: &'static str,
    handler: impl axum::handler::Handler<T, crate::app::App>,
) -> Endpoint {
    Endpoint::new((Method::DELETE, path), summary, handler).gives(Answer::Nothing)
}

fn accounts() -> Vec<Endpoint> {
    vec![
        post("/api/token/test", "What tokens are valid for", tokens::test).gives(Answer::Json("TokenTest")),
        get("/oauth", "Authorize an application: OAuth 2 with PKCE", forms::ask_for_application)
            .takes(AUTHORIZE)
            .gives(Answer::Page),
        post("/api/token", "Exchange an application's code for a token", tokens::exchange)
            .takes(EXCHANGE)
            .gives(Answer::Json("AccessToken")),
        get("/account/oauth/token/create", "Create a personal token on a page", forms::ask_for_token)
            .takes(
                const {
                    &[
                        takes("scopes[]", "a preselected scope; can be repeated"),
                        takes("description", "what it is for"),
                    ]
                },
            )
            .gives(Answer::Page),
        delete("/api/token", "Revoke the token of the request", tokens::revoke).access(ANY),
        get("/api/account", "The caller's account", account::own).access(ANY).gives(Answer::Json("Account")),
        get("/api/account/playing", "The caller's games in progress", account::now_playing)
            .access(ANY)
            .takes(const { &[number("nb", "how many", (1, 50))] })
            .gives(Answer::Json("Playing")),
        get("/api/user/{username}", "An account", account::user).gives(Answer::Json("Account")),
        post("/api/users", "Accounts by name, separated by commas", account::users)
            .gives(Answer::List("Account")),
        get("/api/users/status", "Who is online", account::status)
            .takes(
                const {
                    &[
                        takes("ids", "up to 100 names, separated by commas"),
                        flag("withGameIds", "true: with the id of the game being played"),
                    ]
                },
            )
            .gives(Answer::List("Presence")),
        get("/api/crosstable/{username}/{opponent}", "The score between two players", users::crosstable)
            .gives(Answer::Json("Crosstable")),
        get("/api/user/{username}/rating-history", "Ratings day by day", users::rating_history)
            .gives(Answer::List("RatingHistory")),
        get("/api/player", "The ten best players of each kind of game", users::top)
            .gives(Answer::Json("Leaders")),
        get("/api/player/top/{count}/{perfType}", "The best players of one kind of game", users::top_of)
            .gives(Answer::Json("LeadersOf")),
        get("/api/account/preferences", "The caller's settings", preferences::get)
            .access(Access::Token(&[PreferenceRead], Kind::Any))
            .gives(Answer::Json("Preferences")),
        get("/api/account/kid", "Whether the caller is in kid mode", preferences::get_kid)
            .access(Access::Token(&[PreferenceRead], Kind::Any))
            .gives(Answer::Json("KidMode")),
        post("/api/account/kid", "Turn kid mode on or off: no chat", preferences::set_kid)
            .access(Access::Token(&[PreferenceWrite], Kind::Any))
            .takes(const { &[flag("v", "true or false").in_query().required()] }),
        get("/api/bot/online", "Bots that are online", account::bots)
            .takes(const { &[number("nb", "how many", (1, 512))] })
            .gives(Answer::Stream("Account")),
        post("/api/bot/account/upgrade", "Turn an account into a bot account", account::upgrade)
            .access(Access::Token(&[BotPlay], Kind::Any)),
    ]
}

fn challenge_endpoints() -> Vec<Endpoint> {
    vec![
        get("/api/stream/event", "Events for the caller", events::stream)
            .access(READS)
            .gives(Answer::Stream("Event")),
        get("/api/challenge", "Challenges to and by the caller", challenges::list)
            .access(LISTS)
            .gives(Answer::Json("Challenges")),
        post("/api/challenge/ai", "Play the computer", challenges::computer)
            .access(CHALLENGES)
            .takes(COMPUTER)
            .gives(Answer::Created("Description")),
        post("/api/challenge/open", "Create an open challenge for the first two players to follow its link", challenges::open)
            .takes(OPEN)
            .gives(Answer::Json("Challenge")),
        post("/api/challenge/{username}", "Challenge a player", challenges::create)
            .access(CHALLENGES)
            .takes(CHALLENGE)
            .gives(Answer::JsonOrStream("Challenge")),
        get("/api/challenge/{username}/show", "A challenge", challenges::get)
            .access(READS)
            .gives(Answer::Json("Challenge")),
        post("/api/challenge/{username}/accept", "Accept a challenge", challenges::accept)
            .access(CHALLENGES)
            .takes(const { &[choice("color", "the side of the first player of an open challenge", &["white", "black"]).in_query()] }),
        post("/api/challenge/{username}/decline", "Decline a challenge", challenges::decline)
            .access(CHALLENGES)
            .takes(const { &[takes("reason", "such as later, tooFast, tooSlow, rated, casual, variant, noBot")] }),
        post("/api/challenge/{username}/cancel", "Cancel a challenge", challenges::cancel)
            .access(CHALLENGES),
        post("/api/challenge/{username}/start-clocks", "Does nothing: clocks start by themselves", challenges::start_clocks)
            .access(CHALLENGES),
        post("/api/board/seek", "Create a seek", challenges::seek)
            .access(BOARD)
            .takes(SEEK)
            .gives(Answer::Stream("SeekId")),
        delete("/api/board/seek", "Cancel a seek", challenges::cancel_seek).access(BOARD),
    ]
}

/// The commands of a game, for one kind of player.
macro_rules! commands_of {
    ($kind:literal, $access:expr) => {
        vec![
            get(
                concat!("/api/", $kind, "/game/stream/{id}"),
                "A game and its changes",
                game_stream::stream,
            )
            .gives(Answer::Stream("GameLine")),
            post(concat!("/api/", $kind, "/game/{id}/move/{move}"), "Make a move, in UCI", commands::play)
                .takes(
                    const { &[flag("offeringDraw", "true offers or accepts a draw, false declines").in_query()] },
                ),
            post(
                concat!("/api/", $kind, "/game/{id}/abort"),
                "Abort a game",
                commands::abort,
            ),
            post(concat!("/api/", $kind, "/game/{id}/resign"), "Resign", commands::resign),
            post(
                concat!("/api/", $kind, "/game/{id}/draw/{accept}"),
                "Offer, accept, claim or decline a draw",
                commands::draw,
            ),
            post(
                concat!("/api/", $kind, "/game/{id}/takeback/{accept}"),
                "Request, accept or decline a takeback",
                commands::takeback,
            ),
            post(
                concat!("/api/", $kind, "/game/{id}/claim-victory"),
                "Claim a win because the opponent has left",
                commands::claim_victory,
            ),
            post(
                concat!("/api/", $kind, "/game/{id}/claim-draw"),
                "Claim a draw because the opponent has left",
                commands::claim_draw,
            ),
            post(
                concat!("/api/", $kind, "/game/{id}/berserk"),
                "Always refused: there are no arenas",
                commands::berserk,
            ),
            post(concat!("/api/", $kind, "/game/{id}/chat"), "Post a chat message", commands::post_chat)
                .takes(CHAT),
            get(concat!("/api/", $kind, "/game/{id}/chat"), "Read the chat", commands::get_chat)
                .gives(Answer::List("ChatMessage")),
        ]
        .into_iter()
        .map(|endpoint: Endpoint| endpoint.access($access))
    };
}

fn playing() -> Vec<Endpoint> {
    let mut all: Vec<_> = commands_of!("board", BOARD).collect();
    all.extend(commands_of!("bot", BOT));
    all.push(
        post("/api/round/{id}/add-time/{seconds}", "Give the opponent 5 to 60 seconds", commands::add_time)
            .access(ADD_TIME),
    );
    all
}

fn organizing() -> Vec<Endpoint> {
    vec![
        get("/api/bulk-pairing", "The caller's upcoming rounds", bulk_pairing::list)
            .access(BULK)
            .gives(Answer::Json("BulkPairings")),
        post("/api/bulk-pairing", "Pair many players at once", bulk_pairing::create)
            .access(BULK)
            .takes(PAIRINGS)
            .gives(Answer::Json("BulkPairing")),
        get("/api/bulk-pairing/{id}", "A round", bulk_pairing::get)
            .access(BULK)
            .gives(Answer::Json("BulkPairing")),
        delete("/api/bulk-pairing/{id}", "Cancel a round that has not started", bulk_pairing::cancel)
            .access(BULK)
            .gives(Answer::Ok),
        post(
            "/api/bulk-pairing/{id}/start-clocks",
            "Start all clocks of a round",
            bulk_pairing::start_clocks,
        )
        .access(BULK),
        get("/api/bulk-pairing/{id}/games", "The games of a round", bulk_pairing::games)
            .access(BULK)
            .takes(EXPORT_MANY)
            .gives(Answer::Games("Game")),
    ]
}

/// Endpoints for admins, and those that arbiters may use, too. Bodies are JSON.
fn administration() -> Vec<Endpoint> {
    let admins = admins().into_iter().map(|endpoint| endpoint.audience(Audience::Admin));
    let organizers = organizers().into_iter().map(|endpoint| endpoint.audience(Audience::Organizer));
    admins.chain(organizers).map(|endpoint| endpoint.access(ADMIN)).collect()
}

fn admins() -> Vec<Endpoint> {
    let json = Answer::Json("AnyObject");
    vec![
        get("/api/admin/settings", "The settings of the server", admin::settings::get_settings).gives(json),
        post("/api/admin/settings", "Change settings of the server", admin::settings::change_settings)
            .gives(json),
        get("/api/admin/users", "Accounts", admin::users::list)
            .takes(const { &[takes("q", "a part of the name or of the real name")] })
            .gives(json),
        post(
            "/api/admin/users",
            "Create accounts for a list of people, with links to log in",
            admin::users::create,
        )
        .gives(Answer::Created("AnyObject")),
        post("/api/admin/users/{name}", "Roles, mute, block, rename, reset, close", admin::users::act)
            .gives(json),
        post("/api/admin/invites", "Create an invitation link", admin::users::invite)
            .gives(Answer::Created("AnyObject")),
        get("/api/admin/audit", "What admins and arbiters did", admin::audit::list)
            .takes(const { &[takes("before", "the number of the entry before which the page ends")] })
            .gives(json),
        get("/api/admin/reports", "Reports by players", admin::reports::list)
            .takes(const { &[takes("before", "the number of the report before which the page ends")] })
            .gives(json),
        get("/api/admin/events", "Games of the whole server, as they start and end", server_events::stream)
            .gives(Answer::Stream("ServerEvent")),
    ]
}

fn organizers() -> Vec<Endpoint> {
    let json = Answer::Json("AnyObject");
    vec![
        get("/api/admin/games", "Games in progress", admin::games::list).gives(json),
        get("/api/admin/rounds", "Rounds", admin::rounds::list).gives(json),
        post("/api/admin/rounds", "Start a round", admin::rounds::create).gives(Answer::Created("AnyObject")),
        get("/api/admin/rounds/{id}", "A round with its boards", admin::rounds::get).gives(json),
        post("/api/admin/rounds/{id}", "Start, pause, resume or cancel a round", admin::rounds::act)
            .gives(json),
        post("/api/admin/tournaments", "Announce a tournament", admin::tournaments::create)
            .gives(Answer::Created("AnyObject")),
        post(
            "/api/admin/tournaments/{id}",
            "Enter players and results, pair the next round",
            admin::tournaments::act,
        )
        .gives(json),
    ]
}

fn collecting() -> Vec<Endpoint> {
    vec![
        get("/game/export/{id}", "A game as PGN or JSON", games::export)
            .takes(EXPORT)
            .gives(Answer::Pgn("Game")),
        get("/api/games/user/{username}", "The games of a player", downloads::of_user)
            .takes(GAMES_OF_USER)
            .gives(Answer::Games("Game")),
        post("/api/games/export/_ids", "Games by id, separated by commas", downloads::by_ids)
            .takes(EXPORT_MANY)
            .gives(Answer::Games("Game")),
        get("/api/user/{username}/current-game", "The game being played, or the last one", games::current)
            .takes(EXPORT)
            .gives(Answer::Pgn("Game")),
        post(
            "/api/stream/games-by-users",
            "Games between some players, given by names separated by commas",
            games_by_users::stream,
        )
        .takes(const { &[flag("withCurrentGames", "true: start with the live games").in_query()] })
        .gives(Answer::Stream("GameSummary")),
        post("/api/import", "Import a game", import::import)
            .access(Access::Either)
            .takes(const { &[takes("pgn", "one game").required()] })
            .gives(Answer::Json("ImportedGame")),
        get("/api/tv/channels", "The best game of each channel", tv::channels)
            .gives(Answer::Json("Channels")),
        get("/api/tv/feed", "The best game, and the next one when it is over", tv::best)
            .gives(Answer::Stream("Feed")),
        get("/api/tv/{channel}/feed", "The best game of a channel", tv::channel)
            .gives(Answer::Stream("Feed")),
        get("/api/tv/{channel}", "The best games of a channel", tv::games)
            .takes(TELEVISION)
            .gives(Answer::Games("Game")),
        get("/api/stream/game/{id}", "Watch a game", games::watch).gives(Answer::Stream("WatchedGame")),
    ]
}
