//! Player actions in a game.

use super::error::{ApiError, FormErrors};
use super::gate::Caller;
use super::table::PlayerGame;
use crate::app::App;
use crate::http::form::{Fields, is_yes};
use axum::Json;
use axum::extract::{Path, RawQuery, State};
use game::Conduct;
use rules::Intent;
use serde_json::{Value, json};
use wire::PlayerAction;
use wire::live::ChatRoom;

/// The longest chat line, in characters.
const MAX_LINE_LENGTH: usize = 140;

/// `{"ok":true}`.
pub type OkResponse = Result<Json<Value>, ApiError>;

/// The answer to every successful command.
pub fn done() -> OkResponse {
    Ok(Json(json!({ "ok": true })))
}

/// Plays a move, optionally with a draw offer.
pub async fn play(
    State(app): State<App>,
    caller: Caller,
    Path((id, uci)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> OkResponse {
    let table = PlayerGame::of_player(&app, &id, &caller).await?;
    let intent: Intent = uci.parse().map_err(|_| ApiError::bad(format!("Invalid UCI: {}", short(&uci))))?;
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    let offers = query.flag("offeringDraw");
    if table.is_over() || table.view.game.turn() != table.color {
        return Err(ApiError::bad("Not your turn, or game already over"));
    }
    // Accepting the opponent's offer, or a valid claim, takes precedence over the move and ends the game.
    if offers && (table.opponent_offers_draw() || table.may_claim()) {
        table.act(PlayerAction::Draw).await?;
        return done();
    }
    let ask = |offer_draw| PlayerAction::Move { r#move: intent.to_string(), offer_draw };
    let after_it = table.view.game.ply() + 1;
    let offer_now = offers && table.view.game.draw_offer() != Some(table.color) && table.may_offer(after_it);
    match table.act(ask(offer_now)).await {
        // The move counts even if a draw cannot be offered with it.
        Err(_) if offer_now => table.act(ask(false)).await?,
        other => other?,
    }
    done()
}

fn short(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Aborts a game that has only just started.
pub async fn abort(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> OkResponse {
    let table = PlayerGame::of_player(&app, &id, &caller).await?;
    let aborted = table.act(PlayerAction::Abort).await;
    aborted.map_err(|_| ApiError::bad("This game can no longer be aborted"))?;
    done()
}

/// Resigns. A game that has only just started is aborted instead.
pub async fn resign(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> OkResponse {
    let table = PlayerGame::of_player(&app, &id, &caller).await?;
    let casual = table.view.game.settings().conduct == Conduct::Online;
    let action = if casual && table.view.game.ply() < 2 { PlayerAction::Abort } else { PlayerAction::Resign };
    table.act(action).await.map_err(|_| ApiError::bad("This game cannot be resigned"))?;
    done()
}

/// Offers, accepts, claims or declines a draw. Succeeds even if it has no effect. The minimum move number for offers
/// (law E15) does not apply to acceptances and claims.
pub async fn draw(
    State(app): State<App>,
    caller: Caller,
    Path((id, word)): Path<(String, String)>,
) -> OkResponse {
    let table = PlayerGame::of_player(&app, &id, &caller).await?;
    if is_yes(&word) {
        if table.may_offer(table.view.game.ply()) || !table.would_only_offer() {
            table.try_to(PlayerAction::Draw).await?;
        }
    } else {
        table.try_to(PlayerAction::DeclineDraw).await?;
    }
    done()
}

/// Requests, accepts, declines or withdraws a takeback. Succeeds even if it has no effect.
pub async fn takeback(
    State(app): State<App>,
    caller: Caller,
    Path((id, word)): Path<(String, String)>,
) -> OkResponse {
    let table = PlayerGame::of_player(&app, &id, &caller).await?;
    if is_yes(&word) {
        table.try_to(PlayerAction::Takeback).await?;
    } else {
        table.try_to(PlayerAction::DeclineTakeback).await?;
    }
    done()
}

/// Claims victory because the opponent has left.
pub async fn claim_victory(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> OkResponse {
    let table = PlayerGame::of_player(&app, &id, &caller).await?;
    let claimed = table.act(PlayerAction::ClaimVictory).await;
    claimed.map_err(|_| ApiError::bad("This is not the time to claim victory"))?;
    done()
}

/// Claims a draw because the opponent has left.
pub async fn claim_draw(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> OkResponse {
    let table = PlayerGame::of_player(&app, &id, &caller).await?;
    let claimed = table.act(PlayerAction::ClaimDrawGone).await;
    claimed.map_err(|_| ApiError::bad("This is not the time to claim a draw"))?;
    done()
}

/// Gives the opponent more time.
pub async fn add_time(
    State(app): State<App>,
    caller: Caller,
    Path((id, seconds)): Path<(String, String)>,
) -> OkResponse {
    let table = PlayerGame::of_player(&app, &id, &caller).await?;
    match seconds.parse() {
        Ok(seconds @ 5..=60) => table.act(PlayerAction::AddTime { seconds }).await?,
        _ => return Err(ApiError::bad("Expected 5 to 60 seconds")),
    }
    done()
}

/// Always refused: there are no arenas here.
pub async fn berserk(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> OkResponse {
    PlayerGame::of_player(&app, &id, &caller).await?;
    Err(ApiError::bad("Cannot berserk"))
}

pub async fn post_chat(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    fields: Fields,
) -> OkResponse {
    let table = PlayerGame::of_player(&app, &id, &caller).await?;
    if caller.account.kid || app.settings.is_silent() {
        return Err(ApiError::forbidden("There is no chat in kid mode"));
    }
    let text = fields.text("text").unwrap_or_default();
    if !(1..=MAX_LINE_LENGTH).contains(&text.chars().count()) {
        let why = format!("Must have 1 to {MAX_LINE_LENGTH} characters");
        return Err(FormErrors::one("text", why).into());
    }
    let room = match fields.text("room") {
        None | Some("player") => ChatRoom::Player,
        Some("spectator") => ChatRoom::Spectator,
        Some(_) => return Err(FormErrors::one("room", "Expected player or spectator").into()),
    };
    table.say(text, room).await?;
    done()
}

/// The chat between the players, oldest first.
pub async fn get_chat(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let table = PlayerGame::of_player(&app, &id, &caller).await?;
    let is_silent = caller.account.kid || app.settings.is_silent();
    let chat = if is_silent { Vec::new() } else { table.chat() };
    let lines = chat.into_iter().map(|line| json!({ "user": line.from, "text": line.text }));
    Ok(Json(lines.collect()))
}

pub async fn unknown() -> ApiError {
    ApiError::Plain(axum::http::StatusCode::NOT_FOUND, "No such command".into())
}
