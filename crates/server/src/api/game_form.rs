//! The format of exported games: PGN or JSON, with or without some parts.

use super::export::{ExportOptions, pgn};
use super::game_view::GameView;
use super::gate::Site;
use crate::http::form::Fields;
use axum::http::{HeaderMap, header};
use serde_json::json;
use wire::public::ExportedGame;

/// The format of exported games.
#[derive(Clone, Debug)]
pub struct GameForm {
    /// JSON instead of PGN.
    pub as_json: bool,
    wanted: ExportOptions,
    pgn_in_json: bool,
    last_fen: bool,
    site: String,
}

impl GameForm {
    /// The format that a request asks for. Clocks are left out of long lists unless requested.
    pub fn of(query: &Fields, headers: &HeaderMap, site: &Site, with_clocks: bool) -> GameForm {
        let flag = |name, default| if query.text(name).is_some() { query.flag(name) } else { default };
        GameForm {
            as_json: accepts_json(headers),
            wanted: ExportOptions {
                moves: flag("moves", true),
                tags: flag("tags", true),
                clocks: flag("clocks", with_clocks),
            },
            pgn_in_json: flag("pgnInJson", false),
            last_fen: flag("lastFen", false),
            site: site.0.clone(),
        }
    }

    /// A game as PGN.
    pub fn pgn(&self, view: &GameView) -> String {
        pgn(view, &self.site, self.wanted)
    }

    /// A game as JSON.
    pub fn json(&self, view: &GameView) -> ExportedGame {
        let mut game = view.game_json();
        if !self.wanted.moves {
            game.rest.remove("moves");
        }
        if self.pgn_in_json {
            game.rest.insert("pgn".into(), json!(self.pgn(view)));
        }
        if self.last_fen {
            game.rest.insert("lastFen".into(), json!(view.game.position().fen()));
        }
        if self.wanted.clocks {
            // In hundredths of a second, as clients expect.
            let clocks = view.game.record().iter().filter_map(|played| played.left[played.by]);
            let clocks: Vec<u64> = clocks.map(|left| left.millis() / 10).collect();
            if !clocks.is_empty() {
                game.rest.insert("clocks".into(), json!(clocks));
            }
        }
        game
    }

    /// A game as one of many: one line of JSON, or PGN and an empty line.
    pub fn one_of_many(&self, view: &GameView) -> String {
        if self.as_json { json!(self.json(view)).to_string() + "\n" } else { self.pgn(view) + "\n" }
    }

    /// The content type of a list of games.
    pub fn content_type(&self) -> &'static str {
        if self.as_json { "application/x-ndjson" } else { PGN }
    }
}

/// The content type of PGN.
pub const PGN: &str = "application/x-chess-pgn";

/// Whether a client wants JSON or NDJSON instead of PGN.
fn accepts_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    accept.contains("application/json") || accept.contains("ndjson")
}
