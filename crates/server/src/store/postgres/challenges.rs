//! Challenges in the database.

use super::{Store, StoreError, execute_in, millis, moment, query_in};
use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::store::{ChallengeRecord, TargetRecord};
use deadpool_postgres::Transaction;
use game::Timestamp;
use rules::Color;
use std::collections::HashSet;
use tokio_postgres::Row;

/// A challenge that is new, changed or answered.
#[derive(Clone, Debug)]
pub struct ChangedChallenge {
    pub challenge: ChallengeRecord,
    /// `created` while the challenge is open, otherwise how it ended.
    pub state: String,
    pub changed: Timestamp,
}

/// A challenger who was seen on a node within this time counts as connected. Nodes record it every five seconds.
const MAKER_SEEN_MS: i64 = 8_000;
/// The lock under which seeks are added, so that of two matching seeks the second one finds the first.
const SEEK_LOCK: i64 = 0x7365_656b;

/// A statement that selects challenges. `concat!` accepts only literals, so no value can end up in its text.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT c.id, c.created, c.kind, c.target, c.color, c.game, \
             a.id, a.name, a.title, b.id, b.name, b.title, c.rating, c.state, c.changed FROM challenges c \
             LEFT JOIN players a ON a.id = c.challenger LEFT JOIN players b ON b.id = c.target ",
            $rest
        )
    };
}

const INSERT: &str = "INSERT INTO challenges (id, created, challenger, kind, target, color, game, rating) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

impl Store {
    pub async fn add_challenge(&self, challenge: ChallengeRecord) -> Result<(), StoreError> {
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        insert(&transaction, &challenge).await?;
        Ok(transaction.commit().await?)
    }

    /// Adds a seek. If an open seek matches it, returns that one instead and adds nothing. A lock makes all nodes do
    /// this one after the other.
    pub async fn add_seek(
        &self,
        seek: ChallengeRecord,
        meets: impl Fn(&ChallengeRecord) -> bool + Send,
    ) -> Result<Option<ChallengeRecord>, StoreError> {
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        execute_in(&transaction, "SELECT pg_advisory_xact_lock($1)", &[&SEEK_LOCK]).await?;
        let open = select!("WHERE c.kind = 'lobby' AND c.state = 'created' ORDER BY c.created, c.id");
        let open = query_in(&transaction, open, &[]).await?;
        let met =
            open.iter().filter_map(challenge).map(|changed| changed.challenge).find(|other| meets(other));
        if met.is_none() {
            insert(&transaction, &seek).await?;
        }
        transaction.commit().await?;
        Ok(met)
    }

    /// Ends a challenge with a new state; returns whether it was still open.
    pub async fn end_challenge(&self, id: GameId, state: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE challenges SET state = $2, changed = now_ms() WHERE id = $1 AND state = 'created'";
        Ok(self.execute(sql, &[&id.number(), &state]).await? > 0)
    }

    pub async fn remove_challenge(&self, id: GameId) -> Result<(), StoreError> {
        self.end_challenge(id, "canceled").await.map(drop)
    }

    /// Seats the first of the two players who follow a third party's link; returns whether the seat was free.
    pub async fn sit_down(
        &self,
        id: GameId,
        player: &PlayerId,
        color: Option<Color>,
    ) -> Result<bool, StoreError> {
        let color = color.map(|color| color.to_string());
        let sql = "UPDATE challenges SET challenger = $2, color = coalesce($3, color), changed = now_ms() \
            WHERE id = $1 AND state = 'created' AND challenger IS NULL";
        Ok(self.execute(sql, &[&id.number(), &player.as_str(), &color]).await? > 0)
    }

    pub async fn challenges(&self) -> Result<Vec<ChallengeRecord>, StoreError> {
        let rows = self.query(select!("WHERE c.state = 'created'"), &[]).await?;
        Ok(rows.iter().filter_map(challenge).map(|changed| changed.challenge).collect())
    }

    /// A challenge with its state.
    pub async fn challenge(&self, id: GameId) -> Result<Option<ChangedChallenge>, StoreError> {
        let row = self.query_opt(select!("WHERE c.id = $1"), &[&id.number()]).await?;
        Ok(row.as_ref().and_then(challenge))
    }

    /// The challenges that have changed since a moment.
    pub async fn changed_challenges(&self, since: Timestamp) -> Result<Vec<ChangedChallenge>, StoreError> {
        let rows = self.query(select!("WHERE c.changed >= $1"), &[&millis(since)]).await?;
        Ok(rows.iter().filter_map(challenge).collect())
    }

    /// Records that the challengers of these challenges are connected to this node. Returns the challenges whose
    /// challengers were seen on any node within the last seconds.
    pub async fn note_makers(&self, here: Vec<GameId>) -> Result<HashSet<GameId>, StoreError> {
        let ids: Vec<i64> = here.into_iter().map(GameId::number).collect();
        let note = "UPDATE challenges SET maker_seen = now_ms() WHERE id = ANY ($1) AND state = 'created'";
        self.execute(note, &[&ids]).await?;
        let seen = "SELECT id FROM challenges WHERE state = 'created' AND maker_seen > now_ms() - $1";
        let rows = self.query(seen, &[&MAKER_SEEN_MS]).await?;
        Ok(rows.iter().filter_map(|row| GameId::from_number(row.get(0))).collect())
    }

    /// The number of open challenges of a player.
    pub async fn open_challenges(&self, player: &PlayerId) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM challenges WHERE challenger = $1 AND state = 'created'";
        let row = self.query_opt(sql, &[&player.as_str()]).await?;
        Ok(row.map_or(0, |row| u32::try_from(row.get::<_, i64>(0)).unwrap_or(u32::MAX)))
    }
}

async fn insert(transaction: &Transaction<'_>, challenge: &ChallengeRecord) -> Result<(), StoreError> {
    let (kind, target) = match &challenge.target {
        TargetRecord::Player(person) => ("player", person.id.to_string()),
        TargetRecord::Link(only) => ("link", only.iter().map(PlayerId::as_str).collect::<Vec<_>>().join(",")),
        TargetRecord::Lobby(range) => ("lobby", range.clone()),
    };
    let maker = challenge.challenger.as_ref().map(|person| person.id.to_string());
    let color = challenge.challenger_color.map_or_else(|| "random".into(), |color| color.to_string());
    let rating = challenge.rating.map(i32::from);
    let (id, created) = (challenge.id.number(), millis(challenge.created));
    let values: super::Values<'_> =
        &[&id, &created, &maker, &kind, &target, &color, &challenge.game, &rating];
    execute_in(transaction, INSERT, values).await?;
    Ok(())
}

/// A row as a challenge; none if a newer version wrote something that this one does not know.
fn challenge(row: &Row) -> Option<ChangedChallenge> {
    let person = |at: usize| -> Option<Person> {
        let id: Option<&str> = row.get(at);
        Some(Person { id: PlayerId::stored(id?), name: row.get(at + 1), title: row.get(at + 2) })
    };
    let target: String = row.get(3);
    let target = match row.get::<_, &str>(2) {
        "player" => TargetRecord::Player(person(9)?),
        "link" => {
            let only = target.split(',').filter(|id| !id.is_empty()).map(PlayerId::stored);
            TargetRecord::Link(only.collect())
        }
        "lobby" => TargetRecord::Lobby(target),
        _ => return None,
    };
    let challenger_color = match row.get::<_, &str>(4) {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    };
    let challenge = ChallengeRecord {
        id: GameId::from_number(row.get(0))?,
        created: moment(row.get(1)),
        challenger: person(6),
        rating: row.get::<_, Option<i32>>(12).and_then(|rating| u16::try_from(rating).ok()),
        target,
        game: row.get(5),
        challenger_color,
    };
    Some(ChangedChallenge { challenge, state: row.get(13), changed: moment(row.get(14)) })
}
