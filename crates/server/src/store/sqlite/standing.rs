//! What somebody has played, and how often with success.

use super::{Store, StoreError};
use crate::ids::{GameId, PlayerId};
use crate::store::Standing;

impl Store {
    /// How often a player has won, lost and drawn.
    pub async fn standing(&self, player: &PlayerId) -> Result<Standing, StoreError> {
        let player = player.clone();
        self.read(move |db| {
            let count = "SELECT count(*) FROM archive WHERE \
                (white = ?1 AND result = ?2) OR (black = ?1 AND result = ?3)";
            let count = |white: &str, black: &str| {
                db.prepare_cached(count)?.query_row([player.as_str(), white, black], |row| row.get(0))
            };
            Ok(Standing {
                won: count("1-0", "0-1")?,
                lost: count("0-1", "1-0")?,
                drawn: count("1/2-1/2", "1/2-1/2")?,
            })
        })
        .await
    }

    /// The finished games of a player, the newest first.
    pub async fn finished_games(&self, player: &PlayerId, most: usize) -> Result<Vec<GameId>, StoreError> {
        let player = player.clone();
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let games: Vec<i64> = self
            .read(move |db| {
                let mut newest = db.prepare_cached(
                    "SELECT game FROM archive WHERE white = ?1 OR black = ?1 ORDER BY ended DESC, game LIMIT ?2",
                )?;
                newest.query_map(rusqlite::params![player.as_str(), most], |row| row.get(0))?.collect()
            })
            .await?;
        Ok(games.into_iter().filter_map(GameId::from_number).collect())
    }
}
