//! Messages between nodes about everything that is not in the log. Every notice is in the database before it is
//! announced, and may arrive twice.

use super::{POLL_INTERVAL, Rooms};
use crate::identity::secret::SecretHash;
use crate::ids::{GameId, PlayerId};
use crate::rooms::inbox::{EndedSessions, Notification};
use crate::rooms::outbox::Outgoing;
use crate::rooms::update::{SideEvent, SideEventKind, text};
use crate::rooms::{Rematch, Room};
use crate::store::{SharedStore, StoreError, StoredNotice};
use game::Duration;
use rules::Color;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::mpsc;
use wire::Side;
use wire::live::{ChatLine, ChatRoom, ServerMessage};

/// How far back a node looks for notices that were committed late.
const LOOK_BACK: Duration = Duration::from_seconds(10);

/// A message from a node to the others, as stored in the database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Notice {
    Player {
        player: String,
        #[serde(rename = "told")]
        notification: StoredNotification,
    },
    /// A game has begun.
    Started(String),
    /// A game has ended and is in the archive.
    Finished(String),
    /// A chat message was sent.
    Chat { game: String, line: StoredChatLine },
    /// A player of this game has connected or disconnected.
    Presence(String),
    /// A player of this game has asked for a rematch.
    Rematch(String),
    /// A guest has opened an account.
    Successor { guest: String, account: String },
    /// Challenges were created, changed or answered.
    Challenges,
}

/// A [`Notification`] as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoredNotification {
    /// [`Notification::Started`]
    Started(String),
    /// [`Notification::Finished`]
    Finished(String),
    /// [`Notification::Challenge`]
    Challenge(String),
    /// [`Notification::ChallengeCanceled`]
    ChallengeCanceled(String),
    /// [`Notification::ChallengeDeclined`]
    ChallengeDeclined(String),
    /// [`Notification::Rematch`], with whether White has offered it.
    Rematch(String, bool),
    /// [`Notification::LoggedOut`] of one session.
    LoggedOut(SecretHash),
    /// [`Notification::LoggedOut`] of all sessions but one.
    LoggedOutBut(SecretHash),
    /// [`Notification::LoggedOut`] of all sessions.
    LoggedOutAll,
}

/// A chat message as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredChatLine {
    from: String,
    white: Option<bool>,
    text: String,
    room: ChatRoom,
}

impl From<&ChatLine> for StoredChatLine {
    fn from(line: &ChatLine) -> StoredChatLine {
        let white = line.color.map(|side| side == Side::White);
        StoredChatLine { from: line.from.clone(), white, text: line.text.clone(), room: line.room }
    }
}

impl From<StoredChatLine> for ChatLine {
    fn from(line: StoredChatLine) -> ChatLine {
        let color = line.white.map(|white| if white { Side::White } else { Side::Black });
        ChatLine { from: line.from, color, text: line.text, room: line.room }
    }
}

impl From<&Notification> for StoredNotification {
    fn from(notification: &Notification) -> StoredNotification {
        match notification {
            Notification::Started(id) => StoredNotification::Started(id.to_string()),
            Notification::Finished(id) => StoredNotification::Finished(id.to_string()),
            Notification::Challenge(id) => StoredNotification::Challenge(id.to_string()),
            Notification::ChallengeCanceled(id) => StoredNotification::ChallengeCanceled(id.to_string()),
            Notification::ChallengeDeclined(id) => StoredNotification::ChallengeDeclined(id.to_string()),
            Notification::Rematch(id, by) => StoredNotification::Rematch(id.to_string(), *by == Color::White),
            Notification::LoggedOut(EndedSessions::One(session)) => StoredNotification::LoggedOut(*session),
            Notification::LoggedOut(EndedSessions::AllBut(session)) => {
                StoredNotification::LoggedOutBut(*session)
            }
            Notification::LoggedOut(EndedSessions::All) => StoredNotification::LoggedOutAll,
        }
    }
}

impl StoredNotification {
    /// The notification; none if it contains an invalid id.
    fn decode(&self) -> Option<Notification> {
        Some(match self {
            StoredNotification::Started(id) => Notification::Started(id.parse().ok()?),
            StoredNotification::Finished(id) => Notification::Finished(id.parse().ok()?),
            StoredNotification::Challenge(id) => Notification::Challenge(id.parse().ok()?),
            StoredNotification::ChallengeCanceled(id) => Notification::ChallengeCanceled(id.parse().ok()?),
            StoredNotification::ChallengeDeclined(id) => Notification::ChallengeDeclined(id.parse().ok()?),
            StoredNotification::Rematch(id, white) => {
                Notification::Rematch(id.parse().ok()?, if *white { Color::White } else { Color::Black })
            }
            StoredNotification::LoggedOut(session) => Notification::LoggedOut(EndedSessions::One(*session)),
            StoredNotification::LoggedOutBut(session) => {
                Notification::LoggedOut(EndedSessions::AllBut(*session))
            }
            StoredNotification::LoggedOutAll => Notification::LoggedOut(EndedSessions::All),
        })
    }
}

/// How far the notices have been read.
struct NoticeCursor {
    last: i64,
    /// The numbers of the notices that were read within the last seconds.
    seen: BTreeSet<i64>,
}

impl Rooms {
    /// Reads the notices of other nodes. Those that are not about rooms are passed on. Runs for as long as the node
    /// does.
    pub(super) async fn follow_notices(self, others: mpsc::UnboundedSender<Notice>) {
        let (Some(cluster), Some(shared)) = (&self.0.cluster, self.shared()) else { return };
        let mut cursor = NoticeCursor { last: 0, seen: BTreeSet::new() };
        // Notices from before this node started concern nobody here.
        while let Err(error) = self.new_notices(shared, &mut cursor, true).await.map(drop) {
            tracing::warn!(%error, "notices of other nodes could not be read");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        let mut next_poll = tokio::time::Instant::now() + POLL_INTERVAL;
        loop {
            let polled =
                tokio::time::timeout_at(next_poll, cluster.notices_changed.notified()).await.is_err();
            if polled {
                next_poll = tokio::time::Instant::now() + POLL_INTERVAL;
                // In case a notice was lost: the table of challenges records when each has changed.
                let _ = others.send(Notice::Challenges);
            }
            match self.new_notices(shared, &mut cursor, polled).await {
                Ok(notices) => {
                    for notice in notices {
                        self.follow_notice(shared, notice, &others).await;
                    }
                }
                Err(error) => tracing::warn!(%error, "notices of other nodes could not be read"),
            }
        }
    }

    /// The notices since the last call. With `look_back`, also those that were committed late.
    async fn new_notices(
        &self,
        shared: &SharedStore,
        cursor: &mut NoticeCursor,
        look_back: bool,
    ) -> Result<Vec<Notice>, StoreError> {
        let now = self.clock().now();
        let found = if look_back {
            let since = game::Timestamp::from_millis(now.millis().saturating_sub(LOOK_BACK.millis()));
            shared.notices_since(since).await?
        } else {
            shared.notices_after(cursor.last).await?
        };
        if look_back {
            // Older notices are not read again.
            let oldest = found.first().map_or(cursor.last, |notice| notice.n);
            cursor.seen = cursor.seen.split_off(&oldest);
        }
        let mut new = Vec::new();
        for StoredNotice { n, notice, .. } in found {
            cursor.last = cursor.last.max(n);
            if cursor.seen.insert(n) {
                // Notices that only a newer version knows are ignored.
                new.extend(serde_json::from_str::<Notice>(&notice));
            }
        }
        Ok(new)
    }

    async fn follow_notice(
        &self,
        shared: &SharedStore,
        notice: Notice,
        others: &mpsc::UnboundedSender<Notice>,
    ) {
        let room = |game: &str| self.get(game.parse().ok()?);
        match notice {
            Notice::Player { player, notification } => {
                if let Some(notification) = notification.decode() {
                    self.0.inboxes.tell_here(&PlayerId::stored(&player), &notification);
                }
            }
            Notice::Started(game) => {
                if let Ok(id) = game.parse::<GameId>() {
                    let _ = self.0.started.send(id);
                }
            }
            Notice::Finished(game) => {
                if let Ok(id) = game.parse::<GameId>() {
                    let _ = self.0.finished.send(id);
                }
            }
            Notice::Chat { game, line } => {
                if let Some(room) = room(&game) {
                    room.tell_chat(line.into());
                }
            }
            Notice::Presence(game) => {
                if let Some(room) = room(&game) {
                    self.locate_players(&room).await;
                }
            }
            Notice::Rematch(game) => {
                if let Some(room) = room(&game)
                    && let Err(error) = self.recall_rematch(shared, &room).await
                {
                    tracing::warn!(%error, "a rematch could not be looked up");
                }
            }
            Notice::Successor { guest, account } => {
                self.hand_over_here(&PlayerId::stored(&guest), &PlayerId::stored(&account));
            }
            Notice::Challenges => {
                let _ = others.send(notice);
            }
        }
    }

    /// Reads who has asked for a rematch, and tells the followers if that has changed.
    pub(super) async fn recall_rematch(
        &self,
        shared: &SharedStore,
        room: &Arc<Room>,
    ) -> Result<(), StoreError> {
        let now = match shared.rematch(room.id).await? {
            (true, true) if shared.has_game(room.rematch_id).await? => Rematch::Begun(room.rematch_id),
            (true, _) => Rematch::OfferedBy(Color::White),
            (_, true) => Rematch::OfferedBy(Color::Black),
            (false, false) => return Ok(()),
        };
        let mut state = room.state();
        if state.rematch == now {
            return Ok(());
        }
        state.rematch = now;
        let (message, what) = match now {
            Rematch::None => return Ok(()),
            Rematch::OfferedBy(by) => (
                ServerMessage::Rematch { game: room.id.as_str(), by: Some(by.into()), next: None },
                SideEventKind::RematchOffered(by),
            ),
            Rematch::Begun(id) => (
                ServerMessage::Rematch {
                    game: room.id.as_str(),
                    by: None,
                    next: Some(room.rematch_id.as_str()),
                },
                SideEventKind::Rematch(id),
            ),
        };
        let side_event = SideEvent { game: room.id, what, text: text(&message) };
        state.tell(|_| true, &Outgoing::SideEvent(Arc::new(side_event)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_survives_a_round_trip() {
        let id = GameId::random();
        for notification in [
            Notification::Started(id),
            Notification::Rematch(id, Color::Black),
            Notification::LoggedOut(EndedSessions::AllBut([7; 32])),
        ] {
            let notice = Notice::Player { player: "ann".into(), notification: (&notification).into() };
            let written = serde_json::to_string(&notice).expect("JSON");
            let read: Notice = serde_json::from_str(&written).expect("a notice");
            let Notice::Player { notification: stored, .. } = &read else {
                unreachable!("it was one for a player")
            };
            assert_eq!(format!("{:?}", stored.decode()), format!("{:?}", Some(notification)));
            assert_eq!(read, notice);
        }
    }
}
