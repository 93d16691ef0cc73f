//! Challenges in a database that several nodes share. The database decides who was first; the challenges in memory are
//! a copy that follows it.

use super::Lobby;
use super::challenge::{Challenge, DeclineReason, Status};
use super::challenges::ChallengeError;
use super::matchmaking::LobbyError;
use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::rooms::cluster::Notice;
use crate::store::{ChangedChallenge, SharedStore, StoreError};
use game::{Duration, Timestamp};
use std::sync::Arc;
use tokio::sync::mpsc;

/// How far back a node looks for changes that were committed late.
const LOOK_BACK: Duration = Duration::from_seconds(10);

impl Status {
    pub(super) fn stored(self) -> String {
        match self {
            Status::Created => "created".into(),
            Status::Accepted => "accepted".into(),
            Status::Canceled => "canceled".into(),
            Status::Declined(why) => format!("declined {}", why.key()),
        }
    }

    /// Parses the stored form.
    fn parse(text: &str) -> Status {
        match text {
            "created" => Status::Created,
            "accepted" => Status::Accepted,
            other => match other.strip_prefix("declined ") {
                Some(why) => Status::Declined(DeclineReason::parse(why)),
                None => Status::Canceled,
            },
        }
    }
}

impl Lobby {
    /// Follows the challenges of other nodes for as long as the node runs.
    pub(crate) async fn follow_nodes(self, mut notices: mpsc::UnboundedReceiver<Notice>) {
        let Some(shared) = self.store.shared() else { return };
        let mut newest = Timestamp::ZERO;
        while notices.recv().await.is_some() {
            while notices.try_recv().is_ok() {}
            let since = Timestamp::from_millis(newest.millis().saturating_sub(LOOK_BACK.millis()));
            match shared.changed_challenges(since).await {
                Ok(changed) => {
                    for one in changed {
                        newest = newest.max(one.changed);
                        self.merge(one);
                    }
                }
                Err(error) => tracing::warn!(%error, "cannot read the challenges of other nodes"),
            }
        }
    }

    /// Merges a challenge as stored in the database.
    fn merge(&self, changed: ChangedChallenge) {
        // Challenges that this version cannot read (a newer one wrote them) are left out.
        if let Some(challenge) = Challenge::from_record(changed.challenge) {
            self.challenges.merge(challenge, Status::parse(&changed.state));
        }
    }

    /// A challenge and its status, as the database has it now.
    pub(crate) async fn find(&self, id: GameId) -> Result<Option<(Arc<Challenge>, Status)>, StoreError> {
        if let Some(shared) = self.store.shared() {
            self.fetch(shared, id).await?;
        }
        Ok(self.challenges.get(id))
    }

    pub(super) async fn fetch(&self, shared: &SharedStore, id: GameId) -> Result<(), StoreError> {
        if let Some(changed) = shared.challenge(id).await? {
            self.merge(changed);
        }
        Ok(())
    }

    /// Ends a challenge, if it is still open and `may` allows it.
    pub(super) async fn settle(
        &self,
        shared: &SharedStore,
        id: GameId,
        status: Status,
        may: impl Fn(&Challenge) -> bool,
    ) -> Result<Arc<Challenge>, LobbyError> {
        self.fetch(shared, id).await?;
        let (challenge, now) = self.challenges.get(id).ok_or(ChallengeError::Unknown)?;
        if now != Status::Created {
            return Err(ChallengeError::Gone.into());
        }
        if !may(&challenge) {
            return Err(ChallengeError::NotYours.into());
        }
        let was_open = shared.end_challenge(id, &status.stored()).await?;
        self.fetch(shared, id).await?;
        self.changed();
        if was_open { Ok(challenge) } else { Err(ChallengeError::Gone.into()) }
    }

    /// Seats the first of two players who follow a third party's link. Returns whether this player was the first.
    pub(super) async fn sit_down_shared(
        &self,
        shared: &SharedStore,
        id: GameId,
        person: &Person,
        color: Option<rules::Color>,
    ) -> Result<bool, LobbyError> {
        self.fetch(shared, id).await?;
        let Some((challenge, Status::Created)) = self.challenges.get(id) else { return Ok(false) };
        let super::challenge::Target::Link(only) = &challenge.target else { return Ok(false) };
        if challenge.challenger.is_some() {
            return Ok(false);
        }
        if !only.is_empty() && !only.contains(&person.id) {
            return Err(ChallengeError::NotYours.into());
        }
        let was_free = shared.sit_down(id, &person.id, color).await?;
        self.fetch(shared, id).await?;
        self.changed();
        Ok(was_free)
    }

    /// Tells other nodes that challenges have changed.
    pub(super) fn changed(&self) {
        self.rooms.send_notice(Notice::Challenges);
    }

    /// Whether a player has reached the limit of open challenges on all nodes.
    pub(super) async fn has_too_many(&self, player: &PlayerId) -> Result<bool, StoreError> {
        match self.store.shared() {
            Some(shared) => Ok(shared.open_challenges(player).await? as usize >= super::challenges::MAX_OPEN),
            None => Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_survives_a_round_trip() {
        for status in
            [Status::Created, Status::Accepted, Status::Canceled, Status::Declined(DeclineReason::TooFast)]
        {
            assert_eq!(Status::parse(&status.stored()), status);
        }
    }
}
