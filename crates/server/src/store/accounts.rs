//! Accounts and their tokens, as records.

use crate::identity::name::UserName;
use crate::identity::roles::Roles;
use crate::identity::scopes::Scopes;
use crate::identity::secret::SecretHash;
use crate::ids::PlayerId;
use game::Timestamp;

/// The title of a player that is a program.
pub const BOT: &str = "BOT";

/// A player with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The name in small letters.
    pub id: PlayerId,
    pub name: String,
    /// `BOT`, or nothing.
    pub title: Option<String>,
    /// What it may do beyond playing.
    pub roles: Roles,
    /// When it was made.
    pub created: Timestamp,
    /// When it was last here.
    pub seen: Timestamp,
    /// Kid mode: the account neither reads nor writes chat.
    pub kid: bool,
    /// The person's name outside of the server.
    pub real_name: Option<String>,
    /// Whether it can be used.
    pub status: AccountStatus,
    /// Whether it may not write in chats.
    pub muted: bool,
}

/// Whether an account can be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AccountStatus {
    #[default]
    Active,
    /// An admin keeps it out for now.
    Blocked,
    /// Its owner or an admin has closed it for good.
    Closed,
}

impl AccountStatus {
    /// As it is stored and told.
    pub const fn name(self) -> &'static str {
        match self {
            AccountStatus::Active => "active",
            AccountStatus::Blocked => "blocked",
            AccountStatus::Closed => "closed",
        }
    }

    /// As it was stored. What a newer version wrote keeps somebody out rather than in.
    pub fn parse(text: &str) -> AccountStatus {
        match text {
            "active" => AccountStatus::Active,
            "closed" => AccountStatus::Closed,
            _ => AccountStatus::Blocked,
        }
    }
}

impl Account {
    /// Whether it can be used.
    pub fn is_active(&self) -> bool {
        self.status == AccountStatus::Active
    }

    /// Whether it is a program.
    pub fn is_bot(&self) -> bool {
        self.title.as_deref() == Some(BOT)
    }
}

/// An account that is to be made.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub name: UserName,
    /// The hash of its password.
    pub password: Option<String>,
    /// `BOT`, or nothing.
    pub title: Option<&'static str>,
    /// What it may do beyond playing.
    pub roles: Roles,
}

/// What is known of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What is stored of the secret.
    pub hash: SecretHash,
    pub player: PlayerId,
    /// What it may be used for.
    pub scopes: Scopes,
    /// What its owner calls it.
    pub description: String,
    /// When it was made.
    pub created: Timestamp,
    /// When it ends; never, if this is none.
    pub expires: Option<Timestamp>,
}

impl Token {
    /// A name for a token that tells nothing of it.
    pub fn id(&self) -> String {
        self.hash[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Whether it can still be used.
    pub fn is_good(&self, now: Timestamp) -> bool {
        self.expires.is_none_or(|end| now < end)
    }
}
