//! Games of the engine against itself.

use crate::network::read_network;
use crate::openings::random_line;
use crate::parallel;
use crate::record::{GameResult, Place, Record, SIZE};
use engine::network::Evaluation;
use engine::{Limits, Line, Score, Searcher, Shared, Signals, TranspositionTable};
use fastrand::Rng;
use game::{FiftyMoveRule, claimable_draw};
use indicatif::ProgressBar;
use rules::{Color, Position};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Play games and append their quiet positions to a file
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file of positions, 32 bytes each; every game is appended as a whole when it is over
    out: PathBuf,

    /// How many games; --minutes may end it earlier
    #[arg(long, default_value_t = 1_000_000)]
    games: u64,

    /// The longest time to play
    #[arg(long)]
    minutes: Option<u64>,

    /// The same seed plays the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Soft node limit of each move: the depth during which it is reached is completed
    #[arg(long, default_value_t = 1500)]
    nodes: u64,

    /// A network to evaluate with, instead of the hand-crafted evaluation
    #[arg(long)]
    network: Option<PathBuf>,
}

/// The engine that plays both sides.
struct Player {
    searcher: Searcher<Evaluation>,
    table: TranspositionTable,
}

pub(crate) fn run(args: &Args) -> io::Result<()> {
    let mut output = OpenOptions::new().create(true).append(true).open(&args.out)?;
    // A run that was killed may have left part of a record behind.
    let length = output.metadata()?.len();
    output.set_len(length - length % SIZE as u64)?;
    let started = Instant::now();
    let network = args.network.as_deref().map(read_network).transpose()?.map(Arc::new);
    let evaluation = Evaluation::new(network.as_ref());
    let mut player =
        Player { searcher: Searcher::new(evaluation), table: TranspositionTable::with_megabytes(4) };
    let bar = ProgressBar::new(args.games).with_style(parallel::style());
    let (mut games, mut positions) = (0, 0);
    for game in 0..args.games {
        if args.minutes.is_some_and(|most| started.elapsed() >= Duration::from_secs(60 * most)) {
            break;
        }
        let mut random = Rng::with_seed(args.seed.wrapping_mul(0x1_0000_0001).wrapping_add(game));
        let records = play(&mut player, &mut random, args.nodes, game as u16);
        games += 1;
        positions += records.len();
        let bytes: Vec<u8> = records.iter().flat_map(Record::write).collect();
        output.write_all(&bytes)?;
        bar.set_message(format!("{positions} positions"));
        bar.inc(1);
    }
    bar.finish();
    println!("{games} games, {positions} positions, {:.0?}", started.elapsed());
    Ok(())
}

/// Adjudication: a value of at least this for this many plies wins.
const WIN_SCORE: i32 = 1000;
const WIN_PLIES: u32 = 4;
/// A value of at most this for this many plies, late in the game, draws.
const DRAW_SCORE: i32 = 8;
const DRAW_PLIES: u32 = 10;
const DRAW_FROM_PLY: usize = 80;
/// Games that are more one-sided than this after the opening are dropped.
const MAX_OPENING_ADVANTAGE: i32 = 300;
const MAX_PLIES: usize = 400;

fn play(player: &mut Player, random: &mut Rng, nodes: u64, game: u16) -> Vec<Record> {
    player.searcher.forget();
    player.table.clear();
    // Eight or nine random plies, so that either side may be the first to think.
    let plies = 8 + random.usize(..2);
    let Some(mut line) = random_line(random, plies) else { return Vec::new() };
    let mut kept: Vec<(Position, i16, u8)> = Vec::new();
    let (mut won, mut drawn) = (0, 0);
    let result = loop {
        let position = *line.last();
        if let Some(result) = result_of(&line) {
            break result;
        }
        let limits = Limits { soft_nodes: Some(nodes), nodes: Some(20 * nodes), ..Limits::default() };
        let signals = Signals::default();
        player.table.age();
        let shared =
            Shared { table: &player.table, signals: &signals, elapsed: &|| Duration::ZERO, thread: 0 };
        let outcome = player.searcher.search(&line, &limits, shared, &mut |_| {});
        let Some(best) = outcome.best.and_then(|best| position.legal(best)) else { break GameResult::Draw };
        let value = match position.turn() {
            Color::White => outcome.value,
            Color::Black => -outcome.value,
        };
        if line.positions().len() < 12 && value.abs() > MAX_OPENING_ADVANTAGE {
            return Vec::new();
        }
        won = if value.abs() >= WIN_SCORE { won + 1 } else { 0 };
        let even = value.abs() <= DRAW_SCORE && line.positions().len() > DRAW_FROM_PLY;
        drawn = if even { drawn + 1 } else { 0 };
        if won >= WIN_PLIES {
            break if value > 0 { GameResult::Win } else { GameResult::Loss };
        }
        if drawn >= DRAW_PLIES || line.positions().len() > MAX_PLIES {
            break GameResult::Draw;
        }
        let quiet = best.captured().is_none() && best.promotion().is_none();
        if quiet && !position.in_check() && matches!(Score::from(value), Score::Centipawns(_)) {
            let ply = line.positions().len() - 1;
            kept.push((position, value as i16, ply.min(255) as u8));
        }
        line.play(best);
    };
    let record = |(position, value, ply): (Position, i16, u8)| {
        Record::new(&position, value, result, Place { game, ply })
    };
    kept.into_iter().map(record).collect()
}

/// The result if the game is over: by checkmate or stalemate, or by a draw that could be claimed, such as a third
/// repetition or fifty moves without progress.
pub(crate) fn result_of(line: &Line) -> Option<GameResult> {
    let position = line.last();
    if position.count_legal_moves() == 0 {
        return Some(match (position.in_check(), position.turn()) {
            (false, _) => GameResult::Draw,
            (true, Color::White) => GameResult::Loss,
            (true, Color::Black) => GameResult::Win,
        });
    }
    let times = line.positions().iter().filter(|earlier| earlier.is_same_as(position)).count();
    claimable_draw(position, times, FiftyMoveRule::On).map(|_| GameResult::Draw)
}
