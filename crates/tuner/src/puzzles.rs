//! Puzzles for the engine's tests, found in games of weak levels and verified.

use crate::openings::random_line;
use crate::parallel;
use clap::ValueEnum;
use engine::TranspositionTable;
use engine::{HandCrafted, Level, Limits, Line, Opponent, Score, SearchResult, Searcher, Shared, Signals};
use fastrand::Rng;
use rules::Position;
use std::io::{self, Write};
use std::time::Duration;

/// Print puzzles as EPD: at most one from each game
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to look for
    kind: Kind,

    /// The number of games between weak levels to search for puzzles
    #[arg(long, default_value_t = 300)]
    games: u64,

    /// The same seed gives the same puzzles
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Mates in two and three, with the exact distance (`dm`), verified by trying all moves
    Mates,
    /// Positions with one move that is clearly best (`bm`), which a short search does not find
    Tactics,
}

pub(crate) fn run(args: &Args) -> io::Result<()> {
    let mut found = Vec::new();
    let search = |number: u64| Some((number, puzzle(args.kind, args.seed, number)?));
    parallel::games(args.games, search, |puzzle| {
        found.extend(puzzle);
        format!("{} found", found.len())
    });
    found.sort();
    let mut output = io::stdout().lock();
    for (_, line) in found {
        writeln!(output, "{line}")?;
    }
    Ok(())
}

const MAX_PLIES: usize = 160;

/// The first puzzle of a game, as a line of EPD.
fn puzzle(kind: Kind, seed: u64, number: u64) -> Option<String> {
    let mut random = Rng::with_seed(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
    let mut line = random_line(&mut random, 8)?;
    let levels = [random.usize(1..4), random.usize(1..4)].map(|index| Level::ALL[index]);
    let mut players = levels.map(|level| Opponent::new(level, random.u64(..)));
    // Puzzles come from all stages of games.
    let first = random.usize(10..60);
    while line.positions().len() < MAX_PLIES {
        let position = *line.last();
        if line.positions().len() >= first
            && let Some(operation) = match kind {
                Kind::Mates => mate(&position),
                Kind::Tactics => tactic(&position),
            }
        {
            let fen = position.fen();
            let fields: Vec<_> = fen.split(' ').take(4).collect();
            return Some(format!("{} {operation};", fields.join(" ")));
        }
        let player = &mut players[position.turn().index()];
        let outcome = player.choose(&line, &Limits::default(), &Signals::default(), &|| Duration::ZERO);
        line.play(position.legal(outcome.best?)?);
    }
    None
}

fn search(position: &Position, nodes: u64, lines: usize) -> SearchResult {
    let (table, signals) = (TranspositionTable::with_megabytes(4), Signals::default());
    let shared = Shared { table: &table, signals: &signals, elapsed: &|| Duration::ZERO, thread: 0 };
    let limits = Limits { nodes: Some(nodes), lines, ..Limits::default() };
    Searcher::new(HandCrafted::new()).search(&Line::new(*position), &limits, shared, &mut |_| {})
}

/// A mate in two or three: a short search finds candidates, and trying all moves gives the exact distance.
fn mate(position: &Position) -> Option<String> {
    let Score::Mate(2..=4) = Score::from(search(position, 3000, 1).value) else { return None };
    let distance = (1..=3).find(|moves| mates_in(position, *moves))?;
    (distance > 1).then(|| format!("dm {distance}"))
}

/// Whether the side to move can force mate within this many moves, by trying all moves.
fn mates_in(position: &Position, moves: u32) -> bool {
    position.legal_moves().iter().any(|legal| {
        let after = legal.play();
        if moves <= 1 {
            return after.is_checkmate();
        }
        let replies = after.legal_moves();
        if replies.is_empty() {
            return after.in_check();
        }
        replies.iter().all(|reply| mates_in(&reply.play(), moves - 1))
    })
}

/// By how many centipawns the best move must beat the second best.
const MIN_ADVANTAGE: i32 = 150;

/// A move that a long search clearly prefers and a short one does not find.
fn tactic(position: &Position) -> Option<String> {
    let short = search(position, 400, 1);
    // A long search is expensive, and a medium one rules most positions out.
    let medium = search(position, 10_000, 1);
    if short.best == medium.best {
        return None;
    }
    let long = search(position, 150_000, 2);
    let [(best, value), (_, second), ..] = long.root[..] else { return None };
    let clear = value - second >= MIN_ADVANTAGE && (-100..2000).contains(&value);
    if !clear || short.best == Some(best) || medium.best != Some(best) {
        return None;
    }
    Some(format!("bm {}", position.legal(best)?.san()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_exact() {
        for (fen, moves) in [
            ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
            ("5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", 2),
            ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", 0),
            ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2),
        ] {
            let position: Position = fen.parse().unwrap();
            let found = (1..=2).find(|moves| mates_in(&position, *moves)).unwrap_or(0);
            assert_eq!(found, moves, "{fen}");
        }
    }
}
