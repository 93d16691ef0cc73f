//! Laws B: board, pieces, set-up.

use crate::{START, position, squares};
use tabiya_rules::{Color, File, Piece, Position, Rank, Role, Setup, Square, SquareSet};

#[test]
fn law_b01_white_moves_north_and_black_south() {
    // Does not use mirrored rows, because this law is what justifies mirroring them.
    let white = position("4k3/4p3/8/8/8/8/4P3/4K3 w - -");
    assert_eq!(white.legal_moves().targets(Square::E2), squares("e3 e4"));
    let black = position("4k3/4p3/8/8/8/8/4P3/4K3 b - -");
    assert_eq!(black.legal_moves().targets(Square::E7), squares("e6 e5"));
    for (rank, for_black) in Rank::ALL.into_iter().zip(Rank::ALL.into_iter().rev()) {
        assert_eq!(rank.relative_to(Color::White), rank);
        assert_eq!(rank.relative_to(Color::Black), for_black);
    }
}

#[test]
fn law_b02_eight_files_and_eight_ranks() {
    let names: Vec<String> = Square::all().map(|square| square.to_string()).collect();
    assert_eq!(names.len(), 64);
    assert_eq!(names[..3], ["a1", "b1", "c1"]);
    assert_eq!(names[8], "a2");
    assert_eq!(names[63], "h8");
    for (square, name) in Square::all().zip(&names) {
        assert_eq!(name.parse(), Ok(square));
        assert_eq!(Square::new(square.file(), square.rank()), square);
    }
    for nowhere in ["i1", "a9", "a0", "A1", "1a", "a", "a11", ""] {
        assert!(nowhere.parse::<Square>().is_err(), "{nowhere}");
    }
    let steps = [(Square::E4, 1, 0, Some(Square::F4)), (Square::E4, 0, 1, Some(Square::E5))];
    let edges = [(Square::H4, 1, 0, None), (Square::A4, -1, 0, None), (Square::E8, 0, 1, None)];
    for (from, east, north, expected) in steps.into_iter().chain(edges) {
        assert_eq!(from.offset(east, north), expected, "{from}");
    }
}

#[test]
fn law_b03_a1_is_dark_and_colours_alternate() {
    assert!(!Square::A1.is_light());
    for (square, light) in Square::all().map(|square| (square, square.is_light())) {
        for next in [square.offset(1, 0), square.offset(0, 1)].into_iter().flatten() {
            assert_ne!(next.is_light(), light, "{square} and {next}");
        }
        assert_eq!(SquareSet::LIGHT.contains(square), light);
        assert_eq!(SquareSet::DARK.contains(square), !light);
    }
    // The right-hand corner of each player.
    assert!(Square::H1.is_light());
    assert!(Square::A8.is_light());
}

#[test]
fn law_b04_sixteen_men_a_side() {
    use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
    let board = *Position::start().board();
    for color in Color::ALL {
        for (role, count) in [(King, 1), (Queen, 1), (Rook, 2), (Bishop, 2), (Knight, 2), (Pawn, 8)] {
            assert_eq!(board.pieces(color, role).len(), count, "{color} {role}");
        }
    }
    assert_eq!(board.occupied().len(), 32);
    // Problems may have more pieces than a game begins with, but no side has two kings.
    for (role, playable) in [(Pawn, true), (Knight, true), (King, false)] {
        let mut setup = Setup::start();
        setup.board.put(Square::E3, Piece { color: Color::White, role });
        assert_eq!(setup.validate().is_ok(), playable, "{role}");
    }
}

#[test]
fn law_b05_the_start() {
    use Role::{Bishop, King, Knight, Queen, Rook};
    let start = Position::start();
    assert_eq!(start.fen(), format!("{START} 0 1"));
    for (file, role) in File::ALL.into_iter().zip([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook]) {
        for color in Color::ALL {
            let at = |rank: Rank| start.board().piece_at(Square::new(file, rank.relative_to(color)));
            assert_eq!(at(Rank::First), Some(Piece { color, role }));
            assert_eq!(at(Rank::Second), Some(Piece { color, role: Role::Pawn }));
        }
    }
    // Queens stand on their own colour.
    let queen = |color| start.board().pieces(color, Queen).single().expect("one queen");
    assert!(queen(Color::White).is_light());
    assert!(!queen(Color::Black).is_light());
}
