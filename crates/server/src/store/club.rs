//! What a club needs, as records: links that let somebody in, and logs of what is not a game.

use crate::identity::secret::SecretHash;
use crate::ids::PlayerId;
use game::Timestamp;

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// Logs an account in.
    LogIn,
    /// Sets a new password, and logs in.
    Reset,
    Invite,
}

impl EntryKind {
    pub const ALL: [EntryKind; 3] = [EntryKind::LogIn, EntryKind::Reset, EntryKind::Invite];

    /// As it is stored.
    pub const fn name(self) -> &'static str {
        match self {
            EntryKind::LogIn => "log_in",
            EntryKind::Reset => "reset",
            EntryKind::Invite => "invite",
        }
    }
}

/// A link that lets somebody in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryLink {
    /// What is stored of its secret.
    pub hash: SecretHash,
    /// What it is for.
    pub kind: EntryKind,
    /// Whose account it opens; nobody's for an invitation.
    pub player: Option<PlayerId>,
    /// When it was made.
    pub created: Timestamp,
    pub expires: Timestamp,
    /// How often it can still be used; none if only the date limits it.
    pub uses: Option<u32>,
}

/// What became of an account that somebody registers with an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvitedAccount {
    Made,
    NameTaken,
    /// The invitation was used up or ended meanwhile.
    InvitationEnded,
}

/// The kinds of logs.
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
    /// As it is stored.
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
    /// Its number among all records.
    pub n: u64,
    /// The log that it belongs to.
    pub id: String,
    /// Its number in the log, from 1.
    pub seq: u64,
    /// When it was written.
    pub at: Timestamp,
    /// What happened, as JSON.
    pub payload: String,
}
