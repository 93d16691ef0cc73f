//! A player's results and finished games.

use super::{Store, StoreError};
use crate::ids::{GameId, PlayerId};
use crate::store::Standing;
use rules::Color;

impl Store {
    /// A player's numbers of won, lost and drawn games.
    pub async fn standing(&self, player: &PlayerId) -> Result<Standing, StoreError> {
        let player = player.clone();
        self.read(move |db| {
            let mut standing = Standing::default();
            let white = "SELECT result, count(*) FROM archive WHERE white = ? GROUP BY result";
            let black = "SELECT result, count(*) FROM archive WHERE black = ? GROUP BY result";
            for (sql, color) in [(white, Color::White), (black, Color::Black)] {
                let mut statement = db.prepare_cached(sql)?;
                let mut rows = statement.query([player.as_str()])?;
                while let Some(row) = rows.next()? {
                    standing.add(row.get_ref(0)?.as_str()?, color, row.get(1)?);
                }
            }
            Ok(standing)
        })
        .await
    }

    /// The finished games of a player, the newest first.
    pub async fn finished_games(&self, player: &PlayerId, limit: usize) -> Result<Vec<GameId>, StoreError> {
        let player = player.clone();
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let games: Vec<i64> = self
            .read(move |db| {
                let mut newest = db.prepare_cached(
                    "SELECT game FROM archive WHERE white = ?1 OR black = ?1 ORDER BY ended DESC, game LIMIT ?2",
                )?;
                newest.query_map(rusqlite::params![player.as_str(), limit], |row| row.get(0))?.collect()
            })
            .await?;
        Ok(games.into_iter().filter_map(GameId::from_number).collect())
    }
}
