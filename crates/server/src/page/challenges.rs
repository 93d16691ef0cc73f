//! Challenges, as the page makes and answers them.

use super::error::PageError;
use super::me::challenge_shown;
use crate::app::App;
use crate::guard::Client;
use crate::ids::{GameId, PlayerId};
use crate::inbox::Notice;
use crate::lobby::challenge::{Challenge, RatingRange, Target, draw_color};
use crate::lobby::challenges::ChallengeError;
use crate::lobby::terms;
use crate::people::{Person, session};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use rules::Color;
use serde_json::json;
use wire::live::{NewGame, Opponent};
use wire::stored::{Created, Seat};

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/app/challenges/{id}", get(get_challenge))
        .route("/app/challenges/{id}/accept", post(accept))
        .route("/app/challenges/{id}/cancel", post(cancel))
        .route("/app/lobby", get(get_lobby))
}

/// Offers a game to somebody, to anybody with the link, or to anybody in the lobby.
pub(super) async fn offer(app: &App, person: &Person, wish: NewGame) -> Result<GameId, PageError> {
    terms::start(&wish).map_err(|why| PageError::bad("bad_game", why))?;
    let target = match &wish.opponent {
        Opponent::User { name } => {
            let found = app.store.account(&PlayerId::account(name)).await?;
            let found = found.ok_or_else(|| PageError::not_found(format!("there is no player {name:?}")))?;
            Target::Player(Person { id: found.id, name: found.name, title: found.title })
        }
        Opponent::Lobby {} => Target::Lobby(RatingRange::ALL),
        Opponent::Link {} | Opponent::Computer { .. } => Target::Link(Vec::new()),
    };
    let challenge = Challenge {
        id: GameId::random(),
        created: app.clock.now(),
        challenger: Some(person.clone()),
        target,
        challenger_color: draw_color(wish.color),
        game: wish,
    };
    let (id, people) = (challenge.id, challenge.people().cloned().collect::<Vec<_>>());
    app.lobby.challenges.add(challenge)?;
    people.iter().for_each(|player| app.inboxes.tell(player, &Notice::Challenge(id)));
    Ok(id)
}

async fn get_challenge(State(app): State<App>, Path(id): Path<String>) -> Result<Response, PageError> {
    let id: GameId = id.parse().map_err(|_| ChallengeError::Unknown)?;
    let (challenge, _) = app.lobby.challenges.get(id).ok_or(ChallengeError::Unknown)?;
    Ok(Json(challenge_shown(&challenge)).into_response())
}

async fn get_lobby(State(app): State<App>) -> Response {
    Json(json!({ "seeks": app.lobby.seeks() })).into_response()
}

async fn accept(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let id: GameId = id.parse().map_err(|_| ChallengeError::Unknown)?;
    let (visitor, cookie) = session::enter(&app, &headers, client).await?;
    let taken = app.lobby.challenges.take(id, &visitor.person)?;
    let challenge = &taken.challenge;
    let challenger = challenge.challenger.as_ref().ok_or(ChallengeError::Gone)?;
    let (one, other) = (seat(challenger), seat(&visitor.person));
    let (white, black) = match challenge.challenger_color {
        Color::White => (one, other),
        Color::Black => (other, one),
    };
    let created = Created {
        start: terms::start(&challenge.game).map_err(|why| PageError::bad("bad_game", why))?,
        begins: app.clock.now().millis(),
        white,
        black,
        rated: challenge.game.rated,
        chat: challenge.game.chat,
        rematch_of: challenge.game.rematch_of.clone(),
    };
    app.rooms.create(id, created).await?;
    taken.accepted();
    let cookie = AppendHeaders(cookie.map(|cookie| (SET_COOKIE, cookie)));
    Ok((cookie, Json(json!({ "id": id.as_str(), "url": format!("/game/{id}") }))).into_response())
}

async fn cancel(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let id: GameId = id.parse().map_err(|_| ChallengeError::Unknown)?;
    let visitor = session::recognize(&app, &headers).await?.ok_or(ChallengeError::NotYours)?;
    let challenge = app.lobby.challenges.cancel(id, &visitor.person.id)?;
    challenge.people().for_each(|player| app.inboxes.tell(player, &Notice::ChallengeCanceled(id)));
    Ok(Json(json!({ "ok": true })).into_response())
}

fn seat(person: &Person) -> Seat {
    Seat::Person {
        id: person.id.to_string(),
        name: person.name.clone(),
        title: person.title.clone(),
        rating: None,
        provisional: false,
    }
}

impl From<ChallengeError> for PageError {
    fn from(error: ChallengeError) -> PageError {
        let why = error.to_string();
        match error {
            ChallengeError::Unknown => PageError::not_found(why),
            ChallengeError::NotYours => PageError::forbidden("not_yours", why),
            ChallengeError::Own => PageError::conflict("own", why),
            ChallengeError::Gone => PageError::conflict("gone", why),
            ChallengeError::TooMany => PageError::conflict("too_many", why),
        }
    }
}
