//! What a club or a school asks of its server: settings, people, rounds. The bodies of `/app/admin/…` and `/app/rounds/…`.

use crate::action::Side;
use crate::settings::VariantName;
use serde::{Deserialize, Serialize};

/// Who may create an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Registration {
    #[default]
    Open,
    /// Whoever has an invitation.
    Invite,
    /// Nobody but an admin.
    Closed,
}

/// Whether players can write to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ChatMode {
    /// Nothing that one player writes reaches another one.
    Off,
    /// Only the lines of [`CHAT_PRESETS`].
    Presets,
    #[default]
    On,
}

/// What can be said where only presets are allowed.
pub const CHAT_PRESETS: [&str; 9] = [
    "Hello!",
    "Good luck!",
    "Have fun!",
    "Good game!",
    "Well played!",
    "Thank you!",
    "Sorry!",
    "I have to go.",
    "Bye!",
];

/// What an admin decides for everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ServerSettings {
    /// What the server is called.
    pub name: String,
    /// What visitors read first.
    pub welcome: String,
    pub registration: Registration,
    /// Whether people without an account can play.
    pub guests: bool,
    pub chat: ChatMode,
    /// The time controls that players can choose; any if there are none.
    pub time_controls: Vec<String>,
    /// The levels of the computer that players can choose; all if there are none.
    pub levels: Vec<u8>,
    /// Whether everybody sees real names.
    pub real_names: bool,
}

impl Default for ServerSettings {
    fn default() -> ServerSettings {
        ServerSettings {
            name: String::new(),
            welcome: String::new(),
            registration: Registration::Open,
            guests: true,
            chat: ChatMode::On,
            time_controls: Vec::new(),
            levels: Vec::new(),
            real_names: false,
        }
    }
}

/// `GET /app/server`: the settings that visitors need, and what can be said where only presets are allowed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ServerInfo {
    #[serde(flatten)]
    pub settings: ServerSettings,
    pub presets: Vec<&'static str>,
    /// The name and version of the program.
    pub version: &'static str,
}

/// A change of [`ServerSettings`]: what is left out stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct SettingsChange {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub welcome: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration: Option<Registration>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guests: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat: Option<ChatMode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_controls: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub real_names: Option<bool>,
}

/// An account as an admin sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccountJson {
    pub id: String,
    pub name: String,
    pub title: Option<String>,
    pub real_name: Option<String>,
    pub roles: Vec<&'static str>,
    /// `active`, `blocked` or `closed`.
    pub status: &'static str,
    pub muted: bool,
    pub kid: bool,
    pub created: u64,
    pub seen: u64,
    pub online: bool,
    /// The games that are on.
    pub playing: Vec<String>,
}

/// `GET /app/admin/users`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Accounts {
    pub users: Vec<AccountJson>,
}

/// `POST /app/admin/users/{name}`: what is done with an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AccountAction {
    Roles {
        admin: bool,
        arbiter: bool,
    },
    Mute {
        on: bool,
    },
    Block {
        on: bool,
    },
    Kid {
        on: bool,
    },
    RealName {
        name: String,
    },
    Rename {
        name: String,
    },
    /// Makes a link with which the owner sets a new password, once.
    Reset {},
    /// Makes a link that logs in: once, or as often as needed until it ends.
    Link {
        once: bool,
        days: u32,
    },
    /// Closes the account for good.
    Close {},
}

/// The answer to an [`AccountAction`]: the account as it is now, and the link where one was made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccountAnswer {
    pub user: AccountJson,
    pub link: Option<String>,
}

/// `POST /app/admin/users`: accounts for a list of people, one a line: `Anna Souza` or `anna; Anna Souza`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewAccounts {
    pub list: String,
    /// Whether a link logs in once only.
    pub once: bool,
    /// For how many days the links are good.
    pub days: u32,
    /// Whether the accounts are in kid mode.
    #[serde(default)]
    pub kid: bool,
}

/// The answer to [`NewAccounts`]: a card for each line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Cards {
    pub cards: Vec<Card>,
}

/// What is handed to one person: a name and a link that logs in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Card {
    /// The line of the list.
    pub line: String,
    pub name: Option<String>,
    pub real_name: Option<String>,
    pub link: Option<String>,
    pub expires: Option<u64>,
    /// Why there is no account.
    pub error: Option<String>,
}

/// `POST /app/admin/invites`: a link to register with.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewInvite {
    /// For how many people.
    pub uses: u32,
    pub days: u32,
}

/// A link that was made, which is told once.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LinkAnswer {
    pub link: String,
    pub expires: u64,
}

/// `GET /app/admin/audit`: what admins and arbiters did, the newest first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Audit {
    pub entries: Vec<AuditEntry>,
}

/// One thing that somebody did.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AuditEntry {
    /// Pass the last one as `before` for the next page.
    pub n: u64,
    pub at: u64,
    /// Who did it.
    pub by: String,
    /// The account, game or round that it was done to.
    pub about: String,
    /// What was done, as JSON.
    pub action: String,
}

/// `GET /app/admin/games`: games that are on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LiveGames {
    pub games: Vec<LiveGame>,
}

/// A game that is on, as an organiser sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LiveGame {
    pub id: String,
    pub white: String,
    pub black: String,
    pub time: Option<String>,
    pub plies: usize,
    pub turn: Side,
    pub fen: String,
    pub began: u64,
    pub paused: bool,
    /// Milliseconds left, where there are clocks.
    pub clock_white: Option<u64>,
    pub clock_black: Option<u64>,
    pub white_here: bool,
    pub black_here: bool,
    /// None while it is on.
    pub result: Option<String>,
    pub reason: Option<String>,
}

/// `POST /app/reports`: a complaint about a player.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewReport {
    pub name: String,
    #[serde(default)]
    pub game: Option<String>,
    pub text: String,
}

/// `GET /app/admin/reports`: the newest first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reports {
    pub reports: Vec<ReportJson>,
}

/// A complaint.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportJson {
    pub n: u64,
    pub at: u64,
    pub by: String,
    pub about: String,
    pub game: Option<String>,
    pub text: String,
}

/// `GET /app/blocks`: whom somebody has blocked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Blocks {
    pub blocked: Vec<String>,
}

/// `POST /app/account/close`: closes one's own account.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CloseAccount {
    pub password: String,
}

/// `POST /app/account/name`: another name for one's own account.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewName {
    pub name: String,
}

/// `POST /app/rounds`: games between given players.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct NewRound {
    /// What it is called.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub name: String,
    /// White and Black of each game, by their names.
    pub pairs: Vec<(String, String)>,
    /// The time control as PGN writes it.
    pub time: String,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<VariantName>"))]
    pub variant: VariantName,
    pub fen: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// When the clocks start, in milliseconds; none if the organiser starts them.
    pub start_at: Option<u64>,
    /// After how many minutes a player who is not there loses.
    pub default_minutes: Option<u32>,
}

/// What an organiser does with a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RoundAction {
    /// All clocks start.
    Start,
    /// All clocks stop.
    Pause,
    /// The clocks that were stopped go on.
    Resume,
    /// Games in which nobody has moved are aborted; a round that has not begun never does.
    Cancel,
}

/// `POST /app/rounds/{id}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoundCommand {
    pub r#do: RoundAction,
}

/// `GET /app/rounds`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoundList {
    pub rounds: Vec<RoundJson>,
}

/// A round with its boards.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoundJson {
    pub id: String,
    pub name: String,
    pub by: String,
    pub created: u64,
    pub time: Option<String>,
    pub variant: VariantName,
    pub rated: bool,
    pub pair_at: u64,
    pub paired_at: Option<u64>,
    pub start_at: Option<u64>,
    pub started_at: Option<u64>,
    pub canceled: bool,
    pub default_minutes: Option<u32>,
    pub boards: Vec<LiveGame>,
}

/// How the players of a tournament are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TournamentSystem {
    /// By FIDE's Dutch system.
    Swiss,
    /// By the Berger tables.
    RoundRobin,
    Knockout,
}

/// The result of a board in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Score {
    #[serde(rename = "1-0")]
    WhiteWins,
    #[serde(rename = "0-1")]
    BlackWins,
    #[serde(rename = "1/2-1/2")]
    Draw,
    #[serde(rename = "+--")]
    WhiteWinsByForfeit,
    #[serde(rename = "--+")]
    BlackWinsByForfeit,
    #[serde(rename = "0-0")]
    BothLose,
}

/// `POST /app/tournaments`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct NewTournament {
    pub name: String,
    pub system: TournamentSystem,
    /// How many rounds a Swiss tournament has.
    pub rounds: Option<u32>,
    /// The time control as PGN writes it.
    pub time: String,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// After how many minutes a player who is not there loses.
    pub default_minutes: Option<u32>,
    /// Who takes part, by their names; others can enter later.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub players: Vec<String>,
}

/// `POST /app/tournaments/{id}`: what an organiser does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TournamentAction {
    Enter {
        name: String,
    },
    Withdraw {
        name: String,
    },
    /// Pairs the next round and seats its players.
    StartRound {},
    Result {
        round: usize,
        board: usize,
        score: Score,
    },
}

/// `GET /app/tournaments`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentList {
    pub tournaments: Vec<TournamentJson>,
}

/// A tournament with its rounds and standings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentJson {
    pub id: String,
    pub name: String,
    pub by: String,
    pub system: TournamentSystem,
    pub time: String,
    pub rated: bool,
    pub created: u64,
    /// How many rounds there are altogether.
    pub all_rounds: u32,
    pub over: bool,
    /// Whether whoever asks takes part.
    pub entered: bool,
    pub rounds: Vec<TournamentRound>,
    /// The codes of the tie-breaks.
    pub tie_breaks: Vec<String>,
    /// The best first; before the first round, in the order of entry.
    pub standings: Vec<TournamentRow>,
}

/// A round of a tournament.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentRound {
    /// The id of the round with its games.
    pub round: String,
    pub boards: Vec<TournamentBoard>,
    /// Who is left over.
    pub bye: Option<String>,
}

/// A board of a tournament.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentBoard {
    pub white: String,
    pub black: String,
    pub score: Option<Score>,
    pub game: Option<String>,
}

/// A line of the standings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentRow {
    pub rank: usize,
    pub name: String,
    pub rating: u32,
    pub withdrawn: bool,
    pub points: String,
    /// One value for each tie-break.
    pub values: Vec<String>,
    /// One cell for each round: the opponent's rank, the colour and the result, such as `12w1`.
    pub cells: Vec<String>,
}
