//! Reading the log of live games.

use super::{Store, StoreError, damaged, millis};
use crate::ids::{GameId, PlayerId};
use crate::store::Row;
use game::Timestamp;
use std::collections::HashMap;

/// A row of the log with its number and token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// The number of the row within its game.
    pub seq: u64,
    /// The random number of the row; 0 for rows from the archive, after which nothing can be appended.
    pub token: i64,
    pub row: Row,
}

/// A game with its whole log.
#[derive(Clone, Debug)]
pub struct StoredGame {
    pub rows: Vec<LogRow>,
    /// Whether the game is in the archive.
    pub archived: bool,
}

/// How many games one sweep takes.
const SWEEP_BATCH: i64 = 256;
/// How long a game that a node has taken is left to that node.
const LEASE_MS: i64 = 5_000;

impl Store {
    /// A game from the journal or the archive.
    pub async fn game(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        let mut rows = self.tails(&[(game, 0)]).await?;
        if let Some(rows) = rows.remove(&game) {
            return Ok(Some(StoredGame { rows, archived: false }));
        }
        // A game is deleted from the journal only after it was archived, so one of the two has it.
        Ok(self.archived(game).await?.map(|rows| StoredGame { rows: numbered(rows), archived: true }))
    }

    /// The rows of each game after the last one that the caller knows. Games without new rows are left out.
    pub async fn tails(&self, known: &[(GameId, u64)]) -> Result<HashMap<GameId, Vec<LogRow>>, StoreError> {
        #[cfg(test)]
        if let Some(link) = &self.0.simulated {
            return link.tails(known).await;
        }
        let games: Vec<i64> = known.iter().map(|(game, _)| game.number()).collect();
        let seqs: Vec<i32> = known.iter().map(|(_, seq)| i32::try_from(*seq).unwrap_or(i32::MAX)).collect();
        let sql = "SELECT j.game, j.seq, j.token, j.command, j.payload \
            FROM unnest($1::bigint[], $2::int[]) AS e (game, seq) \
            CROSS JOIN LATERAL (SELECT * FROM journal j WHERE j.game = e.game AND j.seq > e.seq ORDER BY j.seq) j";
        let mut tails: HashMap<GameId, Vec<LogRow>> = HashMap::new();
        for row in self.query(sql, &[&games, &seqs]).await? {
            let game = GameId::from_number(row.get(0)).ok_or_else(|| damaged("a game without a name"))?;
            let seq = u64::try_from(row.get::<_, i32>(1)).map_err(|_| damaged("a row before the first"))?;
            let tail = tails.entry(game).or_default();
            let before = tail.last().map_or_else(|| known_seq(known, game), |row| row.seq);
            if seq != before + 1 {
                return Err(damaged("a game whose log has a gap"));
            }
            let content = Row { command: row.get(3), payload: row.get(4) };
            tail.push(LogRow { seq, token: row.get(2), row: content });
        }
        Ok(tails)
    }

    /// The live games of a player.
    pub async fn live_games_of(&self, player: &PlayerId) -> Result<Vec<GameId>, StoreError> {
        let sql =
            "SELECT game FROM game_live WHERE white = $1 UNION SELECT game FROM game_live WHERE black = $1";
        let rows = self.query(sql, &[&player.as_str()]).await?;
        Ok(rows.iter().filter_map(|row| GameId::from_number(row.get(0))).collect())
    }

    /// The live games of the strongest players.
    pub async fn strongest_games(&self, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT game FROM game_live ORDER BY strength DESC, game DESC LIMIT $1";
        let rows = self.query(sql, &[&i64::from(limit)]).await?;
        Ok(rows.iter().filter_map(|row| GameId::from_number(row.get(0))).collect())
    }

    /// Takes games with a deadline that may have passed, so that no other node checks them for a while.
    pub async fn take_due_games(&self, now: Timestamp) -> Result<Vec<GameId>, StoreError> {
        #[cfg(test)]
        if let Some(link) = &self.0.simulated {
            return link.take_due_games(now).await;
        }
        let sql = "UPDATE game_live SET next_check_at = $1 + $2 WHERE game = ANY (ARRAY( \
            SELECT game FROM game_live WHERE next_check_at <= $1 ORDER BY next_check_at LIMIT $3 \
            FOR NO KEY UPDATE SKIP LOCKED)) RETURNING game";
        let rows = self.query(sql, &[&millis(now), &LEASE_MS, &SWEEP_BATCH]).await?;
        Ok(rows.iter().filter_map(|row| GameId::from_number(row.get(0))).collect())
    }

    /// Sets when a game is to be checked next, in case no node has it in memory.
    pub async fn set_check(&self, game: GameId, at: Timestamp) -> Result<(), StoreError> {
        #[cfg(test)]
        if let Some(link) = &self.0.simulated {
            return link.set_check(game, at, false).await;
        }
        let sql = "UPDATE game_live SET next_check_at = $2 WHERE game = $1";
        self.execute(sql, &[&game.number(), &millis(at)]).await.map(drop)
    }

    /// Like `set_check`, but never makes the time later.
    pub async fn lower_check(&self, game: GameId, at: Timestamp) -> Result<(), StoreError> {
        #[cfg(test)]
        if let Some(link) = &self.0.simulated {
            return link.set_check(game, at, true).await;
        }
        let sql = "UPDATE game_live SET next_check_at = $2 WHERE game = $1 AND next_check_at > $2";
        self.execute(sql, &[&game.number(), &millis(at)]).await.map(drop)
    }
}

fn known_seq(known: &[(GameId, u64)], game: GameId) -> u64 {
    known.iter().find(|(other, _)| *other == game).map_or(0, |(_, seq)| *seq)
}

/// Numbers the rows of an archived game.
fn numbered(rows: Vec<Row>) -> Vec<LogRow> {
    (1..).zip(rows).map(|(seq, row)| LogRow { seq, token: 0, row }).collect()
}
