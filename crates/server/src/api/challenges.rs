//! Challenges: creating, answering and cancelling them.

use super::challenge_json::{Direction, PlayerLookup, control, show};
use super::commands::{OkResponse, done};
use super::error::{ApiError, FormErrors};
use super::gate::{Caller, Site};
use super::ndjson::{self, KEEP_ALIVE};
use super::new_game_form;
use super::rematch;
use super::streams::RETRY_SECONDS;
use super::table;
use crate::app::App;
use crate::http::form::Fields;
use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::lobby::challenge::{Challenge, DeclineReason, RatingRange, Status, Target};
use crate::lobby::challenges::ChallengeError;
use crate::lobby::matchmaking::{LobbyError, Offer};
use crate::ratings::perf;
use axum::Json;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rules::{Color, Variant};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::time::interval;
use wire::live::{NewGame, OpponentChoice};
use wire::settings::VariantName;

impl From<LobbyError> for ApiError {
    fn from(error: LobbyError) -> ApiError {
        match error {
            LobbyError::Challenge(ChallengeError::TooMany) => ApiError::TooMany(RETRY_SECONDS),
            LobbyError::Challenge(
                ChallengeError::Unknown | ChallengeError::Gone | ChallengeError::NotYours,
            ) => ApiError::not_found(),
            LobbyError::Challenge(error @ ChallengeError::Own) => ApiError::bad(error.to_string()),
            LobbyError::Terms(why) => FormErrors::global(why).into(),
            LobbyError::Denied(why) => ApiError::bad(why),
            LobbyError::TooMany(too_many) => too_many.into(),
            LobbyError::Store(error) => error.into(),
        }
    }
}

/// A challenge with its status; `None` if it is no longer known.
pub async fn shown(app: &App, id: GameId, direction: Direction, site: &Site) -> Option<Value> {
    let (challenge, status) = app.lobby.find(id).await.ok()??;
    Some(present(app, &challenge, status, direction, site).await)
}

pub(super) async fn present(
    app: &App,
    challenge: &Challenge,
    status: Status,
    direction: Direction,
    site: &Site,
) -> Value {
    let variant = match challenge.game.variant {
        VariantName::Standard => Variant::Standard,
        VariantName::Chess960 => Variant::Chess960,
    };
    let perf = perf(variant, control(challenge).class());
    let mut ratings = HashMap::new();
    for id in challenge.people() {
        ratings.insert(id.clone(), table::rating(app, id, perf).await);
    }
    let rating = |person: &Person| ratings.get(&person.id).copied().flatten();
    let online = |person: &Person| app.is_online(&person.id);
    show(challenge, status, direction, site, &PlayerLookup { rating: &rating, online: &online })
}

pub async fn create(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    fields: Fields,
) -> Result<Response, ApiError> {
    let target = app.store.account(&PlayerId::account(&name)).await?;
    let target = target.ok_or_else(|| {
        let name: String = name.chars().take(20).collect();
        ApiError::bad(format!("No such user: {name}"))
    })?;
    if target.id == caller.account.id {
        return Err(ApiError::bad("You cannot challenge yourself"));
    }
    let game = new_game_form::challenge(&fields, OpponentChoice::User { name: target.name.clone() })?;
    let target = Target::Player(Person { id: target.id, name: target.name, title: target.title });
    let offered = app.lobby.offer(Some(caller.person()), target, game).await?;
    let direction = if fields.flag("keepAliveStream") { Direction::Unspecified } else { Direction::Out };
    let shown = present(&app, &offered.challenge, Status::Created, direction, &caller.site).await;
    if fields.flag("keepAliveStream") {
        return Ok(keep_alive(app, caller.account.id, offered, shown));
    }
    Ok(Json(shown).into_response())
}

/// Streams the challenge and finally its outcome. Closing the stream cancels the challenge.
fn keep_alive(app: App, player: PlayerId, offered: Offer, shown: Value) -> Response {
    let (lines, response) = ndjson::stream(&app);
    tokio::spawn(async move {
        let Offer { challenge, mut outcome, .. } = offered;
        let _ = lines.send(&shown);
        let mut ticks = interval(KEEP_ALIVE);
        loop {
            tokio::select! {
                ended = outcome.wait_for(|status| *status != Status::Created) => {
                    let word = match ended.map(|status| *status) {
                        Ok(Status::Accepted) => "accepted",
                        Ok(Status::Declined(_)) => "declined",
                        _ => "canceled",
                    };
                    let _ = lines.send(&json!({ "done": word }));
                    return;
                }
                _ = ticks.tick() => if lines.keep_alive().is_err() { break },
                () = lines.gone() => break,
            }
        }
        let _ = app.lobby.cancel(challenge.id, &player).await;
    });
    response
}

/// Starts a game against the computer.
pub async fn computer(
    State(app): State<App>,
    caller: Caller,
    fields: Fields,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let level = fields.parsed::<u8>("level", "a level from 1 to 8")?;
    let level = level.filter(|level| (1..=8).contains(level));
    let level = level.ok_or_else(|| FormErrors::one("level", "Must be from 1 to 8"))?;
    let game = new_game_form::challenge(&fields, OpponentChoice::Computer { level })?;
    let id = app.lobby.play_computer(&caller.person(), &game, level).await?;
    let view = table::find_view(&app, id).await?;
    let mut description = view.description();
    if let Some(color) = view.side_of(&caller.account.id) {
        description["fullId"] = json!(super::game_view::full_id(id, color));
    }
    Ok((StatusCode::CREATED, Json(description)))
}

/// Creates a game for any two players who follow the link.
pub async fn open(State(app): State<App>, site: Site, fields: Fields) -> Result<Json<Value>, ApiError> {
    let game = new_game_form::challenge(&fields, OpponentChoice::Link {})?;
    let users = fields.text("users").unwrap_or_default();
    let users: Vec<_> =
        users.split(',').map(str::trim).filter(|name| !name.is_empty()).map(PlayerId::account).collect();
    if !matches!(users.len(), 0 | 2) {
        return Err(FormErrors::one("users", "Expected two names").into());
    }
    let offered = app.lobby.offer(None, Target::Link(users), game).await?;
    Ok(Json(present(&app, &offered.challenge, Status::Created, Direction::Unspecified, &site).await))
}

/// The challenges to and by the caller.
pub async fn list(State(app): State<App>, caller: Caller) -> Json<Value> {
    let (mut incoming, mut outgoing) = (Vec::new(), Vec::new());
    for challenge in app.lobby.challenges.of(&caller.account.id) {
        if challenge.is_seek() {
            continue; // clients do not see a seek as a challenge
        }
        let is_incoming = challenge.is_to(&caller.account.id);
        let direction = if is_incoming { Direction::In } else { Direction::Out };
        let shown = present(&app, &challenge, Status::Created, direction, &caller.site).await;
        if is_incoming { &mut incoming } else { &mut outgoing }.push(shown);
    }
    Json(json!({ "in": incoming, "out": outgoing }))
}

/// One challenge, even if it ended recently.
pub async fn get(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let id = challenge_id(&id)?;
    let (challenge, _) = app.lobby.find(id).await?.ok_or_else(ApiError::not_found)?;
    let direction = match () {
        () if challenge.is_by(&caller.account.id) => Direction::Out,
        () if challenge.is_to(&caller.account.id) => Direction::In,
        () if challenge.target_player().is_none() => Direction::Unspecified,
        () => return Err(ApiError::not_found()),
    };
    shown(&app, id, direction, &caller.site).await.map(Json).ok_or_else(ApiError::not_found)
}

fn challenge_id(text: &str) -> Result<GameId, ApiError> {
    text.parse().map_err(|_| ApiError::not_found())
}

/// Accepts a challenge: the game starts. A rematch offer is accepted by its id, too.
pub async fn accept(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> OkResponse {
    let id = challenge_id(&id)?;
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    let color = match query.text("color") {
        Some("white") => Some(Color::White),
        Some("black") => Some(Color::Black),
        _ => None,
    };
    match app.lobby.accept(id, caller.person(), color).await {
        // A rematch offer belongs to the finished game and is not among the challenges.
        Err(LobbyError::Challenge(ChallengeError::Unknown | ChallengeError::Gone)) => {
            rematch::accept(&app, id, &caller).await?;
        }
        other => drop(other?),
    }
    done()
}

pub async fn decline(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    fields: Fields,
) -> OkResponse {
    let reason = DeclineReason::parse(fields.text("reason").unwrap_or_default());
    app.lobby.decline(challenge_id(&id)?, &caller.account.id, reason).await?;
    done()
}

/// Cancels a challenge, or aborts the game that was just started from it.
pub async fn cancel(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> OkResponse {
    let id = challenge_id(&id)?;
    match app.lobby.cancel(id, &caller.account.id).await {
        Err(LobbyError::Challenge(ChallengeError::Gone)) => {
            let table = table::PlayerGame::of_player(&app, id.as_str(), &caller).await;
            let table = table.map_err(|_| ApiError::not_found())?;
            table.act(wire::PlayerAction::Abort).await.map_err(|_| ApiError::not_found())?;
        }
        other => other?,
    }
    done()
}

/// Clocks start by themselves here, so this only checks that the caller plays the game.
pub async fn start_clocks(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> OkResponse {
    table::PlayerGame::of_player(&app, &id, &caller).await?;
    done()
}

/// Creates a seek. In real-time games the response stays open until somebody accepts.
pub async fn seek(State(app): State<App>, caller: Caller, fields: Fields) -> Result<Response, ApiError> {
    let game = new_game_form::seek(&fields)?;
    let range = RatingRange::parse(fields.text("ratingRange").unwrap_or_default());
    let range = range.ok_or_else(|| FormErrors::one("ratingRange", "Expected a range such as 1500-1800"))?;
    let is_real_time = |game: &NewGame| game.time.as_deref().is_some_and(|time| !time.starts_with("1/"));
    let is_live = is_real_time(&game);
    // Only one real-time seek at a time. Correspondence seeks stay for up to two weeks and do not count.
    if is_live && own_seeks(&app, &caller.account.id).any(|seek| is_real_time(&seek.game)) {
        return Err(ApiError::TooMany(RETRY_SECONDS));
    }
    let offered = app.lobby.seek(caller.person(), Target::Lobby(range), game).await?;
    if !is_live {
        return Ok(Json(json!({ "id": offered.challenge.id.to_string() })).into_response());
    }
    let (lines, response) = ndjson::stream(&app);
    tokio::spawn(async move {
        let Offer { challenge, mut outcome, .. } = offered;
        let mut ticks = interval(KEEP_ALIVE);
        loop {
            tokio::select! {
                // The end of the stream tells the client that the seek has ended.
                _ = outcome.wait_for(|status| *status != Status::Created) => return,
                _ = ticks.tick() => if lines.keep_alive().is_err() { break },
                () = lines.gone() => break,
            }
        }
        let _ = app.lobby.cancel(challenge.id, &caller.account.id).await;
    });
    Ok(response)
}

fn own_seeks(app: &App, player: &PlayerId) -> impl Iterator<Item = Arc<Challenge>> {
    let open = app.lobby.challenges.of(player);
    open.into_iter().filter(|challenge| challenge.is_seek())
}

/// Cancels the caller's seeks.
pub async fn cancel_seek(State(app): State<App>, caller: Caller) -> Result<StatusCode, ApiError> {
    for seek in own_seeks(&app, &caller.account.id) {
        // Any other error means that somebody has just accepted it.
        if let Err(LobbyError::Store(error)) = app.lobby.cancel(seek.id, &caller.account.id).await {
            return Err(error.into());
        }
    }
    Ok(StatusCode::NO_CONTENT)
}
