//! The log beside a file: one JSON object a line, only ever appended to. Each line has the file as it was before,
//! so every change can be taken back.

use super::file::{self, Unreadable};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// Take back the last change that this program made to a file
#[derive(clap::Args)]
pub(super) struct UndoArgs {
    /// The report file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Print the changes that this program made to a file
#[derive(clap::Args)]
pub(super) struct LogArgs {
    /// The report file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// One change.
#[derive(Serialize, Deserialize)]
struct Change {
    /// Seconds since 1970.
    time: u64,
    /// What was done, for people.
    change: String,
    /// For a change that took another one back: that one's number, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    undoes: Option<usize>,
    /// The file before; none if it did not exist.
    before: Option<String>,
    /// The file after.
    after: String,
}

fn log_path(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_os_string();
    name.push(".log");
    file.with_file_name(name)
}

fn changes(file: &Path) -> io::Result<Vec<Change>> {
    let text = match fs::read_to_string(log_path(file)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let parsed = lines.map(|(index, line)| {
        let wrong =
            |error| io::Error::other(format!("{}: line {}: {error}", log_path(file).display(), index + 1));
        serde_json::from_str(line).map_err(wrong)
    });
    parsed.collect()
}

/// Writes a file, after the change stands in the log.
pub(super) fn change(path: &Path, what: String, before: Option<String>, after: &str) -> io::Result<()> {
    append(path, Change { time: now(), change: what, undoes: None, before, after: after.to_owned() })?;
    file::replace(path, after)
}

fn append(path: &Path, change: Change) -> io::Result<()> {
    let mut log = OpenOptions::new().create(true).append(true).open(log_path(path))?;
    let mut line = serde_json::to_string(&change)?;
    line.push('\n');
    log.write_all(line.as_bytes())?;
    log.sync_all()
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

pub(super) fn run_undo(args: &UndoArgs) -> io::Result<ExitCode> {
    let changes = changes(&args.file)?;
    let undone: Vec<usize> = changes.iter().filter_map(|change| change.undoes).collect();
    let last =
        (0..changes.len()).rev().find(|index| changes[*index].undoes.is_none() && !undone.contains(index));
    let Some(index) = last else {
        let _ = writeln!(io::stderr(), "error: {}: there is no change to take back", args.file.display());
        return Ok(ExitCode::FAILURE);
    };
    let current = match file::read_text(OsString::from(&args.file).as_os_str()) {
        Ok(text) => text,
        Err(unreadable) => return failed(&unreadable),
    };
    let change = &changes[index];
    if current != change.after {
        let _ = writeln!(
            io::stderr(),
            "error: {}: the file was changed by another program since \"{}\"; nothing was taken back",
            args.file.display(),
            change.change
        );
        return Ok(ExitCode::FAILURE);
    }
    let Some(before) = &change.before else {
        let _ = writeln!(
            io::stderr(),
            "error: {}: the first change made the file; delete it instead",
            args.file.display()
        );
        return Ok(ExitCode::FAILURE);
    };
    let what = format!("take back: {}", change.change);
    append(
        &args.file,
        Change {
            time: now(),
            change: what,
            undoes: Some(index),
            before: Some(current),
            after: before.clone(),
        },
    )?;
    file::replace(&args.file, before)?;
    writeln!(io::stdout(), "Took back: {}", change.change)?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn run_log(args: &LogArgs) -> io::Result<ExitCode> {
    let mut output = io::stdout().lock();
    for (index, change) in changes(&args.file)?.iter().enumerate() {
        writeln!(output, "{:>3}  {}  {}", index + 1, timestamp(change.time), change.change)?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn failed(unreadable: &Unreadable) -> io::Result<ExitCode> {
    unreadable.report(false)?;
    Ok(ExitCode::FAILURE)
}

/// A moment as `YYYY-MM-DD HH:MM:SS` in UTC.
fn timestamp(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that the leap day is the last one.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_index + 2) / 5 + 1;
    let month = if month_index < 10 { month_index + 3 } else { month_index - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02} {:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::timestamp;

    #[test]
    fn timestamps_are_dates() {
        assert_eq!(timestamp(0), "1970-01-01 00:00:00");
        assert_eq!(timestamp(951_827_696), "2000-02-29 12:34:56");
        assert_eq!(timestamp(1_795_132_800), "2026-11-20 00:00:00");
    }
}
