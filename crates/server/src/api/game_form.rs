//! How a game is written out for those who collect games: as PGN or as JSON, with or without some of its parts.

use super::export::{ExportOptions, pgn};
use super::game_view::GameView;
use super::gate::Site;
use crate::http::form::Fields;
use axum::http::{HeaderMap, header};
use serde_json::json;
use wire::public::ExportedGame;

/// How games are written out.
#[derive(Clone, Debug)]
pub struct GameForm {
    /// JSON, rather than PGN.
    pub as_json: bool,
    wanted: ExportOptions,
    pgn_in_json: bool,
    last_fen: bool,
    site: String,
}

impl GameForm {
    /// The form that a request asks for. Clocks are left out of long lists unless they are asked for.
    pub fn of(query: &Fields, headers: &HeaderMap, site: &Site, with_clocks: bool) -> GameForm {
        let flag = |name, unsaid| if query.text(name).is_some() { query.flag(name) } else { unsaid };
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
    pub fn pgn(&self, seen: &GameView) -> String {
        pgn(seen, &self.site, self.wanted)
    }

    /// A game as JSON.
    pub fn json(&self, seen: &GameView) -> ExportedGame {
        let mut game = seen.game_json();
        if !self.wanted.moves {
            game.rest.remove("moves");
        }
        if self.pgn_in_json {
            game.rest.insert("pgn".into(), json!(self.pgn(seen)));
        }
        if self.last_fen {
            game.rest.insert("lastFen".into(), json!(seen.game.position().fen()));
        }
        if self.wanted.clocks {
            // Hundredths of a second, as clients of such exports expect.
            let clocks = seen.game.record().iter().filter_map(|played| played.left[played.by]);
            let clocks: Vec<u64> = clocks.map(|left| left.millis() / 10).collect();
            if !clocks.is_empty() {
                game.rest.insert("clocks".into(), json!(clocks));
            }
        }
        game
    }

    /// A game as one of many: a line of JSON, or PGN and an empty line.
    pub fn one_of_many(&self, seen: &GameView) -> String {
        if self.as_json { json!(self.json(seen)).to_string() + "\n" } else { self.pgn(seen) + "\n" }
    }

    /// What many games are.
    pub fn content_type(&self) -> &'static str {
        if self.as_json { "application/x-ndjson" } else { PGN }
    }
}

/// The content type of PGN.
pub const PGN: &str = "application/x-chess-pgn";

/// Whether a client wants JSON, in one object or in lines, rather than PGN.
fn accepts_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    accept.contains("application/json") || accept.contains("ndjson")
}
