//! The log beside a file: one JSON object per line, append-only. Each line has the contents of the file before and
//! after the change, so every change can be taken back.
//!
//! A change is first appended to the log, then the file is replaced. Ctrl-C waits for both. If the program is killed
//! between the two, the file is unchanged, and the log has a change that never took effect, which `undo` ignores.

use super::file::{self, ReadError};
use super::interrupt;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
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

#[derive(Serialize, Deserialize)]
struct Change {
    /// Seconds since 1970.
    time: u64,
    /// A description for people.
    change: String,
    /// For a change that took back another one: the number of that change, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    undoes: Option<usize>,
    /// The file before; `None` if it did not exist.
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
    // A last line without a line end was not written completely: that change never took effect.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines = whole.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let parsed = lines.map(|(index, line)| {
        let wrong =
            |error| io::Error::other(format!("{}: line {}: {error}", log_path(file).display(), index + 1));
        serde_json::from_str(line).map_err(wrong)
    });
    parsed.collect()
}

/// The changes that took effect and have not been taken back, oldest first.
fn standing(changes: &[Change], current: &str) -> Vec<usize> {
    let mut standing = Vec::new();
    for (index, change) in changes.iter().enumerate() {
        // The file when the next change was made, or now.
        let next = changes.get(index + 1).map_or(Some(current), |next| next.before.as_deref());
        if next == change.before.as_deref() && next != Some(change.after.as_str()) {
            continue;
        }
        match change.undoes {
            Some(undone) => standing.retain(|&known| known != undone),
            None => standing.push(index),
        }
    }
    standing
}

/// Appends a change to the log, and then writes the file. Fails if the file has changed since `before` was read.
pub(super) fn change(path: &Path, what: String, before: Option<String>, after: &str) -> io::Result<()> {
    // Entering the same result again is not a change.
    if before.as_deref() == Some(after) {
        return Ok(());
    }
    write(path, Change { time: now(), change: what, undoes: None, before, after: after.to_owned() })
}

fn write(path: &Path, change: Change) -> io::Result<()> {
    let _whole = interrupt::hold_off();
    let mut log =
        OpenOptions::new().create(true).read(true).write(true).truncate(false).open(log_path(path))?;
    // Concurrent commands take turns here, and the second one notices the change of the first.
    log.lock()?;
    let found = match fs::read(path) {
        Ok(bytes) => Some(file::decode(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if found != change.before {
        let message = format!("{}: another program has just changed the file; try again", path.display());
        return Err(io::Error::other(message));
    }
    let mut text = Vec::new();
    log.read_to_end(&mut text)?;
    let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    // Only an incomplete last line is ever removed.
    log.set_len(end as u64)?;
    log.seek(SeekFrom::Start(end as u64))?;
    let mut line = serde_json::to_string(&change)?;
    line.push('\n');
    log.write_all(line.as_bytes())?;
    log.sync_all()?;
    file::replace(path, &change.after)
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

pub(super) fn run_undo(args: &UndoArgs) -> io::Result<ExitCode> {
    let changes = changes(&args.file)?;
    let current = match file::read_text(OsString::from(&args.file).as_os_str()) {
        Ok(text) => text,
        Err(error) => return failed(&error),
    };
    let Some(&index) = standing(&changes, &current).last() else {
        let _ = writeln!(io::stderr(), "error: {}: there is no change to take back", args.file.display());
        return Ok(ExitCode::FAILURE);
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
    write(
        &args.file,
        Change {
            time: now(),
            change: what,
            undoes: Some(index),
            before: Some(current),
            after: before.clone(),
        },
    )?;
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

pub(super) fn failed(error: &ReadError) -> io::Result<ExitCode> {
    error.report(false)?;
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
    use super::{Change, standing, timestamp};

    fn change(before: &str, after: &str, undoes: Option<usize>) -> Change {
        let (before, after) = (Some(before.to_owned()), after.to_owned());
        Change { time: 0, change: String::new(), undoes, before, after }
    }

    #[test]
    fn changes_that_never_reached_the_file_do_not_stand() {
        let (ab, bc) = (change("a", "b", None), change("b", "c", None));
        assert_eq!(standing(&[ab, bc], "c"), [0, 1]);
        // Killed after writing the log and before writing the file.
        let (ab, bc) = (change("a", "b", None), change("b", "c", None));
        assert_eq!(standing(&[ab, bc], "b"), [0]);
        // The same, and then another change.
        let (ab, bc, bd) = (change("a", "b", None), change("b", "c", None), change("b", "d", None));
        assert_eq!(standing(&[ab, bc, bd], "d"), [0, 2]);
        // An undo, and one that never reached the file.
        let (ab, ba) = (change("a", "b", None), change("b", "a", Some(0)));
        assert_eq!(standing(&[ab, ba], "a"), [0usize; 0]);
        let (ab, ba) = (change("a", "b", None), change("b", "a", Some(0)));
        assert_eq!(standing(&[ab, ba], "b"), [0]);
    }

    #[test]
    fn timestamps_are_dates() {
        assert_eq!(timestamp(0), "1970-01-01 00:00:00");
        assert_eq!(timestamp(951_827_696), "2000-02-29 12:34:56");
        assert_eq!(timestamp(1_795_132_800), "2026-11-20 00:00:00");
    }
}
