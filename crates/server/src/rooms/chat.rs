//! Chat: bounded, and never in the way of the game.

use super::cluster::Notice;
use super::outbox::Outgoing;
use super::update::{SideEvent, SideEventKind, text};
use super::{Room, Rooms};
use crate::identity::Person;
use crate::sanitize::strip_controls;
use crate::store::StoreError;
use rules::Color;
use std::sync::Arc;
use wire::Side;
use wire::club::{CHAT_PRESETS, ChatMode};
use wire::live::{ChatLine, ChatRoom, ErrorCode, ServerMessage};

/// The longest line, in characters.
const MAX_LENGTH: usize = 140;

/// Why a chat message is refused.
#[derive(Debug, thiserror::Error)]
pub enum NotSaid {
    /// The players have agreed to play without chat.
    #[error("chat is turned off in this game")]
    Off,
    /// Nothing is left of it.
    #[error("a chat message cannot be empty")]
    Empty,
    /// It is too long.
    #[error("a chat message can have at most {MAX_LENGTH} characters")]
    TooLong,
    /// Only these lines are allowed here.
    #[error("only preset messages can be sent on this server")]
    PresetsOnly,
    /// An admin has taken the right to write away.
    #[error("you cannot write in chats: an admin has muted you")]
    Muted,
    /// Only players write in their room.
    #[error("only the players can chat here")]
    NotAPlayer,
    /// It is not saved.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl NotSaid {
    /// The code on the wire.
    pub const fn code(&self) -> ErrorCode {
        match self {
            NotSaid::Off | NotSaid::PresetsOnly | NotSaid::Muted => ErrorCode::ChatOff,
            NotSaid::Empty => ErrorCode::ChatEmpty,
            NotSaid::TooLong => ErrorCode::ChatTooLong,
            NotSaid::NotAPlayer => ErrorCode::NotAPlayer,
            NotSaid::Store(_) => ErrorCode::Unavailable,
        }
    }
}

impl Rooms {
    /// Writes a chat message to the players or to the spectators.
    pub async fn talk(
        &self,
        room: &Arc<Room>,
        person: &Person,
        said: &str,
        to: ChatRoom,
    ) -> Result<(), NotSaid> {
        let color = room.color_of(&person.id);
        let mode = self.settings().get().chat;
        if !room.created.chat || mode == ChatMode::Off {
            return Err(NotSaid::Off);
        }
        if to == ChatRoom::Player && color.is_none() {
            return Err(NotSaid::NotAPlayer);
        }
        let said = plain(said)?;
        if mode == ChatMode::Presets && !CHAT_PRESETS.contains(&said.as_str()) {
            return Err(NotSaid::PresetsOnly);
        }
        self.may_write(room, person, color).await?;
        let line = ChatLine { from: person.name.clone(), color: color.map(Side::from), text: said, room: to };
        self.store().add_chat(room.id, self.clock().now(), line.clone()).await?;
        self.send_notice(Notice::Chat { game: room.id.to_string(), line: (&line).into() });
        room.tell_chat(line);
        Ok(())
    }
}

impl Room {
    /// Keeps a line, and tells it to those who follow the room and may read it.
    pub(super) fn tell_chat(&self, line: ChatLine) {
        let said = text(&ServerMessage::Chat { game: self.id.as_str(), line: &line });
        let to = line.room;
        let side_event = SideEvent { game: self.id, what: SideEventKind::Chat(line.clone()), text: said };
        let mut state = self.state();
        state.keep_chat(line);
        // Programs hear spectators, too: some answer them.
        let hears = |color: Option<Color>| match to {
            ChatRoom::Player => color.is_some(),
            ChatRoom::Spectator => color.is_none_or(|color| self.is_bot(color)),
        };
        state.tell(hears, &Outgoing::SideEvent(Arc::new(side_event)));
    }
}

impl Rooms {
    /// Whether somebody may write: not who is muted, and not to somebody who has blocked them.
    async fn may_write(&self, room: &Room, person: &Person, color: Option<Color>) -> Result<(), NotSaid> {
        if !person.id.is_guest()
            && self.store().account(&person.id).await?.is_some_and(|account| account.muted)
        {
            return Err(NotSaid::Muted);
        }
        if let Some(opponent) = color.and_then(|color| room.player(!color))
            && self.store().is_blocked(&person.id, &opponent).await?
        {
            return Err(NotSaid::Off);
        }
        Ok(())
    }
}

/// What is left of a line: no control characters, and none that turn the direction of what others write.
fn plain(said: &str) -> Result<String, NotSaid> {
    let said = strip_controls(said);
    let said = said.trim();
    match said.chars().count() {
        0 => Err(NotSaid::Empty),
        count if count > MAX_LENGTH => Err(NotSaid::TooLong),
        _ => Ok(said.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_plain_and_short() {
        let line = |text: &str| plain(text).ok();
        assert_eq!(line(" good luck\r\n").as_deref(), Some("good luck"));
        assert_eq!(line("<b>\u{202e}x\0"), Some("<b>x".into()), "what is shown is up to the page");
        assert_eq!(line("\u{7}\n"), None);
        assert!(line(&"é".repeat(MAX_LENGTH)).is_some() && line(&"é".repeat(MAX_LENGTH + 1)).is_none());
    }
}
