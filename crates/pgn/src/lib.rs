//! Chess games as PGN: read from anything, every move checked, and written again.
//!
//! A [`Reader`] goes through a slice or a stream of any length in bounded memory. There are two doors: a
//! [`Visitor`] is told of each game as it is replayed, and nothing is allocated for it; a [`GameTree`] holds
//! one game with its variations and comments. A [`Writer`] is a visitor, so that games can go from a reader
//! or a tree straight to text.
//!
//! ```
//! use tabiya_pgn::Reader;
//!
//! let text = br#"
//! [White "Greco"]
//! [Black "NN"]
//!
//! 1.e4 b6 2.d4 Bb7 3.Bd3 f5?! {[%clk 0:02:57] risky} 4.exf5 Bxg2 5.Qh5+ g6 6.fxg6
//! Nf6 7.gxh7+ Nxh5 8.Bg6# 1-0
//!
//! 1. e4 e5 2. Ke3 *
//! "#;
//! let games = Reader::from_slice(text).trees().collect::<Result<Vec<_>, _>>()?;
//! assert_eq!(games[0].tags.get("White"), Some("Greco"));
//! let last = games[0].main_line().last().expect("moves");
//! assert!(games[0].position(last).expect("a start").is_checkmate());
//!
//! let fault = &games[1].faults[0];
//! assert_eq!(fault.to_string(), "8:13: game 2, move 2.: \"Ke3\" is not legal here; legal would be Ke2");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The crate's invariant: every move it tells of is legal where it stands, and nothing is dropped without a
//! [`Fault`] that says where and why. No input makes it panic, and none takes more memory than [`Limits`] allow.
//!
//! What real files contain is read: both kinds of comments, escaped lines, variations, annotations as numbers
//! and signs, commands such as `[%clk]`, UTF-8 and Latin-1, Chess960, null moves, moves glued to their numbers,
//! castling with zeros, promotions written in any way. What could mean two things is never guessed.

mod class;
mod command;
mod comment;
mod fault;
mod find;
mod game_result;
mod limits;
mod nag;
mod place;
mod reader;
mod replay;
mod san;
mod scan;
mod source;
mod start;
mod tags;
mod text;
mod tree;
mod visitor;
mod word;
mod write;

pub use rules;

pub use command::{Command, Paint, Score};
pub use comment::Comment;
pub use fault::{Element, Fault, FaultKind, MoveNumber};
pub use game_result::GameResult;
pub use limits::Limits;
pub use nag::Nag;
pub use place::Place;
pub use reader::Reader;
pub use source::{Source, Stream};
pub use tags::{TagNameError, Tags};
pub use text::Text;
pub use tree::{GameTree, NodeId, Step};
pub use visitor::{BoxedFault, End, TokenVisitor, Visitor};
pub use word::Word;
pub use write::Writer;

/// The last place in these bytes where a game begins for certain: an empty line and the tag `Event`. What lies
/// before and behind it can be read apart, each with a reader of its own, with the same result as together.
pub fn last_game_start(bytes: &[u8]) -> Option<usize> {
    scan::find_new_game(bytes)
}
