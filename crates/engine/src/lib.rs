//! A chess engine: it looks ahead, judges what it sees, and plays at the strength it is asked for.
//!
//! [`Searcher`] is what one thread learns, [`Table`] what all threads share, [`Evaluate`] the door behind which
//! positions are judged. [`Opponent`] plays at one of eight [`Level`]s.
//!
//! ```
//! use std::time::Duration;
//! use tabiya_engine::{Level, Limits, Line, Opponent, Score, Signals};
//!
//! // A back rank without air.
//! let position = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?;
//! let mut opponent = Opponent::new(Level::new(5).expect("there are eight"), 42);
//! let still = || Duration::ZERO; // no clock here: the limits of the level are enough
//! let outcome = opponent.choose(&Line::new(position), &Limits::default(), &Signals::default(), &still);
//! assert_eq!(position.legal(outcome.best.expect("it has moves")).map(|legal| legal.san()), Some("Ra8#".into()));
//! assert_eq!(Score::from(outcome.value), Score::Mate(1));
//! # Ok::<(), rules::FenError>(())
//! ```
//!
//! Its invariant: the same question has the same answer. The search reads no clock, starts no thread and draws
//! no lots; time, signals and seeds are handed in, and all numbers that decide are whole. So it runs in a
//! browser as it does here, and a count of positions is a signature of everything it does.

mod evaluate;
mod exchange;
mod level;
mod limits;
mod line;
mod score;
mod search;
mod table;
pub mod time;

pub use evaluate::{Evaluate, Features, Handwritten, Pair, features, terms, weights};
pub use level::{Ability, Level, Opponent, STRONGEST_LIMITED, WEAKEST, agrees_to_draw, claims_draw};
pub use limits::{Budget, Limits, Signals};
pub use line::Line;
pub use score::{Chances, Score, Value};
pub use search::{Outcome, Report, Searcher, Shared};
pub use table::{Bound, Table};
