use crate::position;
use rules::Position;
use std::time::Duration;
use tabiya_engine::{Ability, Level, Limits, Line, Opponent, Signals, WEAKEST};

fn choose(level: Level, seed: u64, line: &Line) -> Option<rules::Move> {
    let no_clock = || Duration::ZERO;
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    Opponent::new(level, seed).choose(line, &limits, &Signals::default(), &no_clock).best
}

/// A game of a level against itself.
fn game(level: Level, seed: u64, moves: usize) -> Vec<rules::Move> {
    let mut line = Line::new(Position::start());
    let mut played = Vec::new();
    while played.len() < moves {
        let at = *line.last();
        let Some(best) = choose(level, seed, &line) else { break };
        line.play(at.legal(best).expect("levels play by the laws"));
        played.push(best);
    }
    played
}

#[test]
fn the_same_seed_plays_the_same_game_and_another_does_not() {
    for level in Level::ALL.into_iter().take(6) {
        let first = game(level, 1, 16);
        assert_eq!(game(level, 1, 16), first, "{level:?}");
        assert!((2..6).any(|seed| game(level, seed, 16) != first), "{level:?} always plays alike");
    }
}

#[test]
fn an_opponent_that_starts_a_new_game_plays_like_a_new_one() {
    let no_clock = || Duration::ZERO;
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let mut used = Opponent::new(Level::ALL[7], 9);
    let fens = [
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "8/5k2/4p3/8/8/3RK3/8/5r2 w - - 0 40",
    ];
    for (level, fen) in [7, 2, 4, 7, 7].into_iter().zip(fens.into_iter().cycle()) {
        let (level, line) = (Level::ALL[level], Line::new(position(fen)));
        used.new_game(level, 3);
        let again = used.choose(&line, &limits, &Signals::default(), &no_clock);
        let new = Opponent::new(level, 3).choose(&line, &limits, &Signals::default(), &no_clock);
        assert_eq!(
            (again.best, again.value, again.nodes),
            (new.best, new.value, new.nodes),
            "{level:?} {fen}"
        );
    }
}

#[test]
fn every_level_takes_a_mate_in_one() {
    for fen in ["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"] {
        let line = Line::new(position(fen));
        for (level, seed) in Level::ALL.into_iter().flat_map(|level| (0..20).map(move |seed| (level, seed))) {
            let best = choose(level, seed, &line).unwrap();
            assert!(line.last().legal(best).unwrap().play().is_checkmate(), "{level:?} {seed} {fen}");
        }
    }
}

#[test]
fn every_level_recaptures() {
    // The rook has just captured the queen on d5; the pawn recaptures.
    let mut line = Line::new(position("3r2k1/pp3ppp/8/3Q4/4P3/8/PP3PPP/6K1 b - - 0 1"));
    let before = *line.last();
    line.play(before.parse_uci("d8d5").unwrap());
    for (level, seed) in Level::ALL.into_iter().flat_map(|level| (0..20).map(move |seed| (level, seed))) {
        let best = choose(level, seed, &line).unwrap();
        assert_eq!(line.last().legal(best).unwrap().uci(), "e4d5", "{level:?} {seed}");
    }
}

/// The moves of the weakest opponent, with each of a hundred seeds.
fn beginner(line: &Line) -> Vec<String> {
    let no_clock = || Duration::ZERO;
    let choose = |seed| {
        let mut opponent = Opponent::with_ability(Ability::of_rating(WEAKEST), seed);
        let best = opponent.choose(line, &Limits::default(), &Signals::default(), &no_clock).best.unwrap();
        line.last().legal(best).unwrap().uci()
    };
    (0..100).map(choose).collect()
}

#[test]
fn a_beginner_takes_what_hangs_most_of_the_time_and_gives_mate() {
    for (fen, takes) in [
        // An unprotected queen, knight and rook.
        ("rnb1kbnr/pppp1ppp/8/4p3/4P1q1/3P4/PPP2PPP/RNBQKBNR w KQkq - 0 4", "d1g4"),
        ("rnbqkb1r/pppp1ppp/8/4p3/4P1n1/3P4/PPP2PPP/RNBQKBNR w KQkq - 0 4", "d1g4"),
        ("4k3/pp3ppp/8/3r4/8/1B6/PP3PPP/6K1 w - - 0 20", "b3d5"),
    ] {
        let moves = beginner(&Line::new(position(fen)));
        let taken = moves.iter().filter(|mv| *mv == takes).count();
        assert!(taken >= 60, "{fen}: {taken} of 100");
    }
    let mate = Line::new(position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"));
    assert!(beginner(&mate).iter().all(|mv| mv == "a1a8"));
    let mut recapture = Line::new(position("3r2k1/pp3ppp/8/3Q4/4P3/8/PP3PPP/6K1 b - - 0 1"));
    let before = *recapture.last();
    recapture.play(before.parse_uci("d8d5").unwrap());
    assert!(beginner(&recapture).iter().all(|mv| mv == "e4d5"));
}

/// Full strength makes no mistakes, but does not play the same moves in every game.
#[test]
fn full_strength_varies_its_openings() {
    let first_moves = |seed| game(Level::ALL[7], seed, 4);
    let different: std::collections::HashSet<_> = (0..12).map(first_moves).collect();
    assert!(different.len() >= 6, "{} of 12", different.len());
}

#[test]
fn levels_are_numbered_from_1_to_8() {
    assert_eq!(Level::new(0), None);
    assert_eq!(Level::new(9), None);
    assert_eq!(Level::new(8), Some(Level::ALL[7]));
    assert!(Level::ALL.is_sorted_by_key(|level| level.ability().rating));
}
