//! A player's results and finished games.

use super::{Store, StoreError};
use crate::ids::{GameId, PlayerId};
use crate::store::Standing;
use rules::Color;

impl Store {
    /// A player's numbers of won, lost and drawn games.
    pub async fn standing(&self, player: &PlayerId) -> Result<Standing, StoreError> {
        let mut standing = Standing::default();
        let white = "SELECT result, count(*) FROM archive WHERE white = $1 GROUP BY result";
        let black = "SELECT result, count(*) FROM archive WHERE black = $1 GROUP BY result";
        for (sql, color) in [(white, Color::White), (black, Color::Black)] {
            for row in self.query(sql, &[&player.as_str()]).await? {
                let games = u32::try_from(row.get::<_, i64>(1)).unwrap_or(u32::MAX);
                standing.add(row.get(0), color, games);
            }
        }
        Ok(standing)
    }

    /// The finished games of a player, the newest first.
    pub async fn finished_games(&self, player: &PlayerId, limit: usize) -> Result<Vec<GameId>, StoreError> {
        let sql =
            "SELECT game FROM archive WHERE white = $1 OR black = $1 ORDER BY ended DESC, game LIMIT $2";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = self.query(sql, &[&player.as_str(), &limit]).await?;
        Ok(rows.iter().filter_map(|row| GameId::from_number(row.get(0))).collect())
    }
}
