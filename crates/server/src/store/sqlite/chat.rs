//! Chat messages in the database.

use super::accounts::moment;
use super::{Store, StoreError};
use crate::ids::GameId;
use game::Timestamp;
use rusqlite::{Row, params};
use wire::Side;
use wire::live::{ChatLine, ChatRoom};

impl Store {
    pub async fn add_chat(&self, game: GameId, at: Timestamp, line: ChatLine) -> Result<(), StoreError> {
        self.write(move |connection| {
            let at = at.millis().cast_signed();
            let room = match line.room {
                ChatRoom::Player => "player",
                ChatRoom::Spectator => "spectator",
            };
            let color = line.color.map(|side| match side {
                Side::White => "white",
                Side::Black => "black",
            });
            let sql = "INSERT INTO chat (game, at, room, name, color, text) VALUES (?, ?, ?, ?, ?, ?)";
            let mut statement = connection.prepare_cached(sql)?;
            statement.execute(params![game.number(), at, room, line.from, color, line.text]).map(drop)
        })
        .await
    }

    /// The chat of the games in the journal, in order.
    pub async fn chat_of_live_games(&self) -> Result<Vec<(GameId, ChatLine)>, StoreError> {
        let lines = self
            .read(|connection| {
                let sql = "SELECT game, room, name, color, text FROM chat \
                           WHERE game NOT IN (SELECT game FROM archive) ORDER BY n";
                connection.prepare(sql)?.query_map([], line)?.collect::<rusqlite::Result<Vec<_>>>()
            })
            .await?;
        Ok(lines.into_iter().filter_map(|(game, line)| Some((GameId::from_number(game)?, line))).collect())
    }

    /// Chat messages sent under a name, with game and time, the oldest first.
    pub async fn chat_of(&self, name: &str) -> Result<Vec<(GameId, Timestamp, String)>, StoreError> {
        let name = name.to_owned();
        let lines = self
            .read(move |connection| {
                let sql = "SELECT game, at, text FROM chat WHERE name = ?1 ORDER BY n";
                let mut statement = connection.prepare(sql)?;
                let line = |row: &Row<'_>| Ok((row.get::<_, i64>(0)?, moment(row.get(1)?), row.get(2)?));
                statement.query_map([name], line)?.collect::<rusqlite::Result<Vec<_>>>()
            })
            .await?;
        let known = |(game, at, text)| Some((GameId::from_number(game)?, at, text));
        Ok(lines.into_iter().filter_map(known).collect())
    }

    /// The chat of one game, in order.
    pub async fn chat(&self, game: GameId) -> Result<Vec<ChatLine>, StoreError> {
        self.read(move |connection| {
            let sql = "SELECT game, room, name, color, text FROM chat WHERE game = ? ORDER BY n";
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_map([game.number()], |row| Ok(line(row)?.1))?.collect()
        })
        .await
    }
}

fn line(row: &Row<'_>) -> rusqlite::Result<(i64, ChatLine)> {
    let room: String = row.get(1)?;
    let color: Option<String> = row.get(3)?;
    let line = ChatLine {
        room: if room == "player" { ChatRoom::Player } else { ChatRoom::Spectator },
        from: row.get(2)?,
        color: color.map(|color| if color == "white" { Side::White } else { Side::Black }),
        text: row.get(4)?,
    };
    Ok((row.get(0)?, line))
}
