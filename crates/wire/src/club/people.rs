//! Accounts, invitations, reports, and what admins see and do: the bodies of `/app/admin/…`.

use crate::action::Side;
use serde::{Deserialize, Serialize};

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
