//! Finished games with their logs, page by page.

use super::accounts::{millis, moment};
use super::{Store, StoreError};
use crate::ids::{GameId, PlayerId};
use crate::store::archived_log::Log;
use crate::store::{ArchivedGame, Crosstable, PlayerGamesQuery, RatingChange};
use game::Timestamp;
use rusqlite::{Connection, OptionalExtension, named_params};

/// The games of one side, read along the index on that side.
macro_rules! one_side {
    ($side:literal, $other:literal, $after:literal, $order:literal) => {
        concat!(
            "SELECT * FROM (SELECT game, began FROM archive WHERE ",
            $side,
            " = :player AND :color IS NOT '",
            $other,
            "' AND (:opponent IS NULL OR ",
            $other,
            " = :opponent) AND (:rated IS NULL OR rated = :rated) \
             AND began >= :since AND began <= :until AND (began, game) ",
            $after,
            " (:began, :game) ORDER BY began ",
            $order,
            ", game ",
            $order,
            " LIMIT :limit)"
        )
    };
}

const ONE: &str = concat!(select_games!(), " WHERE a.game = ?");
const OLDEST_FIRST: &str = select_games_of_both_sides!(one_side, ">", "ASC", ":limit");
const NEWEST_FIRST: &str = select_games_of_both_sides!(one_side, "<", "DESC", ":limit");

impl Store {
    /// The next page of a player's games, after the given one or from the start.
    pub async fn games_page(
        &self,
        query: PlayerGamesQuery,
        after: Option<(Timestamp, GameId)>,
        limit: u32,
    ) -> Result<Vec<ArchivedGame>, StoreError> {
        self.read(move |connection| page(connection, &query, after, limit)).await
    }

    /// Finished games by their ids, in that order. Ids without a finished game are skipped.
    pub async fn archived_games(&self, ids: Vec<GameId>) -> Result<Vec<ArchivedGame>, StoreError> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(ONE)?;
            let mut games = Vec::new();
            for id in ids {
                games.extend(statement.query_row([id.number()], read).optional()?);
            }
            Ok(games)
        })
        .await
    }

    /// How two players have scored against each other.
    pub async fn crosstable(&self, first: &PlayerId, second: &PlayerId) -> Result<Crosstable, StoreError> {
        let (first, second) = (first.clone(), second.clone());
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT result, count(*) FROM archive WHERE white = ?1 AND black = ?2 GROUP BY result",
            )?;
            let mut table = Crosstable::default();
            for (white, black, first_is_white) in [(&first, &second, true), (&second, &first, false)] {
                let count = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, u32>(1)?));
                for row in statement.query_map([white.as_str(), black.as_str()], count)? {
                    let (result, games) = row?;
                    table.add(&result, first_is_white, games);
                }
            }
            Ok(table)
        })
        .await
    }
}

fn page(
    connection: &Connection,
    query: &PlayerGamesQuery,
    after: Option<(Timestamp, GameId)>,
    limit: u32,
) -> rusqlite::Result<Vec<ArchivedGame>> {
    let oldest_first = query.oldest_first;
    let first = if oldest_first { (-1, -1) } else { (i64::MAX, i64::MAX) };
    let (began, game) = after.map_or(first, |(began, game)| (millis(began), game.number()));
    let mut statement = connection.prepare_cached(if oldest_first { OLDEST_FIRST } else { NEWEST_FIRST })?;
    let games = statement.query_map(
        named_params! {
            ":player": query.player.as_str(),
            ":opponent": query.opponent.as_ref().map(PlayerId::as_str),
            ":color": query.color.map(|color| color.to_string()),
            ":rated": query.rated,
            ":since": query.since.map_or(0, millis),
            ":until": query.until.map_or(i64::MAX, millis),
            ":began": began,
            ":game": game,
            ":limit": limit,
        },
        read,
    )?;
    games.collect()
}

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<ArchivedGame> {
    let number = row.get(0)?;
    let log = Log { rows: row.get(4)?, commands: row.get(5)? };
    let white: Option<(f64, f64)> = row.get::<_, Option<f64>>(6)?.zip(row.get(7)?);
    let black: Option<(f64, f64)> = row.get::<_, Option<f64>>(8)?.zip(row.get(9)?);
    Ok(ArchivedGame {
        id: GameId::from_number(number).ok_or(rusqlite::Error::IntegralValueOutOfRange(0, number))?,
        began: moment(row.get(1)?),
        white: row.get(2)?,
        black: row.get(3)?,
        rows: log.read(),
        change: white.zip(black).map(|(white, black)| RatingChange { white, black }),
    })
}
