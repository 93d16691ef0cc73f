//! How the levels err: how often a move gives a piece away to the very next one.

use crate::generate::result_of;
use crate::openings::random_line;
use crate::spread;
use engine::{HandCrafted, Level, Limits, Line, Opponent, Searcher, Shared, Signals, TranspositionTable};
use fastrand::Rng;
use rules::{Move, Role};
use std::io;
use std::time::Duration;

/// Play each level against itself and print how often a move loses a piece to one reply
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Games of each level
    #[arg(long, default_value_t = 100)]
    games: u64,

    /// Positions that the judge of full strength looks at before and after each move
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
}

/// A piece for a pawn or for nothing.
const A_PIECE: i32 = 200;
const MAX_PLIES: usize = 160;

pub(crate) fn run(args: &Args) -> io::Result<()> {
    println!("level  moves  lose a piece at once");
    // Full strength is what judges: it has nobody above it.
    for level in Level::ALL.into_iter().take(7) {
        let (mut moves, mut lost) = (0, 0);
        let game = |number| play(level, number, args.nodes);
        spread::games(args.games, game, |(played, given_away)| {
            moves += played;
            lost += given_away;
            format!("level {}", level.number())
        });
        let share = 100.0 * f64::from(lost) / f64::from(moves.max(1));
        println!("{:>5}  {moves:>5}  {lost:>5} = {share:.2} %", level.number());
    }
    Ok(())
}

/// How many moves were played, and how many of them gave a piece away.
fn play(level: Level, game: u64, nodes: u64) -> (u32, u32) {
    let Some(mut line) = random_line(&mut Rng::with_seed(game), 8) else { return (0, 0) };
    let mut players = [2 * game, 2 * game + 1].map(|seed| Opponent::new(level, seed));
    let mut judge = Judge::new(nodes);
    let (mut moves, mut lost) = (0, 0);
    let (mut before, _) = judge.value(&line);
    while result_of(&line).is_none() && line.positions().len() < MAX_PLIES {
        let position = *line.last();
        let player = &mut players[position.turn().index()];
        let outcome = player.choose(&line, &Limits::default(), &Signals::default(), &|| Duration::ZERO);
        let Some(legal) = outcome.best.and_then(|best| position.legal(best)) else { break };
        line.play(legal);
        let (after, reply) = judge.value(&line);
        let takes_piece = reply
            .and_then(|reply| line.last().legal(reply))
            .and_then(rules::LegalMove::captured)
            .is_some_and(|role| role != Role::Pawn);
        moves += 1;
        // A game that is lost anyway has nothing to give away.
        lost += u32::from(takes_piece && before > -600 && before + after >= A_PIECE);
        before = after;
    }
    (moves, lost)
}

/// Full strength, to see what a move was worth.
struct Judge {
    searcher: Searcher<HandCrafted>,
    table: TranspositionTable,
    nodes: u64,
}

impl Judge {
    fn new(nodes: u64) -> Judge {
        Judge {
            searcher: Searcher::new(HandCrafted::new()),
            table: TranspositionTable::with_megabytes(4),
            nodes,
        }
    }

    /// For the side to move, with its best move.
    fn value(&mut self, line: &Line) -> (i32, Option<Move>) {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let signals = Signals::default();
        let shared = Shared { table: &self.table, signals: &signals, elapsed: &|| Duration::ZERO, thread: 0 };
        let outcome = self.searcher.search(line, &limits, shared, &mut |_| {});
        (outcome.value, outcome.best)
    }
}
