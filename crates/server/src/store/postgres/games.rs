//! Finished games with their logs, page by page.

use super::{Store, StoreError, damaged, millis, moment};
use crate::ids::{GameId, PlayerId};
use crate::store::archived_log::Log;
use crate::store::{ArchivedGame, Crosstable, PlayerGamesQuery, RatingChange};
use game::Timestamp;
use tokio_postgres::Row;

/// The games of one side, read along the index on that side.
macro_rules! one_side {
    ($side:literal, $other:literal, $after:literal, $order:literal) => {
        concat!(
            "(SELECT game, began FROM archive WHERE ",
            $side,
            " = $1 AND $2::text IS DISTINCT FROM '",
            $other,
            "' AND ($3::text IS NULL OR ",
            $other,
            " = $3) AND ($4::boolean IS NULL OR rated = $4) \
             AND began >= $5 AND began <= $6 AND (began, game) ",
            $after,
            " ($7, $8) ORDER BY began ",
            $order,
            ", game ",
            $order,
            " LIMIT $9)"
        )
    };
}

const SOME: &str = concat!(select_games!(), " WHERE a.game = ANY ($1) ORDER BY array_position($1, a.game)");
const OLDEST_FIRST: &str = select_games_of_both_sides!(one_side, ">", "ASC", "$9");
const NEWEST_FIRST: &str = select_games_of_both_sides!(one_side, "<", "DESC", "$9");

impl Store {
    /// The next page of a player's games, after the given one or from the start.
    pub async fn games_page(
        &self,
        query: PlayerGamesQuery,
        after: Option<(Timestamp, GameId)>,
        limit: u32,
    ) -> Result<Vec<ArchivedGame>, StoreError> {
        let oldest_first = query.oldest_first;
        let first = if oldest_first { (-1, -1) } else { (i64::MAX, i64::MAX) };
        let (began, game) = after.map_or(first, |(began, game)| (millis(began), game.number()));
        let (since, until) = (query.since.map_or(0, millis), query.until.map_or(i64::MAX, millis));
        let color = query.color.map(|color| color.to_string());
        let values: super::Values<'_> = &[
            &query.player.as_str(),
            &color,
            &query.opponent.as_ref().map(PlayerId::as_str),
            &query.rated,
            &since,
            &until,
            &began,
            &game,
            &i64::from(limit),
        ];
        let rows = self.query(if oldest_first { OLDEST_FIRST } else { NEWEST_FIRST }, values).await?;
        rows.iter().map(read).collect()
    }

    /// Finished games by their ids, in that order. Ids without a finished game are skipped.
    pub async fn archived_games(&self, ids: Vec<GameId>) -> Result<Vec<ArchivedGame>, StoreError> {
        let numbers: Vec<i64> = ids.into_iter().map(GameId::number).collect();
        self.query(SOME, &[&numbers]).await?.iter().map(read).collect()
    }

    /// How two players have scored against each other.
    pub async fn crosstable(&self, first: &PlayerId, second: &PlayerId) -> Result<Crosstable, StoreError> {
        let sql = "SELECT white = $1, result, count(*) FROM archive \
            WHERE (white = $1 AND black = $2) OR (white = $2 AND black = $1) GROUP BY 1, 2";
        let mut table = Crosstable::default();
        for row in self.query(sql, &[&first.as_str(), &second.as_str()]).await? {
            let games = u32::try_from(row.get::<_, i64>(2)).unwrap_or(u32::MAX);
            table.add(row.get(1), row.get(0), games);
        }
        Ok(table)
    }
}

fn read(row: &Row) -> Result<ArchivedGame, StoreError> {
    let log = Log { rows: row.get(4), commands: row.get(5) };
    let white: Option<(f64, f64)> = row.get::<_, Option<f64>>(6).zip(row.get(7));
    let black: Option<(f64, f64)> = row.get::<_, Option<f64>>(8).zip(row.get(9));
    Ok(ArchivedGame {
        id: GameId::from_number(row.get(0)).ok_or_else(|| damaged("a game without a name"))?,
        began: moment(row.get(1)),
        white: row.get(2),
        black: row.get(3),
        rows: log.read(),
        change: white.zip(black).map(|(white, black)| RatingChange { white, black }),
    })
}
