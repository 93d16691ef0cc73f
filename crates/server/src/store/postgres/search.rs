//! The search of finished games.

use super::{Store, StoreError, damaged, millis, moment};
use crate::ids::{GameId, PlayerId};
use crate::store::{ELSEWHERE, FoundGame, GameQuery};
use serde::de::DeserializeOwned;
use tokio_postgres::Row;
use wire::codes::{Reason, ResultCode, from_code};

// Constant texts: search terms are passed only as bound values. A condition whose value is not set always holds.
const COLUMNS: &str = "SELECT game, began, ended, white, black, result, reason, variant, time, rated, plies, opening, \
     (SELECT name FROM players WHERE id = white), (SELECT name FROM players WHERE id = black) FROM archive";
const OF_ONE_PLAYER: &str = " WHERE game IN ( \
     SELECT game FROM archive WHERE white = $1 AND $3::text IS DISTINCT FROM 'black' AND ($2::text IS NULL OR black = $2) \
     UNION ALL \
     SELECT game FROM archive WHERE black = $1 AND $3::text IS DISTINCT FROM 'white' AND ($2::text IS NULL OR white = $2))";
const OF_ANYBODY: &str =
    " WHERE $1::text IS NULL AND $2::text IS NULL AND $3::text IS DISTINCT FROM 'nobody'";
const AND: &str = " AND ($4::text IS NULL OR result = $4) AND ($5::text IS NULL OR reason = $5) \
     AND ($6::bigint IS NULL OR ended >= $6) AND ($7::bigint IS NULL OR ended <= $7) \
     AND ($8::bigint IS NULL OR (ended, game) < (SELECT ended, game FROM archive WHERE game = $8))";
// The space ends a move, so that e7e8 does not match e7e8q.
const OPENING: &str =
    " AND opening >= $9 AND opening < $9 || '~' AND left(opening || ' ', length($9) + 1) = $9 || ' '";
const ANY_OPENING: &str = " AND $9::text IS NULL";
const ORDER: &str = " ORDER BY ended DESC, game DESC LIMIT $10";

impl Store {
    /// The games that match a query, the newest first.
    pub async fn find_games(&self, query: GameQuery) -> Result<Vec<FoundGame>, StoreError> {
        let players = if query.player.is_some() { OF_ONE_PLAYER } else { OF_ANYBODY };
        let opening = if query.opening.is_some() { OPENING } else { ANY_OPENING };
        let sql = [COLUMNS, players, AND, opening, ORDER].concat();
        let color = query.color.map(|color| color.to_string());
        let values: super::Values<'_> = &[
            &query.player.as_ref().map(PlayerId::as_str),
            &query.opponent.as_ref().map(PlayerId::as_str),
            &color,
            &query.result.map(ResultCode::as_str),
            &query.reason.map(Reason::as_str),
            &query.from.map(millis),
            &query.to.map(millis),
            &query.after.map(GameId::number),
            &query.opening,
            &i64::from(query.limit),
        ];
        self.query(&sql, values).await?.iter().map(read).collect()
    }
}

fn read(row: &Row) -> Result<FoundGame, StoreError> {
    let person = |id: usize, name: usize| -> (String, String) {
        let id: String = row.get(id);
        let name: Option<String> = row.get(name);
        let elsewhere = id.strip_prefix(ELSEWHERE).map(str::to_owned);
        (id.clone(), name.or(elsewhere).unwrap_or(id))
    };
    Ok(FoundGame {
        game: GameId::from_number(row.get(0)).ok_or_else(|| damaged("a game without a name"))?,
        began: moment(row.get(1)),
        ended: moment(row.get(2)),
        white: person(3, 12),
        black: person(4, 13),
        result: known(row, 5)?,
        reason: from_code(row.get(6)),
        variant: known(row, 7)?,
        time: row.get(8),
        rated: row.get(9),
        plies: u32::try_from(row.get::<_, i64>(10)).unwrap_or(u32::MAX),
        opening: row.get(11),
    })
}

/// A code that must be known.
fn known<T: DeserializeOwned>(row: &Row, place: usize) -> Result<T, StoreError> {
    from_code(row.get(place)).ok_or_else(|| damaged("an unknown code"))
}
