//! [`Store`]: one type for all persistent data, whichever database is behind it.

use super::{
    Account, AccountStatus, Append, AppendError, ArchivedGame, ChallengeRecord, Crosstable, EntryLink,
    FinishedGame, FoundGame, GameQuery, InvitedAccount, Leader, LoadedJournal, LogKind, NewAccount,
    PlayerGamesQuery, RatingChange, RatingPoint, Record, Row, SharedStore, Standing, StoreError, Token,
    sqlite,
};
use crate::identity::Person;
use crate::identity::name::UserName;
use crate::identity::roles::Roles;
use crate::identity::secret::SecretHash;
use crate::ids::{GameId, PlayerId};
use crate::metrics::Metrics;
use crate::ratings::Rating;
use game::Timestamp;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use wire::live::ChatLine;

/// All persistent data of the server. Cheap to clone.
#[derive(Clone)]
pub struct Store(Backend);

#[derive(Clone)]
enum Backend {
    /// One process, one file.
    Sqlite(sqlite::Store),
    /// Any number of nodes.
    Postgres(SharedStore),
}

impl Store {
    /// Opens the database in a folder, or creates it. Also returns the contents of the journal.
    pub fn open(folder: &Path, metrics: Arc<Metrics>) -> Result<(Store, LoadedJournal), StoreError> {
        let (store, loaded) = sqlite::Store::open(folder, metrics)?;
        Ok((Store(Backend::Sqlite(store)), loaded))
    }

    /// Opens the database in a folder for a command-line tool, while a server may be running on it. Only the server may
    /// append to the journal.
    pub fn open_for_cli(folder: &Path) -> Result<Store, StoreError> {
        Ok(Store(Backend::Sqlite(sqlite::Store::open_for_cli(folder)?)))
    }

    /// Connects the node with this name to a shared database. Games are loaded on demand.
    pub async fn connect(url: &str, node: &str, metrics: Arc<Metrics>) -> Result<Store, StoreError> {
        Ok(Store(Backend::Postgres(SharedStore::connect(url, node, metrics).await?)))
    }

    /// Connects a command-line tool to a shared database.
    pub async fn connect_for_cli(url: &str) -> Result<Store, StoreError> {
        Ok(Store(Backend::Postgres(SharedStore::connect_for_cli(url).await?)))
    }

    /// A node of the simulation.
    #[cfg(test)]
    pub(crate) fn simulated(store: SharedStore) -> Store {
        Store(Backend::Postgres(store))
    }

    /// The shared database with its additional methods; none if there is only one process.
    pub fn shared(&self) -> Option<&SharedStore> {
        match &self.0 {
            Backend::Sqlite(_) => None,
            Backend::Postgres(store) => Some(store),
        }
    }

    /// The database file; none for a database server.
    pub fn file(&self) -> Option<&Path> {
        match &self.0 {
            Backend::Sqlite(store) => Some(store.file()),
            Backend::Postgres(_) => None,
        }
    }

    /// Whether the last write failed.
    pub fn is_failing(&self) -> bool {
        match &self.0 {
            Backend::Sqlite(store) => store.is_failing(),
            Backend::Postgres(store) => store.is_failing(),
        }
    }

    /// How many rows wait to be written.
    pub fn waiting(&self) -> usize {
        match &self.0 {
            Backend::Sqlite(store) => store.waiting(),
            Backend::Postgres(store) => store.waiting(),
        }
    }

    #[cfg(test)]
    pub(crate) async fn block_writes(&self, block: bool) {
        match &self.0 {
            Backend::Sqlite(store) => store.block_writes(block).await,
            Backend::Postgres(_) => unreachable!("only tests on SQLite block writes"),
        }
    }
}

/// Methods that every backend implements.
macro_rules! backend_methods {
    ($($(#[$doc:meta])* fn $name:ident($($value:ident: $type:ty),*) -> $answer:ty;)*) => {
        impl Store {
            $(
                $(#[$doc])*
                pub async fn $name(&self, $($value: $type),*) -> $answer {
                    match &self.0 {
                        Backend::Sqlite(store) => store.$name($($value),*).await,
                        Backend::Postgres(store) => store.$name($($value),*).await,
                    }
                }
            )*
        }
    };
}

backend_methods! {
    /// Checks that the database answers.
    fn ping() -> Result<(), StoreError>;
    /// Appends a row to the journal. It is on disk when this returns.
    fn append(row: Append) -> Result<(), AppendError>;
    /// Writes everything that is queued, and accepts nothing after that. A second call has no effect.
    fn close() -> ();
    /// Records that the server is serving at this moment.
    fn prove_service(now: Timestamp) -> Result<(), StoreError>;
    /// Records the time from which the clock has jumped forward, or clears that record.
    fn note_clock_jump(from: Option<Timestamp>) -> Result<(), StoreError>;

    /// Puts a finished game into the archive. A second call has no effect.
    fn archive(row: FinishedGame) -> Result<(), StoreError>;
    /// Puts a game that was played elsewhere into the archive. It changes no rating.
    fn import(row: FinishedGame, log: String) -> Result<(), StoreError>;
    /// The log of a finished game.
    fn archived(game: GameId) -> Result<Option<Vec<Row>>, StoreError>;
    /// Deletes the journal rows of archived games.
    fn sweep_journal() -> Result<(), StoreError>;
    /// The next page of a player's games, after the given one or from the start.
    fn games_page(query: PlayerGamesQuery, after: Option<(Timestamp, GameId)>, limit: u32) -> Result<Vec<ArchivedGame>, StoreError>;
    /// Finished games by their ids, in that order. Ids without a finished game are skipped.
    fn archived_games(ids: Vec<GameId>) -> Result<Vec<ArchivedGame>, StoreError>;
    /// How two players have scored against each other.
    fn crosstable(first: &PlayerId, second: &PlayerId) -> Result<Crosstable, StoreError>;
    /// The games that match a query, the newest first.
    fn find_games(query: GameQuery) -> Result<Vec<FoundGame>, StoreError>;
    /// A player's numbers of won, lost and drawn games.
    fn standing(player: &PlayerId) -> Result<Standing, StoreError>;
    /// The finished games of a player, the newest first.
    fn finished_games(player: &PlayerId, limit: usize) -> Result<Vec<GameId>, StoreError>;

    /// A player's rating at one speed, as of a moment. A player without one gets the rating of a new player.
    fn rating(player: &PlayerId, speed: &'static str, at: Timestamp) -> Result<Rating, StoreError>;
    /// All ratings of a player, by speed.
    fn ratings(player: &PlayerId, at: Timestamp) -> Result<Vec<(String, Rating)>, StoreError>;
    /// A player's rating after each rated game, the oldest first.
    fn rating_history(player: &PlayerId) -> Result<Vec<RatingPoint>, StoreError>;
    /// The players with the highest ratings, leaving out provisional ones.
    fn leaders(perf: &'static str, limit: u32) -> Result<Vec<Leader>, StoreError>;
    /// The rating change of a game; none if the game was not rated.
    fn rating_change(game: GameId) -> Result<Option<RatingChange>, StoreError>;

    /// The settings of the server as JSON; none if they have never been changed.
    fn settings() -> Result<Option<String>, StoreError>;
    fn save_settings(value: String) -> Result<(), StoreError>;
    /// Accounts whose name or real name contains a text, ordered by name. An empty text matches all.
    fn search_accounts(text: &str, limit: u32) -> Result<Vec<Account>, StoreError>;
    /// Blocks, closes or reopens an account. A closed account keeps neither its password nor its tokens.
    fn set_status(id: &PlayerId, status: AccountStatus) -> Result<(), StoreError>;
    fn set_muted(id: &PlayerId, muted: bool) -> Result<(), StoreError>;
    /// Sets the name that the person has outside the server.
    fn set_real_name(id: &PlayerId, name: Option<String>) -> Result<(), StoreError>;
    /// Renames an account; returns whether the name was free. Earlier names still lead to the account.
    fn rename_account(id: &PlayerId, name: &UserName) -> Result<bool, StoreError>;
    /// Whether either of two players has blocked the other.
    fn is_blocked(one: &PlayerId, other: &PlayerId) -> Result<bool, StoreError>;
    /// Blocks a player for another one, or lifts the block.
    fn set_block(player: &PlayerId, other: &PlayerId, on: bool) -> Result<(), StoreError>;
    /// The players whom a player has blocked, ordered by name.
    fn blocks(player: &PlayerId) -> Result<Vec<Person>, StoreError>;
    /// Stores an entry link, and deletes those that have expired.
    fn add_entry_link(link: EntryLink) -> Result<(), StoreError>;
    /// An entry link, if it can be used at this moment.
    fn entry_link(hash: SecretHash, now: Timestamp) -> Result<Option<EntryLink>, StoreError>;
    /// Uses an entry link once; returns whether it was valid.
    fn use_entry_link(hash: SecretHash, now: Timestamp) -> Result<bool, StoreError>;
    /// Uses a link to set the hash of an account's password and to end the account's sessions, atomically. Returns
    /// whether the link was valid.
    fn reset_password(link: SecretHash, id: &PlayerId, hash: String, now: Timestamp) -> Result<bool, StoreError>;
    /// Creates an account with an invitation, which is used only if the account is created.
    fn add_invited_account(invitation: SecretHash, new: NewAccount, now: Timestamp) -> Result<InvitedAccount, StoreError>;
    /// Appends a record to a log if `seq` is the number after its last record; returns whether it was.
    fn append_record(kind: LogKind, id: &str, seq: u64, at: Timestamp, payload: String) -> Result<bool, StoreError>;
    /// Appends a record to the one log of a kind that has no separate logs, such as the audit log.
    fn note(kind: LogKind, at: Timestamp, payload: String) -> Result<(), StoreError>;
    /// All records of a kind, in the order in which they were written.
    fn records(kind: LogKind) -> Result<Vec<Record>, StoreError>;
    /// The latest records of a kind, before the given number if there is one, the newest first.
    fn latest_records(kind: LogKind, before: Option<u64>, limit: u32) -> Result<Vec<Record>, StoreError>;

    /// Chat messages sent under a name, with game and time, the oldest first.
    fn chat_of(name: &str) -> Result<Vec<(GameId, Timestamp, String)>, StoreError>;
    fn add_chat(game: GameId, at: Timestamp, line: ChatLine) -> Result<(), StoreError>;
    /// The chat of the games that are loaded at startup, in order.
    fn chat_of_live_games() -> Result<Vec<(GameId, ChatLine)>, StoreError>;
    /// The chat of one game, in order.
    fn chat(game: GameId) -> Result<Vec<ChatLine>, StoreError>;

    fn add_challenge(challenge: ChallengeRecord) -> Result<(), StoreError>;
    fn remove_challenge(id: GameId) -> Result<(), StoreError>;
    fn challenges() -> Result<Vec<ChallengeRecord>, StoreError>;

    /// The account with this id, or with this name in lower case if it was renamed.
    fn account(id: &PlayerId) -> Result<Option<Account>, StoreError>;
    fn accounts() -> Result<Vec<Account>, StoreError>;
    /// Creates an account; returns whether its name was free.
    fn add_account(new: NewAccount, now: Timestamp) -> Result<bool, StoreError>;
    /// Replaces the roles of an account; returns whether the account exists.
    fn set_roles(id: &PlayerId, roles: Roles) -> Result<bool, StoreError>;
    /// The hash of an account's password.
    fn password(id: &PlayerId) -> Result<Option<String>, StoreError>;
    /// Sets the hash of an account's password; returns whether the account exists.
    fn set_password(id: &PlayerId, hash: String) -> Result<bool, StoreError>;
    fn set_title(id: &PlayerId, title: &'static str) -> Result<(), StoreError>;
    /// Whether an account is in kid mode. Guests never are.
    fn is_kid(id: &PlayerId) -> Result<bool, StoreError>;
    fn set_kid(id: &PlayerId, kid: bool) -> Result<(), StoreError>;
    /// The token with this hash, even if it has expired.
    fn token(hash: SecretHash) -> Result<Option<Token>, StoreError>;
    /// All tokens of a player, the newest first.
    fn tokens(player: &PlayerId) -> Result<Vec<Token>, StoreError>;
    fn add_token(token: Token) -> Result<(), StoreError>;
    /// Deletes a token of a player; returns whether it existed.
    fn remove_token(player: &PlayerId, hash: SecretHash) -> Result<bool, StoreError>;
    /// Deletes the expired tokens of a player.
    fn remove_ended_tokens(player: &PlayerId, now: Timestamp) -> Result<(), StoreError>;
    /// Deletes all tokens of a player.
    fn remove_tokens(player: &PlayerId) -> Result<(), StoreError>;

    fn add_guest(guest: &Person, now: Timestamp) -> Result<(), StoreError>;
    /// The name and title of a player or guest.
    fn person(id: &PlayerId) -> Result<Option<Person>, StoreError>;
    /// The player of a session, the player's roles, and when the session was last used.
    fn session(session: SecretHash) -> Result<Option<(Person, Roles, Timestamp)>, StoreError>;
    fn add_session(session: SecretHash, player: &PlayerId, now: Timestamp) -> Result<(), StoreError>;
    /// Records that a session was used.
    fn note_session(session: SecretHash, now: Timestamp) -> Result<(), StoreError>;
    fn remove_session(session: SecretHash) -> Result<(), StoreError>;
    /// Ends all sessions of a player.
    fn remove_sessions(player: &PlayerId) -> Result<(), StoreError>;
    /// Ends all sessions of a player except this one.
    fn remove_other_sessions(player: &PlayerId, kept: SecretHash) -> Result<(), StoreError>;

    /// Hands everything a guest has over to an account: seats and open challenges.
    fn add_successor(guest: &PlayerId, account: &PlayerId) -> Result<(), StoreError>;
    /// The account that a guest has opened.
    fn successor(guest: &PlayerId) -> Result<Option<PlayerId>, StoreError>;
    /// The accounts that these guests have opened.
    fn successors(guests: HashSet<PlayerId>) -> Result<HashMap<PlayerId, PlayerId>, StoreError>;
}
