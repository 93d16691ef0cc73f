//! Checks that everything in the database can be read, and that every game can be replayed.

use super::{Store, StoreError};
use crate::ids::GameId;
use crate::store::copy::{Faults, Replay};
use game::Game;

/// How many games are read with one query.
const PAGE: i64 = 500;

impl Store {
    /// Replays every game in one snapshot. Returns the number of games, or what is wrong.
    pub async fn look_through(&self) -> Result<Result<usize, Faults>, StoreError> {
        let mut client = self.client().await?;
        let transaction = client
            .build_transaction()
            .isolation_level(tokio_postgres::IsolationLevel::RepeatableRead)
            .read_only(true)
            .start()
            .await?;
        // Reading a large archive takes longer than the usual limit for a statement.
        transaction.batch_execute("SET LOCAL statement_timeout = 0").await?;
        let mut faults = Faults::default();
        let mut games = 0;
        let live = "SELECT DISTINCT game FROM journal j WHERE game > $1 \
            AND NOT EXISTS (SELECT 1 FROM archive a WHERE a.game = j.game) ORDER BY game LIMIT $2";
        let mut after = i64::MIN;
        loop {
            let page: Vec<i64> =
                transaction.query(live, &[&after, &PAGE]).await?.iter().map(|row| row.get(0)).collect();
            let Some(last) = page.last() else { break };
            after = *last;
            games += page.len();
            let rows = "SELECT game, seq, payload FROM journal WHERE game = ANY ($1) ORDER BY game, seq";
            let (mut current, mut replay) = (None, Replay::default());
            for row in transaction.query(rows, &[&page]).await? {
                let (game, seq): (i64, i32) = (row.get(0), row.get(1));
                if current != Some(game) {
                    (current, replay) = (Some(game), Replay::default());
                }
                if i64::from(seq) != replay.rows() + 1 {
                    faults.add(format!("game {} has row {seq} after row {}", name(game), replay.rows()));
                }
                if let Err(why) = replay.row(row.get(2)) {
                    faults.add(format!("game {}, row {seq}: {why}", name(game)));
                }
            }
            let missing = "SELECT g FROM unnest($1::bigint[]) g WHERE NOT EXISTS (SELECT 1 FROM game_live l WHERE l.game = g)";
            for row in transaction.query(missing, &[&page]).await? {
                faults.add(format!("game {} is not among the live games", name(row.get(0))));
            }
        }
        let archived = "SELECT game, log, result, reason FROM archive WHERE game > $1 ORDER BY game LIMIT $2";
        let mut after = i64::MIN;
        loop {
            let page = transaction.query(archived, &[&after, &PAGE]).await?;
            let Some(last) = page.last() else { break };
            after = last.get(0);
            games += page.len();
            for row in &page {
                let (game, log): (i64, &str) = (row.get(0), row.get(1));
                let mut replay = Replay::default();
                if let Err(why) = log.lines().try_for_each(|line| replay.row(line)) {
                    faults.add(format!("game {}: {why}", name(game)));
                    continue;
                }
                let ended = replay.game().and_then(Game::termination);
                let replayed = ended.map(|ended| (ended.result().to_string(), ended.to_string()));
                let stored = (row.get::<_, String>(2), row.get::<_, String>(3));
                if replayed.as_ref() != Some(&stored) {
                    faults.add(format!("game {} ended differently than its row says", name(game)));
                }
            }
        }
        Ok(if faults.is_empty() { Ok(games) } else { Err(faults) })
    }
}

fn name(number: i64) -> String {
    GameId::from_number(number).map_or_else(|| format!("number {number}"), |id| id.to_string())
}
