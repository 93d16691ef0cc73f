use crate::{depth, nodes, position, search};
use rules::{Color, Position, cpu};
use std::time::Duration;
use tabiya_engine::{
    Bound, Evaluate, HandCrafted, Limits, Line, Score, Searcher, Shared, Signals, TranspositionTable,
    features, terms, weights,
};

const GAMES: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "6rk/6pp/Q1Q1Q3/QQQQQQQQ/8/QQQQQQQQ/8/QQQQQQQK w - - 0 1", // more moves than any game has
    "8/8/8/8/8/8/6k1/4K2R w K - 0 1",
];

/// The positions of games with arbitrary legal moves.
fn walks(mut visit: impl FnMut(&Line)) {
    for (number, fen) in GAMES.iter().enumerate() {
        let mut line = Line::new(position(fen));
        for step in 0..60 {
            visit(&line);
            let at = *line.last();
            let moves = at.legal_moves();
            if moves.is_empty() {
                break;
            }
            let chosen = moves.iter().nth((step * 31 + number * 17) % moves.len()).unwrap();
            line.play(chosen);
        }
    }
}

#[test]
fn every_line_is_legal_and_every_value_within_bounds() {
    walks(|line| {
        let (outcome, reports) = search(line, &depth(4));
        for report in &reports {
            let end = report.line.iter().try_fold(*line.last(), |at, mv| Some(at.legal(*mv)?.play()));
            assert!(end.is_some(), "{}: {:?}", line.last(), report.line);
            assert!(report.value.abs() <= 32_000);
            assert!(report.selective_depth >= 1 && report.nodes > 0);
        }
        let last = reports.iter().rfind(|report| report.bound == Bound::Exact);
        assert_eq!(outcome.best, last.map(|report| report.line[0]), "{}", line.last());
        assert_eq!(outcome.best.is_none(), line.last().count_legal_moves() == 0);
    });
}

#[test]
fn the_same_search_gives_the_same_result() {
    walks(|line| {
        let (a, b) = (search(line, &nodes(600)).0, search(line, &nodes(600)).0);
        assert_eq!((a.best, a.value, a.nodes, a.root), (b.best, b.value, b.nodes, b.root));
    });
}

#[test]
fn a_node_limit_is_respected() {
    let line = Line::new(Position::start());
    for most in [1, 2, 10, 999, 1024, 5000, 20_001] {
        let (outcome, _) = search(&line, &nodes(most));
        assert!(outcome.nodes <= most + 1, "{most}: {}", outcome.nodes);
        assert!(outcome.best.is_some());
    }
}

#[test]
fn helper_threads_continue_until_thread_0_has_finished() {
    let line = Line::new(Position::start());
    let search = |signals: &Signals, limits: &Limits| {
        let table = TranspositionTable::with_megabytes(1);
        let shared = Shared { table: &table, signals, elapsed: &|| Duration::ZERO, thread: 1 };
        Searcher::new(HandCrafted::new()).search(&line, limits, shared, &mut |_| {})
    };
    let limits = Limits { nodes: Some(20_000), ..depth(2) };
    assert!(search(&Signals::default(), &limits).depth > 2);
    let decided = Signals::default();
    decided.finish();
    assert!(search(&decided, &depth(2)).nodes < 5000);
}

#[test]
fn the_last_line_begins_with_the_move_that_is_played() {
    walks(|line| {
        for (most, lines) in [(150, 1), (400, 1), (1100, 1), (2900, 1), (700, 3)] {
            let (outcome, reports) = search(line, &Limits { lines, ..nodes(most) });
            let last = reports.iter().rfind(|report| report.rank == 1);
            let reported = last.map(|report| report.line[0]);
            assert!(
                reported == outcome.best || last.is_none(),
                "{} {most}: {reported:?}, {outcome:?}",
                line.last()
            );
        }
    });
}

#[test]
fn several_lines_are_different_and_in_order() {
    walks(|line| {
        let (_, reports) = search(line, &Limits { lines: 3, ..depth(3) });
        let wanted = line.last().count_legal_moves().min(3);
        let last: Vec<_> = reports.iter().rev().take(wanted).rev().collect();
        for (index, report) in last.iter().enumerate() {
            assert_eq!(report.rank, index + 1);
        }
        assert!(last.is_sorted_by(|a, b| a.value >= b.value), "{}", line.last());
        assert!(last.is_sorted_by(|a, b| a.line[0] != b.line[0]));
    });
}

#[test]
fn only_the_requested_moves_are_searched() {
    walks(|line| {
        let moves: Vec<_> = line.last().legal_moves().iter().map(rules::LegalMove::mv).step_by(3).collect();
        if let Some(last) = moves.last() {
            let (outcome, _) = search(line, &Limits { moves: vec![*last], ..depth(2) });
            assert_eq!(outcome.best, Some(*last));
        }
    });
}

/// The same position with colours exchanged and the board turned.
fn mirrored(position: &Position) -> Position {
    let fen = position.fen();
    let (placement, rest) = fen.split_once(' ').unwrap();
    let ranks: Vec<_> = placement.rsplit('/').collect();
    let swap = |letter: char| {
        if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
    };
    let placement: String = ranks.join("/").chars().map(swap).collect();
    let turn = if rest.starts_with('w') { 'b' } else { 'w' };
    crate::position(&format!("{placement} {turn} - - {} 1", position.halfmoves()))
}

#[test]
fn both_sides_are_judged_alike() {
    walks(|line| {
        let position = *line.last();
        if !position.in_check() {
            let mut evaluator = HandCrafted::new();
            let value = evaluator.evaluate(&position);
            assert_eq!(evaluator.evaluate(&mirrored(&position)), value, "{position}");
            // The pawn cache does not change the value.
            assert_eq!(HandCrafted::new().evaluate(&position), value);
        }
    });
}

/// CPU dispatch and the pawn cache change only the speed.
#[test]
fn every_instruction_set_evaluates_alike_with_and_without_the_cache() {
    let mut cached = HandCrafted::new();
    for limit in [cpu::Limit::Baseline, cpu::Limit::NoBmi2, cpu::Limit::None] {
        cpu::limit(limit);
        walks(|line| {
            let position = line.last();
            if !position.in_check() {
                let value = cached.evaluate(position);
                assert_eq!(HandCrafted::new().evaluate(position), value, "{limit:?} {position}");
            }
        });
    }
}

#[test]
fn the_tuner_sees_what_the_evaluation_sums() {
    walks(|line| {
        let position = *line.last();
        let pieces = position.board().occupied().len();
        // Endgame knowledge and moves without progress change the value beyond the sum of terms.
        if position.in_check() || !(12..=32).contains(&pieces) || position.halfmoves() > 0 {
            return;
        }
        let features = features(&position);
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for (term, times) in features.counts {
            let pair = weights()[usize::from(term)];
            middlegame += f64::from(pair.middlegame()) * f64::from(times);
            endgame += f64::from(pair.endgame()) * f64::from(times);
        }
        endgame *= features.scales[usize::from(endgame < 0.0)];
        let white = middlegame * features.middlegame + endgame * (1.0 - features.middlegame);
        let expected = if position.turn() == Color::White { white } else { -white };
        let value = f64::from(HandCrafted::new().evaluate(&position));
        assert!((value - expected).abs() <= 2.0, "{position}: {value} {expected}");
    });
    assert_eq!(weights().len(), terms::COUNT);
    assert_eq!(terms::GROUPS.iter().map(|(_, len)| len).sum::<usize>(), terms::COUNT);
}

#[test]
fn a_requested_mate_ends_the_search() {
    let line = Line::new(position("8/8/3k4/R7/1R6/8/8/7K w - - 0 1"));
    let (outcome, _) = search(&line, &Limits { mate: Some(6), ..depth(40) });
    assert!(matches!(Score::from(outcome.value), Score::Mate(1..=6)));
    assert!(outcome.depth < 40);
}

#[test]
fn a_search_for_a_mate_that_does_not_exist_ends() {
    // Bare kings and pawns, and the start: no mate in two or three.
    for (fen, mate) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2),
        ("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", 3),
    ] {
        let (outcome, _) = search(&Line::new(position(fen)), &Limits { mate: Some(mate), ..depth(30) });
        assert!(outcome.depth < 30 && outcome.best.is_some(), "{fen}: depth {}", outcome.depth);
    }
}
