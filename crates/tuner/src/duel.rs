//! Matches between levels, or between abilities that may become levels.

use crate::generate::result_of;
use crate::matches::elo;
use crate::openings;
use crate::record::GameResult;
use crate::spread;
use engine::{Ability, Level, Limits, Line, Opponent, Signals};
use fastrand::Rng;
use std::io;
use std::str::FromStr;
use std::time::Duration;

/// Play a match between two levels and print its score
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A level from 1 to 8, or positions,depth,eval_noise,blindness,strength_spread as in the table of levels
    first: Player,

    /// The other one, in the same way
    second: Player,

    /// Games; each opening is played twice, colours exchanged
    #[arg(long, default_value_t = 100)]
    games: u64,

    /// Positions a move of the eighth level, which has no limit of its own but time
    #[arg(long, default_value_t = 400_000)]
    nodes: u64,

    /// Which openings and which mistakes: the same seed plays the same match
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Who plays.
#[derive(Clone, Copy)]
struct Player(Ability);

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        let expected = || {
            format!("expected 1 to 8 or positions,depth,eval_noise,blindness,strength_spread, found {text:?}")
        };
        if let Some(level) = text.parse().ok().and_then(Level::new) {
            return Ok(Player(level.ability()));
        }
        let numbers: Vec<u32> =
            text.split(',').map(str::parse).collect::<Result<_, _>>().map_err(|_| expected())?;
        let [nodes, depth, eval_noise, blindness, strength_spread] = numbers[..] else {
            return Err(expected());
        };
        let (nodes, depth) = (Some(nodes.into()), Some(depth));
        Ok(Player(Ability { rating: 0, nodes, depth, eval_noise, blindness, strength_spread }))
    }
}

/// The first player's results.
#[derive(Default)]
struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
}

pub(crate) fn run(args: &Args) -> io::Result<()> {
    let mut tally = Tally::default();
    let game = |number: u64| {
        let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(number / 2);
        let start = openings::balanced(&mut Rng::with_seed(seed));
        if number.is_multiple_of(2) {
            (play(start, [args.first, args.second], args.nodes, seed), GameResult::Win)
        } else {
            (play(start, [args.second, args.first], args.nodes, seed), GameResult::Loss)
        }
    };
    spread::games(args.games.next_multiple_of(2), game, |(result, won)| {
        tally.add(result, won);
        tally.percent()
    });
    println!("{}", tally.report());
    Ok(())
}

const MAX_PLIES: usize = 400;

/// White's result.
fn play(mut line: Line, players: [Player; 2], nodes: u64, seed: u64) -> GameResult {
    let limits = players.map(|Player(ability)| Limits {
        nodes: ability.nodes.is_none().then_some(nodes),
        ..Limits::default()
    });
    let mut number = 0;
    let mut players = players.map(|Player(ability)| {
        number += 1;
        Opponent::with_ability(ability, 2 * seed + number)
    });
    while line.positions().len() < MAX_PLIES {
        if let Some(result) = result_of(&line) {
            return result;
        }
        let position = *line.last();
        let side = position.turn().index();
        let outcome = players[side].choose(&line, &limits[side], &Signals::default(), &|| Duration::ZERO);
        let Some(legal) = outcome.best.and_then(|best| position.legal(best)) else { break };
        line.play(legal);
    }
    GameResult::Draw
}

impl Tally {
    /// White's result, of a game in which the first player wins by `won`.
    fn add(&mut self, result: GameResult, won: GameResult) {
        match result {
            GameResult::Draw => self.draws += 1,
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

    /// The score with the range in which the true one lies 95 times of 100.
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
