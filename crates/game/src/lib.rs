#![doc = include_str!("../README.md")]
#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod action;
mod adjourn;
mod claims;
mod clock;
mod conduct;
mod decide;
mod default_time;
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
mod ruling;
mod sealed_move;
mod settings;
mod takeback;
mod termination;
mod time;
mod time_control;

pub use rules;
pub use unwinnable;

pub use action::{Action, Forfeit, MoveRequest, OpponentScore, RestartReason};
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
pub use ruling::{Ruling, RulingKind};
pub use sealed_move::SealedMove;
pub use settings::{ClockStarts, Conduct, DrawOffers, FiftyMoveRule, Settings};
pub use termination::Termination;
pub use time::{Duration, Timestamp};
pub use time_control::{
    Bonus, Class, ExpectedTime, FideClass, ParseTimeControlError, Stage, Stages, TimeControl,
};
