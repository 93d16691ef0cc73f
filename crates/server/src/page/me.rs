//! The current visitor: identity, live games and challenges.

use crate::app::App;
use crate::http::admission::Client;
use crate::http::error::PageError;
use crate::http::session::{self, Visitor};
use crate::lobby::challenge::Challenge;
use crate::rooms::view;
use crate::store::StoreError;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};
use wire::page::{ChallengeJson, Challenges, CurrentGames, GameSummary, Me, Person};

/// The visitor's identity. A new visitor becomes a guest.
pub(super) async fn get_me(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let (visitor, cookie) = session::enter(&app, &headers, client).await?;
    let cookie = AppendHeaders(cookie.map(|cookie| (SET_COOKIE, cookie)));
    Ok((cookie, Json(me(&app, &visitor).await?)).into_response())
}

/// The visitor's live games.
pub(super) async fn get_playing(State(app): State<App>, headers: HeaderMap) -> Result<Response, PageError> {
    let visitor = session::recognize(&app, &headers).await?;
    let playing = match &visitor {
        Some(visitor) => playing(&app, visitor).await?,
        None => Vec::new(),
    };
    Ok(Json(CurrentGames { playing }).into_response())
}

/// What the page shows first: identity, live games, challenges.
pub(crate) async fn me(app: &App, visitor: &Visitor) -> Result<Me, StoreError> {
    let person = &visitor.person;
    let challenges = app.lobby.challenges.of(&person.id);
    let (out, r#in): (Vec<_>, Vec<_>) = challenges.iter().partition(|challenge| challenge.is_by(&person.id));
    let all = |some: &[&std::sync::Arc<Challenge>]| {
        some.iter().map(|challenge| challenge_json(challenge)).collect::<Vec<_>>()
    };
    Ok(Me {
        player: Person {
            id: person.id.as_str().into(),
            name: person.name.clone(),
            guest: person.id.is_guest(),
            title: person.title.clone(),
            roles: visitor.roles.list(),
        },
        playing: playing(app, visitor).await?,
        challenges: Challenges { r#in: all(&r#in), out: all(&out) },
    })
}

async fn playing(app: &App, visitor: &Visitor) -> Result<Vec<GameSummary>, StoreError> {
    let player = &visitor.person.id;
    let rooms = app.rooms.playing(player).await?;
    let mut games: Vec<_> = rooms.iter().map(|room| view::summary(room, room.color_of(player))).collect();
    // Games that wait for this player come first.
    games.sort_by(|a, b| b.your_turn.cmp(&a.your_turn).then_with(|| a.id.cmp(&b.id)));
    Ok(games)
}

/// A challenge as listed by the page.
pub(crate) fn challenge_json(challenge: &Challenge) -> ChallengeJson {
    let name = |person: Option<&crate::identity::Person>| person.map(|person| person.name.clone());
    ChallengeJson {
        id: challenge.id.as_str().into(),
        from: name(challenge.challenger.as_ref()),
        to: name(challenge.target_player()),
        color: challenge.game.color,
        game: challenge.game.clone(),
    }
}
