//! `tabiya tournament generate`: random tournaments.

use indicatif::{ProgressBar, ProgressStyle};
use pairing::Acceleration;
use pairing::generate::{Config, generate};
use pairing::trf::{Dialect, Document};
use std::io::{self, Write};
use std::process::ExitCode;

/// Play a random tournament and print it
#[derive(clap::Args)]
pub(super) struct Args {
    /// Number of players
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(2..=9999))]
    players: u32,

    /// Number of rounds
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=99))]
    rounds: u32,

    /// The same seed and options give the same tournament
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Draws per mille between equals
    #[arg(long, value_name = "RATE", default_value_t = 300, value_parser = rate())]
    draws: u32,

    /// Forfeits per mille of all games
    #[arg(long, value_name = "RATE", default_value_t = 10, value_parser = rate())]
    forfeits: u32,

    /// Half-point byes per mille, for each player and round
    #[arg(long, value_name = "RATE", default_value_t = 10, value_parser = rate())]
    half_byes: u32,

    /// Zero-point byes per mille
    #[arg(long, value_name = "RATE", default_value_t = 10, value_parser = rate())]
    zero_byes: u32,

    /// Full-point byes per mille
    #[arg(long, value_name = "RATE", default_value_t = 0, value_parser = rate())]
    full_byes: u32,

    /// Withdrawals per mille, for each player and round
    #[arg(long, value_name = "RATE", default_value_t = 5, value_parser = rate())]
    withdrawals: u32,

    /// Late entries per mille of all players
    #[arg(long, value_name = "RATE", default_value_t = 0, value_parser = rate())]
    late: u32,

    /// Players without a rating per mille
    #[arg(long, value_name = "RATE", default_value_t = 0, value_parser = rate())]
    unrated: u32,

    /// Groups of players who must not meet
    #[arg(long, value_name = "N", default_value_t = 0)]
    forbidden: u32,

    /// Accelerate by the Baku method
    #[arg(long)]
    baku: bool,

    /// A tournament of any shape that follows from the seed; the other options are not used
    #[arg(long)]
    any: bool,

    /// Write TRF16 with XX and BB lines instead of TRF26
    #[arg(long)]
    trf16: bool,
}

fn rate() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(0..=1000)
}

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    let mut config = Config::default();
    config.seed = args.seed;
    config.players = args.players;
    config.rounds = args.rounds;
    config.draws = args.draws;
    config.forfeits = args.forfeits;
    config.half_point_byes = args.half_byes;
    config.zero_point_byes = args.zero_byes;
    config.full_point_byes = args.full_byes;
    config.withdrawals = args.withdrawals;
    config.late_entries = args.late;
    config.unrated = args.unrated;
    config.forbidden_groups = args.forbidden;
    config.acceleration = if args.baku { Acceleration::Baku } else { Acceleration::None };
    if args.any {
        config = Config::any(args.seed);
    }
    let style = ProgressStyle::with_template("round {pos} of {len} {wide_bar} {eta}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let progress = ProgressBar::new(config.rounds.into()).with_style(style);
    let tournament = generate(&config, |_| progress.inc(1));
    progress.finish_and_clear();
    let played = tournament.paired_rounds();
    if played < config.rounds as usize {
        let _ =
            writeln!(io::stderr(), "note: it ends after round {played}: the next one has no legal pairing");
    }
    let dialect = if args.trf16 { Dialect::Trf16 } else { Dialect::Trf26 };
    write!(io::stdout().lock(), "{}", Document::new(tournament, dialect))?;
    Ok(ExitCode::SUCCESS)
}
