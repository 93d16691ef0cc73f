//! Accounts, invitations, reports and administration: the bodies of `/app/admin/…`.

use crate::action::Side;
use crate::codes::{AccountRole, AccountStatus, Reason, ResultCode};
use crate::page::PageErrorCode;
use serde::{Deserialize, Serialize};

/// An account as an admin sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccountJson {
    pub id: String,
    pub name: String,
    pub title: Option<String>,
    pub real_name: Option<String>,
    pub roles: Vec<AccountRole>,
    pub status: AccountStatus,
    pub muted: bool,
    pub kid: bool,
    pub created: u64,
    pub seen: u64,
    pub online: bool,
    /// The ids of the account's current games.
    pub playing: Vec<String>,
}

/// `GET /app/admin/users`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Accounts {
    pub users: Vec<AccountJson>,
}

/// `POST /app/admin/users/{name}`: an action on an account.
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
    /// Creates a link with which the owner can set a new password, once.
    Reset {},
    /// Creates a link that logs in: once, or any number of times until it expires.
    Link {
        once: bool,
        days: u32,
    },
    /// Closes the account for good.
    Close {},
}

/// The answer to an [`AccountAction`]: the account after it, and the link if one was created.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccountAnswer {
    pub user: AccountJson,
    pub link: Option<String>,
}

/// `POST /app/admin/users`: accounts for a list of people, one per line: `Anna Souza` or `anna; Anna Souza`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewAccounts {
    pub list: String,
    /// Whether a link logs in only once.
    pub once: bool,
    /// For how many days the links are valid.
    pub days: u32,
    #[serde(default)]
    pub kid: bool,
}

/// The answer to [`NewAccounts`]: a card for each line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Cards {
    pub cards: Vec<Card>,
}

/// A card to hand to a person: a name and a link that logs in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Card {
    /// The line of the list.
    pub line: String,
    pub name: Option<String>,
    pub real_name: Option<String>,
    pub link: Option<String>,
    pub expires: Option<u64>,
    /// Why no account was created, as a text for people.
    pub error: Option<String>,
    /// The same for programs.
    pub code: Option<PageErrorCode>,
}

/// `POST /app/admin/invites`: a link to register with.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewInvite {
    /// How many people can use it.
    pub uses: u32,
    pub days: u32,
}

/// A link that was created. It is shown only once.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LinkAnswer {
    pub link: String,
    pub expires: u64,
}

/// `GET /app/admin/audit`: the actions of admins and arbiters, the newest first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Audit {
    pub entries: Vec<AuditEntry>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AuditEntry {
    /// Pass the last one as `before` for the next page.
    pub n: u64,
    pub at: u64,
    pub by: String,
    /// The account, game or round concerned.
    pub about: String,
    pub action: String,
}

/// `GET /app/admin/games`: the games in progress.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LiveGames {
    pub games: Vec<LiveGame>,
}

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
    /// Milliseconds left; null without a clock.
    pub clock_white: Option<u64>,
    pub clock_black: Option<u64>,
    pub white_here: bool,
    pub black_here: bool,
    /// Null while the game goes on.
    pub result: Option<ResultCode>,
    pub reason: Option<Reason>,
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

/// `GET /app/blocks`: the players whom an account has blocked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Blocks {
    pub blocked: Vec<String>,
}

/// `POST /app/account/close`: closes the user's own account.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CloseAccount {
    pub password: String,
}

/// `POST /app/account/name`: renames the user's own account.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewName {
    pub name: String,
}
