//! The laws, a game and its arbiter as WebAssembly: JSON in, JSON out, with no decisions of its own.
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
//! The page knows no rules of chess: it asks this crate where pieces can move, how moves are written and how a game
//! ends. No text makes a function panic; the answer says what cannot be understood.

mod collection;
mod computer;

use game::Timestamp;
use js_sys::Function;
use rules::{Position, Variant};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wire::codes::{ResultCode, from_code};
use wire::{Arbiter, ReplayRequest, TreeInput, WrittenGame};

/// The variant, as a string in JavaScript.
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
    /// A table without a game.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Table {
        Table::default()
    }

    /// Executes one action of the arbiter's interface and returns its answer.
    pub fn answer(&mut self, line: &str) -> String {
        json(&self.arbiter.answer(line.as_bytes()))
    }

    /// The question to the engine for the computer that plays `color` (`white` or `black`): a
    /// [`wire::engine::EngineQuestion`], or `null` while there is nothing to think about.
    pub fn computer_question(&self, color: &str, at: f64) -> String {
        let game = self.arbiter.game().zip(computer::color(color));
        json(
            &game
                .and_then(|(game, color)| computer::question(game, color, Timestamp::from_millis(at as u64))),
        )
    }

    /// The actions of the computer after the engine has found a move and its value for the player to move: a list of
    /// [`wire::PlayerAction`]. Without a move, only its immediate reply.
    pub fn computer_actions(&self, color: &str, best: Option<String>, value: i32) -> String {
        let game = self.arbiter.game().zip(computer::color(color));
        json(
            &game.map_or_else(Vec::new, |(game, color)| {
                computer::actions(game, color, best.as_deref(), value)
            }),
        )
    }

    /// The state of the game at this time, in milliseconds since it began; `null` if there is no game.
    pub fn state(&self, at: f64) -> String {
        json(&self.arbiter.state(Timestamp::from_millis(at as u64)))
    }
}

/// The position of a FEN with its legal moves, or what is wrong with it: see [`wire::inspect`].
#[wasm_bindgen]
pub fn inspect(fen: &str, variant: VariantName) -> String {
    json(&wire::inspect(fen, variant.into()))
}

/// Which side can still checkmate: see [`wire::mating`].
#[wasm_bindgen]
pub fn mating(fen: &str, variant: VariantName) -> String {
    json(&wire::mating(fen, variant.into()))
}

/// Replays moves: see [`wire::replay`].
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

/// Lists the games of a large file: see [`wire::list_games`]. `read` returns the next bytes, at most as many as
/// requested and none at the end; `tell` is called with each game as JSON.
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

/// The Chess960 start with a number from 0 to 959, as FEN; other numbers give the orthodox start.
#[wasm_bindgen]
pub fn chess960(number: u16) -> String {
    Position::chess960(number).unwrap_or_default().fen()
}

/// `white` or `black`, decided by a random number that the page supplies (law B06).
#[wasm_bindgen]
pub fn random_color(number: u32) -> String {
    game::random_color(number).to_string()
}

/// What both players score by a result such as `1/2-1/2` (law P01): a [`wire::codes::PlayerPoints`]. Any other text
/// counts as no result.
#[wasm_bindgen]
pub fn points(result: &str) -> String {
    json(&from_code(result).unwrap_or(ResultCode::None).points())
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("our messages have text keys and no numbers that JSON lacks")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_answered_with_an_error() {
        let mut table = Table::new();
        assert_eq!(table.state(f64::NAN), "null");
        assert!(table.answer("{").contains(r#""ok":false"#));
        assert!(replay("[]").contains("error"));
        assert!(time_control("soon").contains("invalid"));
        assert_eq!(mating("", VariantName::Standard), "null");
        assert!(write_game("{").contains("failed"));
        assert_eq!(points("2-0"), points("*"));
        assert!(read_games(b"\0(((").contains("games"));
    }

    #[test]
    fn a_flag_fall_comes_with_a_mating_line() {
        let mut table = Table::new();
        table.answer(r#"{"do":"start","time":"60"}"#);
        table.answer(r#"{"do":"tick","at":60001}"#);
        let state = table.state(60_001.0);
        assert!(state.contains(r#""reason":"time""#) && state.contains("mating_line"), "{state}");
    }
}
