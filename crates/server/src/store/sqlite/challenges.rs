//! Open challenges in the database.

use super::accounts::{millis, moment};
use super::{Store, StoreError};
use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::store::{ChallengeRecord, TargetRecord};
use rules::Color;
use rusqlite::{Row, params};

impl Store {
    pub async fn add_challenge(&self, challenge: ChallengeRecord) -> Result<(), StoreError> {
        self.write(move |db| {
            let (kind, target) = match &challenge.target {
                TargetRecord::Player(person) => ("player", person.id.to_string()),
                TargetRecord::Link(only) => {
                    ("link", only.iter().map(PlayerId::as_str).collect::<Vec<_>>().join(","))
                }
                TargetRecord::Lobby(range) => ("lobby", range.clone()),
            };
            let maker = challenge.challenger.as_ref().map(|person| person.id.to_string());
            let color = challenge.challenger_color.map_or_else(|| "random".into(), |color| color.to_string());
            let insert = "INSERT INTO challenges (id, created, challenger, kind, target, color, game, rating) \
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
            let (id, created) = (challenge.id.number(), millis(challenge.created));
            db.execute(insert, params![id, created, maker, kind, target, color, challenge.game, challenge.rating]).map(drop)
        })
        .await
    }

    pub async fn remove_challenge(&self, id: GameId) -> Result<(), StoreError> {
        self.write(move |db| db.execute("DELETE FROM challenges WHERE id = ?1", [id.number()]).map(drop))
            .await
    }

    pub async fn challenges(&self) -> Result<Vec<ChallengeRecord>, StoreError> {
        let select = "SELECT c.id, c.created, c.kind, c.target, c.color, c.game, \
            a.id, a.name, a.title, b.id, b.name, b.title, c.rating FROM challenges c \
            LEFT JOIN players a ON a.id = c.challenger LEFT JOIN players b ON b.id = c.target";
        let rows: Vec<Option<ChallengeRecord>> =
            self.read(move |db| db.prepare(select)?.query_map([], challenge)?.collect()).await?;
        Ok(rows.into_iter().flatten().collect())
    }
}

/// A row as a challenge; none if a newer version wrote something that this one does not know.
fn challenge(row: &Row<'_>) -> rusqlite::Result<Option<ChallengeRecord>> {
    let person = |at: usize| -> rusqlite::Result<Option<Person>> {
        let Some(id) = row.get::<_, Option<String>>(at)? else { return Ok(None) };
        Ok(Some(Person { id: PlayerId::stored(&id), name: row.get(at + 1)?, title: row.get(at + 2)? }))
    };
    let target = row.get::<_, String>(3)?;
    let target = match row.get::<_, String>(2)?.as_str() {
        "player" => person(9)?.map(TargetRecord::Player),
        "link" => {
            let only = target.split(',').filter(|id| !id.is_empty()).map(PlayerId::stored);
            Some(TargetRecord::Link(only.collect()))
        }
        "lobby" => Some(TargetRecord::Lobby(target)),
        _ => None,
    };
    let id = GameId::from_number(row.get(0)?);
    let game = row.get(5)?;
    let color = match row.get::<_, String>(4)?.as_str() {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    };
    let (created, challenger, rating) = (moment(row.get(1)?), person(6)?, row.get(12)?);
    Ok(id.zip(target).map(|(id, target)| ChallengeRecord {
        id,
        created,
        challenger,
        rating,
        target,
        game,
        challenger_color: color,
    }))
}
