//! A function for migrations that need more than SQL.

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

/// Adds the SQL function `upgrade_rows`, which converts the rows of a game's log, one per line, to the current format.
pub(super) fn install(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("upgrade_rows", 1, flags, |context| {
        let rows = context.get_raw(0).as_str()?;
        let upgraded = rows.split('\n').map(|row| wire::stored::upgraded(row).unwrap_or_else(|| row.into()));
        Ok(upgraded.collect::<Vec<_>>().join("\n"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_with_a_proof_as_a_sentence_change() {
        let connection = Connection::open_in_memory().expect("a database");
        install(&connection).expect("a function");
        let ended = |proof: &str| {
            format!(
                r#"{{"form":1,"events":[{{"at":1,"what":{{"ended":{{"termination":"stalemate","proof":{proof}}}}}}}]}}"#
            )
        };
        let moved = r#"{"form":1,"events":[{"at":1,"what":"paused"}]}"#;
        let rows = format!("{moved}\n{}\n", ended(r#"{"no_mate":"such pieces never give mate"}"#));
        let found: String =
            connection.query_row("SELECT upgrade_rows(?1)", [&rows], |row| row.get(0)).expect("an answer");
        let lines: Vec<_> = found.split('\n').collect();
        assert_eq!((lines[0], lines[2], lines.len()), (moved, "", 3));
        assert!(lines[1].contains(r#"{"no_mate":{"of_one":{"material":{}}}}"#), "{found}");
    }
}
