//! What nodes tell each other beside the log. Every notice is in the database before it is told, and may be told twice.

use super::{POLL, Rooms};
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

/// Something that a node tells the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Notice {
    Player {
        player: String,
        told: Told,
    },
    /// A game has begun.
    Started(String),
    /// A game is over and in the archive.
    Finished(String),
    /// Somebody has written something.
    Chat {
        game: String,
        line: Line,
    },
    /// A player of this game has come or gone.
    Presence(String),
    /// A player wants another game after this one.
    Rematch(String),
    /// What a guest has is an account's now.
    Successor {
        guest: String,
        account: String,
    },
    /// Challenges were made, changed or answered.
    Challenges,
}

/// A notification as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Told {
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
    /// [`Notification::Rematch`], with whether White offers it.
    Rematch(String, bool),
    /// [`Notification::LoggedOut`] of one session.
    LoggedOut(SecretHash),
    /// [`Notification::LoggedOut`] of all sessions but one.
    LoggedOutBut(SecretHash),
    /// [`Notification::LoggedOut`] of all sessions.
    LoggedOutAll,
}

/// A line of chat as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Line {
    from: String,
    white: Option<bool>,
    text: String,
    room: ChatRoom,
}

impl From<&ChatLine> for Line {
    fn from(line: &ChatLine) -> Line {
        let white = line.color.map(|side| side == Side::White);
        Line { from: line.from.clone(), white, text: line.text.clone(), room: line.room }
    }
}

impl From<Line> for ChatLine {
    fn from(line: Line) -> ChatLine {
        let color = line.white.map(|white| if white { Side::White } else { Side::Black });
        ChatLine { from: line.from, color, text: line.text, room: line.room }
    }
}

impl From<&Notification> for Told {
    fn from(notification: &Notification) -> Told {
        match notification {
            Notification::Started(id) => Told::Started(id.to_string()),
            Notification::Finished(id) => Told::Finished(id.to_string()),
            Notification::Challenge(id) => Told::Challenge(id.to_string()),
            Notification::ChallengeCanceled(id) => Told::ChallengeCanceled(id.to_string()),
            Notification::ChallengeDeclined(id) => Told::ChallengeDeclined(id.to_string()),
            Notification::Rematch(id, by) => Told::Rematch(id.to_string(), *by == Color::White),
            Notification::LoggedOut(EndedSessions::One(session)) => Told::LoggedOut(*session),
            Notification::LoggedOut(EndedSessions::AllBut(session)) => Told::LoggedOutBut(*session),
            Notification::LoggedOut(EndedSessions::All) => Told::LoggedOutAll,
        }
    }
}

impl Told {
    /// What it says; nothing, if a name in it is none.
    fn notification(&self) -> Option<Notification> {
        Some(match self {
            Told::Started(id) => Notification::Started(id.parse().ok()?),
            Told::Finished(id) => Notification::Finished(id.parse().ok()?),
            Told::Challenge(id) => Notification::Challenge(id.parse().ok()?),
            Told::ChallengeCanceled(id) => Notification::ChallengeCanceled(id.parse().ok()?),
            Told::ChallengeDeclined(id) => Notification::ChallengeDeclined(id.parse().ok()?),
            Told::Rematch(id, white) => {
                Notification::Rematch(id.parse().ok()?, if *white { Color::White } else { Color::Black })
            }
            Told::LoggedOut(session) => Notification::LoggedOut(EndedSessions::One(*session)),
            Told::LoggedOutBut(session) => Notification::LoggedOut(EndedSessions::AllBut(*session)),
            Told::LoggedOutAll => Notification::LoggedOut(EndedSessions::All),
        })
    }
}

/// The notices that were heard.
struct Heard {
    last: i64,
    /// Numbers of the last seconds.
    seen: BTreeSet<i64>,
}

impl Rooms {
    /// Hears what other nodes tell. What is not about rooms is passed on.
    pub(super) async fn follow_notices(self, others: mpsc::UnboundedSender<Notice>) {
        let (Some(cluster), Some(shared)) = (&self.0.cluster, self.shared()) else { return };
        let mut heard = Heard { last: 0, seen: BTreeSet::new() };
        // What was told before this node started concerns nobody here.
        while let Err(error) = self.hear(shared, &mut heard, true).await.map(drop) {
            tracing::warn!(%error, "what other nodes tell cannot be read");
            tokio::time::sleep(POLL).await;
        }
        let mut next_poll = tokio::time::Instant::now() + POLL;
        loop {
            let polled = tokio::time::timeout_at(next_poll, cluster.notices_bell.notified()).await.is_err();
            if polled {
                next_poll = tokio::time::Instant::now() + POLL;
                // Also where the last notice was lost: challenges say themselves when they have changed.
                let _ = others.send(Notice::Challenges);
            }
            match self.hear(shared, &mut heard, polled).await {
                Ok(notices) => {
                    for notice in notices {
                        self.follow_notice(shared, notice, &others).await;
                    }
                }
                Err(error) => tracing::warn!(%error, "what other nodes tell cannot be read"),
            }
        }
    }

    /// What was told since the last time. `look_back` finds notices that were committed late, too.
    async fn hear(
        &self,
        shared: &SharedStore,
        heard: &mut Heard,
        look_back: bool,
    ) -> Result<Vec<Notice>, StoreError> {
        let now = self.clock().now();
        let found = if look_back {
            let since = game::Timestamp::from_millis(now.millis().saturating_sub(LOOK_BACK.millis()));
            shared.notices_since(since).await?
        } else {
            shared.notices_after(heard.last).await?
        };
        if look_back {
            // Older ones are not looked at again.
            let oldest = found.first().map_or(heard.last, |notice| notice.n);
            heard.seen = heard.seen.split_off(&oldest);
        }
        let mut new = Vec::new();
        for StoredNotice { n, notice, .. } in found {
            heard.last = heard.last.max(n);
            if heard.seen.insert(n) {
                // What a newer version tells and this one does not know is left out.
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
            Notice::Player { player, told } => {
                if let Some(notification) = told.notification() {
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
                    tracing::warn!(%error, "a rematch cannot be looked up");
                }
            }
            Notice::Successor { guest, account } => {
                self.seat_successor(&PlayerId::stored(&guest), &PlayerId::stored(&account));
            }
            Notice::Challenges => {
                let _ = others.send(notice);
            }
        }
    }

    /// Who wants another game after this one, as the database has it; tells those who follow what is new.
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
        let (said, what) = match now {
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
        let side_event = SideEvent { game: room.id, what, text: text(&said) };
        state.tell(|_| true, &Outgoing::SideEvent(Arc::new(side_event)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_survives_being_written() {
        let id = GameId::random();
        for notification in [
            Notification::Started(id),
            Notification::Rematch(id, Color::Black),
            Notification::LoggedOut(EndedSessions::AllBut([7; 32])),
        ] {
            let notice = Notice::Player { player: "ann".into(), told: (&notification).into() };
            let written = serde_json::to_string(&notice).expect("JSON");
            let read: Notice = serde_json::from_str(&written).expect("a notice");
            let Notice::Player { told, .. } = &read else { unreachable!("it was one for a player") };
            assert_eq!(format!("{:?}", told.notification()), format!("{:?}", Some(notification)));
            assert_eq!(read, notice);
        }
    }
}
