//! The search of finished games.

use super::{Store, StoreError};
use crate::ids::{GameId, PlayerId};
use crate::store::{ELSEWHERE, FoundGame, GameQuery};
use game::Timestamp;
use rusqlite::types::Type;
use rusqlite::{Connection, Row, named_params};
use serde::de::DeserializeOwned;
use wire::codes::{Reason, ResultCode, from_code};

// Constant texts: search terms are passed only as bound values. A condition whose value is not set always holds.
const COLUMNS: &str = "SELECT game, began, ended, white, black, result, reason, variant, time, rated, plies, opening, \
     (SELECT name FROM players WHERE id = white), (SELECT name FROM players WHERE id = black) FROM archive";
const OF_ONE_PLAYER: &str = " WHERE game IN ( \
     SELECT game FROM archive WHERE white = :player AND :color IS NOT 'black' AND (:opponent IS NULL OR black = :opponent) \
     UNION ALL \
     SELECT game FROM archive WHERE black = :player AND :color IS NOT 'white' AND (:opponent IS NULL OR white = :opponent))";
const OF_ANYBODY: &str = " WHERE :player IS NULL AND :opponent IS NULL AND :color IS NOT 'nobody'";
const AND: &str = " AND (:result IS NULL OR result = :result) AND (:reason IS NULL OR reason = :reason) \
     AND (:since IS NULL OR ended >= :since) AND (:until IS NULL OR ended <= :until) \
     AND (:after IS NULL OR (ended, game) < (SELECT ended, game FROM archive WHERE game = :after))";
// The space ends a move, so that e7e8 does not match e7e8q.
const OPENING: &str =
    " AND opening >= :opening AND opening < :opening || '~' AND (opening || ' ') LIKE :opening || ' %'";
const ANY_OPENING: &str = " AND :opening IS NULL";
const ORDER: &str = " ORDER BY ended DESC, game DESC LIMIT :limit";

impl Store {
    /// The games that match a query, the newest first.
    pub async fn find_games(&self, query: GameQuery) -> Result<Vec<FoundGame>, StoreError> {
        self.read(move |connection| search(connection, &query)).await
    }
}

fn search(connection: &Connection, query: &GameQuery) -> rusqlite::Result<Vec<FoundGame>> {
    let players = if query.player.is_some() { OF_ONE_PLAYER } else { OF_ANYBODY };
    let opening = if query.opening.is_some() { OPENING } else { ANY_OPENING };
    let sql = [COLUMNS, players, AND, opening, ORDER].concat();
    let mut statement = connection.prepare_cached(&sql)?;
    let millis = |moment: Option<Timestamp>| moment.map(|moment| moment.millis().cast_signed());
    let rows = statement.query_map(
        named_params! {
            ":player": query.player.as_ref().map(PlayerId::as_str),
            ":opponent": query.opponent.as_ref().map(PlayerId::as_str),
            ":color": query.color.map(|color| color.to_string()),
            ":result": query.result.map(ResultCode::as_str),
            ":reason": query.reason.map(Reason::as_str),
            ":since": millis(query.from),
            ":until": millis(query.to),
            ":opening": query.opening,
            ":after": query.after.map(GameId::number),
            ":limit": query.limit,
        },
        read,
    )?;
    rows.collect()
}

fn read(row: &Row<'_>) -> rusqlite::Result<FoundGame> {
    let number = row.get(0)?;
    let moment = |place: usize| -> rusqlite::Result<Timestamp> {
        let millis: i64 = row.get(place)?;
        Ok(Timestamp::from_millis(millis.cast_unsigned()))
    };
    let person = |id: usize, name: usize| -> rusqlite::Result<(String, String)> {
        let id: String = row.get(id)?;
        let name: Option<String> = row.get(name)?;
        let elsewhere = id.strip_prefix(ELSEWHERE).map(str::to_owned);
        Ok((id.clone(), name.or(elsewhere).unwrap_or(id)))
    };
    Ok(FoundGame {
        game: GameId::from_number(number).ok_or(rusqlite::Error::IntegralValueOutOfRange(0, number))?,
        began: moment(1)?,
        ended: moment(2)?,
        white: person(3, 12)?,
        black: person(4, 13)?,
        result: known(row, 5)?,
        reason: code(row, 6)?,
        variant: known(row, 7)?,
        time: row.get(8)?,
        rated: row.get(9)?,
        plies: row.get(10)?,
        opening: row.get(11)?,
    })
}

/// A code that must be known.
fn known<T: DeserializeOwned>(row: &Row<'_>, place: usize) -> rusqlite::Result<T> {
    let unknown = || rusqlite::Error::InvalidColumnType(place, "a known code".into(), Type::Text);
    code(row, place)?.ok_or_else(unknown)
}

fn code<T: DeserializeOwned>(row: &Row<'_>, place: usize) -> rusqlite::Result<Option<T>> {
    Ok(from_code(row.get_ref(place)?.as_str()?))
}
