//! Storage. Everything that outlives the process goes through [`Store`]; the database behind it is in [`sqlite`].

pub(crate) mod private;
mod sqlite;

pub use sqlite::*;
