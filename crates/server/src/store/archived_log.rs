//! The rows of a finished game in two columns, in the same form in every database.

use super::Row;

/// How many commands of a finished game are known by their names: the answers to older ones were heard, or whoever asked
/// could not have gone on.
const NAMES_KEPT: usize = 16;

/// The rows of a game as the archive keeps them.
pub(super) struct Log {
    /// What happened, one row a line.
    pub(super) rows: String,
    /// The names of the last commands, one a line; a row that nobody asked for has an empty one.
    pub(super) commands: Option<String>,
}

impl Log {
    /// What the archive keeps of these rows.
    pub(super) fn of(rows: &[Row]) -> Log {
        let line = |text: &str| format!("{text}\n");
        let last = &rows[rows.len().saturating_sub(NAMES_KEPT)..];
        Log {
            rows: rows.iter().map(|row| line(&row.payload)).collect(),
            commands: Some(last.iter().map(|row| line(row.command.as_deref().unwrap_or_default())).collect()),
        }
    }

    pub(super) fn read(&self) -> Vec<Row> {
        let row = |payload: &str| Row { command: None, payload: payload.to_owned() };
        let mut rows: Vec<_> = self.rows.lines().map(row).collect();
        let names = self.commands.iter().flat_map(|names| names.lines().rev());
        for (row, name) in rows.iter_mut().rev().zip(names) {
            row.command = (!name.is_empty()).then(|| name.to_owned());
        }
        rows
    }
}
