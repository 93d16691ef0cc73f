//! Openings for matches: random moves after which neither side is much better.

use crate::parallel;
use engine::{HandCrafted, Limits, Line, Searcher, Shared, Signals, TranspositionTable};
use fastrand::Rng;
use rules::{Epd, Position, Variant};
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;
use std::{fs, iter};

/// Print openings for matches: random moves, kept if the engine's own search finds the position balanced
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The number of random openings to try
    #[arg(long, default_value_t = 1000)]
    tries: u64,

    /// Random plies from the starting position
    #[arg(long, default_value_t = 8)]
    plies: usize,

    /// Nodes of the search that judges an opening
    #[arg(long, default_value_t = 50_000)]
    nodes: u64,

    /// The greatest advantage of either side, in centipawns
    #[arg(long, default_value_t = 50)]
    most: i32,

    /// The same seed gives the same openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> io::Result<()> {
    let judge = |number: u64| {
        let line = random_line(&mut numbered(args.seed, number), args.plies)?;
        // A short search rules most of them out.
        let is_balanced = |nodes, most| value(&line, nodes).is_some_and(|value: i32| value.abs() <= most);
        (is_balanced(args.nodes / 20, 2 * args.most) && is_balanced(args.nodes, args.most))
            .then_some((number, line))
    };
    let mut kept = Vec::new();
    parallel::games(args.tries, judge, |found| {
        kept.extend(found);
        format!("{} kept", kept.len())
    });
    kept.sort_by_key(|(number, _)| *number);
    let mut seen = HashSet::new();
    let mut output = io::stdout().lock();
    for (_, line) in kept {
        if seen.insert(line.last().key()) {
            writeln!(output, "{}", line.last().fen())?;
        }
    }
    Ok(())
}

/// Openings by number.
pub(crate) enum Book {
    /// From a file, shuffled by the seed.
    File(Vec<Position>),
    /// Made on demand.
    Random { seed: u64 },
}

impl Book {
    pub(crate) fn random(seed: u64) -> Book {
        Book::Random { seed }
    }

    /// Reads a FEN or an EPD from each line; empty lines and lines that begin with `#` are skipped.
    pub(crate) fn read(file: &Path, seed: u64) -> io::Result<Book> {
        let text = fs::read_to_string(file)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?;
        let mut positions = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let epd = || Epd::parse(line, Variant::Standard).map(|epd| epd.position);
            let position = line.parse().or_else(|error| epd().map_err(|_| error)).map_err(|error| {
                let why = format!("{}:{}: {error}", file.display(), number + 1);
                io::Error::new(io::ErrorKind::InvalidData, why)
            })?;
            positions.push(position);
        }
        if positions.is_empty() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("{}: no openings", file.display()),
            ));
        }
        Rng::with_seed(seed).shuffle(&mut positions);
        Ok(Book::File(positions))
    }

    /// The opening of a pair; those of a file repeat if there are more pairs.
    pub(crate) fn opening(&self, number: u64) -> Position {
        match self {
            Book::File(positions) => positions[(number % positions.len() as u64) as usize],
            Book::Random { seed } => *balanced(&mut numbered(*seed, number)).last(),
        }
    }
}

/// A separate generator for each number.
fn numbered(seed: u64, number: u64) -> Rng {
    Rng::with_seed(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number))
}

/// Openings in which a short search finds more than this for either side are not played.
const MAX_ADVANTAGE: i32 = 120;

/// A random opening in which a short search finds no great advantage.
pub(crate) fn balanced(random: &mut Rng) -> Line {
    let candidates = iter::repeat_with(|| random_line(random, 8)).flatten();
    let mut balanced =
        candidates.filter(|line| value(line, 5000).is_some_and(|value| value.abs() <= MAX_ADVANTAGE));
    balanced.next().expect("there is always another opening")
}

/// Random moves from the starting position; `None` if the game ends before.
pub(crate) fn random_line(random: &mut Rng, plies: usize) -> Option<Line> {
    let mut line = Line::new(Position::start());
    for _ in 0..plies {
        let position = *line.last();
        let moves = position.legal_moves();
        let chosen = random.usize(..moves.len().max(1));
        line.play(moves.iter().nth(chosen)?);
    }
    Some(line)
}

/// The value of a new full-strength search; `None` if there is no legal move.
fn value(line: &Line, nodes: u64) -> Option<i32> {
    let (table, signals) = (TranspositionTable::with_megabytes(1), Signals::default());
    let shared = Shared { table: &table, signals: &signals, elapsed: &|| Duration::ZERO, thread: 0 };
    let limits = Limits { nodes: Some(nodes.max(1)), ..Limits::default() };
    let outcome = Searcher::new(HandCrafted::new()).search(line, &limits, shared, &mut |_| {});
    outcome.best.map(|_| outcome.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_number_is_the_same_opening() {
        let book = Book::random(3);
        assert_eq!(book.opening(5), Book::random(3).opening(5));
        assert_ne!(book.opening(5), book.opening(6));
        assert_ne!(book.opening(5), Book::random(4).opening(5));
    }

    #[test]
    fn files_are_read_or_refused_with_the_line() {
        let file = std::env::temp_dir().join(format!("tabiya-openings-{}", std::process::id()));
        let fen = Position::start().fen();
        fs::write(&file, format!("# two forms\n{fen}\n\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";\n")).unwrap();
        let Book::File(positions) = Book::read(&file, 1).unwrap() else { panic!("a file") };
        assert_eq!(positions.len(), 2);
        fs::write(&file, format!("{fen}\nno position\n")).unwrap();
        let error = Book::read(&file, 1).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(":2:"), "{error}");
        fs::write(&file, "\n").unwrap();
        assert!(Book::read(&file, 1).is_err());
        fs::remove_file(&file).unwrap();
    }
}
