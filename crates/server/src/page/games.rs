//! Games that the page asks for, and one game as it stands.

use super::error::PageError;
use crate::app::App;
use crate::guard::Client;
use crate::ids::GameId;
use crate::limits::Rule;
use crate::lobby::challenge::draw_color;
use crate::lobby::terms;
use crate::people::Person;
use crate::people::session;
use crate::rooms::{CannotBegin, view};
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};
use rules::Color;
use serde::de::DeserializeOwned;
use serde_json::json;
use wire::live::{NewGame, Opponent, Said};
use wire::stored::{Created, Seat};

/// A new game, or a challenge that has the name of the game to come.
pub(super) async fn post_game(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, PageError> {
    let wish: NewGame = read(&body)?;
    let (visitor, cookie) = session::enter(&app, &headers, client).await?;
    let player = visitor.person.id.as_str();
    app.limits.check(Rule::Challenge, player)?;
    app.limits.check(Rule::ChallengesOfTheDay, player)?;
    let id = match wish.opponent {
        Opponent::Computer { level } => against_computer(&app, &visitor.person, &wish, level).await?,
        Opponent::Link {} | Opponent::User { .. } | Opponent::Lobby {} => {
            super::challenges::offer(&app, &visitor.person, wish).await?
        }
    };
    let cookie = AppendHeaders(cookie.map(|cookie| (SET_COOKIE, cookie)));
    let answer = Json(json!({ "id": id.as_str(), "url": format!("/game/{id}") }));
    Ok((StatusCode::CREATED, cookie, answer).into_response())
}

async fn against_computer(
    app: &App,
    person: &Person,
    wish: &NewGame,
    level: u8,
) -> Result<GameId, PageError> {
    if !(1..=8).contains(&level) {
        return Err(PageError::bad(
            "bad_level",
            format!("the computer has the levels 1 to 8, and not {level}"),
        ));
    }
    if wish.rated {
        return Err(PageError::bad("not_rated", "games against the computer are not rated"));
    }
    let start = terms::start(wish).map_err(|why| PageError::bad("bad_game", why))?;
    let human = Seat::Person {
        id: person.id.to_string(),
        name: person.name.clone(),
        title: person.title.clone(),
        rating: None,
        provisional: false,
    };
    let computer = Seat::Computer { level };
    let (white, black) = match draw_color(wish.color) {
        Color::White => (human, computer),
        Color::Black => (computer, human),
    };
    let created = Created {
        start,
        begins: app.clock.now().millis(),
        white,
        black,
        rated: false,
        chat: false,
        rematch_of: None,
    };
    Ok(app.rooms.create(GameId::random(), created).await?.id)
}

/// A game as it stands, as the live channel says it.
pub(super) async fn get_game(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let none = || PageError::not_found("there is no such game");
    let id: GameId = id.parse().map_err(|_| none())?;
    let visitor = session::recognize(&app, &headers).await?;
    let room = app.rooms.find(id).await?.ok_or_else(none)?;
    let color = visitor.and_then(|visitor| room.color_of(&visitor.person.id));
    let inside = room.inside();
    let shown = view::shown(&room, &inside, color, app.clock.now());
    Ok(Json(Said::Game(Box::new(shown))).into_response())
}

/// What a body says, or what is wrong with it.
pub(crate) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, PageError> {
    serde_json::from_slice(body).map_err(|error| PageError::bad("not_understood", error.to_string()))
}

impl From<CannotBegin> for PageError {
    fn from(error: CannotBegin) -> PageError {
        match error {
            CannotBegin::Settings(why) => PageError::bad("bad_game", why),
            CannotBegin::Taken => PageError::conflict("taken", error.to_string()),
            CannotBegin::NotSaved(_) => PageError::unavailable(),
        }
    }
}
