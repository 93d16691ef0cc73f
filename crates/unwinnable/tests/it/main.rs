//! Integration tests: correct answers, each with a proof that `verify` accepts.

#[cfg(feature = "serde")]
mod serialized;
mod soundness;

use rules::{Color, Position};
use tabiya_unwinnable::{Limits, Proof, Verdict, can_win, verify};

/// Whether `color` can win. Checks the proof, too.
#[track_caller]
fn answer(position: &Position, color: Color) -> Option<bool> {
    let verdict = can_win(position, color, Limits::default());
    assert!(verify(position, color, &verdict), "{position}: {color}: {verdict:?} is not proved");
    match verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable(_) => Some(false),
        Verdict::Undecided => None,
    }
}

#[track_caller]
fn check(fen: &str, white: bool, black: bool) {
    let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    for (color, expected) in [(Color::White, white), (Color::Black, black)] {
        assert_eq!(answer(&position, color), Some(expected), "{fen}: {color}");
    }
}

#[test]
fn pieces_that_never_mate() {
    check("8/8/4k3/8/8/3K4/8/8 w - -", false, false);
    check("8/8/4k3/8/8/3KB3/8/8 w - -", false, false);
    check("8/8/4k3/8/8/3KN3/8/8 w - -", false, false);
    check("8/8/3bk3/8/8/3K4/8/2B5 w - -", false, false); // bishops of one square colour
    check("8/8/4kq2/8/8/3KN3/8/8 w - -", false, true); // a knight against a queen
    check("8/8/4kr2/8/8/3KB3/8/8 w - -", false, true); // a bishop against a rook
}

#[test]
fn pieces_that_mate_only_with_help() {
    check("8/8/3nk3/8/8/3KN3/8/8 w - -", true, true);
    check("8/8/4k1b1/8/8/3KB3/8/8 w - -", true, true); // bishops of both colours
    check("8/8/4kr2/8/8/3KN3/8/8 w - -", true, true); // a rook in its king's way
    check("8/8/4kp2/8/8/3KN3/8/8 w - -", true, true);
    check("8/8/4k3/8/8/2NKN3/8/8 w - -", true, false);
}

#[test]
fn walls_that_nobody_breaks() {
    check("8/8/2k4p/p1p2p1P/P1P2P2/6K1/8/8 b - -", false, false);
    check("8/5k2/8/3p2p1/1p1P1pP1/1P1K1P2/8/8 w - -", false, false);
    // The same wall with a pawn that is not blocked.
    check("8/5k2/8/3p2p1/1p1P1pP1/1P1K1P2/7P/8 w - -", true, true);
}

#[test]
fn walls_with_free_pieces() {
    check("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", false, false);
    check("8/5k2/4p3/1pBpPp1p/pP1P1P1P/P5K1/8/3b4 b - -", false, false);
    // Bishops of one square colour around a trapped king: far too many positions to enumerate.
    check("k6B/1b4B1/5B2/4B3/3B4/1pB1B3/pP1B4/K7 w - -", false, false);
    // Pawns with moves left, and pieces that can be captured without a breakthrough.
    check("1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/4P3/8/P1P3P1/4K3 w - -", false, false);
    // A king that breaks through stalemates the other side.
    check("8/8/3b3p/2b2p1P/1b1b1p1K/b1b2Pp1/1b4P1/b4kb1 w - -", false, false);
    check("8/1p2B1B1/1PpB1B2/k1P5/p1P5/P7/5K2/8 w - -", false, false);
}

#[test]
fn each_kind_of_proof_occurs() {
    let proof = |fen: &str| {
        let position: Position = fen.parse().unwrap();
        match can_win(&position, Color::White, Limits::default()) {
            Verdict::Unwinnable(proof) => proof,
            verdict => panic!("{fen}: {verdict:?}"),
        }
    };
    assert_eq!(proof("7k/5Q2/6K1/8/8/8/8/8 b - -"), Proof::Over);
    assert_eq!(proof("8/8/4k3/8/8/3KB3/8/8 w - -"), Proof::Material);
    assert_eq!(proof("8/Q7/k7/8/2K5/8/8/8 b - -"), Proof::Forced { moves: 1 });
    assert!(matches!(proof("8/8/2k4p/p1p2p1P/P1P2P2/6K1/8/8 b - -"), Proof::Invariant(_)));
    assert!(matches!(proof("8/p1p5/2P5/P7/4k3/6p1/6Pp/4b2K b - -"), Proof::Closed { .. }));
}

/// An invariant does not hold if any square is missing from a range, and an invariant of one position proves nothing
/// about another.
#[test]
fn a_wall_with_a_hole_is_refused() {
    let position: Position = "8/8/2k4p/p1p2p1P/P1P2P2/6K1/8/8 b - -".parse().unwrap();
    let verdict = can_win(&position, Color::White, Limits::default());
    let Verdict::Unwinnable(Proof::Invariant(whole)) = &verdict else { panic!("{verdict:?}") };
    assert!(verify(&position, Color::White, &verdict));
    for index in 0..whole.ranges.len() {
        for square in whole.ranges[index].squares {
            let mut holed = whole.clone();
            holed.ranges[index].squares.remove(square);
            let holed = Verdict::Unwinnable(Proof::Invariant(holed));
            assert!(!verify(&position, Color::White, &holed), "{square} of {:?}", whole.ranges[index]);
        }
    }
    let other: Position = "8/8/2k4p/p1p2p1P/P1P2P2/8/6K1/8 b - -".parse().unwrap();
    assert!(!verify(&other, Color::White, &verdict));
    let open: Position = "8/8/2k4p/p1p2p1P/P1P5/6K1/8/8 b - -".parse().unwrap();
    assert!(!verify(&open, Color::White, &verdict));
}

#[test]
fn forced_lines() {
    // The rook must be captured, and then nobody has a piece left to mate with.
    check("r7/K1k5/8/8/8/8/8/8 w - -", false, false);
    // A rook that cannot be captured can mate.
    check("r7/2k5/K7/8/8/8/8/8 w - -", false, true);
    // The queen must be captured, and a white pawn promotes.
    check("7k/6q1/p4PPK/6PP/8/5P2/8/8 w - -", true, false);
}

#[test]
fn a_game_that_is_over() {
    let mated: Position = "7k/6Q1/6K1/8/8/8/8/8 b - -".parse().unwrap();
    assert_eq!(can_win(&mated, Color::White, Limits::default()), Verdict::Winnable(vec![]));
    assert_eq!(can_win(&mated, Color::Black, Limits::default()), Verdict::Unwinnable(Proof::Over));
    let stalemate: Position = "7k/5Q2/6K1/8/8/8/8/8 b - -".parse().unwrap();
    for color in Color::ALL {
        assert_eq!(can_win(&stalemate, color, Limits::default()), Verdict::Unwinnable(Proof::Over));
    }
}

#[test]
fn a_static_argument_would_be_wrong_here() {
    // White's a4+ looks like mate, but the king takes on b4 and escapes.
    check("8/8/p1p5/PkP5/1P6/PP6/1K6/8 w - -", true, true);
    // Another solver's argument fails here: the king is trapped by a wall that one move opens.
    check("8/8/8/5p2/p2p1P2/P1kP4/2P5/2K5 w - -", true, true);
    check("3K4/1p1p4/1P1k2p1/2pP1pP1/2P2P2/8/8/8 w - -", true, true);
    check("4k3/4p3/1p1pKp2/pP1P1Pp1/P5P1/8/6P1/8 w - -", true, true);
    check("8/8/4p2p/1p1pP1pP/pPpP1pP1/P1K2P2/8/2k5 b - -", true, true);
}

#[test]
fn limits_are_kept() {
    // A position without a quick mate: the minor pieces have to be brought together first.
    let position: Position = "8/8/3nk3/8/8/3KN3/8/8 w - -".parse().unwrap();
    assert_eq!(can_win(&position, Color::White, Limits::states(1)), Verdict::Undecided);
    let little = Limits { memory: 1_000, ..Limits::default() };
    let crowd: Position = "8/2k5/2b1b3/1p1p1pBp/1P1P1P1P/8/2bK1B2/8 b - -".parse().unwrap();
    assert_eq!(can_win(&crowd, Color::White, little), Verdict::Undecided);
    assert_eq!(answer(&position, Color::White), Some(true));
}

#[test]
fn a_false_proof_is_not_accepted() {
    let position = Position::start();
    for verdict in [
        Verdict::Winnable(vec![]),
        Verdict::Unwinnable(Proof::Over),
        Verdict::Unwinnable(Proof::Material),
        Verdict::Unwinnable(Proof::Closed { positions: 1000, walls: vec![] }),
    ] {
        assert!(!verify(&position, Color::White, &verdict), "{verdict:?}");
    }
}

/// Checks rows of the form `FEN<tab>white<tab>black`, where 1 means that the side can win, 0 that it cannot, and ? that
/// it is not known. Returns the number of answers and the number left undecided. A wrong answer fails the test.
fn check_table(name: &str, table: &str, every: usize) -> (usize, usize) {
    let (mut asked, mut undecided) = (0, 0);
    for line in table.lines().filter(|line| !line.starts_with('#')).step_by(every) {
        let mut fields = line.split('\t');
        let position: Position = fields.next().unwrap_or_default().parse().expect(line);
        for (color, expected) in Color::ALL.into_iter().zip(fields) {
            if expected != "?" {
                asked += 1;
                match answer(&position, color) {
                    Some(found) => assert_eq!(found, expected == "1", "{name}: {line}: {color}"),
                    None => undecided += 1,
                }
            }
        }
    }
    (asked, undecided)
}

/// Random games, endings and pawn walls, with answers that were verified when the file was generated.
#[test]
fn known_answers() {
    let table = include_str!("../data/answers.tsv");
    let cannot_win = table.lines().filter(|line| line.contains("\t0")).count();
    assert!(cannot_win > 100, "{cannot_win} positions that somebody cannot win");
    assert_eq!(check_table("answers.tsv", table, 1), (2_000, 0));
}

/// Larger collections, which are not part of this repository: `make collections DATA=folder`.
#[test]
#[ignore = "reads a folder of collections: make collections DATA=folder"]
fn collections_of_known_answers() {
    let root = std::env::var_os("TABIYA_COLLECTIONS").expect("TABIYA_COLLECTIONS names the folder");
    let folder = std::path::PathBuf::from(root).join("dead");
    for (file, every, may_be_undecided) in [
        ("certified_lichess_30k.tsv", 20, 0),
        ("certified_random_games.tsv", 20, 0),
        ("certified_unfair_2013_to_2022-04.tsv", 12, 0),
        ("certified_varmose_dead_2020-05_06.tsv", 12, 0),
        // Composed to defeat solvers: a few need more than the default limits.
        ("chasolver3_static_refuted.tsv", 1, 3),
    ] {
        let path = folder.join(file);
        let table =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (asked, undecided) = check_table(file, &table, every);
        println!("{file}: {asked} answers, {undecided} undecided");
        assert!(asked > 0 && undecided <= may_be_undecided, "{file}: {undecided} of {asked} undecided");
    }
}
