//! Player statistics: scores against each other, ratings over time, leaderboards.

use super::account::PERFS;
use super::error::ApiError;
use super::game_view::object;
use super::lichess_names::perf_title;
use crate::app::App;
use crate::http::admission::Client;
use crate::ids::PlayerId;
use crate::limits::Rule;
use crate::store::{Leader, RatingPoint};
use axum::extract::{Path, State};
use axum::{Extension, Json};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The number of players on each leaderboard.
const DEFAULT_LEADERS: u32 = 10;
/// The most players of one leaderboard.
const MAX_LEADERS: u32 = 200;
/// Rating categories that this server does not have, but that typed clients require.
const OTHER_PERFS: [&str; 8] = [
    "ultraBullet",
    "crazyhouse",
    "kingOfTheHill",
    "threeCheck",
    "antichess",
    "atomic",
    "horde",
    "racingKings",
];

/// The score between two players.
pub async fn crosstable(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path((first, second)): Path<(String, String)>,
) -> Result<Json<Value>, ApiError> {
    app.allow(Rule::Lookup, &client.key())?;
    let (first, second) = (PlayerId::account(&first), PlayerId::account(&second));
    for player in [&first, &second] {
        app.store.account(player).await?.ok_or_else(ApiError::not_found)?;
    }
    let table = app.store.crosstable(&first, &second).await?;
    let mut users = Map::new();
    users.insert(first.to_string(), json!(table.first));
    users.insert(second.to_string(), json!(table.second));
    Ok(Json(json!({ "users": users, "nbGames": table.games })))
}

/// A player's rating history by day.
pub async fn rating_history(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path(name): Path<String>,
) -> Result<Json<Value>, ApiError> {
    app.allow(Rule::Lookup, &client.key())?;
    let player = PlayerId::account(&name);
    app.store.account(&player).await?.ok_or_else(ApiError::not_found)?;
    let ratings = app.store.rating_history(&player).await?;
    // The last rating of each day counts.
    let mut days: BTreeMap<(&str, u64), f64> = BTreeMap::new();
    for RatingPoint { perf, at, rating } in ratings {
        days.insert((perf, at.millis() / MILLIS_PER_DAY), rating);
    }
    let points = |wanted: &str| -> Vec<Value> {
        let of_perf = days.iter().filter(|((perf, _), _)| *perf == wanted);
        of_perf.map(|((_, day), rating)| point(*day, *rating)).collect()
    };
    Ok(Json(
        PERFS.into_iter().map(|perf| json!({ "name": perf_title(perf), "points": points(perf) })).collect(),
    ))
}

const MILLIS_PER_DAY: u64 = 86_400_000;

/// Year, month from 0, day, rating.
fn point(day: u64, rating: f64) -> Value {
    let (year, month, day) = super::export::date(day);
    json!([year, month - 1, day, rating.round() as i64])
}

/// The best players of each rating category.
pub async fn top(
    State(app): State<App>,
    Extension(client): Extension<Client>,
) -> Result<Json<Value>, ApiError> {
    app.allow(Rule::Lookup, &client.key())?;
    let mut lists = Map::new();
    for perf in PERFS {
        lists.insert(perf.into(), list(&app, perf, DEFAULT_LEADERS).await?.into());
    }
    lists.extend(OTHER_PERFS.map(|perf| (perf.to_string(), json!([]))));
    Ok(Json(lists.into()))
}

/// The best players of one rating category.
pub async fn top_of(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path((count, perf)): Path<(String, String)>,
) -> Result<Json<Value>, ApiError> {
    app.allow(Rule::Lookup, &client.key())?;
    let count: u32 = count.parse().map_err(|_| ApiError::bad("Expected a number up to 200"))?;
    let users = match PERFS.into_iter().find(|known| *known == perf) {
        Some(perf) => list(&app, perf, count.min(MAX_LEADERS)).await?,
        None if OTHER_PERFS.contains(&perf.as_str()) => Vec::new(),
        None => return Err(ApiError::not_found()),
    };
    Ok(Json(json!({ "users": users })))
}

async fn list(app: &App, perf: &'static str, count: u32) -> Result<Vec<Value>, ApiError> {
    let best = app.store.leaders(perf, count).await?;
    let shown = |Leader { player, name, title, rating }: Leader| {
        object(json!({
            "id": player.as_str(),
            "username": name,
            "title": title,
            "perfs": { (perf): { "rating": rating.round() as i64, "progress": 0 } },
            "online": app.is_online(&player).then_some(true),
        }))
    };
    Ok(best.into_iter().map(shown).collect())
}
