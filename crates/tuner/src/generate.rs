//! Games of the engine against itself.

use crate::network::read_network;
use crate::openings::random_line;
use crate::parallel;
use crate::record::{Place, Record, SIZE, WhiteResult};
use engine::network::{Evaluation, Network};
use engine::{Limits, Line, Score, Searcher, Shared, Signals, TranspositionTable};
use fastrand::Rng;
use game::{FiftyMoveRule, claimable_draw};
use indicatif::ProgressBar;
use rules::{Color, LegalMove, Move, Position};
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

    /// For every position kept, try this many others beside the game: one to three random moves away, and then along
    /// the best captures until it is quiet. A search meets such positions all the time, a game hardly ever.
    #[arg(long, default_value_t = 0)]
    beside: usize,

    /// Soft node limit of the search that values a position beside the game
    #[arg(long, default_value_t = 80)]
    beside_nodes: u64,
}

/// An engine for both sides.
struct Player {
    searcher: Searcher<Evaluation>,
    table: TranspositionTable,
}

impl Player {
    fn new(network: Option<&Arc<Network>>, megabytes: usize) -> Player {
        let table = TranspositionTable::with_megabytes(megabytes);
        Player { searcher: Searcher::new(Evaluation::new(network)), table }
    }

    fn forget(&mut self) {
        self.searcher.forget();
        self.table.clear();
    }

    /// The best move, and the value from White's view.
    fn search(&mut self, line: &Line, nodes: u64) -> Option<(Move, i32)> {
        let limits = Limits { soft_nodes: Some(nodes), nodes: Some(20 * nodes), ..Limits::default() };
        let signals = Signals::default();
        self.table.age();
        let shared = Shared { table: &self.table, signals: &signals, elapsed: &|| Duration::ZERO, thread: 0 };
        let outcome = self.searcher.search(line, &limits, shared, &mut |_| {});
        let white = match line.last().turn() {
            Color::White => outcome.value,
            Color::Black => -outcome.value,
        };
        outcome.best.map(|best| (best, white))
    }
}

/// Who plays, and who values the positions beside the game. The latter remembers nothing of the game and teaches it
/// nothing, so that games do not depend on it.
struct Players {
    playing: Player,
    beside: Player,
}

pub(crate) fn run(args: &Args) -> io::Result<()> {
    let mut output = OpenOptions::new().create(true).append(true).open(&args.out)?;
    // A run that was killed may have left part of a record behind.
    let length = output.metadata()?.len();
    output.set_len(length - length % SIZE as u64)?;
    let started = Instant::now();
    let network = args.network.as_deref().map(read_network).transpose()?.map(Arc::new);
    let mut players =
        Players { playing: Player::new(network.as_ref(), 4), beside: Player::new(network.as_ref(), 1) };
    let bar = ProgressBar::new(args.games).with_style(parallel::style());
    let (mut games, mut positions) = (0, 0);
    for game in 0..args.games {
        if args.minutes.is_some_and(|most| started.elapsed() >= Duration::from_secs(60 * most)) {
            break;
        }
        let mut random = Rng::with_seed(args.seed.wrapping_mul(0x1_0000_0001).wrapping_add(game));
        let records = play(&mut players, &mut random, args, game as u16);
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

fn play(players: &mut Players, random: &mut Rng, args: &Args, game: u16) -> Vec<Record> {
    let Players { playing: player, beside } = players;
    player.forget();
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
        let Some((best, value)) = player.search(&line, args.nodes) else { break WhiteResult::Draw };
        let Some(best) = position.legal(best) else { break WhiteResult::Draw };
        if line.positions().len() < 12 && value.abs() > MAX_OPENING_ADVANTAGE {
            return Vec::new();
        }
        won = if value.abs() >= WIN_SCORE { won + 1 } else { 0 };
        let even = value.abs() <= DRAW_SCORE && line.positions().len() > DRAW_FROM_PLY;
        drawn = if even { drawn + 1 } else { 0 };
        if won >= WIN_PLIES {
            break if value > 0 { WhiteResult::Win } else { WhiteResult::Loss };
        }
        if drawn >= DRAW_PLIES || line.positions().len() > MAX_PLIES {
            break WhiteResult::Draw;
        }
        if is_quiet(best) && is_centipawns(value) {
            let ply = line.positions().len() - 1;
            kept.push((position, value as i16, ply.min(255) as u8));
        }
        line.play(best);
    };
    let record = |(position, value, ply): (Position, i16, u8)| {
        Record::new(&position, value, Some(result), Place { game, ply })
    };
    let mut records: Vec<Record> = kept.into_iter().map(record).collect();
    // After the game, so that its moves are the same with and without these positions.
    if args.beside > 0 {
        beside.forget();
        let mut others = Vec::new();
        for record in &records {
            let Ok(position) = record.setup.validate() else { continue };
            let found =
                (0..args.beside).filter_map(|_| beside_game(beside, random, &position, args.beside_nodes));
            others.extend(found.map(|(position, value)| Record::new(&position, value, None, record.place)));
        }
        records.extend(others);
    }
    records
}

/// At most this many captures are played until a position is quiet.
const MAX_CAPTURES: usize = 4;

/// A quiet position that is one to three random moves away, with its value; `None` if there is none that is undecided.
fn beside_game(
    player: &mut Player,
    random: &mut Rng,
    from: &Position,
    nodes: u64,
) -> Option<(Position, i16)> {
    let mut position = *from;
    for _ in 0..random.usize(1..=3) {
        let moves = position.legal_moves();
        position = moves.iter().nth(random.usize(..moves.len().max(1)))?.play();
    }
    for _ in 0..=MAX_CAPTURES {
        if position.count_legal_moves() == 0 {
            return None;
        }
        let (best, value) = player.search(&Line::new(position), nodes)?;
        let best = position.legal(best)?;
        if !is_centipawns(value) {
            return None;
        }
        if is_quiet(best) {
            return Some((position, value as i16));
        }
        position = best.play();
    }
    None
}

/// Whether the evaluation should be right without a search: not in check, and the best move is no capture or promotion.
fn is_quiet(best: LegalMove<'_>) -> bool {
    best.captured().is_none() && best.promotion().is_none() && !best.position().in_check()
}

fn is_centipawns(value: i32) -> bool {
    matches!(Score::from(value), Score::Centipawns(_))
}

/// The result if the game is over: by checkmate or stalemate, or by a draw that could be claimed, such as a third
/// repetition or fifty moves without progress.
pub(crate) fn result_of(line: &Line) -> Option<WhiteResult> {
    let position = line.last();
    if position.count_legal_moves() == 0 {
        return Some(match (position.in_check(), position.turn()) {
            (false, _) => WhiteResult::Draw,
            (true, Color::White) => WhiteResult::Loss,
            (true, Color::Black) => WhiteResult::Win,
        });
    }
    let times = line.positions().iter().filter(|earlier| earlier.is_same_as(position)).count();
    claimable_draw(position, times, FiftyMoveRule::On).map(|_| WhiteResult::Draw)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(beside: usize) -> Vec<Record> {
        let args = Args {
            out: PathBuf::new(),
            games: 1,
            minutes: None,
            seed: 1,
            nodes: 20,
            network: None,
            beside,
            beside_nodes: 10,
        };
        let mut players = Players { playing: Player::new(None, 1), beside: Player::new(None, 1) };
        (0..20)
            .map(|seed| play(&mut players, &mut Rng::with_seed(seed), &args, 7))
            .find(|records| !records.is_empty())
            .expect("some opening is balanced")
    }

    #[test]
    fn positions_beside_a_game_leave_it_as_it_is_and_have_no_result() {
        let (game, both) = (records(0), records(2));
        assert!(game.len() > 10, "{}", game.len());
        assert_eq!(both[..game.len()], game);
        let others = &both[game.len()..];
        assert!(others.len() > game.len(), "{} beside {}", others.len(), game.len());
        for record in others {
            assert_eq!((record.result, record.place.game), (None, 7));
            let position = record.setup.validate().expect("a position");
            assert!(!position.in_check());
        }
    }
}
