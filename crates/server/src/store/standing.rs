//! How often somebody has won.

use super::{Store, StoreError};
use crate::ids::PlayerId;

/// How often somebody has won, lost and drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Won.
    pub won: u32,
    /// Lost.
    pub lost: u32,
    /// Drawn.
    pub drawn: u32,
}

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
}
