//! One game of chess as a pure machine: clocks, offers, claims, conduct, and a result exactly as the laws say.
//!
//! A [`Game`] changes in one way: [`Game::apply`] takes an [`Action`] and the time, and answers with the
//! [`Event`]s that happened, or with the [`Refusal`] that the player reads.
//!
//! ```
//! use tabiya_game::{Action, Game, PerColor, Settings, Termination, Timestamp};
//! use rules::Color;
//!
//! let settings = Settings { time: PerColor::both("180+2".parse()?), ..Settings::default() };
//! let mut game = Game::new(settings.clone());
//! let mut log = Vec::new();
//! for (second, text) in [(1, "f3"), (3, "e5"), (4, "g4"), (7, "Qh4")] {
//!     let at = Timestamp::from_millis(second * 1000);
//!     log.extend(game.apply(at, Action::play(text))?);
//! }
//! assert_eq!(game.termination(), Some(Termination::Checkmate { winner: Color::Black }));
//! assert_eq!(game.record()[3].san, "Qh4#");
//! assert_eq!(game.clocks(game.latest()).black.map(|left| left.millis()), Some(179_000));
//! assert_eq!(Game::replay(settings, &log), game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate's invariant: replaying the events of a game gives the same game. That is a save format, a test
//! and a debugger in one. The crate does no input or output and reads no clock: the time is an argument.
//!
//! Where the laws ask whether somebody could mate "by any series of legal moves", the answer is exact, and the
//! [`Evidence`] is in the event that ends the game. What cannot be decided is never a draw.
#![no_std]

extern crate alloc;

mod action;
mod claims;
mod clock;
mod conduct;
mod decide;
mod ending;
mod event;
mod evolve;
mod game;
mod mating;
mod move_text;
mod moving;
mod no_mate;
mod offers;
mod per_color;
mod random_color;
mod record;
mod refusal;
mod settings;
mod takeback;
mod termination;
mod time;
mod time_control;

pub use rules;
pub use unwinnable;

pub use action::{Action, Forfeit, MoveRequest};
pub use claims::claimable_draw;
pub use event::{Event, EventKind, Evidence};
pub use game::Game;
pub use mating::is_dead_after;
pub use move_text::MoveText;
pub use no_mate::NoMate;
pub use per_color::PerColor;
pub use random_color::random_color;
pub use record::PlayedMove;
pub use refusal::Refusal;
pub use settings::{ClockStarts, Conduct, DrawOffers, FiftyMoveRule, Settings};
pub use termination::Termination;
pub use time::{Duration, Timestamp};
pub use time_control::{Bonus, Class, ParseTimeControlError, Stage, Stages, TimeControl};
