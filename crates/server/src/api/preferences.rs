//! Preferences of an account. Each client decides how its board looks; only kid mode is stored here.

use super::commands::{OkResponse, done};
use super::error::{ApiError, FormErrors};
use super::gate::Caller;
use crate::app::App;
use crate::http::form::Fields;
use axum::Json;
use axum::extract::{RawQuery, State};
use serde_json::{Value, json};

/// Fixed preferences in the format that clients expect. Only kid mode can be changed.
pub async fn get(caller: Caller) -> Json<Value> {
    let prefs = json!({
        "dark": false,
        "transp": false,
        "is3d": false,
        "theme": "brown",
        "pieceSet": "cburnett",
        "theme3d": "Woodi",
        "pieceSet3d": "Basic",
        "soundSet": "standard",
        "autoQueen": 1,
        "autoThreefold": 0,
        "takeback": 3,
        "moretime": 3,
        "clockTenths": 1,
        "clockBar": false,
        "clockSound": true,
        "premove": true,
        "animation": 2,
        "pieceNotation": 1,
        "captured": true,
        "follow": false,
        "highlight": true,
        "destination": true,
        "coords": 1,
        "replay": 2,
        "challenge": 4,
        "message": 1,
        "submitMove": 0,
        "confirmResign": 1,
        "insightShare": 0,
        "keyboardMove": 1,
        "voiceMove": false,
        "zen": 0,
        "ratings": 1,
        "moveEvent": 2,
        "rookCastle": 1,
        "flairs": false,
        "sayGG": 0,
    });
    Json(json!({ "prefs": prefs, "language": "en-GB", "kid": caller.account.kid }))
}

/// Whether the account is in kid mode: no chat.
pub async fn get_kid(caller: Caller) -> Json<Value> {
    Json(json!({ "kid": caller.account.kid }))
}

pub async fn set_kid(State(app): State<App>, caller: Caller, RawQuery(query): RawQuery) -> OkResponse {
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    let kid = match query.text("v") {
        Some("true" | "True" | "1") => true,
        Some("false" | "False" | "0") => false,
        _ => return Err(ApiError::from(FormErrors::one("v", "Expected true or false"))),
    };
    app.store.set_kid(&caller.account.id, kid).await?;
    done()
}
