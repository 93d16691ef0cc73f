//! A search of finished games, as SQL has it.

use super::archive::ELSEWHERE;
use crate::ids::{GameId, PlayerId};
use game::Timestamp;
use rules::Color;
use rusqlite::{Connection, Row, named_params};

/// Which games. What is not set does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Somebody who played.
    pub player: Option<PlayerId>,
    /// Against whom.
    pub opponent: Option<PlayerId>,
    /// The player's side.
    pub color: Option<Color>,
    /// As PGN writes it.
    pub result: Option<String>,
    /// As INTERFACES name it: `checkmate`, `time` …
    pub reason: Option<String>,
    /// Not ended before this moment.
    pub from: Option<Timestamp>,
    /// Not ended after this moment.
    pub to: Option<Timestamp>,
    /// The first moves in UCI, a space between them.
    pub opening: Option<String>,
    /// Only those that come after this one in the list.
    pub after: Option<GameId>,
    /// So many at most.
    pub limit: u32,
}

/// A finished game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Which one.
    pub game: GameId,
    /// Who had White: id and name.
    pub white: (String, String),
    /// Who had Black.
    pub black: (String, String),
    /// When it began.
    pub began: Timestamp,
    /// When it ended.
    pub ended: Timestamp,
    /// As PGN writes it.
    pub result: String,
    /// How it ended.
    pub reason: String,
    /// Which rules.
    pub variant: String,
    /// The time control.
    pub time: String,
    /// Whether ratings depended on it.
    pub rated: bool,
    /// How many moves were made, by either side.
    pub plies: u32,
    /// The first moves in UCI.
    pub opening: String,
}

// Fixed texts: what is searched for comes in as values only. A condition whose value is not set holds for all.
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
// A move ends where the next one begins, so that e7e8 is not the beginning of e7e8q.
const OPENING: &str =
    " AND opening >= :opening AND opening < :opening || '~' AND (opening || ' ') LIKE :opening || ' %'";
const ANY_OPENING: &str = " AND :opening IS NULL";
const ORDER: &str = " ORDER BY ended DESC, game DESC LIMIT :limit";

/// The games that are wanted, the newest first.
pub fn search(connection: &Connection, wanted: &Wanted) -> rusqlite::Result<Vec<Found>> {
    let players = if wanted.player.is_some() { OF_ONE_PLAYER } else { OF_ANYBODY };
    let opening = if wanted.opening.is_some() { OPENING } else { ANY_OPENING };
    let sql = [COLUMNS, players, AND, opening, ORDER].concat();
    let mut statement = connection.prepare_cached(&sql)?;
    let millis = |moment: Option<Timestamp>| moment.map(|moment| moment.millis().cast_signed());
    let rows = statement.query_map(
        named_params! {
            ":player": wanted.player.as_ref().map(PlayerId::as_str),
            ":opponent": wanted.opponent.as_ref().map(PlayerId::as_str),
            ":color": wanted.color.map(|color| color.to_string()),
            ":result": wanted.result,
            ":reason": wanted.reason,
            ":since": millis(wanted.from),
            ":until": millis(wanted.to),
            ":opening": wanted.opening,
            ":after": wanted.after.map(GameId::number),
            ":limit": wanted.limit,
        },
        read,
    )?;
    rows.collect()
}

fn read(row: &Row<'_>) -> rusqlite::Result<Found> {
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
    Ok(Found {
        game: GameId::from_number(number).ok_or(rusqlite::Error::IntegralValueOutOfRange(0, number))?,
        began: moment(1)?,
        ended: moment(2)?,
        white: person(3, 12)?,
        black: person(4, 13)?,
        result: row.get(5)?,
        reason: row.get(6)?,
        variant: row.get(7)?,
        time: row.get(8)?,
        rated: row.get(9)?,
        plies: row.get(10)?,
        opening: row.get(11)?,
    })
}
