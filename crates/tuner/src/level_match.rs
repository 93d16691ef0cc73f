//! Matches between opponents of limited strength, or between abilities that are candidates for levels.

use crate::generate::result_of;
use crate::matches::elo;
use crate::openings;
use crate::parallel;
use crate::record::WhiteResult;
use engine::{Ability, Level, Limits, Line, Opponent, STRONGEST_LIMITED, Signals, WEAKEST};
use fastrand::Rng;
use rules::Position;
use std::collections::HashSet;
use std::io;
use std::str::FromStr;
use std::time::Duration;

/// Play a match between two levels or ratings and print its score
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A level from 1 to 8, a rating from 400 to 3200, or the numbers of an ability:
    /// `nodes,depth,eval_noise,blindness,strength_spread[,max_noise]`
    first: Strength,

    /// The other one, in the same way
    second: Strength,

    /// Games; each opening is played twice, colours exchanged
    #[arg(long, default_value_t = 100)]
    games: u64,

    /// Nodes per move of level 8, which has no limit but time
    #[arg(long, default_value_t = 400_000)]
    nodes: u64,

    /// Decides openings and mistakes: the same seed plays the same match
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Play from the starting position, each game with another seed, and count the different positions after four moves
    /// each
    #[arg(long)]
    from_start: bool,
}

/// How strong an opponent is.
#[derive(Clone, Copy)]
pub(crate) struct Strength(pub(crate) Ability);

impl FromStr for Strength {
    type Err = String;

    fn from_str(text: &str) -> Result<Strength, String> {
        let expected = || {
            format!(
                "expected 1 to 8, {WEAKEST} to {STRONGEST_LIMITED} or \
                 nodes,depth,eval_noise,blindness,strength_spread[,max_noise], found {text:?}"
            )
        };
        if let Some(level) = text.parse().ok().and_then(Level::new) {
            return Ok(Strength(level.ability()));
        }
        let numbers: Vec<u32> =
            text.split(',').map(str::parse).collect::<Result<_, _>>().map_err(|_| expected())?;
        match numbers[..] {
            [rating] if (WEAKEST..=STRONGEST_LIMITED).contains(&rating) => {
                Ok(Strength(Ability::of_rating(rating)))
            }
            [nodes, depth, eval_noise, blindness, strength_spread] => {
                let (nodes, depth) = (Some(nodes.into()), Some(depth));
                let ability = Ability { nodes, depth, eval_noise, blindness, strength_spread, ..UNRATED };
                Ok(Strength(ability))
            }
            [nodes, depth, eval_noise, blindness, strength_spread, max_noise] => {
                let (nodes, depth) = (Some(nodes.into()), Some(depth));
                let ability =
                    Ability { nodes, depth, eval_noise, blindness, strength_spread, max_noise, ..UNRATED };
                Ok(Strength(ability))
            }
            _ => Err(expected()),
        }
    }
}

const UNRATED: Ability = Ability {
    rating: 0,
    nodes: None,
    depth: None,
    eval_noise: 0,
    blindness: 0,
    strength_spread: 0,
    max_noise: u32::MAX,
};

/// The first player's results.
#[derive(Default)]
struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
}

pub(crate) fn run(args: &Args) -> io::Result<()> {
    let mut tally = Tally::default();
    let mut openings = HashSet::new();
    let game = |number: u64| {
        let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(number / 2);
        let start = match args.from_start {
            true => Line::new(Position::start()),
            false => openings::balanced(&mut Rng::with_seed(seed)),
        };
        // The two games of a pair start from the same position, so they need different seeds.
        let seed = if args.from_start { seed.wrapping_add(number % 2 * 0x5851_f42d) } else { seed };
        if number.is_multiple_of(2) {
            (play(start, [args.first, args.second], args.nodes, seed), WhiteResult::Win)
        } else {
            (play(start, [args.second, args.first], args.nodes, seed), WhiteResult::Loss)
        }
    };
    parallel::games(args.games.next_multiple_of(2), game, |((result, opening), won)| {
        tally.add(result, won);
        openings.extend(opening);
        tally.percent()
    });
    println!("{}", tally.report());
    if args.from_start {
        println!("{} different positions after four moves each", openings.len());
    }
    Ok(())
}

const MAX_PLIES: usize = 400;
/// Four moves each.
const OPENING_PLIES: usize = 8;

/// Plays a game; returns White's result and the key of the position after the opening.
fn play(mut line: Line, players: [Strength; 2], nodes: u64, seed: u64) -> (WhiteResult, Option<u64>) {
    let limits = players.map(|Strength(ability)| Limits {
        nodes: ability.nodes.is_none().then_some(nodes),
        ..Limits::default()
    });
    let mut number = 0;
    let mut players = players.map(|Strength(ability)| {
        number += 1;
        Opponent::with_ability(ability, 2 * seed + number)
    });
    let result = loop {
        if let Some(result) = result_of(&line) {
            break result;
        }
        let position = *line.last();
        let side = position.turn().index();
        let outcome = players[side].choose(&line, &limits[side], &Signals::default(), &|| Duration::ZERO);
        let legal = outcome.best.and_then(|best| position.legal(best));
        let (Some(legal), true) = (legal, line.positions().len() < MAX_PLIES) else {
            break WhiteResult::Draw;
        };
        line.play(legal);
    };
    (result, line.positions().get(OPENING_PLIES).map(Position::key))
}

impl Tally {
    /// Adds a game by White's result; `won` is the result with which the first player wins.
    fn add(&mut self, result: WhiteResult, won: WhiteResult) {
        match result {
            WhiteResult::Draw => self.draws += 1,
            result if result == won => self.wins += 1,
            _ => self.losses += 1,
        }
    }

    fn games(&self) -> f64 {
        (self.wins + self.draws + self.losses).max(1) as f64
    }

    fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games()
    }

    fn percent(&self) -> String {
        format!("{:.1} %", 100.0 * self.score())
    }

    /// The score with its 95 % confidence interval.
    fn report(&self) -> String {
        let (score, games) = (self.score(), self.games());
        let squares = self.wins as f64 + self.draws as f64 / 4.0;
        let error = 1.96 * ((squares / games - score * score).max(0.0) / games).sqrt();
        let Tally { wins, draws, losses } = self;
        format!(
            "{} ± {:.1} (won {wins}, drawn {draws}, lost {losses}), {:+.0} Elo",
            self.percent(),
            100.0 * error,
            elo(score)
        )
    }
}
