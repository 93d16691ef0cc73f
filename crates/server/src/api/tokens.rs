//! Testing, exchanging and revoking tokens.

use super::error::ApiError;
use super::gate::Caller;
use crate::app::App;
use crate::http::form::{BadBody, Fields, read};
use crate::people::oauth::code_store;
use crate::people::oauth::codes::{BadCode, TokenRequest};
use crate::people::tokens;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderName, StatusCode, header};
use serde_json::{Map, Value, json};

/// The most tokens tested in one request.
const MAX_TOKENS: usize = 1000;
/// The longest application name stored as a token's description, in characters.
const MAX_NAME_LENGTH: usize = 100;

/// Describes the given tokens: comma-separated text, which clients send without a content type.
pub async fn test(State(app): State<App>, request: Request) -> Result<Json<Value>, ApiError> {
    let bytes = read(request.into_body()).await?;
    let text = String::from_utf8_lossy(&bytes);
    let mut answer = Map::new();
    for text in text.split(',').map(str::trim).filter(|text| !text.is_empty()).take(MAX_TOKENS) {
        let token = tokens::find(&app.store, app.clock.now(), text).await?;
        let description = token.map(|token| {
            json!({
                "userId": token.player.as_str(),
                "scopes": token.scopes.to_string(),
                "expires": token.expires.map(game::Timestamp::millis),
            })
        });
        answer.insert(text.to_string(), description.unwrap_or(Value::Null));
    }
    Ok(Json(answer.into()))
}

/// Exchanges an application's code for a token.
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
    let request = TokenRequest {
        code: field("code")?,
        verifier: field("code_verifier")?,
        redirect: field("redirect_uri")?,
        client_id: field("client_id")?,
    };
    let now = app.clock.now();
    let grant = match code_store::redeem(&app.store, &app.codes, now, &request).await? {
        Ok(grant) => grant,
        Err(error) => {
            // The code was used twice, and nobody knows which user is the thief: revoke the token.
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
    code_store::record_token(&app.store, &app.codes, request.code, &grant.player, token.hash()).await?;
    let answer = json!({
        "token_type": "Bearer",
        "access_token": token.reveal(),
        "expires_in": tokens::APPLICATION_LIFETIME.millis() / 1000,
    });
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(answer)))
}

/// Revokes the token of the request.
pub async fn revoke(State(app): State<App>, caller: Caller) -> Result<StatusCode, ApiError> {
    app.store.remove_token(&caller.account.id, caller.token.hash).await?;
    Ok(StatusCode::NO_CONTENT)
}
