//! Accounts and online status.

use super::commands::{OkResponse, done};
use super::error::ApiError;
use super::game_view::{members, object};
use super::gate::{Caller, Site};
use super::ndjson;
use super::table::playing;
use crate::app::App;
use crate::http::form::{Fields, read};
use crate::ids::PlayerId;
use crate::people::accounts::{Account, BOT};
use crate::ratings::{CHESS960, Rating};
use crate::store::Standing;
use axum::Json;
use axum::extract::{Path, RawQuery, Request, State};
use axum::response::Response;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wire::public::{GameCounts, PerfJson, ProfileJson, UserJson};

/// The most users in one answer.
const MAX_USERS: usize = 300;

pub(super) const PERFS: [&str; 6] = ["bullet", "blitz", "rapid", "classical", "correspondence", CHESS960];

/// The public view of an account.
async fn shown(app: &App, account: &Account, site: &Site) -> Result<UserJson, ApiError> {
    let Standing { won, lost, drawn } = app.store.standing(&account.id).await?;
    // Clients look up a speed without checking whether it was ever played.
    let mut ratings: BTreeMap<_, _> = PERFS.map(|speed| (speed.to_string(), Rating::default())).into();
    ratings.extend(app.store.ratings(&account.id, app.clock.now()).await?);
    let rated: u32 = ratings.values().map(|rating| rating.games).sum();
    let perf = |rating: Rating| PerfJson {
        games: rating.games,
        rating: rating.rounded(),
        rd: rating.deviation.round() as u32,
        prog: 0,
        prov: rating.is_provisional().then_some(true),
    };
    let live = playing(app, &account.id).await?.len();
    let real_name = account.real_name.as_ref().filter(|_| app.settings.get().real_names);
    let seen = if app.is_online(&account.id) { app.clock.now() } else { account.seen };
    Ok(UserJson {
        id: account.id.as_str().into(),
        username: account.name.clone(),
        title: account.title.clone(),
        profile: real_name.map(|name| ProfileJson { real_name: name.clone() }),
        perfs: ratings.into_iter().map(|(speed, rating)| (speed, perf(rating))).collect(),
        created_at: account.created.millis(),
        count: GameCounts {
            all: won + lost + drawn,
            win: won,
            loss: lost,
            draw: drawn,
            // The last three do not exist here, but some clients require them.
            rest: members(json!({ "rated": rated, "playing": live, "bookmark": 0, "import": 0, "me": 0 })),
        },
        rest: members(json!({
            "seenAt": seen.millis(),
            "playTime": { "total": 0, "tv": 0 },
            "url": format!("{}/@/{}", site.0, account.name),
        })),
    })
}

pub async fn own(State(app): State<App>, caller: Caller) -> Result<Json<UserJson>, ApiError> {
    shown(&app, &caller.account, &caller.site).await.map(Json)
}

pub async fn user(
    State(app): State<App>,
    site: Site,
    Path(name): Path<String>,
) -> Result<Json<UserJson>, ApiError> {
    let account = app.store.account(&PlayerId::account(&name)).await?.ok_or_else(ApiError::not_found)?;
    shown(&app, &account, &site).await.map(Json)
}

/// Several users, by a comma-separated list of names.
pub async fn users(
    State(app): State<App>,
    site: Site,
    request: Request,
) -> Result<Json<Vec<UserJson>>, ApiError> {
    let bytes = read(request.into_body()).await?;
    let text = String::from_utf8_lossy(&bytes);
    let mut users = Vec::new();
    for name in text.split(',').map(str::trim).take(MAX_USERS) {
        if let Some(account) = app.store.account(&PlayerId::account(name)).await? {
            users.push(shown(&app, &account, &site).await?);
        }
    }
    Ok(Json(users))
}

/// The online status of some users.
pub async fn status(State(app): State<App>, RawQuery(query): RawQuery) -> Result<Json<Value>, ApiError> {
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    let with_games = query.flag("withGameIds");
    let mut users = Vec::new();
    for name in query.text("ids").unwrap_or_default().split(',').take(100) {
        let Some(account) = app.store.account(&PlayerId::account(name.trim())).await? else { continue };
        let games = playing(&app, &account.id).await?;
        users.push(object(json!({
            "id": account.id.as_str(),
            "name": account.name,
            "title": account.title,
            "online": app.is_online(&account.id).then_some(true),
            "playing": (!games.is_empty()).then_some(true),
            "playingId": games.first().filter(|_| with_games).map(|(view, _)| view.id.to_string()),
        })));
    }
    Ok(Json(users.into()))
}

/// The caller's live games, most urgent first.
pub async fn now_playing(
    State(app): State<App>,
    caller: Caller,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, ApiError> {
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    let max = query.text("nb").and_then(|number| number.parse().ok()).unwrap_or(9usize).min(50);
    let games = playing(&app, &caller.account.id).await?;
    let mine = games.iter().filter(|(view, color)| view.game.turn() == *color).count();
    let games: Vec<_> = games.iter().take(max).map(|(view, color)| view.event_info(*color)).collect();
    Ok(Json(json!({ "nowPlaying": games, "nbMyTurn": mine })))
}

/// The bots that are online, one per line.
pub async fn bots(
    State(app): State<App>,
    site: Site,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    let max = query.text("nb").and_then(|number| number.parse().ok()).unwrap_or(100usize).min(512);
    let mut lines = Vec::new();
    for account in app.store.accounts().await? {
        if lines.len() < max && account.is_bot() && app.is_online(&account.id) {
            lines.push(json!(shown(&app, &account, &site).await?));
        }
    }
    Ok(ndjson::list(lines))
}

/// Turns an account that has not played yet into a bot account, irrevocably.
pub async fn upgrade(State(app): State<App>, caller: Caller) -> OkResponse {
    if caller.account.is_bot() {
        return done();
    }
    let Standing { won, lost, drawn } = app.store.standing(&caller.account.id).await?;
    if won + lost + drawn > 0 || !playing(&app, &caller.account.id).await?.is_empty() {
        return Err(ApiError::bad("Only an account that has not played yet can become a bot account"));
    }
    app.store.set_title(&caller.account.id, BOT).await?;
    done()
}
