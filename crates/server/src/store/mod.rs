//! Storage: [`Store`], with methods in the terms of the server.
//!
//! The records here are plain values. Everything specific to a database is in `sqlite` and `postgres`: its types, its
//! SQL and its migrations. Each of them has its own `Store` with the methods that `door` lists; a missing one is a
//! compile error.

#[macro_use]
mod statements;

mod accounts;
mod archived_log;
mod challenges;
pub(crate) mod checksum;
mod club;
mod door;
mod error;
mod games;
mod postgres;
pub(crate) mod private;
mod sqlite;
pub mod transfer;

pub use accounts::{Account, AccountStatus, BOT, NewAccount, Token};
pub use challenges::{ChallengeRecord, TargetRecord};
pub use club::{EntryKind, EntryLink, InvitedAccount, LogKind, Record};
pub use door::Store;
pub use error::StoreError;
pub use games::{
    Append, AppendError, ArchivedGame, BeginError, Crosstable, ELSEWHERE, FinishedGame, FoundGame, GameQuery,
    Leader, LoadedJournal, NewGameRecord, PlayerGamesQuery, RatingChange, RatingPoint, Row, Standing,
    UsedCode, random_token,
};
pub(crate) use postgres::OnlineElsewhere;
#[cfg(test)]
pub(crate) use postgres::simulated;
pub use postgres::{
    Beat, ChangedChallenge, LogRow, Outage, Store as SharedStore, StoredGame, StoredNotice, Whereabouts,
};
pub use sqlite::{Store as LocalStore, copy};
