//! What players have achieved: scores against each other, ratings over time, the best of each kind of game.

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

/// How many players stand on each list of the best.
const LEADERS: u32 = 10;
/// How many can be asked for of one list.
const MAX_LEADERS: u32 = 200;
/// Kinds of games that are not rated here by themselves. Typed clients need their lists all the same.
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

/// How two players have scored against each other.
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

/// A player's ratings day by day.
pub async fn rating_history(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path(name): Path<String>,
) -> Result<Json<Value>, ApiError> {
    app.allow(Rule::Lookup, &client.key())?;
    let player = PlayerId::account(&name);
    app.store.account(&player).await?.ok_or_else(ApiError::not_found)?;
    let ratings = app.store.rating_history(&player).await?;
    // Of each day the last rating counts.
    let mut days: BTreeMap<(&str, u64), f64> = BTreeMap::new();
    for RatingPoint { perf, at, rating } in ratings {
        days.insert((perf, at.millis() / MILLIS_OF_DAY), rating);
    }
    let points = |wanted: &str| -> Vec<Value> {
        let of_perf = days.iter().filter(|((perf, _), _)| *perf == wanted);
        of_perf.map(|((_, day), rating)| point(*day, *rating)).collect()
    };
    Ok(Json(
        PERFS.into_iter().map(|perf| json!({ "name": perf_title(perf), "points": points(perf) })).collect(),
    ))
}

const MILLIS_OF_DAY: u64 = 86_400_000;

/// Year, month from 0, day, rating.
fn point(day: u64, rating: f64) -> Value {
    let (year, month, day) = super::export::date(day);
    json!([year, month - 1, day, rating.round() as i64])
}

/// The best players of each kind of game.
pub async fn top(
    State(app): State<App>,
    Extension(client): Extension<Client>,
) -> Result<Json<Value>, ApiError> {
    app.allow(Rule::Lookup, &client.key())?;
    let mut lists = Map::new();
    for perf in PERFS {
        lists.insert(perf.into(), list(&app, perf, LEADERS).await?.into());
    }
    lists.extend(OTHER_PERFS.map(|perf| (perf.to_string(), json!([]))));
    Ok(Json(lists.into()))
}

/// The best players of one kind of game.
pub async fn top_of(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path((most, perf)): Path<(String, String)>,
) -> Result<Json<Value>, ApiError> {
    app.allow(Rule::Lookup, &client.key())?;
    let most: u32 = most.parse().map_err(|_| ApiError::bad("Expected how many, up to 200"))?;
    let users = match PERFS.into_iter().find(|known| *known == perf) {
        Some(perf) => list(&app, perf, most.min(MAX_LEADERS)).await?,
        None if OTHER_PERFS.contains(&perf.as_str()) => Vec::new(),
        None => return Err(ApiError::not_found()),
    };
    Ok(Json(json!({ "users": users })))
}

async fn list(app: &App, perf: &'static str, most: u32) -> Result<Vec<Value>, ApiError> {
    let best = app.store.leaders(perf, most).await?;
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
