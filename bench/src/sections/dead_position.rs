//! Law E08 asks after every move whether the position is dead. What does that cost a game?

use super::Effort;
use crate::cpu_time::{clock_cost, timed};
use crate::random::Random;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tabiya_game::{Action, Game, MoveRequest, Settings, Timestamp, is_dead_after};
use tabiya_rules::{Intent, LegalMove, Position};

const PLAYOUTS: usize = 200;

/// The moves of a game from the usual start.
type Moves = Vec<Intent>;

pub(super) fn run(effort: &Effort) -> String {
    let mut text = format!(
        "{:<24}{:>9}{:>9}{:>13}{:>10}{:>9}{:>9}\n",
        "dead-position, µs/move", "moves", "play", "Game::apply", "question", "p99.9", "worst"
    );
    for (name, mut games) in [("own playouts", playouts()), ("real games", real_games())] {
        games.truncate(effort.sample.unwrap_or(usize::MAX));
        let _ = match games.is_empty() {
            true => writeln!(text, "{name}: not there, left out"),
            false => writeln!(text, "{name:<24}{}", measure(&games)),
        };
    }
    text
}

/// Playing alone, playing as a game, and the question alone, which is timed move by move.
fn measure(games: &[Moves]) -> String {
    let clock_cost = clock_cost();
    let count: usize = games.iter().map(Vec::len).sum();
    let (_, plain) = timed(|| games.iter().map(|moves| play(moves).len()).sum::<usize>(), clock_cost);
    let (_, applied) = timed(|| games.iter().for_each(|moves| apply(moves)), clock_cost);
    let mut asked: Vec<Duration> = games
        .iter()
        .flat_map(|moves| {
            let before = std::iter::once(Position::start()).chain(play(moves));
            before.zip(moves.clone()).collect::<Vec<_>>()
        })
        .map(|(before, intent)| {
            let legal = before.legal(intent).expect("these moves were legal once");
            timed(|| is_dead_after(legal), clock_cost).1
        })
        .collect();
    asked.sort_unstable();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let mean = |time: Duration| micros(time) / count as f64;
    format!(
        "{count:>9}{:>9.3}{:>13.2}{:>10.2}{:>9.1}{:>9.1}",
        mean(plain),
        mean(applied),
        mean(asked.iter().sum()),
        micros(asked[count * 999 / 1000]),
        micros(asked[count - 1]),
    )
}

/// Every position of a game after the first.
fn play(moves: &[Intent]) -> Vec<Position> {
    let mut position = Position::start();
    let mut after = |intent: &Intent| {
        position = position.legal(*intent).expect("these moves were legal once").play();
        position
    };
    moves.iter().map(&mut after).collect()
}

fn apply(moves: &[Intent]) {
    let mut game = Game::new(Settings::default());
    for intent in moves {
        let request = MoveRequest::Intent(*intent);
        let action = Action::Move { by: None, request, offer_draw: false, lag: tabiya_game::Duration::ZERO };
        // People who play on in a dead position are not followed.
        if game.apply(Timestamp::default(), action).is_err() {
            break;
        }
    }
}

/// Random games, up to where a game is over.
fn playouts() -> Vec<Moves> {
    let mut random = Random::new(8);
    (0..PLAYOUTS).map(|_| playout(&mut random)).collect()
}

fn playout(random: &mut Random) -> Moves {
    let mut game = Game::new(Settings::default());
    let mut moves = Moves::new();
    while game.termination().is_none() {
        let position = game.position();
        let number = random.below(position.count_legal_moves());
        let legal: LegalMove<'_> = position.legal_moves().iter().nth(number).expect("it is below the count");
        let intent = legal.mv().uci(position.variant());
        moves.push(intent);
        let request = MoveRequest::Intent(intent);
        let action = Action::Move { by: None, request, offer_draw: false, lag: tabiya_game::Duration::ZERO };
        game.apply(Timestamp::default(), action).expect("the move is legal");
    }
    moves
}

/// Games people played, if the collection lies beside the project.
fn real_games() -> Vec<Moves> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/pgn/lichess_db_100k.pgn");
    let text = fs::read_to_string(file).unwrap_or_default();
    text.split("[Event ").skip(1).filter_map(|game| read(game.rsplit("]\n").next()?)).collect()
}

/// The moves among numbers and comments; none if something in it is no move.
fn read(text: &str) -> Option<Moves> {
    let mut position = Position::start();
    let mut moves = Moves::new();
    let spoken = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    for word in spoken.flat_map(str::split_whitespace) {
        if word.ends_with('.') || word.contains("...") || ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) {
            continue;
        }
        let legal = position.parse_san(word.trim_end_matches(['!', '?'])).ok()?;
        moves.push(legal.mv().uci(position.variant()));
        position = legal.play();
    }
    Some(moves)
}
