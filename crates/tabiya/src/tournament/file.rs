//! Reads report files with all their faults, and replaces them atomically.

use pairing::trf::Document;
use serde_json::json;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// Why a file could not be read: the whole message, one fault per line.
pub(super) struct ReadError {
    pub(super) file: String,
    pub(super) message: String,
}

impl ReadError {
    /// Reports the faults on stderr for people, or as JSON on stdout.
    pub(super) fn report(&self, json: bool) -> io::Result<()> {
        if json {
            writeln!(io::stdout(), "{}", json!({ "file": self.file, "error": self.message }))
        } else {
            for line in self.message.lines() {
                let _ = writeln!(io::stderr(), "error: {}: {line}", self.file);
            }
            Ok(())
        }
    }
}

/// Reads a report file; `-` is stdin. Lines without effect are reported on stderr.
pub(super) fn read(path: &OsStr) -> Result<Document, ReadError> {
    let text = read_text(path)?;
    parse(path, &text)
}

/// The text of a file. A file that is not UTF-8 is read as Latin-1, which older programs write.
pub(super) fn read_text(path: &OsStr) -> Result<String, ReadError> {
    let read_error =
        |error: io::Error| ReadError { file: path.to_string_lossy().into(), message: error.to_string() };
    let mut bytes = Vec::new();
    if path == "-" {
        io::stdin().lock().read_to_end(&mut bytes).map_err(read_error)?;
    } else {
        bytes = fs::read(path).map_err(read_error)?;
    }
    if std::str::from_utf8(&bytes).is_err() {
        let _ = writeln!(io::stderr(), "note: {}: not UTF-8, read as Latin-1", path.to_string_lossy());
    }
    Ok(decode(bytes))
}

/// Decodes UTF-8 or, if the bytes are not valid UTF-8, Latin-1.
pub(super) fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

pub(super) fn parse(path: &OsStr, text: &str) -> Result<Document, ReadError> {
    let file = path.to_string_lossy();
    let document = Document::parse(text)
        .map_err(|faults| ReadError { file: file.to_string(), message: faults.to_string() })?;
    for note in &document.notes {
        let _ = writeln!(io::stderr(), "note: {file}: {note}");
    }
    Ok(document)
}

/// Replaces a file atomically: a reader sees the old or the new one, even after a crash.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let temporary = path.with_file_name(name);
    let mut file = File::create(&temporary)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&temporary, path)
}
