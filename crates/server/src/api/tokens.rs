//! Whose tokens are whose, and their end.

use super::error::ApiError;
use super::gate::Caller;
use crate::app::App;
use crate::http::form::{BadBody, Fields, read};
use crate::people::oauth::codes::{BadCode, Shown};
use crate::people::oauth::keeping;
use crate::people::tokens;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderName, StatusCode, header};
use serde_json::{Map, Value, json};

/// How many are looked at at once.
const MAX_TOKENS: usize = 1000;
/// So much of an application's name its users read among their tokens, in characters.
const MAX_NAME_LENGTH: usize = 100;

/// What tokens are good for, as a text with commas between them. Clients send it without saying what it is.
pub async fn test(State(app): State<App>, request: Request) -> Result<Json<Value>, ApiError> {
    let bytes = read(request.into_body()).await?;
    let text = String::from_utf8_lossy(&bytes);
    let mut answer = Map::new();
    for text in text.split(',').map(str::trim).filter(|text| !text.is_empty()).take(MAX_TOKENS) {
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

/// An application changes the code that its user's yes has given it for a token.
pub async fn exchange(
    State(app): State<App>,
    fields: Result<Fields, BadBody>,
) -> Result<([(HeaderName, &'static str); 1], Json<Value>), ApiError> {
    let no = |error, why: String| ApiError::OAuth(error, why.into());
    let fields = fields.map_err(|_| no("invalid_request", "the body cannot be read".into()))?;
    let field = |name| fields.text(name).ok_or_else(|| no("invalid_request", format!("{name} is missing")));
    if field("grant_type")? != "authorization_code" {
        return Err(no("unsupported_grant_type", "grant_type must be authorization_code".into()));
    }
    let shown = Shown {
        code: field("code")?,
        verifier: field("code_verifier")?,
        redirect: field("redirect_uri")?,
        client_id: field("client_id")?,
    };
    let now = app.clock.now();
    let grant = match keeping::redeem(&app.store, &app.codes, now, &shown).await? {
        Ok(grant) => grant,
        Err(error) => {
            // Two have the same code, and it is not known who is the thief.
            if let BadCode::Used(Some((player, token))) = &error {
                app.store.remove_token(player, *token).await?;
            }
            return Err(no("invalid_grant", error.to_string()));
        }
    };
    let description = grant.client_id.chars().take(MAX_NAME_LENGTH).collect();
    let token = (grant.player.clone(), grant.scopes, description);
    let token = tokens::make_for_application(&app.store, now, token).await?;
    let token = token.ok_or_else(|| no("invalid_request", "this account has too many tokens".into()))?;
    keeping::led_to(&app.store, &app.codes, shown.code, &grant.player, token.hash()).await?;
    let answer = json!({
        "token_type": "Bearer",
        "access_token": token.reveal(),
        "expires_in": tokens::YEAR.millis() / 1000,
    });
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(answer)))
}

/// The token that is shown is good no more.
pub async fn revoke(State(app): State<App>, caller: Caller) -> Result<StatusCode, ApiError> {
    app.store.remove_token(&caller.account.id, caller.token.hash).await?;
    Ok(StatusCode::NO_CONTENT)
}
