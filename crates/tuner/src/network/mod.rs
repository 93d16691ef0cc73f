//! Trains a network on the positions of the engine's own games.

mod data;
mod model;
mod training;

use data::Data;
use engine::network::{Network, Purpose};
use model::Model;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use training::{Schedule, train};

/// Train a network on files of positions and write it
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files that `generate` wrote
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The file of the network
    #[arg(long, short)]
    out: PathBuf,

    /// Passes over all positions
    #[arg(long, default_value_t = 30)]
    epochs: usize,

    /// The learning rate at the start; it falls to a hundredth along a cosine
    #[arg(long, default_value_t = 1e-3)]
    rate: f32,

    /// Positions per batch
    #[arg(long, default_value_t = 8192)]
    batch: usize,

    /// The weight of the search's value relative to the game's result, 0 to 1
    #[arg(long, default_value_t = 1.0)]
    trust: f32,

    /// For every position, add this many others that are one to three random moves away, with the teacher's value: the
    /// hand-crafted evaluation, corrected by --teacher
    #[arg(long, default_value_t = 0)]
    neighbours: usize,

    /// A network that was trained with --correction
    #[arg(long)]
    teacher: Option<PathBuf>,

    /// Train a network that is added to the hand-crafted evaluation, instead of one that evaluates alone
    #[arg(long)]
    correction: bool,

    /// A network to start from, instead of random weights
    #[arg(long)]
    from: Option<PathBuf>,

    /// Hold out one in this many games to test the network
    #[arg(long, default_value_t = 50)]
    held_out: usize,

    /// The same seed and data give the same network on the same number of threads
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Threads; one per core by default
    #[arg(long)]
    threads: Option<usize>,

    /// Write the loss of every epoch to this file, as CSV
    #[arg(long)]
    curve: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> io::Result<()> {
    let mut data = Data::read(&args.files, args.held_out.max(2))?;
    if data.training.is_empty() || data.held_out.is_empty() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "too few games to train and to hold some out",
        ));
    }
    let step = data.fit_step();
    data.set_targets(step, args.trust.clamp(0.0, 1.0));
    let threads =
        args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    let teacher = args.teacher.as_deref().map(read_network).transpose()?.map(Arc::new);
    let positions = data.training.len();
    if args.neighbours > 0 {
        data.add_neighbours(args.neighbours, teacher.as_ref(), step, threads, args.seed);
    }
    if args.correction {
        data.set_bases(step, threads);
    }
    let mut errors = io::stderr();
    let _ = writeln!(
        errors,
        "{} games, {positions} positions and {} neighbours, {} held out; one step of odds is {step} centipawns; held-out \
         loss of the hand-crafted evaluation {:.6}",
        data.games,
        data.training.len() - positions,
        data.held_out.len(),
        data.hand_crafted_loss(step)
    );
    let schedule = Schedule {
        epochs: args.epochs.max(1),
        rate: args.rate,
        batch: args.batch.max(1),
        threads,
        seed: args.seed,
    };
    let mut curve = match &args.curve {
        Some(file) => Some(fs::File::create(file)?),
        None => None,
    };
    if let Some(curve) = &mut curve {
        writeln!(curve, "epoch,rate,training,held_out")?;
    }
    let start = match &args.from {
        Some(file) => Model::from_file(&read_network(file)?.to_file()),
        None => Model::random(args.seed),
    };
    let model = train(&data, start, &schedule, |epoch| {
        let _ = writeln!(
            errors,
            "epoch {:>3}: rate {:.6}, loss {:.6}, held out {:.6}",
            epoch.number, epoch.rate, epoch.training, epoch.held_out
        );
        curve.as_mut().map_or(Ok(()), |curve| {
            writeln!(curve, "{},{},{},{}", epoch.number, epoch.rate, epoch.training, epoch.held_out)
        })
    })?;
    let purpose = if args.correction { Purpose::Correction } else { Purpose::Evaluation };
    let bytes = model.to_file(step as i32, purpose).to_bytes();
    fs::write(&args.out, &bytes)?;
    let network = read_network(&args.out)?;
    println!(
        "{}: {} bytes; held-out loss in integers {:.6}",
        args.out.display(),
        bytes.len(),
        data.network_loss(network, step)
    );
    Ok(())
}

/// Reads a network; an error names the file.
pub(crate) fn read_network(file: &Path) -> io::Result<Network> {
    let failed = |error: &dyn std::fmt::Display| {
        io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", file.display()))
    };
    let bytes = fs::read(file).map_err(|error| failed(&error))?;
    Network::from_bytes(&bytes).map_err(|error| failed(&error))
}
