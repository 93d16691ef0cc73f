//! Whose tokens are whose, and their end.

use super::body::read;
use super::error::ApiError;
use super::gate::Caller;
use crate::app::App;
use crate::people::tokens;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use serde_json::{Map, Value, json};

/// How many are looked at at once.
const MOST: usize = 1000;

/// What tokens are good for, as a text with commas between them. Clients send it without saying what it is.
pub async fn test(State(app): State<App>, request: Request) -> Result<Json<Value>, ApiError> {
    let bytes = read(request.into_body()).await?;
    let text = String::from_utf8_lossy(&bytes);
    let mut answer = Map::new();
    for text in text.split(',').map(str::trim).filter(|text| !text.is_empty()).take(MOST) {
        let token = tokens::find(&app.store, app.clock.now(), text).await?;
        let told = token.map(|token| {
            json!({
                "userId": token.player.as_str(),
                "scopes": token.scopes.to_string(),
                "expires": token.expires.map(game::Timestamp::millis),
            })
        });
        answer.insert(text.to_string(), told.unwrap_or(Value::Null));
    }
    Ok(Json(answer.into()))
}

/// The token that is shown is good no more.
pub async fn revoke(State(app): State<App>, caller: Caller) -> Result<StatusCode, ApiError> {
    app.store.remove_token(&caller.account.id, caller.token.hash).await?;
    Ok(StatusCode::NO_CONTENT)
}
