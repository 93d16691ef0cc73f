//! The door to what is kept: one type, whatever database is behind it.

use super::{
    Account, AccountStatus, Append, AppendError, ArchivedGame, ChallengeRecord, Crosstable, EntryLink,
    Finished, FoundGame, GameQuery, InvitedAccount, Leader, Loaded, LogKind, NewAccount, PlayerGamesQuery,
    RatingChange, RatingPoint, Record, Row, SharedStore, Standing, StoreError, Token, sqlite,
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

/// The door to what is kept. Cheap to clone.
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
    /// Opens what is kept in a folder, or begins it. Says what the journal holds.
    pub fn open(folder: &Path, metrics: Arc<Metrics>) -> Result<(Store, Loaded), StoreError> {
        let (store, loaded) = sqlite::Store::open(folder, metrics)?;
        Ok((Store(Backend::Sqlite(store)), loaded))
    }

    /// Opens what is kept in a folder beside a server that may be running: for the command line.
    /// The journal is the server's alone, and is not to be appended to.
    pub fn open_beside(folder: &Path) -> Result<Store, StoreError> {
        Ok(Store(Backend::Sqlite(sqlite::Store::open_beside(folder)?)))
    }

    /// Connects a node with this name to a database that several share. Games are loaded when somebody asks for them.
    pub async fn connect(url: &str, node: &str, metrics: Arc<Metrics>) -> Result<Store, StoreError> {
        Ok(Store(Backend::Postgres(SharedStore::connect(url, node, metrics).await?)))
    }

    /// Connects a command of the command line to a database that several nodes share.
    pub async fn connect_beside(url: &str) -> Result<Store, StoreError> {
        Ok(Store(Backend::Postgres(SharedStore::connect_beside(url).await?)))
    }

    /// A node of the simulation.
    #[cfg(test)]
    pub(crate) fn simulated(store: SharedStore) -> Store {
        Store(Backend::Postgres(store))
    }

    /// What nodes share beyond the methods of this door; none where there is only one process.
    pub fn shared(&self) -> Option<&SharedStore> {
        match &self.0 {
            Backend::Sqlite(_) => None,
            Backend::Postgres(store) => Some(store),
        }
    }

    /// The file in which everything is; none for a database server.
    pub fn file(&self) -> Option<&Path> {
        match &self.0 {
            Backend::Sqlite(store) => Some(store.file()),
            Backend::Postgres(_) => None,
        }
    }

    /// Whether nothing could be written when it was last tried.
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

/// Methods that every database has.
macro_rules! door {
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

door! {
    /// Asks for nothing, to see whether there is an answer.
    fn ping() -> Result<(), StoreError>;
    /// Appends a row to the journal; on disk when this comes back.
    fn append(row: Append) -> Result<(), AppendError>;
    /// Writes what is queued, and no more after it. A second call finds nothing to do.
    fn close() -> ();
    /// Writes down that the server serves at this moment.
    fn prove_service(now: Timestamp) -> Result<(), StoreError>;
    /// Writes down from which moment the clock has jumped forward, or that this is no question any more.
    fn note_clock_jump(from: Option<Timestamp>) -> Result<(), StoreError>;

    /// Puts a finished game into the archive. A second time has no effect.
    fn archive(row: Finished) -> Result<(), StoreError>;
    /// Puts a game into the archive that was played elsewhere. Nobody's rating depends on it.
    fn import(row: Finished, log: String) -> Result<(), StoreError>;
    /// The rows of a finished game.
    fn archived(game: GameId) -> Result<Option<Vec<Row>>, StoreError>;
    /// Deletes the journal's rows of archived games.
    fn sweep_journal() -> Result<(), StoreError>;
    /// The next games of a player after one, or the first.
    fn games_page(query: PlayerGamesQuery, after: Option<(Timestamp, GameId)>, limit: u32) -> Result<Vec<ArchivedGame>, StoreError>;
    /// Finished games by their ids, the newest first; those that there are.
    fn archived_games(ids: Vec<GameId>) -> Result<Vec<ArchivedGame>, StoreError>;
    /// How two players have scored against each other.
    fn crosstable(first: &PlayerId, second: &PlayerId) -> Result<Crosstable, StoreError>;
    /// The games that are asked for, the newest first.
    fn find_games(query: GameQuery) -> Result<Vec<FoundGame>, StoreError>;
    /// How often a player has won, lost and drawn.
    fn standing(player: &PlayerId) -> Result<Standing, StoreError>;
    /// The finished games of a player, the newest first.
    fn finished_games(player: &PlayerId, most: usize) -> Result<Vec<GameId>, StoreError>;

    /// The rating of a player at one speed, as it stands at a moment. Who has none yet has that of everybody new.
    fn rating(player: &PlayerId, speed: &'static str, at: Timestamp) -> Result<Rating, StoreError>;
    /// All ratings of a player, by speed.
    fn ratings(player: &PlayerId, at: Timestamp) -> Result<Vec<(String, Rating)>, StoreError>;
    /// What a player's ratings were after each rated game, the oldest first.
    fn rating_history(player: &PlayerId) -> Result<Vec<RatingPoint>, StoreError>;
    /// The players with the highest ratings for such games, as far as they are known well.
    fn leaders(perf: &'static str, limit: u32) -> Result<Vec<Leader>, StoreError>;
    /// What a game has changed; none if it has not been counted.
    fn rating_change(game: GameId) -> Result<Option<RatingChange>, StoreError>;

    /// The settings of the server as JSON; none if nobody has ever changed them.
    fn settings() -> Result<Option<String>, StoreError>;
    /// Keeps the settings of the server.
    fn save_settings(value: String) -> Result<(), StoreError>;
    /// Accounts whose name or real name contains a text, by name. An empty text finds all.
    fn search_accounts(text: &str, limit: u32) -> Result<Vec<Account>, StoreError>;
    /// Blocks, closes or reopens an account. A closed account keeps neither its password nor its tokens.
    fn set_status(id: &PlayerId, status: AccountStatus) -> Result<(), StoreError>;
    /// Lets an account write in chats, or not.
    fn set_muted(id: &PlayerId, muted: bool) -> Result<(), StoreError>;
    /// The name that a person has outside of the server.
    fn set_real_name(id: &PlayerId, name: Option<String>) -> Result<(), StoreError>;
    /// Gives an account another name; returns whether that name was free. Earlier names lead to the account, too.
    fn rename_account(id: &PlayerId, name: &UserName) -> Result<bool, StoreError>;
    /// Whether one of two players has blocked the other.
    fn is_blocked(one: &PlayerId, other: &PlayerId) -> Result<bool, StoreError>;
    /// Blocks a player for another one, or no longer.
    fn set_block(player: &PlayerId, other: &PlayerId, on: bool) -> Result<(), StoreError>;
    /// Whom a player has blocked, by name.
    fn blocks(player: &PlayerId) -> Result<Vec<Person>, StoreError>;
    /// Keeps a link that lets somebody in. Links that have ended make room.
    fn add_entry_link(link: EntryLink) -> Result<(), StoreError>;
    /// A link that can be used at this moment.
    fn entry_link(hash: SecretHash, now: Timestamp) -> Result<Option<EntryLink>, StoreError>;
    /// Uses a link once; returns whether it could be used.
    fn use_entry_link(hash: SecretHash, now: Timestamp) -> Result<bool, StoreError>;
    /// Uses a link to give an account another password, of which this is the hash, and ends the account's sessions: all of
    /// it or nothing. Returns whether the link could be used.
    fn reset_password(link: SecretHash, id: &PlayerId, hash: String, now: Timestamp) -> Result<bool, StoreError>;
    /// Makes an account with an invitation, which is used up only if the account is made.
    fn add_invited_account(invitation: SecretHash, new: NewAccount, now: Timestamp) -> Result<InvitedAccount, StoreError>;
    /// Appends a record to a log. `seq` is one more than the number of its last record; returns whether it was.
    fn append_record(kind: LogKind, id: &str, seq: u64, at: Timestamp, payload: String) -> Result<bool, StoreError>;
    /// Appends a record to a log that has no order of its own.
    fn note(kind: LogKind, at: Timestamp, payload: String) -> Result<(), StoreError>;
    /// All records of a kind of log, in the order in which they were written.
    fn records(kind: LogKind) -> Result<Vec<Record>, StoreError>;
    /// The latest records of a kind of log before one of them, the newest first.
    fn latest_records(kind: LogKind, before: Option<u64>, limit: u32) -> Result<Vec<Record>, StoreError>;

    /// What was said under a name, with the game and the moment, the oldest first.
    fn chat_of(name: &str) -> Result<Vec<(GameId, Timestamp, String)>, StoreError>;
    /// Keeps a line of chat.
    fn add_chat(game: GameId, at: Timestamp, line: ChatLine) -> Result<(), StoreError>;
    /// What was said in the games that are loaded at the start, in its order.
    fn chat_of_live_games() -> Result<Vec<(GameId, ChatLine)>, StoreError>;
    /// What was said in one game, in its order.
    fn chat(game: GameId) -> Result<Vec<ChatLine>, StoreError>;

    fn add_challenge(challenge: ChallengeRecord) -> Result<(), StoreError>;
    fn remove_challenge(id: GameId) -> Result<(), StoreError>;
    /// All challenges that are open.
    fn challenges() -> Result<Vec<ChallengeRecord>, StoreError>;

    /// The account with this id.
    fn account(id: &PlayerId) -> Result<Option<Account>, StoreError>;
    fn accounts() -> Result<Vec<Account>, StoreError>;
    /// Makes an account; returns whether its name was free.
    fn add_account(new: NewAccount, now: Timestamp) -> Result<bool, StoreError>;
    /// Gives an account these roles and no others; returns whether there is such an account.
    fn set_roles(id: &PlayerId, roles: Roles) -> Result<bool, StoreError>;
    /// The hash of an account's password.
    fn password(id: &PlayerId) -> Result<Option<String>, StoreError>;
    /// Gives an account another password, of which this is the hash; returns whether there is such an account.
    fn set_password(id: &PlayerId, hash: String) -> Result<bool, StoreError>;
    /// Gives an account a title.
    fn set_title(id: &PlayerId, title: &'static str) -> Result<(), StoreError>;
    /// Whether an account is in kid mode; guests are not.
    fn is_kid(id: &PlayerId) -> Result<bool, StoreError>;
    /// Turns the kid mode of an account on or off.
    fn set_kid(id: &PlayerId, kid: bool) -> Result<(), StoreError>;
    /// The token with this hash, also one that has ended.
    fn token(hash: SecretHash) -> Result<Option<Token>, StoreError>;
    /// All tokens of a player, the newest first.
    fn tokens(player: &PlayerId) -> Result<Vec<Token>, StoreError>;
    fn add_token(token: Token) -> Result<(), StoreError>;
    /// Forgets a token of a player; returns whether there was one.
    fn remove_token(player: &PlayerId, hash: SecretHash) -> Result<bool, StoreError>;
    /// Forgets the tokens of a player that have ended.
    fn remove_ended_tokens(player: &PlayerId, now: Timestamp) -> Result<(), StoreError>;
    /// Forgets all tokens of a player.
    fn remove_tokens(player: &PlayerId) -> Result<(), StoreError>;

    /// Somebody new without an account.
    fn add_guest(guest: &Person, now: Timestamp) -> Result<(), StoreError>;
    /// How a player is shown, guest or not.
    fn person(id: &PlayerId) -> Result<Option<Person>, StoreError>;
    /// Whose session it is, what that player may do, and when it was last noted to be here.
    fn session(session: SecretHash) -> Result<Option<(Person, Roles, Timestamp)>, StoreError>;
    fn add_session(session: SecretHash, player: &PlayerId, now: Timestamp) -> Result<(), StoreError>;
    /// The browser was here.
    fn note_session(session: SecretHash, now: Timestamp) -> Result<(), StoreError>;
    fn remove_session(session: SecretHash) -> Result<(), StoreError>;
    /// Ends all sessions of a player.
    fn remove_sessions(player: &PlayerId) -> Result<(), StoreError>;
    /// Ends all sessions of a player but this one.
    fn remove_other_sessions(player: &PlayerId, kept: SecretHash) -> Result<(), StoreError>;

    /// What a guest has is an account's from now on: seats, and challenges that nobody has answered yet.
    fn add_successor(guest: &PlayerId, account: &PlayerId) -> Result<(), StoreError>;
    /// The account that has what a guest had.
    fn successor(guest: &PlayerId) -> Result<Option<PlayerId>, StoreError>;
    /// The accounts that have what these guests had.
    fn successors(guests: HashSet<PlayerId>) -> Result<HashMap<PlayerId, PlayerId>, StoreError>;
}
