//! Checksums of whole files: appended to a backup, and in a sidecar file next to a database that was closed cleanly.
//!
//! SQLite ignores bytes after the last page of a file, so a backup with an appended checksum is still a valid database.

use super::private;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The text before the checksum at the end of a backup.
const LABEL: &str = "\ntabiya backup, SHA-256 of all before this line: ";
/// Hexadecimal digits of a checksum.
const DIGITS: usize = 64;
/// The length of the trailer: the label, the checksum and the newline.
const TRAILER: usize = LABEL.len() + DIGITS + 1;
/// The longest file for which a checksum is computed at shutdown, which should not take long.
const MAX_LENGTH: u64 = 2 << 30;

/// What the checksum at the end of a backup says about the copied file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Integrity {
    /// Every byte is as it was when the backup was made.
    Intact,
    /// The checksum does not match.
    Damaged,
    /// There is no checksum, and nothing was copied.
    Unchecked,
}

/// Appends the checksum to a backup.
pub(crate) fn append(file: &Path) -> io::Result<()> {
    let mut file = File::options().read(true).append(true).open(file)?;
    let sum = copy_and_sum(&mut file, u64::MAX, &mut io::sink())?;
    writeln!(file, "{LABEL}{sum}")
}

/// Whether a file ends with a checksum.
pub(crate) fn is_appended(file: &Path) -> io::Result<bool> {
    Ok(read_trailer(&mut File::open(file)?)?.is_some())
}

/// Copies a backup without its trailer, and verifies the checksum on the way.
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<Integrity> {
    let mut file = File::open(from)?;
    let Some((length, expected)) = read_trailer(&mut file)? else { return Ok(Integrity::Unchecked) };
    file.rewind()?;
    let found = copy_and_sum(&mut file, length, &mut File::create(to)?)?;
    Ok(if found == expected { Integrity::Intact } else { Integrity::Damaged })
}

/// The length of the file before the trailer, and the checksum.
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

/// Writes the checksum of a database that has been closed into its sidecar file.
pub(crate) fn write_sidecar(database: &Path) -> io::Result<()> {
    let mut file = File::open(database)?;
    if file.metadata()?.len() > MAX_LENGTH {
        return Ok(());
    }
    let sum = copy_and_sum(&mut file, u64::MAX, &mut io::sink())?;
    private::open_file(&sidecar(database))?;
    fs::write(sidecar(database), sum + "\n")
}

/// Removes the sidecar file before the database is written to.
pub(crate) fn remove_sidecar(database: &Path) -> io::Result<()> {
    match fs::remove_file(sidecar(database)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Whether a database is as it was when it was closed cleanly. None if it was not closed cleanly, or is in use.
pub(crate) fn matches_sidecar(database: &Path) -> io::Result<Option<bool>> {
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    if fs::metadata(log).is_ok_and(|log| log.len() > 0) {
        return Ok(None);
    }
    let Ok(expected) = fs::read_to_string(sidecar(database)) else { return Ok(None) };
    let found = copy_and_sum(&mut File::open(database)?, u64::MAX, &mut io::sink())?;
    Ok(Some(found == expected.trim_end()))
}

fn sidecar(database: &Path) -> PathBuf {
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
    fn a_database_with_a_nonempty_wal_counts_as_in_use() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("test.sqlite");
        fs::write(&database, "pages").unwrap();
        write_sidecar(&database).unwrap();
        assert_eq!(matches_sidecar(&database).unwrap(), Some(true));
        for (log, expected) in [("", Some(true)), ("frames", None)] {
            fs::write(folder.path().join("test.sqlite-wal"), log).unwrap();
            assert_eq!(matches_sidecar(&database).unwrap(), expected, "{log:?}");
        }
    }

    #[test]
    fn no_checksum_is_computed_for_a_very_long_file() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("test.sqlite");
        // A sparse file, which takes no disk space.
        File::create(&database).unwrap().set_len(MAX_LENGTH + 1).unwrap();
        write_sidecar(&database).unwrap();
        assert_eq!(matches_sidecar(&database).unwrap(), None);
    }
}
