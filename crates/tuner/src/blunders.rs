//! Measures the mistakes of opponents: how often they leave a piece to be captured by the next move, and how often they
//! take a hanging piece.

use crate::generate::result_of;
use crate::level_match::Strength;
use crate::openings::random_line;
use crate::parallel;
use engine::{
    Ability, HandCrafted, Level, Limits, Line, Opponent, Searcher, Shared, Signals, TranspositionTable,
};
use fastrand::Rng;
use rules::{LegalMove, Move, Role};
use std::io;
use std::time::Duration;

/// Play opponents against themselves and print how often they give pieces away and take hanging ones
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Levels from 1 to 7 or ratings; all levels if none are given
    strengths: Vec<Strength>,

    /// Games of each opponent
    #[arg(long, default_value_t = 100)]
    games: u64,

    /// Nodes of the full-strength search that evaluates the position before and after each move
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
}

/// The loss in centipawns from which on a piece was given away: a piece for a pawn or for nothing.
const PIECE_LOSS: i32 = 200;
const MAX_PLIES: usize = 160;

pub(crate) fn run(args: &Args) -> io::Result<()> {
    // Level 8 is left out, because full strength is the judge.
    let levels = || Level::ALL.into_iter().take(7).map(|level| Strength(level.ability())).collect();
    let strengths = if args.strengths.is_empty() { levels() } else { args.strengths.clone() };
    println!("rating  moves  give a piece away  when behind  take a hanging piece  give mate in one");
    for Strength(ability) in strengths {
        let mut counts = Counts::default();
        let game = |number| play(ability, number, args.nodes);
        parallel::games(args.games, game, |played| {
            counts.add(played);
            format!("rating {}", ability.rating)
        });
        println!(
            "{:>6}  {:>5}  {:>17}  {:>11}  {:>20}  {:>16}",
            ability.rating,
            counts.moves.of,
            counts.moves.percent(),
            counts.behind.percent(),
            counts.hanging.percent(),
            counts.mates.percent()
        );
    }
    Ok(())
}

/// How often an event happened in a number of cases.
#[derive(Clone, Copy, Default)]
struct Share {
    times: u32,
    of: u32,
}

impl Share {
    fn count(&mut self, happened: bool) {
        self.times += u32::from(happened);
        self.of += 1;
    }

    fn add(&mut self, other: Share) {
        self.times += other.times;
        self.of += other.of;
    }

    fn percent(self) -> String {
        format!("{:.2} % of {}", 100.0 * f64::from(self.times) / f64::from(self.of.max(1)), self.of)
    }
}

#[derive(Clone, Copy, Default)]
struct Counts {
    /// Moves, and those that give a piece away while the game is not yet lost.
    moves: Share,
    /// The same for a side that is two to six pawns behind.
    behind: Share,
    /// Positions with a hanging piece, and those in which it is taken.
    hanging: Share,
    /// Mates in one, and those that are given.
    mates: Share,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.moves.add(other.moves);
        self.behind.add(other.behind);
        self.hanging.add(other.hanging);
        self.mates.add(other.mates);
    }
}

/// A player this far behind should still resist; a player behind by more than `LOST` has nothing left to give away.
const BEHIND: i32 = -200;
const LOST: i32 = -600;

fn play(ability: Ability, game: u64, nodes: u64) -> Counts {
    let mut counts = Counts::default();
    let Some(mut line) = random_line(&mut Rng::with_seed(game), 8) else { return counts };
    let mut players = [2 * game, 2 * game + 1].map(|seed| Opponent::with_ability(ability, seed));
    let mut judge = Judge::new(nodes);
    let (mut before, _) = judge.value(&line);
    while result_of(&line).is_none() && line.positions().len() < MAX_PLIES {
        let position = *line.last();
        let player = &mut players[position.turn().index()];
        let outcome = player.choose(&line, &Limits::default(), &Signals::default(), &|| Duration::ZERO);
        let Some(legal) = outcome.best.and_then(|best| position.legal(best)) else { break };
        if position.legal_moves().iter().any(|legal| legal.play().is_checkmate()) {
            counts.mates.count(legal.play().is_checkmate());
        } else if position.legal_moves().iter().any(takes_hanging) {
            counts.hanging.count(takes_hanging(legal));
        }
        line.play(legal);
        let (after, reply) = judge.value(&line);
        let reply = reply.and_then(|reply| line.last().legal(reply));
        let takes_piece = reply.and_then(LegalMove::captured).is_some_and(|role| role != Role::Pawn);
        let gives_away = takes_piece && before > LOST && before + after >= PIECE_LOSS;
        counts.moves.count(gives_away);
        if (LOST..BEHIND).contains(&before) {
            counts.behind.count(gives_away);
        }
        before = after;
    }
    counts
}

/// Whether a move captures an unprotected piece.
fn takes_hanging(legal: LegalMove<'_>) -> bool {
    let piece = legal.captured().is_some_and(|role| role != Role::Pawn);
    piece && !legal.play().legal_moves().iter().any(|reply| reply.to() == legal.to())
}

/// A full-strength search that evaluates the position before and after a move.
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

    /// The value for the side to move, and its best move.
    fn value(&mut self, line: &Line) -> (i32, Option<Move>) {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let signals = Signals::default();
        let shared = Shared { table: &self.table, signals: &signals, elapsed: &|| Duration::ZERO, thread: 0 };
        let outcome = self.searcher.search(line, &limits, shared, &mut |_| {});
        (outcome.value, outcome.best)
    }
}
