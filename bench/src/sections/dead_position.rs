//! The cost of law E08 (dead position), which is checked after every move of a game.

use super::Effort;
use super::pgn::read_games;
use crate::cpu_time::{clock_cost, timed};
use fastrand::Rng;
use std::fmt::Write;
use std::time::Duration;
use tabiya_game::{Action, Game, MoveRequest, Settings, Timestamp, is_dead_after};
use tabiya_pgn::{GameTree, Reader, Step};
use tabiya_rules::{Intent, LegalMove, Position};

const PLAYOUTS: usize = 200;

/// The moves of a game from the standard starting position.
type Moves = Vec<Intent>;

pub(super) fn run(effort: &Effort) -> String {
    let mut text = format!(
        "{:<24}{:>9}{:>9}{:>13}{:>10}{:>9}{:>9}\n",
        "dead-position, µs/move", "moves", "play", "Game::apply", "question", "p99.9", "worst"
    );
    for (name, mut games) in [("own playouts", playouts()), ("games of files", real_games(effort))] {
        games.truncate(effort.sample.unwrap_or(usize::MAX));
        let _ = match games.is_empty() {
            true => writeln!(text, "{name}: none (--data DIR or FILE.pgn)"),
            false => writeln!(text, "{name:<24}{}", measure(&games)),
        };
    }
    text
}

/// Measures playing on the board alone, playing as a game, and the dead-position check alone, move by move.
fn measure(games: &[Moves]) -> String {
    let clock_cost = clock_cost();
    let count: usize = games.iter().map(Vec::len).sum();
    let (_, plain) = timed(|| games.iter().map(|moves| play(moves).len()).sum::<usize>(), clock_cost);
    let (_, applied) = timed(|| games.iter().for_each(|moves| apply(moves)), clock_cost);
    let mut check_times: Vec<Duration> = games
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
    check_times.sort_unstable();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let mean = |time: Duration| micros(time) / count as f64;
    format!(
        "{count:>9}{:>9.3}{:>13.2}{:>10.2}{:>9.1}{:>9.1}",
        mean(plain),
        mean(applied),
        mean(check_times.iter().sum()),
        micros(check_times[count * 999 / 1000]),
        micros(check_times[count - 1]),
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
        // Moves after a dead position are ignored.
        if game.apply(Timestamp::default(), action).is_err() {
            break;
        }
    }
}

/// Random games, up to their end.
fn playouts() -> Vec<Moves> {
    let mut random = Rng::with_seed(8);
    (0..PLAYOUTS).map(|_| playout(&mut random)).collect()
}

fn playout(random: &mut Rng) -> Moves {
    let mut game = Game::new(Settings::default());
    let mut moves = Moves::new();
    while game.termination().is_none() {
        let position = game.position();
        let number = random.usize(..position.count_legal_moves());
        let legal: LegalMove<'_> = position.legal_moves().iter().nth(number).expect("it is below the count");
        let intent = legal.mv().uci(position.variant());
        moves.push(intent);
        let request = MoveRequest::Intent(intent);
        let action = Action::Move { by: None, request, offer_draw: false, lag: tabiya_game::Duration::ZERO };
        game.apply(Timestamp::default(), action).expect("the move is legal");
    }
    moves
}

/// The games of the named files that begin in the standard starting position.
fn real_games(effort: &Effort) -> Vec<Moves> {
    let mut games = Vec::new();
    for path in effort.games() {
        let bytes = read_games(&path);
        for tree in Reader::from_slice(&bytes).trees().flatten() {
            if let Some(moves) = main_line(&tree) {
                games.push(moves);
            }
        }
    }
    games
}

/// The moves of the main line, or `None` if one of them could not be read.
fn main_line(tree: &GameTree) -> Option<Moves> {
    let usual = tree.start() == Some(&Position::start()) && tree.faults.is_empty();
    let intent = |node| match tree.step(node) {
        Some(Step::Move(mv)) => Some(mv.intent()),
        Some(Step::Pass) | None => None,
    };
    if usual { tree.main_line().map(intent).collect() } else { None }
}
