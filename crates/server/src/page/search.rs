//! Search of finished games: `GET /app/games?…`.

use crate::app::App;
use crate::http::admission::Client;
use crate::http::error::PageError;
use crate::ids::{GameId, PlayerId};
use crate::limits::Rule;
use crate::store::{FoundGame, GameQuery};
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use game::Timestamp;
use rules::{Color, Position};
use wire::page::{FoundGames, FoundPlayer, PageErrorCode, SearchQuery};

const DEFAULT_LIMIT: u32 = 20;
const MAX_LIMIT: u32 = 100;
/// The archive stores at most this many half-moves of an opening.
const MAX_OPENING_LENGTH: usize = 40;

/// The query for the store, or what is wrong with the request.
fn game_query(query: SearchQuery) -> Result<GameQuery, String> {
    if query.player.is_none() && (query.opponent.is_some() || query.color.is_some()) {
        return Err("opponent and color need a player".into());
    }
    // An empty form field is the same as a missing one.
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let id = |name: String| {
        if name.starts_with('~') { PlayerId::stored(&name) } else { PlayerId::account(&name) }
    };
    Ok(GameQuery {
        player: given(query.player).map(id),
        opponent: given(query.opponent).map(id),
        color: query.color.map(Color::from),
        result: query.result,
        reason: query.reason,
        from: query.from.map(Timestamp::from_millis),
        to: query.to.map(Timestamp::from_millis),
        opening: given(query.opening).map(|moves| opening(&moves)).transpose()?,
        after: given(query.before)
            .map(|id| id.parse::<GameId>())
            .transpose()
            .map_err(|error| error.to_string())?,
        limit: query.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT),
    })
}

/// The first moves from the standard start, given in SAN or UCI, as UCI.
fn opening(text: &str) -> Result<String, String> {
    let mut position = Position::start();
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        if moves.len() == MAX_OPENING_LENGTH {
            return Err(format!("an opening has at most {MAX_OPENING_LENGTH} moves"));
        }
        let legal = position.parse_move(word).map_err(|error| format!("opening: {error}"))?;
        moves.push(legal.uci());
        position = legal.play();
    }
    Ok(moves.join(" "))
}

fn listed(found: FoundGame) -> wire::page::FoundGame {
    let player = |(id, name)| FoundPlayer { id, name };
    wire::page::FoundGame {
        id: found.game.to_string(),
        white: player(found.white),
        black: player(found.black),
        began: found.began.millis(),
        ended: found.ended.millis(),
        result: found.result,
        reason: found.reason,
        variant: found.variant,
        time: found.time,
        rated: found.rated,
        plies: found.plies,
        opening: found.opening,
    }
}

pub(super) async fn list(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    query: Result<Query<SearchQuery>, axum::extract::rejection::QueryRejection>,
) -> Response {
    if let Err(too_many) = app.allow(Rule::Lookup, &client.key()) {
        return too_many.into_response();
    }
    let bad = |why: String| PageError::bad(PageErrorCode::BadRequest, why).into_response();
    let query = match query.map_err(|error| error.body_text()).and_then(|Query(query)| game_query(query)) {
        Ok(query) => query,
        Err(why) => return bad(why),
    };
    match app.store.find_games(query).await {
        Ok(found) => Json(FoundGames { games: found.into_iter().map(listed).collect() }).into_response(),
        Err(error) => {
            tracing::error!(%error, "a search failed");
            PageError::unavailable().into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_parsed_from_san_and_uci() {
        assert_eq!(opening("e4 e5 Nf3"), Ok("e2e4 e7e5 g1f3".into()));
        assert_eq!(opening("e2e4 c5"), Ok("e2e4 c7c5".into()));
        assert_eq!(opening("  "), Ok(String::new()));
        assert!(opening("e4 e4").is_err());
        assert!(opening("'; DROP TABLE archive; --").is_err());
        assert!(opening(&"Nf3 Nf6 Ng1 Ng8 ".repeat(20)).is_err());
    }
}
