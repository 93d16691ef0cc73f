use crate::{depth, nodes, position, search};
use rules::{LegalMove, Position};
use tabiya_engine::{Limits, Line, Score};

fn play(line: &mut Line, moves: &str) {
    for text in moves.split_whitespace() {
        let at = *line.last();
        line.play(at.parse_uci(text).unwrap());
    }
}

/// The value of one move, searched a few plies deep.
fn value(line: &Line, text: &str) -> i32 {
    let mv = line.last().parse_uci(text).map(LegalMove::mv).unwrap();
    search(line, &Limits { moves: vec![mv], ..depth(6) }).0.value
}

#[test]
fn a_third_repetition_is_a_draw() {
    // White is a queen ahead.
    let mut line = Line::new(position("k7/8/8/8/8/8/7Q/K7 w - - 0 1"));
    play(&mut line, "h2h3 a8b8 h3h2 b8a8 h2h3 a8b8 h3h2");
    assert_eq!(value(&line, "b8a8"), 0);
    let mut fresh = Line::new(position("k7/8/8/8/8/8/7Q/K7 w - - 0 1"));
    play(&mut fresh, "h2h3 a8b8 h3h2");
    assert!(value(&fresh, "b8a8") < -300);
}

#[test]
fn positions_with_other_castling_rights_are_different() {
    // The pieces repeat for the third time, but the first time White could still castle.
    let mut line = Line::new(position("1k6/8/8/8/8/8/8/R3K3 w Q - 0 1"));
    play(&mut line, "a1a2 b8b7 a2a1 b7b8 a1a2 b8b7 a2a1");
    assert!(value(&line, "b7b8") < -200);
}

#[test]
fn fifty_moves_without_progress() {
    // Every move that does not mate draws.
    let line = Line::new(position("7k/8/8/8/8/8/R7/K7 w - - 99 100"));
    assert_eq!(search(&line, &nodes(20_000)).0.value, 0);
    // A mate on the last of the fifty moves wins (law E13).
    let line = Line::new(position("7k/R7/8/8/8/8/1R6/K7 w - - 99 100"));
    let (outcome, _) = search(&line, &nodes(20_000));
    assert_eq!(Score::from(outcome.value), Score::Mate(1));
    // A pawn move restarts the count.
    let line = Line::new(position("7k/8/8/8/8/8/P7/K5R1 w - - 99 100"));
    assert!(search(&line, &nodes(20_000)).0.value > 200);
}

#[test]
fn insufficient_material_is_a_draw() {
    for fen in ["4k3/8/8/8/8/8/8/3BK3 w - - 0 1", "4k3/8/8/8/8/8/8/2NNK3 w - - 0 1"] {
        assert_eq!(search(&Line::new(position(fen)), &depth(8)).0.value, 0, "{fen}");
    }
}

#[test]
fn a_lost_side_saves_itself_by_stalemate() {
    // White sacrifices the queen: capturing it leaves White without a move.
    let position: Position = position("7k/8/5q2/8/8/7p/7P/6QK w - - 0 1");
    let (outcome, _) = search(&Line::new(position), &nodes(100_000));
    assert_eq!(outcome.value, 0);
}
