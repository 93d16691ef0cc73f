//! A search of finished games: `GET /app/games?…`.

use crate::app::App;
use crate::http::admission::Client;
use crate::ids::{GameId, PlayerId};
use crate::limits::Rule;
use crate::store::{FoundGame, GameQuery};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use game::Timestamp;
use rules::{Color, Position};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What is served here.
pub fn routes() -> Router<App> {
    Router::new().route("/app/games", get(list))
}

const USUAL: u32 = 20;
const MOST: u32 = 100;
/// An opening is no longer than what is kept of one.
const LONGEST_OPENING: usize = 40;

/// What was asked for, as it stands in the address.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Asked {
    player: Option<String>,
    opponent: Option<String>,
    color: Option<Side>,
    result: Option<String>,
    reason: Option<String>,
    from: Option<u64>,
    to: Option<u64>,
    opening: Option<String>,
    limit: Option<u32>,
    before: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    White,
    Black,
}

impl Asked {
    /// What is to be searched for, or what is wrong with it.
    fn query(self) -> Result<GameQuery, String> {
        if self.player.is_none() && (self.opponent.is_some() || self.color.is_some()) {
            return Err("opponent and color need a player".into());
        }
        // What is not given and what is left empty in a form are the same.
        let given = |text: Option<String>| text.filter(|text| !text.is_empty());
        let id = |name: String| {
            if name.starts_with('~') { PlayerId::stored(&name) } else { PlayerId::account(&name) }
        };
        Ok(GameQuery {
            player: given(self.player).map(id),
            opponent: given(self.opponent).map(id),
            color: self.color.map(|side| match side {
                Side::White => Color::White,
                Side::Black => Color::Black,
            }),
            result: given(self.result),
            reason: given(self.reason),
            from: self.from.map(Timestamp::from_millis),
            to: self.to.map(Timestamp::from_millis),
            opening: given(self.opening).map(|moves| opening(&moves)).transpose()?,
            after: given(self.before)
                .map(|id| id.parse::<GameId>())
                .transpose()
                .map_err(|error| error.to_string())?,
            limit: self.limit.unwrap_or(USUAL).min(MOST),
        })
    }
}

/// The first moves from the usual start, in SAN or UCI, as UCI.
fn opening(text: &str) -> Result<String, String> {
    let mut position = Position::start();
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        if moves.len() == LONGEST_OPENING {
            return Err(format!("an opening has at most {LONGEST_OPENING} moves"));
        }
        let legal = position.parse_move(word).map_err(|error| format!("opening: {error}"))?;
        moves.push(legal.uci());
        position = legal.play();
    }
    Ok(moves.join(" "))
}

#[derive(Serialize)]
struct Listed {
    id: String,
    white: Person,
    black: Person,
    began: u64,
    ended: u64,
    result: String,
    reason: String,
    variant: String,
    time: String,
    rated: bool,
    plies: u32,
    opening: String,
}

#[derive(Serialize)]
struct Person {
    id: String,
    name: String,
}

impl From<FoundGame> for Listed {
    fn from(found: FoundGame) -> Listed {
        let person = |(id, name)| Person { id, name };
        Listed {
            id: found.game.to_string(),
            white: person(found.white),
            black: person(found.black),
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
}

async fn list(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    asked: Result<Query<Asked>, axum::extract::rejection::QueryRejection>,
) -> Response {
    if let Err(too_many) = app.allow(Rule::Export, &client.key()) {
        return too_many.into_response();
    }
    let bad = |why: String| {
        (StatusCode::BAD_REQUEST, Json(json!({"error": why, "code": "bad_request"}))).into_response()
    };
    let query = match asked.map_err(|error| error.body_text()).and_then(|Query(asked)| asked.query()) {
        Ok(query) => query,
        Err(why) => return bad(why),
    };
    match app.store.find_games(query).await {
        Ok(found) => {
            Json(json!({"games": found.into_iter().map(Listed::from).collect::<Vec<_>>()})).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "a search failed");
            let body = json!({"error": "the search failed: try again", "code": "unavailable"});
            (StatusCode::SERVICE_UNAVAILABLE, Json(body)).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_is_read_as_people_write_it() {
        assert_eq!(opening("e4 e5 Nf3"), Ok("e2e4 e7e5 g1f3".into()));
        assert_eq!(opening("e2e4 c5"), Ok("e2e4 c7c5".into()));
        assert_eq!(opening("  "), Ok(String::new()));
        assert!(opening("e4 e4").is_err());
        assert!(opening("'; DROP TABLE archive; --").is_err());
        assert!(opening(&"Nf3 Nf6 Ng1 Ng8 ".repeat(20)).is_err());
    }
}
