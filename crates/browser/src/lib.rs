//! The laws, a game and its arbiter as WebAssembly: JSON in, JSON out, and nothing decided here.
//!
//! ```
//! use tabiya_browser::Table;
//!
//! let mut table = Table::new();
//! table.answer(r#"{"do":"start","time":"180+2"}"#);
//! let answer = table.answer(r#"{"do":"move","move":"e2e4","at":900}"#);
//! assert!(answer.starts_with(r#"{"ok":true,"ply":1,"#));
//! assert!(table.state(900.0).contains(r#""turn":"black""#));
//! ```
//!
//! The page knows no rule of chess: where pieces can go, what moves are called and how a game ends it asks here.
//! No text makes a function panic; what cannot be understood is said in the answer.

// wasm_bindgen writes items of its own beside an enum.
#![allow(missing_docs)]

mod collection;
mod computer;

use game::Timestamp;
use js_sys::Function;
use rules::{Position, Variant};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wire::{Arbiter, ReplayRequest, TreeInput, WrittenGame};

/// The rules of castling and of the start; in JavaScript these texts.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum VariantName {
    Standard = "standard",
    Chess960 = "chess960",
}

impl From<VariantName> for Variant {
    fn from(name: VariantName) -> Variant {
        match name {
            VariantName::Chess960 => Variant::Chess960,
            _ => Variant::Standard,
        }
    }
}

/// One game on this device, and its arbiter.
#[wasm_bindgen]
#[derive(Default)]
pub struct Table {
    arbiter: Arbiter,
}

#[wasm_bindgen]
impl Table {
    /// A table at which nothing is played yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Table {
        Table::default()
    }

    /// One action of the arbiter's interface, and its answer.
    pub fn answer(&mut self, line: &str) -> String {
        json(&self.arbiter.answer(line.as_bytes()))
    }

    /// What the engine is asked for the computer that plays `color` (`white`, `black`): an [`wire::engine::EngineQuestion`],
    /// or `null` while there is nothing to think about.
    pub fn computer_question(&self, color: &str, at: f64) -> String {
        let game = self.arbiter.game().zip(computer::color(color));
        json(
            &game
                .and_then(|(game, color)| computer::question(game, color, Timestamp::from_millis(at as u64))),
        )
    }

    /// What the computer does when the engine has found a move and its value for the player to move: a list of
    /// [`wire::PlayerAction`]. Without a move, what it answers at once.
    pub fn computer_actions(&self, color: &str, best: Option<String>, value: i32) -> String {
        let game = self.arbiter.game().zip(computer::color(color));
        json(
            &game.map_or_else(Vec::new, |(game, color)| {
                computer::actions(game, color, best.as_deref(), value)
            }),
        )
    }

    /// How the game stands at a moment, in milliseconds since it began; `null` while there is none.
    pub fn state(&self, at: f64) -> String {
        json(&self.arbiter.state(Timestamp::from_millis(at as u64)))
    }
}

/// What the laws say of a FEN: see [`wire::inspect`].
#[wasm_bindgen]
pub fn inspect(fen: &str, variant: VariantName) -> String {
    json(&wire::inspect(fen, variant.into()))
}

/// Who can still checkmate: see [`wire::mating`].
#[wasm_bindgen]
pub fn mating(fen: &str, variant: VariantName) -> String {
    json(&wire::mating(fen, variant.into()))
}

/// Moves played through: see [`wire::replay`].
#[wasm_bindgen]
pub fn replay(request: &str) -> String {
    match serde_json::from_str::<ReplayRequest>(request) {
        Ok(request) => json(&wire::replay(&request)),
        Err(error) => json(&wire::Replay { steps: Vec::new(), error: Some(format!("request: {error}")) }),
    }
}

/// A time control as people write it: see [`wire::time_control`].
#[wasm_bindgen]
pub fn time_control(text: &str) -> String {
    json(&wire::time_control(text))
}

/// A time control as PGN writes it: see [`wire::pgn_time_control`].
#[wasm_bindgen]
pub fn pgn_time_control(text: &str) -> String {
    json(&wire::pgn_time_control(text))
}

/// The move that a text means: see [`wire::read_move`].
#[wasm_bindgen]
pub fn read_move(fen: &str, variant: VariantName, text: &str) -> String {
    json(&wire::read_move(fen, variant.into(), text))
}

/// The games of a PGN text, in any encoding: see [`wire::read_games`].
#[wasm_bindgen]
pub fn read_games(text: &[u8]) -> String {
    json(&wire::read_games(text))
}

/// Makes a list of a large file: see [`wire::list_games`]. `read` gives the next bytes, at most as many as it is asked for
/// and none at the end; `tell` hears of each game, as JSON.
#[wasm_bindgen]
pub fn list_games(read: &Function, tell: &Function, openings: &[u64]) -> Result<(), JsValue> {
    collection::list(read, tell, openings)
}

/// The key of a position in the list of openings: see [`wire::opening_key`].
#[wasm_bindgen]
pub fn opening_key(fen: &str) -> u64 {
    wire::opening_key(fen)
}

/// A game as PGN: see [`wire::write_game`].
#[wasm_bindgen]
pub fn write_game(tree: &str) -> String {
    match serde_json::from_str::<TreeInput>(tree) {
        Ok(tree) => json(&wire::write_game(&tree)),
        Err(error) => json(&WrittenGame::Failed { error: format!("game: {error}") }),
    }
}

/// The start with a number from 0 to 959 as FEN; other numbers mean the usual start.
#[wasm_bindgen]
pub fn chess960(number: u16) -> String {
    Position::chess960(number).unwrap_or_default().fen()
}

/// `white` or `black`, drawn by a random number of the page's (law B06).
#[wasm_bindgen]
pub fn random_color(number: u32) -> String {
    game::random_color(number).to_string()
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("our messages have text keys and no numbers that JSON lacks")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_answered() {
        let mut table = Table::new();
        assert_eq!(table.state(f64::NAN), "null");
        assert!(table.answer("{").contains(r#""ok":false"#));
        assert!(replay("[]").contains("error"));
        assert!(time_control("soon").contains("invalid"));
        assert_eq!(mating("", VariantName::Standard), "null");
        assert!(write_game("{").contains("failed"));
        assert!(read_games(b"\0(((").contains("games"));
    }

    #[test]
    fn a_ruling_brings_its_line() {
        let mut table = Table::new();
        table.answer(r#"{"do":"start","time":"60"}"#);
        table.answer(r#"{"do":"tick","at":60001}"#);
        let state = table.state(60_001.0);
        assert!(state.contains(r#""reason":"time""#) && state.contains("mating_line"), "{state}");
    }
}
