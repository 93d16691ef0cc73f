#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

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
pub use comment::{Comment, DRAW_OFFER};
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

/// The offset of the last game that certainly begins in these bytes: one whose tag `Event` follows an empty line.
/// The bytes before and after this offset can be read by separate readers, with the same result as together.
pub fn last_game_start(bytes: &[u8]) -> Option<usize> {
    scan::find_new_game(bytes)
}
