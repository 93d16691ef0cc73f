//! The log of a finished game as two text columns of the archive, the same in every database.

use super::Row;

/// How many of a finished game's last rows keep their command keys, by which a late repeat is recognised. A client that
/// sent an older command has either received its answer or could not have sent the later ones.
const MAX_COMMAND_KEYS: usize = 16;

/// The log of a game as the archive stores it.
pub(super) struct Log {
    /// The payloads, one row per line.
    pub(super) rows: String,
    /// The command keys of the last rows, one per line. The line is empty for a row without a key.
    pub(super) commands: Option<String>,
}

impl Log {
    pub(super) fn of(rows: &[Row]) -> Log {
        let line = |text: &str| format!("{text}\n");
        let last = &rows[rows.len().saturating_sub(MAX_COMMAND_KEYS)..];
        Log {
            rows: rows.iter().map(|row| line(&row.payload)).collect(),
            commands: Some(last.iter().map(|row| line(row.command.as_deref().unwrap_or_default())).collect()),
        }
    }

    /// The rows again, with the command keys that were stored.
    pub(super) fn read(&self) -> Vec<Row> {
        let row = |payload: &str| Row { command: None, payload: payload.to_owned() };
        let mut rows: Vec<_> = self.rows.lines().map(row).collect();
        let keys = self.commands.iter().flat_map(|keys| keys.lines().rev());
        for (row, key) in rows.iter_mut().rev().zip(keys) {
            row.command = (!key.is_empty()).then(|| key.to_owned());
        }
        rows
    }
}
