//! All messages of the program as JSON: the arbiter's lines, the live channel, the page's HTTP, the engine's worker.
//!
//! The [`Arbiter`] runs one game by lines of JSON. Actions and events are the same on the live channel ([`live`]).
//!
//! ```
//! use tabiya_wire::Arbiter;
//!
//! let mut arbiter = Arbiter::default();
//! arbiter.answer(br#"{"do":"start","time":"180+2"}"#);
//! let answer = arbiter.answer(br#"{"do":"move","move":"Nf3","at":1500}"#);
//! let json = serde_json::to_value(&answer)?;
//! assert_eq!((&json["ok"], &json["turn"]), (&true.into(), &"black".into()));
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! [`State`] is the state of a game for display. [`inspect`], [`mating`], [`replay`] and [`time_control`] serve a page
//! that knows no rule of chess. [`read_games`] and [`write_game`] convert from and to PGN, and [`list_games`] lists the
//! games of a large file. A test generates the TypeScript types.
//!
//! The domain crates do not know about JSON: a renamed type there changes nothing here.

mod action;
mod answer;
mod arbiter;
pub mod club;
pub mod codes;
mod collection;
mod control;
pub mod engine;
mod event;
mod inspection;
mod line;
pub mod live;
mod material;
pub mod page;
mod proof;
pub mod public;
mod read_move;
mod replay;
mod ruling;
pub mod settings;
mod state;
pub mod stored;
mod tree;
mod unique;

pub use action::{ForfeitedBy, OpponentScoreName, PlayerAction, RestartReasonName, SealedText, Side};
pub use answer::Answer;
pub use arbiter::Arbiter;
pub use collection::{ListedGame, OpeningKeys, list_games, opening_key};
pub use control::{Control, ParsedControl, StageJson, pgn_time_control, time_control};
pub use event::{Clock, EndJson, EventJson};
pub use inspection::{
    CanMate, FenField, Inspection, Mating, Playable, SetupProblem, Status, Unreadable, inspect, mating,
};
pub use line::{ArbiterAction, ArbiterLine, ArbiterRequest};
pub use material::Material;
pub use proof::{ProofJson, SideProof};
pub use read_move::{ReadMove, read_move};
pub use replay::{LettersName, Replay, ReplayRequest, ReplayedMove, Step, replay};
pub use ruling::{RulingDetails, RulingJson};
pub use state::{Dests, State, dests, evidence};
pub use tree::{
    FaultCode, FaultJson, Games, NodeInput, PgnPart, Tree, TreeInput, TreeNode, WrittenGame, read_games,
    write_game,
};

#[cfg(test)]
mod typescript;
