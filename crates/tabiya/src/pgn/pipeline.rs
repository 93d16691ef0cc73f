//! One thread reads a file, many process it, and the first one reports results in the order of the file.
//!
//! Each part of the file has its own bounded channel for its results. A thread that is ahead of the output waits, so
//! memory is bounded by the number of threads, whatever the file contains.

use super::chunks::{Chunk, Chunks};
use super::interrupt;
use super::open::Input;
use super::progress::Progress;
use super::tally::{Origin, Tally};
use pgn::{Place, Reader, Source};
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

/// A task on the games of a file.
pub(super) trait Task: Sized {
    /// The result of some games, or of a part of one.
    type Batch: Default + Send;

    /// Reads one game, and returns whether there was one. Runs on many threads. A batch that grows large is sent on by
    /// `parts`.
    fn game<S: Source>(
        reader: &mut Reader<S>,
        batch: &mut Self::Batch,
        parts: &Parts<Self::Batch>,
    ) -> io::Result<bool>;

    fn tally(batch: &Self::Batch) -> &Tally;

    /// Takes the batches in file order.
    fn batch(&mut self, batch: Self::Batch, origin: Origin, output: &mut impl Write) -> io::Result<()>;

    /// The end of the file is reached.
    fn end(&mut self, total: &Tally, output: &mut impl Write) -> io::Result<()>;
}

/// How processing a file ended.
pub(super) enum End {
    Fine,
    /// There were faults, and they were reported.
    Bad,
    /// The file could not be read to its end.
    Failed(io::Error),
}

/// Where the results of one part of the file go.
pub(super) struct Parts<B>(SyncSender<B>);

impl<B> Parts<B> {
    /// Sends a batch on. Waits while too many earlier batches are not written yet.
    pub(super) fn send(&self, batch: B) {
        // The receiver is gone if writing has failed, which is reported elsewhere.
        let _ = self.0.send(batch);
    }
}

/// A part of the file, and where its results go.
struct Job<B> {
    bytes: Vec<u8>,
    parts: Parts<B>,
}

/// The results of one part of the file, in the order of the file.
struct Results<B> {
    start: Place,
    batches: Receiver<B>,
}

/// How many games of a stream that cannot be split are reported together.
const BATCH_SIZE: usize = 1000;
/// How many batches of one part of the file can wait to be written.
const MAX_WAITING_BATCHES: usize = 4;
const REDRAW_INTERVAL: Duration = Duration::from_millis(100);
/// A large stack for the solver that judges final positions.
const STACK_SIZE: usize = 64 << 20;

/// Runs a task on a file. An `Err` means that writing the output failed.
pub(super) fn run<T: Task>(
    task: &mut T,
    input: Input,
    threads: usize,
    output: &mut impl Write,
) -> io::Result<End> {
    let mut progress = Progress::new(&input);
    let bytes = match input.bytes {
        Ok(bytes) => bytes,
        Err(error) => return Ok(End::Failed(error)),
    };
    let stop = &AtomicBool::new(false);
    let (jobs, queue) = mpsc::sync_channel::<Job<T::Batch>>(threads);
    let queue = &Mutex::new(queue);
    let (results, receiver) = mpsc::sync_channel::<Results<T::Batch>>(threads);
    let mut total = Tally::default();
    let failed = thread::scope(|scope| {
        for _ in 0..threads {
            spawn(scope, move || work::<T>(queue, stop))?;
        }
        let reading = spawn(scope, move || read::<T>(bytes, stop, &jobs, &results))?;
        let collected = collect(task, receiver, &mut total, &mut progress, output);
        if collected.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        collected?;
        Ok::<_, io::Error>(reading.join().unwrap_or_else(|_| Err(io::Error::other("reading panicked"))).err())
    });
    progress.clear();
    let failed = failed?;
    total.is_cut_off = failed.is_some();
    task.end(&total, output)?;
    Ok(match failed {
        Some(error) => End::Failed(error),
        None if total.bad_games > 0 || total.games == 0 => End::Bad,
        None => End::Fine,
    })
}

fn spawn<'scope, R: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> R + Send + 'scope,
) -> io::Result<thread::ScopedJoinHandle<'scope, R>> {
    thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work)
}

/// Splits the file into jobs.
fn read<T: Task>(
    bytes: impl Read,
    stop: &AtomicBool,
    jobs: &SyncSender<Job<T::Batch>>,
    results: &SyncSender<Results<T::Batch>>,
) -> io::Result<()> {
    let mut chunks = Chunks::new(bytes);
    let is_over = || stop.load(Ordering::Relaxed) || interrupt::is_requested();
    while !is_over()
        && let Some(chunk) = chunks.next()?
    {
        let (sender, batches) = mpsc::sync_channel(MAX_WAITING_BATCHES);
        let parts = Parts(sender);
        let start = match &chunk {
            Chunk::Games { start, .. } | Chunk::Rest { start, .. } => *start,
        };
        if results.send(Results { start, batches }).is_err() {
            break; // the output has failed
        }
        match chunk {
            Chunk::Games { bytes, .. } => {
                if jobs.send(Job { bytes, parts }).is_err() {
                    break; // the workers have stopped
                }
            }
            Chunk::Rest { read, .. } => {
                let mut reader = Reader::new(read);
                let mut more = true;
                while more && !is_over() {
                    let mut batch = T::Batch::default();
                    let mut failed = None;
                    for _ in 0..BATCH_SIZE {
                        more = T::game(&mut reader, &mut batch, &parts).unwrap_or_else(|error| {
                            failed = Some(error);
                            false
                        });
                        if !more {
                            break;
                        }
                    }
                    // Games that were read before the error count.
                    parts.send(batch);
                    if let Some(error) = failed {
                        return Err(error);
                    }
                }
            }
        }
    }
    Ok(())
}

/// Processes jobs until there are no more.
fn work<T: Task>(queue: &Mutex<Receiver<Job<T::Batch>>>, stop: &AtomicBool) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { bytes, parts }) = job else { return };
        let mut reader = Reader::from_slice(&bytes);
        let mut batch = T::Batch::default();
        // Reading a slice cannot fail.
        while !stop.load(Ordering::Relaxed)
            && let Ok(true) = T::game(&mut reader, &mut batch, &parts)
        {}
        parts.send(batch);
    }
}

/// Passes the batches on in the order of the file. When writing fails, the channels are closed, so that nobody waits.
fn collect<T: Task>(
    task: &mut T,
    results: Receiver<Results<T::Batch>>,
    total: &mut Tally,
    progress: &mut Progress,
    output: &mut impl Write,
) -> io::Result<()> {
    while let Some(Results { start, batches }) = next(&results, progress) {
        let origin = Origin { games: total.games, place: start };
        while let Some(batch) = next(&batches, progress) {
            total.add(T::tally(&batch));
            task.batch(batch, origin, output)?;
        }
    }
    Ok(())
}

/// The next value; `None` at the end. Shows the progress while it waits.
fn next<B>(receiver: &Receiver<B>, progress: &mut Progress) -> Option<B> {
    loop {
        progress.show();
        match receiver.recv_timeout(REDRAW_INTERVAL) {
            Ok(next) => return Some(next),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}
