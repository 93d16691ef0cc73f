//! The engine as WebAssembly, for a worker of the page: JSON in, JSON out.
//!
//! [`Opponent`] plays at one of eight levels or at a rating. [`Analyst`] reports what it finds until a limit or the
//! page stops the search. No message can reach a worker while it searches, so it calls a function that reads memory
//! shared with the page.
//!
//! ```
//! let (line, _) = tabiya_browser_engine::read_question(r#"{"moves":["e4","e5"]}"#)?;
//! assert_eq!(line.last().fullmoves(), 2);
//! # Ok::<(), String>(())
//! ```

mod answer;
mod question;

pub use question::read as read_question;

use engine::network::{Evaluation, Network};
use engine::{Ability, Level, Report, Searcher, Shared, Signals, TranspositionTable};
use js_sys::Function;
use serde::Serialize;
use std::time::Duration;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wire::engine::EngineAnswer;

#[wasm_bindgen]
extern "C" {
    /// The clock of the worker, in milliseconds.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// The time since `start`, for a search that reads no clock itself.
fn since(start: f64) -> impl Fn() -> Duration {
    move || Duration::from_micros(((now() - start) * 1000.0) as u64)
}

/// A computer opponent for one game.
#[wasm_bindgen]
pub struct Opponent(engine::Opponent);

#[wasm_bindgen]
impl Opponent {
    /// An opponent of a level from 1 to 8; other numbers give the nearest level. The seed decides its mistakes.
    #[wasm_bindgen(constructor)]
    pub fn new(level: u8, seed: u32) -> Opponent {
        let level = Level::new(level.clamp(1, 8)).expect("there are eight");
        Opponent(engine::Opponent::new(level, seed.into()))
    }

    /// An opponent of a rating from 400 to 3200; other numbers give the nearest rating.
    #[wasm_bindgen(js_name = ofRating)]
    pub fn of_rating(rating: u32, seed: u32) -> Opponent {
        Opponent(engine::Opponent::with_ability(Ability::of_rating(rating), seed.into()))
    }

    /// The [`EngineAnswer`] to a [`wire::engine::EngineQuestion`].
    pub fn choose(&mut self, question: &str) -> String {
        let (line, limits) = match read_question(question) {
            Ok(read) => read,
            Err(error) => return json(&EngineAnswer::Failed { error }),
        };
        let elapsed = since(now());
        let outcome = self.0.choose(&line, &limits, &Signals::default(), &elapsed);
        json(&answer::chosen(&outcome, &line, &limits))
    }
}

/// Analyses one position after another, and keeps its results in the transposition table.
#[wasm_bindgen]
pub struct Analyst {
    table: TranspositionTable,
    searcher: Searcher<Evaluation>,
}

/// The memory that a page on a phone can spare.
const MAX_MEGABYTES: usize = 256;

#[wasm_bindgen]
impl Analyst {
    /// An analyst with a transposition table of this many megabytes.
    #[wasm_bindgen(constructor)]
    pub fn new(megabytes: usize) -> Analyst {
        let table = TranspositionTable::with_megabytes(megabytes.clamp(1, MAX_MEGABYTES));
        Analyst { table, searcher: Searcher::new(Evaluation::new(Some(Network::embedded()))) }
    }

    /// Searches until a limit ends the search or `stopped` returns true, and passes every [`wire::engine::EngineLine`]
    /// to `tell`. Returns the final [`EngineAnswer`].
    pub fn analyse(&mut self, question: &str, tell: &Function, stopped: &Function) -> String {
        let (line, limits) = match read_question(question) {
            Ok(read) => read,
            Err(error) => return json(&EngineAnswer::Failed { error }),
        };
        self.table.age();
        let (time, signals) = (since(now()), Signals::default());
        // The search asks for the time regularly, which is the moment to check whether the page wants to stop it.
        let elapsed = || {
            if stopped.call0(&JsValue::NULL).is_ok_and(|answer| answer.is_truthy()) {
                signals.stop();
            }
            time()
        };
        let shared = Shared { table: &self.table, signals: &signals, elapsed: &elapsed, thread: 0 };
        let mut report = |report: &Report| {
            let found = json(&answer::line(report, line.last(), time()));
            // An exception in the page's callback does not end the search.
            let _ = tell.call1(&JsValue::NULL, &JsValue::from_str(&found));
        };
        let outcome = self.searcher.search(&line, &limits, shared, &mut report);
        json(&answer::chosen(&outcome, &line, &limits))
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("our messages have text keys and no numbers that JSON lacks")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// The page shows ratings before it has loaded the engine, so it has them in a separate file.
    #[test]
    fn the_page_has_the_ratings_of_the_engine() {
        let ratings: Vec<_> = Level::ALL.iter().map(|level| level.ability().rating.to_string()).collect();
        let written = format!("[{}]\n", ratings.join(", "));
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/engine/ratings.json");
        if std::env::var_os("TABIYA_WRITE_TYPES").is_some() {
            fs::write(&file, &written).expect("the file can be written");
        }
        let found = fs::read_to_string(&file).unwrap_or_default();
        assert!(found == written, "web/src/engine/ratings.json is stale: run `make types`");
    }
}
