//! How opponents err: how often a move gives a piece away to the very next one, and how often one takes what hangs.

use crate::generate::result_of;
use crate::level_match::Strength;
use crate::openings::random_line;
use crate::spread;
use engine::{
    Ability, HandCrafted, Level, Limits, Line, Opponent, Searcher, Shared, Signals, TranspositionTable,
};
use fastrand::Rng;
use rules::{LegalMove, Move, Role};
use std::io;
use std::time::Duration;

/// Play opponents against themselves and print how often they give pieces away, and take those that hang
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Levels from 1 to 7 or ratings; all levels if there are none
    strengths: Vec<Strength>,

    /// Games of each
    #[arg(long, default_value_t = 100)]
    games: u64,

    /// Nodes of full strength, which judges the position before and after each move
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
}

/// A piece for a pawn or for nothing.
const A_PIECE: i32 = 200;
const MAX_PLIES: usize = 160;

pub(crate) fn run(args: &Args) -> io::Result<()> {
    // Full strength is the judge: nobody is above it.
    let levels = || Level::ALL.into_iter().take(7).map(|level| Strength(level.ability())).collect();
    let strengths = if args.strengths.is_empty() { levels() } else { args.strengths.clone() };
    println!("rating  moves  give a piece away  when behind  take a hanging piece  give mate in one");
    for Strength(ability) in strengths {
        let mut counts = Counts::default();
        let game = |number| play(ability, number, args.nodes);
        spread::games(args.games, game, |played| {
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

/// How many times of those counted something was so.
#[derive(Clone, Copy, Default)]
struct Share {
    times: u32,
    of: u32,
}

impl Share {
    fn note(&mut self, is_so: bool) {
        self.times += u32::from(is_so);
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
    /// Moves that give a piece away, in games that are not yet lost.
    moves: Share,
    /// The same for a side that is behind by more than two pawns.
    behind: Share,
    /// Positions in which a piece hangs, and it is taken.
    hanging: Share,
    /// Mates in one that are given.
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

/// Behind by this much a player should still resist; behind by more than `LOST` there is nothing to give away.
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
            counts.mates.note(legal.play().is_checkmate());
        } else if position.legal_moves().iter().any(takes_hanging) {
            counts.hanging.note(takes_hanging(legal));
        }
        line.play(legal);
        let (after, reply) = judge.value(&line);
        let reply = reply.and_then(|reply| line.last().legal(reply));
        let takes_piece = reply.and_then(LegalMove::captured).is_some_and(|role| role != Role::Pawn);
        let gives_away = takes_piece && before > LOST && before + after >= A_PIECE;
        counts.moves.note(gives_away);
        if (LOST..BEHIND).contains(&before) {
            counts.behind.note(gives_away);
        }
        before = after;
    }
    counts
}

/// Whether a move takes a piece that nobody protects.
fn takes_hanging(legal: LegalMove<'_>) -> bool {
    let piece = legal.captured().is_some_and(|role| role != Role::Pawn);
    piece && !legal.play().legal_moves().iter().any(|reply| reply.to() == legal.to())
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
