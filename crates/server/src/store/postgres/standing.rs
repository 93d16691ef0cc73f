//! What somebody has played, and how often with success.

use super::{Store, StoreError};
use crate::ids::{GameId, PlayerId};
use crate::store::Standing;

impl Store {
    /// How often a player has won, lost and drawn.
    pub async fn standing(&self, player: &PlayerId) -> Result<Standing, StoreError> {
        let sql = "SELECT count(*) FILTER (WHERE (white = $1 AND result = '1-0') OR (black = $1 AND result = '0-1')), \
            count(*) FILTER (WHERE (white = $1 AND result = '0-1') OR (black = $1 AND result = '1-0')), \
            count(*) FILTER (WHERE result = '1/2-1/2') FROM archive WHERE white = $1 OR black = $1";
        let row = self.query_opt(sql, &[&player.as_str()]).await?;
        let Some(row) = row else { return Ok(Standing::default()) };
        let count = |place: usize| u32::try_from(row.get::<_, i64>(place)).unwrap_or(u32::MAX);
        Ok(Standing { won: count(0), lost: count(1), drawn: count(2) })
    }

    /// The finished games of a player, the newest first.
    pub async fn finished_games(&self, player: &PlayerId, most: usize) -> Result<Vec<GameId>, StoreError> {
        let sql =
            "SELECT game FROM archive WHERE white = $1 OR black = $1 ORDER BY ended DESC, game LIMIT $2";
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let rows = self.query(sql, &[&player.as_str(), &most]).await?;
        Ok(rows.iter().filter_map(|row| GameId::from_number(row.get(0))).collect())
    }
}
