//! A chess engine: search, evaluation and levels of strength.
//!
//! [`Searcher`] is the state of one search thread, [`TranspositionTable`] is shared by all threads, and [`Evaluate`] is
//! the trait of evaluations. [`Opponent`] plays at one of eight [`Level`]s.
//!
//! ```
//! use std::time::Duration;
//! use tabiya_engine::{Level, Limits, Line, Opponent, Score, Signals};
//!
//! // A back-rank mate.
//! let position = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?;
//! let mut opponent = Opponent::new(Level::new(5).expect("there are eight"), 42);
//! let no_clock = || Duration::ZERO; // the limits of the level are enough
//! let outcome = opponent.choose(&Line::new(position), &Limits::default(), &Signals::default(), &no_clock);
//! assert_eq!(position.legal(outcome.best.expect("it has moves")).map(|legal| legal.san()), Some("Ra8#".into()));
//! assert_eq!(Score::from(outcome.value), Score::Mate(1));
//! # Ok::<(), rules::FenError>(())
//! ```
//!
//! Its invariant: the same position with the same limits and seed gives the same answer, natively and in a browser. The
//! search reads no clock, starts no thread and draws no random numbers; time, signals and seeds are passed in. Search
//! and evaluation compute in integers, so that a node count is a signature of everything they do. Floating point is
//! used only elsewhere: to stretch a time budget, which depends on the clock anyway, to interpolate a rating between
//! two levels, to show winning chances, and in what the tuner reads and writes.

mod evaluate;
mod level;
mod limits;
mod line;
pub mod network;
mod score;
mod search;
mod see;
mod table;
pub mod time;

pub use evaluate::{Evaluate, Features, HandCrafted, Pair, features, terms, weights};
pub use level::{
    Ability, Level, Opponent, STRONGEST_LIMITED, WEAKEST, agrees_to_draw, claims_draw, human_pace,
};
pub use limits::{Budget, Limits, Signals};
pub use line::Line;
pub use score::{Chances, Score, Value};
pub use search::{Report, SearchResult, Searcher, Shared};
pub use table::{Bound, TranspositionTable};
