//! Ratings in the database.

use super::{Store, StoreError};
use crate::ids::{GameId, PlayerId};
use crate::ratings::{PROVISIONAL, Rating, after_game, archived_perf};
use crate::store::{FinishedGame, Leader, RatingChange, RatingPoint};
use game::Timestamp;
use rules::Outcome;
use rusqlite::{Connection, OptionalExtension, Row, params};

/// A rated game that has ended.
struct RatedGame<'g> {
    game: GameId,
    white: &'g PlayerId,
    black: &'g PlayerId,
    /// The speed, as `ratings::perf` names it.
    speed: &'static str,
    outcome: Outcome,
    at: Timestamp,
}

impl Store {
    /// A player's rating at one speed, as of a moment. A player without one gets the rating of a new player.
    pub async fn rating(
        &self,
        player: &PlayerId,
        speed: &'static str,
        at: Timestamp,
    ) -> Result<Rating, StoreError> {
        let player = player.clone();
        self.read(move |db| rating(db, &player, speed, at)).await
    }

    /// All ratings of a player, by speed.
    pub async fn ratings(
        &self,
        player: &PlayerId,
        at: Timestamp,
    ) -> Result<Vec<(String, Rating)>, StoreError> {
        let player = player.clone();
        self.read(move |db| all(db, &player, at)).await
    }

    /// A player's rating after each rated game, the oldest first.
    pub async fn rating_history(&self, player: &PlayerId) -> Result<Vec<RatingPoint>, StoreError> {
        let player = player.clone();
        self.read(move |db| history(db, &player)).await
    }

    /// The players with the highest ratings, leaving out provisional ones.
    pub async fn leaders(&self, perf: &'static str, limit: u32) -> Result<Vec<Leader>, StoreError> {
        self.read(move |db| leaders(db, perf, limit)).await
    }

    /// The rating change of a game; none if the game was not rated.
    pub async fn rating_change(&self, game: GameId) -> Result<Option<RatingChange>, StoreError> {
        self.read(move |db| change(db, game)).await
    }
}

fn rating(
    connection: &Connection,
    player: &PlayerId,
    speed: &str,
    at: Timestamp,
) -> rusqlite::Result<Rating> {
    let mut statement = connection.prepare_cached(
        "SELECT rating, deviation, volatility, games, at FROM ratings WHERE player = ? AND speed = ?",
    )?;
    let stored = statement.query_row(params![player.as_str(), speed], read).optional()?;
    Ok(stored.map_or_else(Rating::default, |(rating, latest)| {
        rating.after_pause(at.millis().saturating_sub(latest))
    }))
}

fn all(connection: &Connection, player: &PlayerId, at: Timestamp) -> rusqlite::Result<Vec<(String, Rating)>> {
    let mut statement = connection.prepare_cached(
        "SELECT rating, deviation, volatility, games, at, speed FROM ratings WHERE player = ? ORDER BY speed",
    )?;
    let rows = statement.query_map([player.as_str()], |row| {
        let (rating, latest) = read(row)?;
        Ok((row.get(5)?, rating.after_pause(at.millis().saturating_sub(latest))))
    })?;
    rows.collect()
}

fn read(row: &Row<'_>) -> rusqlite::Result<(Rating, u64)> {
    let rating =
        Rating { rating: row.get(0)?, deviation: row.get(1)?, volatility: row.get(2)?, games: row.get(3)? };
    let latest: i64 = row.get(4)?;
    Ok((rating, latest.cast_unsigned()))
}

/// Rates a game, once: a second call changes nothing and returns the same change. None if the game does not count: with
/// a guest, against oneself, or with an outcome that is not rated.
fn count(connection: &Connection, game: &RatedGame<'_>) -> rusqlite::Result<Option<RatingChange>> {
    if let Some(counted) = change(connection, game.game)? {
        return Ok(Some(counted));
    }
    let unrated = game.white.is_guest() || game.black.is_guest() || game.white == game.black;
    let white = rating(connection, game.white, game.speed, game.at)?;
    let black = rating(connection, game.black, game.speed, game.at)?;
    let Some((white_after, black_after)) = after_game(white, black, game.outcome).filter(|_| !unrated) else {
        return Ok(None);
    };
    save(connection, game.white, game, white_after)?;
    save(connection, game.black, game, black_after)?;
    connection.prepare_cached("INSERT INTO rated_games VALUES (?, ?, ?, ?, ?, ?)")?.execute(params![
        game.game.number(),
        game.at.millis().cast_signed(),
        white.rating,
        white_after.rating,
        black.rating,
        black_after.rating,
    ])?;
    Ok(Some(RatingChange {
        white: (white.rating, white_after.rating),
        black: (black.rating, black_after.rating),
    }))
}

fn history(connection: &Connection, player: &PlayerId) -> rusqlite::Result<Vec<RatingPoint>> {
    let mut statement = connection.prepare_cached(
        "SELECT a.variant, a.time, r.at, r.white_after FROM archive a JOIN rated_games r ON r.game = a.game \
         WHERE a.white = ?1 AND a.rated \
         UNION ALL \
         SELECT a.variant, a.time, r.at, r.black_after FROM archive a JOIN rated_games r ON r.game = a.game \
         WHERE a.black = ?1 AND a.rated ORDER BY 3",
    )?;
    let read = |row: &Row<'_>| {
        let (variant, time) = (row.get::<_, String>(0)?, row.get::<_, String>(1)?);
        let at = Timestamp::from_millis(row.get::<_, i64>(2)?.cast_unsigned());
        Ok(RatingPoint { perf: archived_perf(&variant, &time), at, rating: row.get(3)? })
    };
    statement.query_map([player.as_str()], read)?.collect()
}

fn leaders(connection: &Connection, perf: &str, limit: u32) -> rusqlite::Result<Vec<Leader>> {
    let mut statement = connection.prepare_cached(
        "SELECT r.player, p.name, p.title, r.rating FROM ratings r JOIN players p ON p.id = r.player \
         WHERE r.speed = ?1 AND r.deviation <= ?2 ORDER BY r.rating DESC LIMIT ?3",
    )?;
    let read = |row: &Row<'_>| {
        let player = PlayerId::stored(&row.get::<_, String>(0)?);
        Ok(Leader { player, name: row.get(1)?, title: row.get(2)?, rating: row.get(3)? })
    };
    statement.query_map(params![perf, PROVISIONAL, limit], read)?.collect()
}

/// Updates the ratings for a game that goes to the archive, if it is rated.
pub(super) fn count_finished(connection: &Connection, row: &FinishedGame) -> rusqlite::Result<()> {
    let Ok(outcome) = row.result.parse::<Outcome>() else { return Ok(()) };
    if row.is_counted() {
        let (white, black) = (PlayerId::stored(&row.white), PlayerId::stored(&row.black));
        let game = RatedGame {
            game: row.game,
            white: &white,
            black: &black,
            speed: archived_perf(row.variant, &row.time),
            outcome,
            at: row.ended,
        };
        count(connection, &game)?;
    }
    Ok(())
}

/// The rating change of a game; none if the game was not rated.
fn change(connection: &Connection, game: GameId) -> rusqlite::Result<Option<RatingChange>> {
    let mut statement = connection.prepare_cached(
        "SELECT white_before, white_after, black_before, black_after FROM rated_games WHERE game = ?",
    )?;
    let read = |row: &Row<'_>| {
        Ok(RatingChange { white: (row.get(0)?, row.get(1)?), black: (row.get(2)?, row.get(3)?) })
    };
    statement.query_row([game.number()], read).optional()
}

fn save(
    connection: &Connection,
    player: &PlayerId,
    game: &RatedGame<'_>,
    rating: Rating,
) -> rusqlite::Result<()> {
    let mut statement =
        connection.prepare_cached("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)")?;
    statement.execute(params![
        player.as_str(),
        game.speed,
        rating.rating,
        rating.deviation,
        rating.volatility,
        rating.games,
        game.at.millis().cast_signed(),
    ])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Color;

    fn empty() -> Connection {
        let connection = Connection::open_in_memory().expect("memory is there");
        connection.execute_batch(include_str!("migrations/V1__core.sql")).expect("our own SQL");
        connection.execute_batch(include_str!("migrations/V30__ratings.sql")).expect("our own SQL");
        connection
    }

    #[test]
    fn a_game_is_counted_once() {
        let connection = empty();
        let (white, black) = (PlayerId::account("Anna"), PlayerId::account("Bobby"));
        let game = RatedGame {
            game: GameId::random(),
            white: &white,
            black: &black,
            speed: "blitz",
            outcome: Outcome::Win(Color::White),
            at: Timestamp::from_millis(1_000),
        };
        let first = count(&connection, &game).expect("it is counted");
        assert!(
            first.is_some_and(|change| change.white.1 > change.white.0 && change.black.1 < change.black.0)
        );
        let anna = rating(&connection, &white, "blitz", game.at).expect("it is stored");
        assert_eq!(count(&connection, &game).expect("it is asked again"), first);
        assert_eq!(rating(&connection, &white, "blitz", game.at).expect("it is stored"), anna);
        assert_eq!(anna.games, 1);
        assert_eq!(rating(&connection, &white, "rapid", game.at).expect("none yet"), Rating::default());
        assert_eq!(all(&connection, &white, game.at).expect("one"), [("blitz".to_owned(), anna)]);
    }

    #[test]
    fn some_games_do_not_count() {
        let connection = empty();
        let (anna, bobby, guest) =
            (PlayerId::account("anna"), PlayerId::account("bobby"), PlayerId::random_guest());
        for (white, black, outcome) in [
            (&anna, &guest, Outcome::Draw),
            (&anna, &anna, Outcome::Draw),
            (&anna, &bobby, Outcome::BothLose),
        ] {
            let game = RatedGame {
                game: GameId::random(),
                white,
                black,
                speed: "blitz",
                outcome,
                at: Timestamp::ZERO,
            };
            assert_eq!(count(&connection, &game).expect("it is judged"), None);
        }
        assert_eq!(all(&connection, &anna, Timestamp::ZERO).expect("none"), []);
    }
}
