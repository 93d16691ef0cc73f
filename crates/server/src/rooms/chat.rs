//! Talk: bounded, and never in the way of the game.

use super::outbox::Outgoing;
use super::update::{SideEvent, SideEventKind, text};
use super::{Room, Rooms};
use crate::identity::Person;
use crate::sanitize::strip_controls;
use crate::store::StoreError;
use rules::Color;
use std::sync::Arc;
use wire::Side;
use wire::live::{ChatLine, ChatRoom, ErrorCode, ServerMessage};

/// The longest line, in characters.
const MAX_LENGTH: usize = 140;

/// Why something is not said.
#[derive(Debug, thiserror::Error)]
pub enum NotSaid {
    /// The players have agreed not to talk.
    #[error("there is no talk in this game")]
    Off,
    /// Nothing is left of it.
    #[error("there is nothing to say")]
    Empty,
    /// It is too long.
    #[error("a line has at most {MAX_LENGTH} characters")]
    TooLong,
    /// Only players talk in their room.
    #[error("only the players talk here")]
    NotAPlayer,
    /// It is not saved.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl NotSaid {
    /// The code on the wire.
    pub const fn code(&self) -> ErrorCode {
        match self {
            NotSaid::Off => ErrorCode::ChatOff,
            NotSaid::Empty => ErrorCode::ChatEmpty,
            NotSaid::TooLong => ErrorCode::ChatTooLong,
            NotSaid::NotAPlayer => ErrorCode::NotAPlayer,
            NotSaid::Store(_) => ErrorCode::Unavailable,
        }
    }
}

impl Rooms {
    /// Somebody says something to the players or to those who look on.
    pub async fn talk(
        &self,
        room: &Arc<Room>,
        person: &Person,
        said: &str,
        to: ChatRoom,
    ) -> Result<(), NotSaid> {
        let color = room.color_of(&person.id);
        if !room.created.chat {
            return Err(NotSaid::Off);
        }
        if to == ChatRoom::Player && color.is_none() {
            return Err(NotSaid::NotAPlayer);
        }
        let said = plain(said)?;
        let line = ChatLine { from: person.name.clone(), color: color.map(Side::from), text: said, room: to };
        self.store().add_chat(room.id, self.clock().now(), line.clone()).await?;
        let said = text(&ServerMessage::Chat { game: room.id.as_str(), line: &line });
        let side_event = SideEvent { game: room.id, what: SideEventKind::Chat(line.clone()), text: said };
        let mut state = room.state();
        state.keep_chat(line);
        // Programs hear those who look on, too: some answer them.
        let hears = |color: Option<Color>| match to {
            ChatRoom::Player => color.is_some(),
            ChatRoom::Spectator => color.is_none_or(|color| room.is_bot(color)),
        };
        state.tell(hears, &Outgoing::SideEvent(Arc::new(side_event)));
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
