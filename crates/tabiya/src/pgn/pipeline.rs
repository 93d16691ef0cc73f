//! One thread reads a file, many process it, and the first one reports results in the order of the file.

use super::chunks::{Chunk, Chunks};
use super::interrupt;
use super::open::Input;
use super::progress::Progress;
use super::tally::{Origin, Tally};
use pgn::{Place, Reader, Source};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

/// What is done with the games of a file.
pub(super) trait Task: Sized {
    /// The result of a batch of games.
    type Batch: Default + Send;

    /// Reads one game; whether there was one. Runs on many threads.
    fn game<S: Source>(reader: &mut Reader<S>, batch: &mut Self::Batch) -> io::Result<bool>;

    fn tally(batch: &Self::Batch) -> &Tally;

    /// Takes the batches in file order.
    fn batch(&mut self, batch: Self::Batch, origin: Origin, output: &mut impl Write) -> io::Result<()>;

    /// The file is over.
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

/// A processed batch and its place in the file.
struct FinishedBatch<P> {
    number: u64,
    start: Place,
    /// True if its games are numbered from the start of the previous batch.
    continues: bool,
    batch: P,
}

type Job = (u64, Place, Vec<u8>);

/// How many games of a stream that cannot be split are reported together.
const BATCH_SIZE: usize = 1000;
const REDRAW_INTERVAL: Duration = Duration::from_millis(100);
/// Variations may be nested deeply, and some tasks recurse into them.
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
    let (jobs, queue) = mpsc::sync_channel::<Job>(threads);
    let queue = &Mutex::new(queue);
    let (results, receiver) = mpsc::sync_channel::<FinishedBatch<T::Batch>>(threads);
    let mut total = Tally::default();
    let failed = thread::scope(|scope| {
        for _ in 0..threads {
            let results = results.clone();
            spawn(scope, move || work::<T>(queue, &results))?;
        }
        let reading = spawn(scope, move || read::<T>(bytes, stop, &jobs, &results))?;
        let collected = collect(task, &receiver, &mut total, &mut progress, output);
        if collected.is_err() {
            stop.store(true, Ordering::Relaxed);
            for _ in &receiver {} // so that nobody waits for a place in the channel
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

/// Cuts the file into jobs.
fn read<T: Task>(
    bytes: impl Read,
    stop: &AtomicBool,
    jobs: &SyncSender<Job>,
    results: &SyncSender<FinishedBatch<T::Batch>>,
) -> io::Result<()> {
    let mut chunks = Chunks::new(bytes);
    let mut number = 0;
    let is_over = || stop.load(Ordering::Relaxed) || interrupt::is_requested();
    while !is_over()
        && let Some(chunk) = chunks.next()?
    {
        match chunk {
            Chunk::Games { start, bytes } => {
                if jobs.send((number, start, bytes)).is_err() {
                    break; // nobody works any more
                }
                number += 1;
            }
            Chunk::Rest { start, read } => {
                let mut reader = Reader::new(read);
                let (mut continues, mut more) = (false, true);
                while more && !is_over() {
                    let mut batch = T::Batch::default();
                    let mut failed = None;
                    for _ in 0..BATCH_SIZE {
                        more = T::game(&mut reader, &mut batch).unwrap_or_else(|error| {
                            failed = Some(error);
                            false
                        });
                        if !more {
                            break;
                        }
                    }
                    // What was read before an error counts.
                    if results.send(FinishedBatch { number, start, continues, batch }).is_err() {
                        break;
                    }
                    if let Some(error) = failed {
                        return Err(error);
                    }
                    (number, continues) = (number + 1, true);
                }
            }
        }
    }
    Ok(())
}

/// Processes jobs until there are no more.
fn work<T: Task>(queue: &Mutex<Receiver<Job>>, results: &SyncSender<FinishedBatch<T::Batch>>) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, start, bytes)) = job else { return };
        let mut reader = Reader::from_slice(&bytes);
        let mut batch = T::Batch::default();
        while let Ok(true) = T::game(&mut reader, &mut batch) {} // a slice gives no errors
        if results.send(FinishedBatch { number, start, continues: false, batch }).is_err() {
            return;
        }
    }
}

/// Puts the batches into file order and hands them on.
fn collect<T: Task>(
    task: &mut T,
    receiver: &Receiver<FinishedBatch<T::Batch>>,
    total: &mut Tally,
    progress: &mut Progress,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut waiting = BTreeMap::new();
    let (mut next, mut games_before) = (0, 0);
    loop {
        match receiver.recv_timeout(REDRAW_INTERVAL) {
            Ok(done) => {
                waiting.insert(done.number, done);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        while let Some(FinishedBatch { start, continues, batch, .. }) = waiting.remove(&next) {
            if !continues {
                games_before = total.games;
            }
            total.add(T::tally(&batch));
            task.batch(batch, Origin { games: games_before, place: start }, output)?;
            next += 1;
        }
        progress.show();
    }
}
