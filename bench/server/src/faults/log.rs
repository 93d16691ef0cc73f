//! The log itself, read from the database and compared with what every client was told.

use super::postgres::Postgres;
use crate::crash::{Fault, Record, Verdict};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::HashMap;
use tabiya_rules::Position;

/// The rows of every game, from the archive or else from the journal, with the id of the command if it is known.
const ROWS: &str = "SELECT a.game, r.n, '' AS command, r.payload FROM archive a \
    CROSS JOIN LATERAL string_to_table(rtrim(a.log, E'\\n'), E'\\n') WITH ORDINALITY AS r (payload, n) \
    UNION ALL SELECT j.game, j.seq, coalesce(j.command, ''), j.payload FROM journal j \
    WHERE NOT EXISTS (SELECT 1 FROM archive a WHERE a.game = j.game) ORDER BY 1, 2";
/// Rows that were appended after the game was archived.
const AFTER_THE_END: &str = "SELECT count(*) FROM journal j JOIN archive a USING (game) \
    WHERE j.seq > (SELECT count(*) FROM string_to_table(rtrim(a.log, E'\\n'), E'\\n'))";

/// A row, parsed without the server's own types.
#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    events: Vec<StoredEvent>,
}

#[derive(Deserialize)]
struct StoredEvent {
    at: u64,
    what: serde_json::Value,
}

/// A row of the log: its move, whether it ends the game, and its command.
struct Line {
    uci: Option<String>,
    ends: bool,
    command: String,
}

/// The id of a game from its number in the database: its eight letters are the bytes of the number.
fn name(number: &str) -> Result<String> {
    Ok(String::from_utf8(number.parse::<i64>()?.to_be_bytes().to_vec())?)
}

/// Every game of the database.
pub(super) struct Log(HashMap<String, Vec<Line>>);

impl Log {
    pub(super) fn read(postgres: &Postgres, verdict: &Verdict) -> Result<Log> {
        let late = postgres.query(AFTER_THE_END)?;
        if late.trim() != "0" {
            verdict.note(Fault::Split, || format!("{} rows were appended to archived games", late.trim()));
        }
        let mut games = HashMap::new();
        let text = postgres.query(ROWS)?;
        let rows = text.lines().map(|line| line.splitn(4, '\t').collect::<Vec<_>>());
        let rows: Vec<_> = rows.filter(|row| row.len() == 4).collect();
        for game in rows.chunk_by(|one, other| one[0] == other[0]) {
            let id = name(game[0][0])?;
            let lines = read_game(&id, game, verdict)?;
            games.insert(id, lines);
        }
        Ok(Log(games))
    }

    pub(super) fn rows(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// Checks that everything the players of a game were told is in the log.
    pub(super) fn judge(&self, record: &Record, verdict: &Verdict) {
        let game = &record.game;
        let Some(lines) = self.0.get(game) else {
            return verdict.note(Fault::Lost, || format!("{game} is not in the log"));
        };
        for (v, seen) in &record.rows {
            let line = usize::try_from(*v).ok().and_then(|v| lines.get(v.checked_sub(1)?));
            let Some(line) = line else {
                let fault = if seen.answered { Fault::Lost } else { Fault::SeenTooEarly };
                verdict.note(fault, || format!("{game}: row {v} was told, the log has {}", lines.len()));
                continue;
            };
            if seen.uci.is_some() && seen.uci != line.uci {
                let fault = if seen.answered { Fault::Lost } else { Fault::SeenTooEarly };
                verdict
                    .note(fault, || format!("{game}: row {v} was {:?}, in the log {:?}", seen.uci, line.uci));
            }
        }
        let logged = lines.iter().filter(|line| line.uci.is_some()).count();
        if logged > record.moves.len() + usize::from(record.pending.is_some()) {
            let known = record.moves.len();
            verdict.note(Fault::Doubled, || format!("{game}: {logged} moves in the log, {known} were made"));
        }
    }
}

/// Reads the rows of one game and checks their consistency: no gap, no time that runs backward, nothing after the end,
/// no command twice.
fn read_game(id: &str, rows: &[Vec<&str>], verdict: &Verdict) -> Result<Vec<Line>> {
    let (mut position, mut lines, mut latest) = (Position::start(), Vec::new(), 0);
    for (expected, row) in (1_u64..).zip(rows) {
        if row[1].parse() != Ok(expected) {
            verdict.note(Fault::Split, || format!("{id}: row {} instead of {expected}", row[1]));
        }
        let Row { events } = serde_json::from_str(row[3]).with_context(|| format!("{id}: {}", row[3]))?;
        let mut line = Line { uci: None, ends: false, command: row[2].get(..16).unwrap_or("").to_owned() };
        for StoredEvent { at, what } in events {
            if at < latest {
                verdict
                    .note(Fault::WrongClock, || format!("{id}: row {expected} is of {at}, after {latest}"));
            }
            latest = latest.max(at);
            if let Some(san) = what["moved"]["san"].as_str() {
                let Ok(legal) = position.parse_san(san) else {
                    verdict.note(Fault::Split, || format!("{id}: {san} of row {expected} cannot be played"));
                    return Ok(lines);
                };
                let (uci, next) = (legal.uci(), legal.play());
                line.uci = Some(uci);
                position = next;
            }
            line.ends |= what.get("ended").is_some();
        }
        if lines.iter().any(|before: &Line| before.ends) {
            verdict.note(Fault::Split, || format!("{id}: row {expected} comes after the end"));
        }
        if !line.command.is_empty() && lines.iter().any(|before| before.command == line.command) {
            verdict.note(Fault::Doubled, || format!("{id}: the command of row {expected} occurs twice"));
        }
        lines.push(line);
    }
    Ok(lines)
}
