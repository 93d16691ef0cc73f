//! Chat messages in the database.

use super::{Store, StoreError, millis, moment};
use crate::ids::GameId;
use game::Timestamp;
use tokio_postgres::Row;
use wire::Side;
use wire::live::{ChatLine, ChatRoom};

impl Store {
    pub async fn add_chat(&self, game: GameId, at: Timestamp, line: ChatLine) -> Result<(), StoreError> {
        let room = match line.room {
            ChatRoom::Player => "player",
            ChatRoom::Spectator => "spectator",
        };
        let color = line.color.map(|side| match side {
            Side::White => "white",
            Side::Black => "black",
        });
        let sql = "INSERT INTO chat (game, at, room, name, color, text) VALUES ($1, $2, $3, $4, $5, $6)";
        let values: super::Values<'_> = &[&game.number(), &millis(at), &room, &line.from, &color, &line.text];
        self.execute(sql, values).await.map(drop)
    }

    /// Empty: here a room reads its own chat when it is loaded.
    pub async fn chat_of_live_games(&self) -> Result<Vec<(GameId, ChatLine)>, StoreError> {
        Ok(Vec::new())
    }

    /// Chat messages sent under a name, with game and time, the oldest first.
    pub async fn chat_of(&self, name: &str) -> Result<Vec<(GameId, Timestamp, String)>, StoreError> {
        let rows = self.query("SELECT game, at, text FROM chat WHERE name = $1 ORDER BY n", &[&name]).await?;
        let known = |row: &Row| Some((GameId::from_number(row.get(0))?, moment(row.get(1)), row.get(2)));
        Ok(rows.iter().filter_map(known).collect())
    }

    /// The chat of one game, in order.
    pub async fn chat(&self, game: GameId) -> Result<Vec<ChatLine>, StoreError> {
        let sql = "SELECT room, name, color, text FROM chat WHERE game = $1 ORDER BY n";
        Ok(self.query(sql, &[&game.number()]).await?.iter().map(line).collect())
    }
}

fn line(row: &Row) -> ChatLine {
    let color: Option<&str> = row.get(2);
    ChatLine {
        room: if row.get::<_, &str>(0) == "player" { ChatRoom::Player } else { ChatRoom::Spectator },
        from: row.get(1),
        color: color.map(|color| if color == "white" { Side::White } else { Side::Black }),
        text: row.get(3),
    }
}
