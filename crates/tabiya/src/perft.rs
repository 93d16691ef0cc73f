//! `tabiya perft`: counts the paths of legal moves.

use crate::input::StartArgs;
use indicatif::{ProgressBar, ProgressStyle};
use rules::Position;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Count the paths of DEPTH legal moves: the usual test of a move generator, and of its speed
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Length of the paths in moves; each further move multiplies the count by about thirty
    #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,

    #[command(flatten)]
    start: StartArgs,

    /// Also count the paths after each first move
    #[arg(long)]
    divide: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

/// The result, as reported in JSON.
#[derive(Serialize)]
struct Count {
    fen: String,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

pub(crate) fn run(args: &Args) -> io::Result<ExitCode> {
    let mut output = BufWriter::new(io::stdout().lock());
    let position = match args.start.position() {
        Ok(position) => position,
        Err(bad) => {
            if args.json {
                serde_json::to_writer(&mut output, &bad)?;
                writeln!(output)?;
            } else {
                let _ = writeln!(io::stderr(), "error: {bad}");
            }
            output.flush()?;
            return Ok(ExitCode::FAILURE);
        }
    };

    let started = Instant::now();
    let by_move = count(&position, args.depth, args.threads)?;
    let took = started.elapsed();
    let count = Count {
        fen: position.fen(),
        depth: args.depth,
        // The empty path is one path, and has no first move.
        nodes: if args.depth == 0 { 1 } else { by_move.values().sum() },
        divide: args.divide.then_some(by_move),
    };

    if args.json {
        serde_json::to_writer(&mut output, &count)?;
        writeln!(output)?;
    } else {
        write_text(&count, took, &mut output)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn write_text(count: &Count, took: Duration, output: &mut impl Write) -> io::Result<()> {
    if let Some(divide) = &count.divide {
        for (first, nodes) in divide {
            writeln!(output, "{first}: {nodes}")?;
        }
        writeln!(output)?;
    }
    let nodes = count.nodes;
    let seconds = took.as_secs_f64();
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    writeln!(output, "{nodes} nodes, {seconds:.3} s, {speed:.1} Mnodes/s")
}

/// A position after one or two moves, and how many are left to play from it.
struct Task {
    first_move: usize,
    position: Position,
    depth: u32,
}

/// The paths after each first move, by its name in UCI.
fn count(position: &Position, depth: u32, threads: u16) -> io::Result<BTreeMap<String, u64>> {
    let (names, tasks) = split(position, depth);
    let mut counts = vec![0; names.len()];
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();

    thread::scope(|scope| {
        for number in 0..threads.into() {
            if number > 0 && number >= tasks.len() {
                break;
            }
            let (sender, tasks, next) = (sender.clone(), &tasks, &next);
            let work = move || {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let done = (task.first_move, task.position.perft(task.depth));
                    sender.send(done).expect("the receiver outlives every worker");
                }
            };
            match thread::Builder::new().spawn_scoped(scope, work) {
                Ok(_) => {}
                Err(error) if number == 0 => return Err(error),
                // If the system allows no more threads, the existing ones do the work.
                Err(_) => break,
            }
        }
        drop(sender); // so that the channel ends with the last worker
        collect(&receiver, tasks.len() as u64, &mut counts);
        Ok(())
    })?;
    Ok(names.into_iter().zip(counts).collect())
}

/// The names of the first moves, and tasks two moves deep: far more tasks than threads, so that no thread idles long.
fn split(position: &Position, depth: u32) -> (Vec<String>, Vec<Task>) {
    let (mut names, mut tasks) = (Vec::new(), Vec::new());
    let Some(depth_after_first) = depth.checked_sub(1) else { return (names, tasks) };
    for first in &position.legal_moves() {
        let first_move = names.len();
        names.push(first.uci());
        let position = first.play();
        match depth_after_first.checked_sub(1) {
            None => tasks.push(Task { first_move, position, depth: 0 }),
            Some(depth) => {
                let replies = position.legal_moves();
                tasks.extend(replies.iter().map(|reply| Task { first_move, position: reply.play(), depth }));
            }
        }
    }
    (names, tasks)
}

/// Progress is shown for work that takes longer than this.
const PROGRESS_DELAY: Duration = Duration::from_secs(1);
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// Adds up the counts of the workers until the last one has ended.
fn collect(receiver: &Receiver<(usize, u64)>, tasks: u64, counts: &mut [u64]) {
    let started = Instant::now();
    let mut done = 0;
    let mut bar: Option<ProgressBar> = None;
    loop {
        match receiver.recv_timeout(REDRAW_INTERVAL) {
            Ok((first_move, nodes)) => {
                counts[first_move] += nodes;
                done += 1;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if started.elapsed() > PROGRESS_DELAY {
            // indicatif draws nothing if stderr is not a terminal.
            bar.get_or_insert_with(|| progress_bar(tasks, started)).set_position(done);
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn progress_bar(tasks: u64, started: Instant) -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed_precise} {wide_bar} {percent}%")
        .expect("the template is well-formed");
    ProgressBar::new(tasks).with_style(style).with_elapsed(started.elapsed())
}
