//! What the program says and hears as JSON.
//!
//! The [`Arbiter`] runs one game by lines of JSON. The same words for actions and events travel on the live channel.
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
//! [`State`] is how a game stands for whoever shows it; [`inspect`], [`mating`], [`replay`] and [`time_control`]
//! answer a page that knows no rule of chess, [`read_games`] and
//! [`write_game`] are its way from PGN and back. A test writes the same types for TypeScript.
//!
//! The domain does not know of JSON: a name that changes there changes nothing here.

mod answer;
mod arbiter;
mod control;
mod inspection;
pub mod live;
mod material;
mod proof;
mod read_move;
mod refusal_code;
mod replay;
mod request;
pub mod settings;
mod state;
pub mod stored;
mod told;
mod tree;

pub use answer::Answer;
pub use arbiter::Arbiter;
pub use control::{Control, Fine, StageShown, pgn_time_control, time_control};
pub use inspection::{
    CanMate, Complaint, FenField, Inspection, Mating, Playable, Status, Unreadable, inspect, mating,
};
pub use material::Material;
pub use proof::{NoMateOf, ProofKind};
pub use read_move::{ReadMove, read_move};
pub use refusal_code::refusal_code;
pub use replay::{LettersName, Played, Replay, ReplayRequest, Step, replay};
pub use request::{Side, Who};
pub use state::{Dests, State, dests, evidence};
pub use told::Clock;
pub use tree::{
    FaultShown, Games, PartName, Tree, TreeNode, TreeText, WantedNode, WantedTree, Wrong, read_games,
    write_game,
};

#[cfg(test)]
mod typescript;
