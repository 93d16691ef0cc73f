//! Checksums of whole files: at the end of a backup, and beside a database that was closed in order.
//!
//! SQLite does not read what follows the last page of a file, so a backup with its checksum is still a database.

use super::private;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What comes before the checksum at the end of a backup.
const LABEL: &str = "\ntabiya backup, SHA-256 of all before this line: ";
/// Hexadecimal digits of a checksum.
const DIGITS: usize = 64;
/// The whole of what follows a backup: the label, the checksum and the end of the line.
const TRAILER: usize = LABEL.len() + DIGITS + 1;
/// The longest file that is read through when a server ends, which should not take long.
const MAX_LENGTH: u64 = 2 << 30;

/// What the end of a backup says of the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Copied {
    /// Every byte is as it was when the backup was made.
    Whole,
    /// Some byte is another one.
    Damaged,
    /// There is no checksum, and nothing was copied.
    Unchecked,
}

/// Adds its checksum to a backup.
pub(crate) fn append(file: &Path) -> io::Result<()> {
    let mut file = File::options().read(true).append(true).open(file)?;
    let sum = copy_and_sum(&mut file, u64::MAX, &mut io::sink())?;
    writeln!(file, "{LABEL}{sum}")
}

/// Whether a file ends with a checksum.
pub(crate) fn is_at_the_end_of(file: &Path) -> io::Result<bool> {
    Ok(read_trailer(&mut File::open(file)?)?.is_some())
}

/// Copies a backup without its checksum, which is compared on the way.
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<Copied> {
    let mut file = File::open(from)?;
    let Some((length, expected)) = read_trailer(&mut file)? else { return Ok(Copied::Unchecked) };
    file.rewind()?;
    let found = copy_and_sum(&mut file, length, &mut File::create(to)?)?;
    Ok(if found == expected { Copied::Whole } else { Copied::Damaged })
}

/// The length of what is before the checksum, and the checksum.
fn read_trailer(file: &mut File) -> io::Result<Option<(u64, String)>> {
    let length = file.metadata()?.len();
    let Some(before) = length.checked_sub(TRAILER as u64) else { return Ok(None) };
    file.seek(SeekFrom::Start(before))?;
    let mut trailer = Vec::with_capacity(TRAILER);
    file.read_to_end(&mut trailer)?;
    let text = str::from_utf8(&trailer).ok();
    let sum = text.and_then(|text| text.strip_prefix(LABEL)?.strip_suffix('\n'));
    Ok(sum.map(|sum| (before, sum.to_owned())))
}

/// Writes down what a database is like that nobody writes to any more.
pub(crate) fn write_beside(database: &Path) -> io::Result<()> {
    let mut file = File::open(database)?;
    if file.metadata()?.len() > MAX_LENGTH {
        return Ok(());
    }
    let sum = copy_and_sum(&mut file, u64::MAX, &mut io::sink())?;
    private::open_file(&beside(database))?;
    fs::write(beside(database), sum + "\n")
}

/// Forgets it, before anybody writes.
pub(crate) fn remove_beside(database: &Path) -> io::Result<()> {
    match fs::remove_file(beside(database)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Whether a database is as it was when it was closed in order; none if it was not, or is in use.
pub(crate) fn matches_beside(database: &Path) -> io::Result<Option<bool>> {
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    if fs::metadata(log).is_ok_and(|log| log.len() > 0) {
        return Ok(None);
    }
    let Ok(expected) = fs::read_to_string(beside(database)) else { return Ok(None) };
    let found = copy_and_sum(&mut File::open(database)?, u64::MAX, &mut io::sink())?;
    Ok(Some(found == expected.trim_end()))
}

fn beside(database: &Path) -> PathBuf {
    database.with_extension("sha256")
}

fn copy_and_sum(from: &mut File, length: u64, to: &mut impl Write) -> io::Result<String> {
    let (mut from, mut hash, mut buffer) = (from.take(length), Sha256::new(), vec![0; 1 << 16]);
    loop {
        let read = from.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        hash.update(&buffer[..read]);
        to.write_all(&buffer[..read])?;
    }
    Ok(hash.finalize().iter().fold(String::with_capacity(DIGITS), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_that_is_not_empty_says_that_the_database_is_in_use() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("test.sqlite");
        fs::write(&database, "pages").unwrap();
        write_beside(&database).unwrap();
        assert_eq!(matches_beside(&database).unwrap(), Some(true));
        for (log, expected) in [("", Some(true)), ("frames", None)] {
            fs::write(folder.path().join("test.sqlite-wal"), log).unwrap();
            assert_eq!(matches_beside(&database).unwrap(), expected, "{log:?}");
        }
    }

    #[test]
    fn a_server_with_a_very_long_file_ends_without_reading_it() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("test.sqlite");
        // A hole, which takes no space.
        File::create(&database).unwrap().set_len(MAX_LENGTH + 1).unwrap();
        write_beside(&database).unwrap();
        assert_eq!(matches_beside(&database).unwrap(), None);
    }
}
