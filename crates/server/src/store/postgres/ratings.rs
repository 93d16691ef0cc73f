//! Ratings in the database.

use super::{Store, StoreError, execute_in, millis, moment, query_in};
use crate::ids::{GameId, PlayerId};
use crate::ratings::{PROVISIONAL, Rating, after_game, archived_perf};
use crate::store::{FinishedGame, Leader, RatingChange, RatingPoint};
use deadpool_postgres::Transaction;
use game::Timestamp;
use rules::Outcome;
use tokio_postgres::Row;

impl Store {
    /// A player's rating at one speed, as of a moment. A player without one gets the rating of a new player.
    pub async fn rating(
        &self,
        player: &PlayerId,
        speed: &'static str,
        at: Timestamp,
    ) -> Result<Rating, StoreError> {
        let sql =
            "SELECT rating, deviation, volatility, games, at FROM ratings WHERE player = $1 AND speed = $2";
        let row = self.query_opt(sql, &[&player.as_str(), &speed]).await?;
        Ok(row.map_or_else(Rating::default, |row| read(&row, at)))
    }

    /// All ratings of a player, by speed.
    pub async fn ratings(
        &self,
        player: &PlayerId,
        at: Timestamp,
    ) -> Result<Vec<(String, Rating)>, StoreError> {
        let sql = "SELECT rating, deviation, volatility, games, at, speed FROM ratings WHERE player = $1 \
            ORDER BY speed COLLATE \"C\"";
        let rows = self.query(sql, &[&player.as_str()]).await?;
        Ok(rows.iter().map(|row| (row.get(5), read(row, at))).collect())
    }

    /// A player's rating after each rated game, the oldest first.
    pub async fn rating_history(&self, player: &PlayerId) -> Result<Vec<RatingPoint>, StoreError> {
        let sql = "SELECT a.variant, a.time, r.at, r.white_after FROM archive a JOIN rated_games r ON r.game = a.game \
            WHERE a.white = $1 AND a.rated UNION ALL \
            SELECT a.variant, a.time, r.at, r.black_after FROM archive a JOIN rated_games r ON r.game = a.game \
            WHERE a.black = $1 AND a.rated ORDER BY 3";
        let rows = self.query(sql, &[&player.as_str()]).await?;
        let point = |row: &Row| RatingPoint {
            perf: archived_perf(row.get(0), row.get(1)),
            at: moment(row.get(2)),
            rating: row.get(3),
        };
        Ok(rows.iter().map(point).collect())
    }

    /// The players with the highest ratings, leaving out provisional ones.
    pub async fn leaders(&self, perf: &'static str, limit: u32) -> Result<Vec<Leader>, StoreError> {
        let sql = "SELECT r.player, p.name, p.title, r.rating FROM ratings r JOIN players p ON p.id = r.player \
            WHERE r.speed = $1 AND r.deviation <= $2 ORDER BY r.rating DESC LIMIT $3";
        let rows = self.query(sql, &[&perf, &PROVISIONAL, &i64::from(limit)]).await?;
        let leader = |row: &Row| Leader {
            player: PlayerId::stored(row.get(0)),
            name: row.get(1),
            title: row.get(2),
            rating: row.get(3),
        };
        Ok(rows.iter().map(leader).collect())
    }

    /// The rating change of a game; none if the game was not rated.
    pub async fn rating_change(&self, game: GameId) -> Result<Option<RatingChange>, StoreError> {
        let sql =
            "SELECT white_before, white_after, black_before, black_after FROM rated_games WHERE game = $1";
        let row = self.query_opt(sql, &[&game.number()]).await?;
        Ok(row.map(|row| RatingChange { white: (row.get(0), row.get(1)), black: (row.get(2), row.get(3)) }))
    }
}

fn read(row: &Row, at: Timestamp) -> Rating {
    let rating = Rating {
        rating: row.get(0),
        deviation: row.get(1),
        volatility: row.get(2),
        games: u32::try_from(row.get::<_, i64>(3)).unwrap_or(u32::MAX),
    };
    let latest = moment(row.get(4));
    rating.after_pause(at.since(latest).millis())
}

/// Updates the ratings for a game that goes to the archive in this transaction, if it is rated. The rows of both
/// players are locked in the same order on all nodes, so that games of one player that end at the same time are counted
/// one after the other.
pub(super) async fn count_finished(
    transaction: &Transaction<'_>,
    row: &FinishedGame,
) -> Result<(), StoreError> {
    let Ok(outcome) = row.result.parse::<Outcome>() else { return Ok(()) };
    let (white, black) = (PlayerId::stored(&row.white), PlayerId::stored(&row.black));
    if !row.is_counted() || white.is_guest() || black.is_guest() || white == black {
        return Ok(());
    }
    let speed = archived_perf(row.variant, &row.time);
    let new = Rating::default();
    let make = "INSERT INTO ratings (player, speed, rating, deviation, volatility, games, at) \
        SELECT player, $3, $4, $5, $6, 0, $7 FROM unnest(ARRAY[$1, $2]) AS p (player) ORDER BY player \
        ON CONFLICT DO NOTHING";
    let at = millis(row.ended);
    let (first, second) = (white.as_str(), black.as_str());
    execute_in(
        transaction,
        make,
        &[&first, &second, &speed, &new.rating, &new.deviation, &new.volatility, &at],
    )
    .await?;
    let lock = "SELECT rating, deviation, volatility, games, at, player FROM ratings \
        WHERE player IN ($1, $2) AND speed = $3 ORDER BY player FOR NO KEY UPDATE";
    let rows = query_in(transaction, lock, &[&first, &second, &speed]).await?;
    let of = |player: &str| {
        let found = rows.iter().find(|row| row.get::<_, &str>(5) == player);
        found.map(|found| read(found, row.ended))
    };
    let (Some(white_before), Some(black_before)) = (of(first), of(second)) else {
        return Err(super::damaged("no rating where one was just written"));
    };
    let Some((white_after, black_after)) = after_game(white_before, black_before, outcome) else {
        // A rating without any games is that of a new player, and is not shown.
        let undo = "DELETE FROM ratings WHERE player IN ($1, $2) AND speed = $3 AND games = 0";
        execute_in(transaction, undo, &[&first, &second, &speed]).await?;
        return Ok(());
    };
    let keep = "UPDATE ratings SET rating = $3, deviation = $4, volatility = $5, games = $6, at = greatest(at, $7) \
        WHERE player = $1 AND speed = $2";
    for (player, after) in [(first, white_after), (second, black_after)] {
        let games = i64::from(after.games);
        execute_in(
            transaction,
            keep,
            &[&player, &speed, &after.rating, &after.deviation, &after.volatility, &games, &at],
        )
        .await?;
    }
    let counted = "INSERT INTO rated_games VALUES ($1, $2, $3, $4, $5, $6)";
    execute_in(
        transaction,
        counted,
        &[
            &row.game.number(),
            &at,
            &white_before.rating,
            &white_after.rating,
            &black_before.rating,
            &black_after.rating,
        ],
    )
    .await?;
    Ok(())
}
