//! Creating a game: its first row, its entry among the live games and the acceptance of its challenges, in one
//! transaction.

use super::{Store, StoreError, execute_in, millis, query_in};
use crate::ids::{GameId, PlayerId};
use crate::store::{Append, AppendError, BeginError, NewGameRecord};
use deadpool_postgres::Transaction;
use std::time::{Duration, Instant};

/// How long to retry when the connection is lost. The token tells whether an earlier attempt succeeded.
const RETRY_TIMEOUT: Duration = Duration::from_secs(10);
const RETRY_DELAY: Duration = Duration::from_millis(200);

impl Store {
    pub async fn begin(&self, new: NewGameRecord) -> Result<(), BeginError> {
        #[cfg(test)]
        if let Some(link) = &self.0.simulated {
            return link.begin(new).await;
        }
        let begun = Instant::now();
        loop {
            match self.try_begin(&new).await {
                Ok(outcome) => return outcome,
                Err(error) if begun.elapsed() > RETRY_TIMEOUT => {
                    tracing::warn!(game = %new.row.game, %error, "a game could not be created");
                    return Err(BeginError::NotSaved(AppendError::Unavailable));
                }
                Err(_) => tokio::time::sleep(RETRY_DELAY).await,
            }
        }
    }

    async fn try_begin(&self, new: &NewGameRecord) -> Result<Result<(), BeginError>, StoreError> {
        let Append { game, at, token, command, payload, .. } = &new.row;
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        let first = "SELECT token FROM journal WHERE game = $1 AND seq = 1 \
            UNION ALL SELECT 0 FROM archive WHERE game = $1";
        if let Some(row) = query_in(&transaction, first, &[&game.number()]).await?.first() {
            // Either an earlier attempt succeeded although its answer was lost, or somebody else was first.
            let ours = row.get::<_, i64>(0) == *token;
            return Ok(if ours { Ok(()) } else { Err(BeginError::Taken) });
        }
        if !new.challenges.is_empty() && !accept(&transaction, &new.challenges).await? {
            return Ok(Err(BeginError::Gone));
        }
        let insert = "INSERT INTO journal (game, seq, at, token, command, payload) VALUES ($1, 1, $2, $3, $4, $5) \
            ON CONFLICT DO NOTHING";
        let inserted =
            execute_in(&transaction, insert, &[&game.number(), &millis(*at), token, command, payload])
                .await?;
        if inserted == 0 {
            return Ok(Err(BeginError::Taken));
        }
        let live =
            "INSERT INTO game_live (game, white, black, next_check_at, strength) VALUES ($1, $2, $3, $4, $5)";
        let (white, black) =
            (new.white.as_ref().map(PlayerId::as_str), new.black.as_ref().map(PlayerId::as_str));
        execute_in(
            &transaction,
            live,
            &[&game.number(), &white, &black, &millis(new.check_at), &new.strength],
        )
        .await?;
        transaction.commit().await?;
        Ok(Ok(()))
    }

    /// Whether a game with this id exists, live or archived.
    pub async fn has_game(&self, game: GameId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM journal WHERE game = $1 AND seq = 1 UNION ALL SELECT 1 FROM archive WHERE game = $1";
        Ok(!self.query(sql, &[&game.number()]).await?.is_empty())
    }
}

/// Accepts the challenges that lead to a game; returns whether all of them were open.
async fn accept(transaction: &Transaction<'_>, challenges: &[GameId]) -> Result<bool, StoreError> {
    let mut ids: Vec<i64> = challenges.iter().map(|id| id.number()).collect();
    ids.sort_unstable();
    let take = "SELECT id FROM challenges WHERE id = ANY ($1) AND state = 'created' ORDER BY id FOR UPDATE";
    if query_in(transaction, take, &[&ids]).await?.len() != ids.len() {
        return Ok(false);
    }
    let accept = "UPDATE challenges SET state = 'accepted', changed = now_ms() WHERE id = ANY ($1)";
    execute_in(transaction, accept, &[&ids]).await?;
    Ok(true)
}
