//! Chat: bounded, and never a reason for the game to wait.

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

/// The maximum length of a chat message, in characters.
const MAX_LENGTH: usize = 140;

/// Why a chat message is refused.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// The players have agreed to play without chat.
    #[error("chat is turned off in this game")]
    Off,
    /// The message is empty after control characters are removed.
    #[error("a chat message cannot be empty")]
    Empty,
    #[error("a chat message can have at most {MAX_LENGTH} characters")]
    TooLong,
    /// The server allows only preset messages.
    #[error("only preset messages can be sent on this server")]
    PresetsOnly,
    /// An admin has muted the player.
    #[error("you cannot write in chats: an admin has muted you")]
    Muted,
    /// A spectator cannot write in the players' room.
    #[error("only the players can chat here")]
    NotAPlayer,
    /// The message could not be saved.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ChatError {
    pub const fn code(&self) -> ErrorCode {
        match self {
            ChatError::Off | ChatError::PresetsOnly | ChatError::Muted => ErrorCode::ChatOff,
            ChatError::Empty => ErrorCode::ChatEmpty,
            ChatError::TooLong => ErrorCode::ChatTooLong,
            ChatError::NotAPlayer => ErrorCode::NotAPlayer,
            ChatError::Store(_) => ErrorCode::Unavailable,
        }
    }
}

impl Rooms {
    /// Sends a chat message to the players' or the spectators' room.
    pub async fn send_chat(
        &self,
        room: &Arc<Room>,
        person: &Person,
        text: &str,
        to: ChatRoom,
    ) -> Result<(), ChatError> {
        let color = room.color_of(&person.id);
        let mode = self.settings().get().chat;
        if !room.created.chat || mode == ChatMode::Off {
            return Err(ChatError::Off);
        }
        if to == ChatRoom::Player && color.is_none() {
            return Err(ChatError::NotAPlayer);
        }
        let text = plain(text)?;
        if mode == ChatMode::Presets && !CHAT_PRESETS.contains(&text.as_str()) {
            return Err(ChatError::PresetsOnly);
        }
        self.may_write(room, person, color).await?;
        let line = ChatLine { from: person.name.clone(), color: color.map(Side::from), text, room: to };
        self.store().add_chat(room.id, self.clock().now(), line.clone()).await?;
        self.send_notice(Notice::Chat { game: room.id.to_string(), line: (&line).into() });
        room.tell_chat(line);
        Ok(())
    }
}

impl Room {
    /// Adds a chat message, and sends it to the followers who may read it.
    pub(super) fn tell_chat(&self, line: ChatLine) {
        let message = text(&ServerMessage::Chat { game: self.id.as_str(), line: &line });
        let to = line.room;
        let side_event = SideEvent { game: self.id, what: SideEventKind::Chat(line.clone()), text: message };
        let mut state = self.state();
        state.keep_chat(line);
        // Bots also get the spectators' messages, because some answer them.
        let can_read = |color: Option<Color>| match to {
            ChatRoom::Player => color.is_some(),
            ChatRoom::Spectator => color.is_none_or(|color| self.is_bot(color)),
        };
        state.tell(can_read, &Outgoing::SideEvent(Arc::new(side_event)));
    }
}

impl Rooms {
    /// Refuses a player who is muted, or whose opponent has blocked them or is blocked by them.
    async fn may_write(&self, room: &Room, person: &Person, color: Option<Color>) -> Result<(), ChatError> {
        if !person.id.is_guest()
            && self.store().account(&person.id).await?.is_some_and(|account| account.muted)
        {
            return Err(ChatError::Muted);
        }
        if let Some(opponent) = color.and_then(|color| room.player(!color))
            && self.store().is_blocked(&person.id, &opponent).await?
        {
            return Err(ChatError::Off);
        }
        Ok(())
    }
}

/// The message without control characters, including those that change the text direction.
fn plain(text: &str) -> Result<String, ChatError> {
    let text = strip_controls(text);
    let text = text.trim();
    match text.chars().count() {
        0 => Err(ChatError::Empty),
        count if count > MAX_LENGTH => Err(ChatError::TooLong),
        _ => Ok(text.into()),
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
