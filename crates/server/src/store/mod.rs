//! Storage: one door, [`Store`], with methods in the words of the server.
//!
//! The records here are plain values. What knows the database is in `sqlite`: its types, its SQL and its
//! migrations. Another database is another folder with a `Store` that has the same methods.

mod accounts;
mod challenges;
pub(crate) mod checksum;
mod club;
mod error;
mod games;
pub(crate) mod private;
mod sqlite;

pub use accounts::{Account, AccountStatus, BOT, NewAccount, Token};
pub use challenges::{ChallengeRecord, TargetRecord};
pub use club::{EntryKind, EntryLink, LogKind, Record};
pub use error::StoreError;
pub use games::{
    Append, AppendError, ArchivedGame, Crosstable, ELSEWHERE, Finished, FoundGame, GameQuery, Leader, Loaded,
    PlayerGamesQuery, RatingChange, RatingPoint, Row, Standing,
};
#[cfg(feature = "crash-test-control")]
pub(crate) use sqlite::ack_before_commit;
pub use sqlite::{Store, copy};
