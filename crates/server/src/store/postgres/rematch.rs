//! Rematch offers.

use super::{Store, StoreError};
use crate::ids::GameId;
use rules::Color;

impl Store {
    /// Records that a player asks for a rematch, which will have the id `next`. Returns who has asked so far: (White,
    /// Black).
    pub async fn ask_rematch(
        &self,
        game: GameId,
        by: Color,
        next: GameId,
    ) -> Result<(bool, bool), StoreError> {
        let (white, black) = (by == Color::White, by == Color::Black);
        // Two statements, because `ON CONFLICT (game) DO UPDATE` fails on the unique `next` when both players ask at
        // the same time.
        let make =
            "INSERT INTO rematch (game, white, black, next) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        self.execute(make, &[&game.number(), &white, &black, &next.number()]).await?;
        let ask = "UPDATE rematch SET white = white OR $2, black = black OR $3 WHERE game = $1 \
            RETURNING white, black";
        let row = self.query_opt(ask, &[&game.number(), &white, &black]).await?;
        Ok(row.map_or((white, black), |row| (row.get(0), row.get(1))))
    }

    /// Who has asked for a rematch of this game: (White, Black).
    pub async fn rematch(&self, game: GameId) -> Result<(bool, bool), StoreError> {
        let row =
            self.query_opt("SELECT white, black FROM rematch WHERE game = $1", &[&game.number()]).await?;
        Ok(row.map_or((false, false), |row| (row.get(0), row.get(1))))
    }

    /// The game whose rematch has this id.
    pub async fn before_rematch(&self, next: GameId) -> Result<Option<GameId>, StoreError> {
        let row = self.query_opt("SELECT game FROM rematch WHERE next = $1", &[&next.number()]).await?;
        Ok(row.and_then(|row| GameId::from_number(row.get(0))))
    }
}
