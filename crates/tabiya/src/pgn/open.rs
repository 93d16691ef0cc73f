//! Opens a file of games, compressed or not.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A file to read. If it cannot be opened, reading it returns the error.
pub(super) struct Input {
    pub(super) name: String,
    /// Its length on disk, if that is known.
    pub(super) length: Option<u64>,
    /// How much of that has been read.
    pub(super) read: Arc<AtomicU64>,
    pub(super) bytes: io::Result<Box<dyn Read + Send>>,
}

impl Input {
    pub(super) fn open(file: &OsStr) -> Input {
        let read = Arc::new(AtomicU64::new(0));
        if file == "-" {
            let stdin = CountingReader { inner: io::stdin(), read: Arc::clone(&read) };
            return Input { name: "stdin".to_string(), length: None, read, bytes: decompress(stdin) };
        }
        let name = file.to_string_lossy().into_owned();
        let opened = File::open(file);
        let length = opened.as_ref().ok().and_then(|file| file.metadata().ok()).map(|about| about.len());
        let bytes = opened.and_then(|inner| decompress(CountingReader { inner, read: Arc::clone(&read) }));
        Input { name, length, read, bytes }
    }
}

/// Counts what is read, for the progress bar.
struct CountingReader<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// Detects the format by the first bytes, so that a wrong or missing file extension does not matter.
fn decompress(mut input: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut first = Vec::new();
    input.by_ref().take(4).read_to_end(&mut first)?;
    let whole = Cursor::new(first.clone()).chain(input);
    Ok(match first[..] {
        [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
            Box::new(zstd::stream::read::Decoder::new(whole)?)
        }
        [0x1f, 0x8b, ..] => Box::new(flate2::read::MultiGzDecoder::new(whole)),
        [b'B', b'Z', b'h', b'1'..=b'9'] => Box::new(bzip2::read::MultiBzDecoder::new(whole)),
        _ => Box::new(whole),
    })
}
