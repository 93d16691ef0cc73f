//! Records for running a club: log-in links, invitations, and append-only logs of everything that is not a game.

use crate::identity::secret::SecretHash;
use crate::ids::PlayerId;
use game::Timestamp;

/// What an entry link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// Logs an account in.
    LogIn,
    /// Sets a new password and logs in.
    Reset,
    Invite,
}

impl EntryKind {
    pub const ALL: [EntryKind; 3] = [EntryKind::LogIn, EntryKind::Reset, EntryKind::Invite];

    /// The spelling in the database.
    pub const fn name(self) -> &'static str {
        match self {
            EntryKind::LogIn => "log_in",
            EntryKind::Reset => "reset",
            EntryKind::Invite => "invite",
        }
    }
}

/// A link that logs somebody in or lets them register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryLink {
    /// The hash of the secret, which itself is not stored.
    pub hash: SecretHash,
    pub kind: EntryKind,
    /// The account that the link opens; none for an invitation.
    pub player: Option<PlayerId>,
    pub created: Timestamp,
    pub expires: Timestamp,
    /// How many uses are left; none if only the expiry date limits it.
    pub uses: Option<u32>,
}

/// The result of registering with an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvitedAccount {
    Created,
    NameTaken,
    /// The invitation has been used up or has expired in the meantime.
    InvitationEnded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogKind {
    /// What admins and arbiters did.
    Audit,
    /// What players complained about.
    Report,
    /// Games that an organiser has paired.
    Round,
    Tournament,
}

impl LogKind {
    /// The spelling in the database.
    pub const fn name(self) -> &'static str {
        match self {
            LogKind::Audit => "audit",
            LogKind::Report => "report",
            LogKind::Round => "round",
            LogKind::Tournament => "tournament",
        }
    }
}

/// One record of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number among all records.
    pub n: u64,
    /// The log that the record belongs to.
    pub id: String,
    /// The number within the log, from 1.
    pub seq: u64,
    pub at: Timestamp,
    /// What happened, as JSON.
    pub payload: String,
}
