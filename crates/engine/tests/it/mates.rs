use crate::{depth, nodes, position, search};
use tabiya_engine::{Line, Score};

/// The mate is found with its exact distance.
#[track_caller]
fn check(fen: &str, moves: i32, most: u64) {
    let position = position(fen);
    let (outcome, reports) = search(&Line::new(position), &nodes(most));
    assert_eq!(Score::from(outcome.value), Score::Mate(moves), "{fen}");
    // The reported line leads to the mate.
    let line = &reports.last().unwrap().line;
    let end = line.iter().fold(position, |at, mv| at.legal(*mv).unwrap().play());
    assert!(end.is_checkmate(), "{fen}: {line:?}");
    assert_eq!(line.len() as i32, if moves > 0 { 2 * moves - 1 } else { -2 * moves }, "{fen}");
}

#[test]
fn mates() {
    check("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, 2_000);
    check("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 1, 2_000);
    check("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", 1, 2_000);
    // two rooks drive the king to the edge
    check("8/8/3k4/R7/1R6/8/8/7K w - - 0 1", 5, 300_000);
    // the smothered mate
    check("5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", 2, 50_000);
    // being mated is counted just as exactly
    check("6k1/8/6K1/8/8/8/8/R7 b - - 0 1", -2, 50_000);
}

#[test]
fn basic_endgames_are_won() {
    for fen in [
        "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1",
        "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
        "8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1",
        "8/8/8/1k6/8/4K3/4P3/8 w - - 0 1",
    ] {
        let mut line = Line::new(position(fen));
        // White plays on until the mate; Black resists.
        for ply in 0.. {
            let at = *line.last();
            if at.is_checkmate() {
                break;
            }
            assert!(ply < 160 && !at.is_stalemate(), "{fen}: not won, {at}");
            let most = if ply % 2 == 0 { 20_000 } else { 2_000 };
            let (outcome, _) = search(&line, &nodes(most));
            line.play(at.legal(outcome.best.unwrap()).unwrap());
        }
    }
}

#[test]
fn without_a_legal_move_there_is_no_search() {
    for (fen, value) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Score::Mate(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::Centipawns(0)),
    ] {
        let (outcome, reports) = search(&Line::new(position(fen)), &depth(5));
        assert_eq!((outcome.best, Score::from(outcome.value)), (None, value), "{fen}");
        assert!(reports.is_empty());
    }
}
