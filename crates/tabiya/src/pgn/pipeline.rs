//! A file read by one thread, worked on by many, and told in its order by the first.

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
    /// What comes of a part of the file.
    type Part: Default + Send;

    /// Reads one game; whether there was one. Runs on many threads.
    fn game<S: Source>(reader: &mut Reader<S>, part: &mut Self::Part) -> io::Result<bool>;

    fn tally(part: &Self::Part) -> &Tally;

    /// Takes the parts in their order.
    fn part(&mut self, part: Self::Part, origin: Origin, output: &mut impl Write) -> io::Result<()>;

    /// The file is over.
    fn end(&mut self, total: &Tally, output: &mut impl Write) -> io::Result<()>;
}

/// How the work on a file ended.
pub(super) enum End {
    Fine,
    /// Something was wrong with the games, and was told.
    Bad,
    /// The file could not be read to its end.
    Failed(io::Error),
}

/// A part of the work, in its place.
struct Done<P> {
    number: u64,
    start: Place,
    /// Whether its games are counted from the start of the part before.
    goes_on: bool,
    part: P,
}

type Job = (u64, Place, Vec<u8>);

/// Games of a long stream that are told together.
const BATCH: usize = 1000;
const REDRAW: Duration = Duration::from_millis(100);
/// Variations may be nested deep, and some tasks go down with them.
const STACK: usize = 64 << 20;

/// Runs a task on a file. An error is one of the output.
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
    let (results, receiver) = mpsc::sync_channel::<Done<T::Part>>(threads);
    let mut total = Tally::default();
    let failed = thread::scope(|scope| {
        for _ in 0..threads {
            let results = results.clone();
            spawn(scope, move || work::<T>(queue, &results))?;
        }
        let reading = spawn(scope, move || read::<T>(bytes, stop, &jobs, &results))?;
        let told = tell(task, &receiver, &mut total, &mut progress, output);
        if told.is_err() {
            stop.store(true, Ordering::Relaxed);
            for _ in &receiver {} // so that nobody waits for a place in the channel
        }
        told?;
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
    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)
}

/// Cuts the file into jobs.
fn read<T: Task>(
    bytes: impl Read,
    stop: &AtomicBool,
    jobs: &SyncSender<Job>,
    results: &SyncSender<Done<T::Part>>,
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
                let (mut goes_on, mut more) = (false, true);
                while more && !is_over() {
                    let mut part = T::Part::default();
                    let mut failed = None;
                    for _ in 0..BATCH {
                        more = T::game(&mut reader, &mut part).unwrap_or_else(|error| {
                            failed = Some(error);
                            false
                        });
                        if !more {
                            break;
                        }
                    }
                    // What was read before an error counts.
                    if results.send(Done { number, start, goes_on, part }).is_err() {
                        break;
                    }
                    if let Some(error) = failed {
                        return Err(error);
                    }
                    (number, goes_on) = (number + 1, true);
                }
            }
        }
    }
    Ok(())
}

/// Does jobs until there are no more.
fn work<T: Task>(queue: &Mutex<Receiver<Job>>, results: &SyncSender<Done<T::Part>>) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, start, bytes)) = job else { return };
        let mut reader = Reader::from_slice(&bytes);
        let mut part = T::Part::default();
        while let Ok(true) = T::game(&mut reader, &mut part) {} // a slice gives no errors
        if results.send(Done { number, start, goes_on: false, part }).is_err() {
            return;
        }
    }
}

/// Puts the parts into their order and hands them on.
fn tell<T: Task>(
    task: &mut T,
    receiver: &Receiver<Done<T::Part>>,
    total: &mut Tally,
    progress: &mut Progress,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut waiting = BTreeMap::new();
    let (mut next, mut games_before) = (0, 0);
    loop {
        match receiver.recv_timeout(REDRAW) {
            Ok(done) => {
                waiting.insert(done.number, done);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        while let Some(Done { start, goes_on, part, .. }) = waiting.remove(&next) {
            if !goes_on {
                games_before = total.games;
            }
            total.add(T::tally(&part));
            task.part(part, Origin { games: games_before, place: start }, output)?;
            next += 1;
        }
        progress.show();
    }
}
