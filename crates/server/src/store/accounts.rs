//! Accounts and their tokens, as records.

use crate::identity::name::UserName;
use crate::identity::roles::Roles;
use crate::identity::scopes::Scopes;
use crate::identity::secret::SecretHash;
use crate::ids::PlayerId;
use game::Timestamp;
pub use wire::codes::AccountStatus;

/// The title of a bot account.
pub const BOT: &str = "BOT";

/// A player with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The name in lower case.
    pub id: PlayerId,
    pub name: String,
    /// `BOT`, or none.
    pub title: Option<String>,
    /// What the account may do beyond playing.
    pub roles: Roles,
    pub created: Timestamp,
    /// When the account was last used.
    pub seen: Timestamp,
    /// Kid mode: the account neither reads nor writes chat.
    pub kid: bool,
    /// The person's name outside the server.
    pub real_name: Option<String>,
    pub status: AccountStatus,
    /// A muted account cannot write in chats.
    pub muted: bool,
}

impl Account {
    pub fn is_active(&self) -> bool {
        self.status == AccountStatus::Active
    }

    pub fn is_bot(&self) -> bool {
        self.title.as_deref() == Some(BOT)
    }
}

/// An account to be created.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub name: UserName,
    /// The hash of its password.
    pub password: Option<String>,
    /// `BOT`, or none.
    pub title: Option<&'static str>,
    /// What the account may do beyond playing.
    pub roles: Roles,
}

/// An API token, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The hash of the secret, which itself is not stored.
    pub hash: SecretHash,
    pub player: PlayerId,
    pub scopes: Scopes,
    /// The owner's name for it.
    pub description: String,
    pub created: Timestamp,
    /// None if the token never expires.
    pub expires: Option<Timestamp>,
}

impl Token {
    /// A public id for the token, from which the secret cannot be derived.
    pub fn id(&self) -> String {
        self.hash[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Whether the token has not expired.
    pub fn is_good(&self, now: Timestamp) -> bool {
        self.expires.is_none_or(|end| now < end)
    }
}
