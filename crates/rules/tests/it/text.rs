//! Which texts are refused and why, and which irregularities are accepted.

use std::collections::BTreeSet;
use tabiya_rules::{
    Color, Epd, FenError, File, Intent, LegalMove, Letters, Operand, Piece, Position, Rank, Reason, Role,
    San, Setup, Square, SquareSet, Variant,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[track_caller]
fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn a_fen_is_refused_with_the_place_and_the_reason() {
    for (fen, message) in [
        ("", "placement: expected eight ranks separated by '/', found nothing at byte 0"),
        ("8/8/8/8/8/8/8 w - -", "placement: expected eight ranks separated by '/', found nothing at byte 13"),
        ("8/8/8/8/8/8/8/8/8 w - -", "placement: expected no more than eight ranks, found \"/\" at byte 15"),
        (
            "8/8/8/8/8/8/8/7 w - -",
            "placement: expected eight squares before the rank ends, found nothing at byte 15",
        ),
        (
            "8/7/8/8/8/8/8/8 w - -",
            "placement: expected eight squares before the rank ends, found \"/\" at byte 3",
        ),
        (
            "8/8p/8/8/8/8/8/8 w - -",
            "placement: expected '/' after eight squares of a rank, found \"p\" at byte 3",
        ),
        (
            "8/p8/8/8/8/8/8/8 w - -",
            "placement: expected no more than eight squares in a rank, found \"8\" at byte 3",
        ),
        ("8/44/8/8/8/8/8/8 w - -", "placement: expected one digit, not two in a row, found \"4\" at byte 3"),
        (
            "8/9/8/8/8/8/8/8 w - -",
            "placement: expected a piece letter, a digit 1-8 or '/', found \"9\" at byte 2",
        ),
        (
            "8/♔7/8/8/8/8/8/8 w - -",
            "placement: expected a piece letter, a digit 1-8 or '/', found \"♔\" at byte 2",
        ),
        ("8/8/8/8/8/8/8/8", "turn: expected w or b, found nothing at byte 15"),
        ("8/8/8/8/8/8/8/8 W - -", "turn: expected w or b, found \"W\" at byte 16"),
        (
            "8/8/8/8/8/8/8/8 w",
            "castling: expected '-' or letters KQkq or A-H a-h, each rook once, found nothing at byte 17",
        ),
        (
            "8/8/8/8/8/8/8/8 w KX -",
            "castling: expected '-' or letters KQkq or A-H a-h, each rook once, found \"X\" at byte 19",
        ),
        (
            "8/8/8/8/8/8/8/8 w KK -",
            "castling: expected '-' or letters KQkq or A-H a-h, each rook once, found \"K\" at byte 19",
        ),
        ("8/8/8/8/8/8/8/8 w -", "en passant: expected '-' or a square, found nothing at byte 19"),
        ("8/8/8/8/8/8/8/8 w - e9", "en passant: expected '-' or a square, found \"e9\" at byte 20"),
        (
            "8/8/8/8/8/8/8/8 w - - x 1",
            "halfmove clock: expected a number up to 65535, found \"x\" at byte 22",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - : 1",
            "halfmove clock: expected a number up to 65535, found \":\" at byte 22",
        ),
        ("8/8/8/8/8/8/8/8 w - - 0 -1", "move number: expected a number up to 65535, found \"-1\" at byte 24"),
        (
            "8/8/8/8/8/8/8/8 w - - 65536 1",
            "halfmove clock: expected a number up to 65535, found \"65536\" at byte 22",
        ),
        ("8/8/8/8/8/8/8/8 w - - 0 1 0", "end: expected no more than six fields, found \"0\" at byte 26"),
        ("  8/8/8/8/8/8/8/8  x", "turn: expected w or b, found \"x\" at byte 19"),
        (
            "8/8/8/8/8/8/8/8\nw - - \u{7}",
            "halfmove clock: expected a number up to 65535, found \"\\u{7}\" at byte 22",
        ),
    ] {
        let error = Setup::parse_fen(fen, Variant::Standard).expect_err(fen);
        assert_eq!(error.to_string(), message, "{fen}");
    }
}

#[test]
fn a_setup_that_cannot_be_played_is_refused_with_the_reason() {
    for (fen, message) in [
        ("8/8/8/8/8/8/8/8 w - -", "placement: white has no king; placement: black has no king"),
        ("kk6/8/8/8/8/8/8/7K w - -", "placement: black has 2 kings"),
        ("k6P/8/8/8/8/8/8/7K w - -", "placement: a pawn on h8"),
        ("k7/8/8/8/8/8/8/p6K w - -", "placement: a pawn on a1"),
        ("k7/8/8/8/8/8/8/R6K w - -", "turn: the side not to move is in check"),
        ("kK6/8/8/8/8/8/8/8 b - -", "turn: the side not to move is in check"),
        ("4k3/8/8/8/8/8/8/4K3 w K -", "castling: a right for h1, but no rook there can castle"),
        ("4k3/8/8/8/8/8/8/4K2r w K -", "castling: a right for h1, but no rook there can castle"),
        ("4k3/8/8/8/8/8/4K3/7R w K -", "castling: white has a right, but the king is on e2"),
        ("4k3/8/8/8/8/8/8/3K3R w K -", "castling: white has a right that exists only in Chess960"),
        ("4k3/8/8/8/8/8/8/4K1R1 w K -", "castling: white has a right that exists only in Chess960"),
        ("4k3/8/8/8/8/8/8/4K3 w - e4", "en passant: no pawn can just have passed over e4"),
        ("4k3/8/8/4p3/8/8/8/4K3 b - e6", "en passant: no pawn can just have passed over e6"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6", "en passant: no pawn can just have passed over e6"),
        ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6", "en passant: no pawn can just have passed over e6"),
        ("4k3/4n3/8/4p3/8/8/8/4K3 w - e6", "en passant: no pawn can just have passed over e6"),
        ("4k3/8/8/8/4P3/8/4N3/4K3 b - e3", "en passant: no pawn can just have passed over e3"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "move number: found 0, moves are numbered from 1"),
    ] {
        let error = fen.parse::<Position>().expect_err(fen);
        assert_eq!(error.to_string(), message, "{fen}");
    }
    let two = Position::parse_fen("4k3/8/8/8/8/8/8/4KR1R w HF -", Variant::Chess960).unwrap_err();
    assert_eq!(two.to_string(), "castling: white has two rights on the same side of the king");
}

#[test]
fn every_reason_is_reported_at_once() {
    let mut setup = Setup { fullmoves: 0, en_passant: Some(Square::A6), ..Setup::EMPTY };
    setup.board.put(Square::A1, Piece { color: Color::White, role: Role::Pawn });
    setup.castling = SquareSet::of(Square::D4) | SquareSet::of(Square::H8);
    let expected = vec![
        Reason::Kings { color: Color::White, count: 0 },
        Reason::Kings { color: Color::Black, count: 0 },
        Reason::PawnOnBackRank(Square::A1),
        Reason::CastlingWithoutRook(Square::D4),
        Reason::CastlingWithoutRook(Square::H8),
        Reason::EnPassantImpossible(Square::A6),
        Reason::MoveNumberZero,
    ];
    assert_eq!(setup.validate().map_err(|illegal| illegal.reasons), Err(expected));
}

#[test]
fn a_setup_is_written_even_if_unplayable() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Setup::start().fen(), start);
    // A castling right in the middle of the board has no letter and is left out.
    let castling = SquareSet::of(Square::D4);
    let setup = Setup { castling, en_passant: Some(Square::A6), fullmoves: 0, ..Setup::EMPTY };
    assert_eq!(setup.fen(), "8/8/8/8/8/8/8/8 w - a6 0 0");
}

#[test]
fn an_en_passant_square_is_possible_whatever_is_on_the_back_rank() {
    // The pawn came from the seventh rank: a piece there would be an obstacle, a piece on the eighth is not.
    for fen in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq e6 0 2",
        "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1",
    ] {
        assert!(fen.parse::<Position>().is_ok(), "{fen}");
    }
}

#[test]
fn counters_may_be_missing() {
    for (text, whole) in [
        ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"),
        (" 4k3/8/8/8/8/8/8/4K3\tw  - - 007 9 \n", "4k3/8/8/8/8/8/8/4K3 w - - 7 9"),
    ] {
        assert_eq!((position(text).fen().as_str(), position(text).to_string().as_str()), (whole, whole));
    }
}

/// Each text is read as the move `uci`.
#[track_caller]
fn means(fen: &str, uci: &str, letters: Letters, texts: &[&str]) {
    let position = position(fen);
    for text in texts {
        match position.parse_san_with(text, letters) {
            Ok(legal) => assert_eq!(legal.uci(), uci, "{text}"),
            Err(error) => panic!("{fen}: {error}"),
        }
    }
}

#[test]
fn san_is_parsed_leniently() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
    means(castling, "e1g1", Letters::English, &["O-O", "0-0", "o-o", "O-O+", "0-0#", "O-O!?"]);
    means(castling, "e1c1", Letters::English, &["O-O-O", "0-0-0", "o-o-o", "O-O-O+!"]);
    // + # x may be missing or superfluous, and the origin may be given although it is not needed.
    let texts =
        ["Nf3", "Nf3+", "Nf3#", "Nf3!!", "Nf3?!", "Nxf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Ng1xf3"];
    means(START, "g1f3", Letters::English, &texts);
    means(START, "e2e4", Letters::English, &["e4", "e2e4", "e2-e4", "Pe4", "ee4", "e4+", "Pe2-e4", "Pe-e4"]);
    let capture = "4k3/8/8/3p4/4P3/8/8/4K3 w - -";
    means(
        capture,
        "e4d5",
        Letters::English,
        &["exd5", "ed5", "e4xd5", "e4d5", "xd5", "Pexd5", "e:d5", "exd5!"],
    );
    let en_passant = "4k3/8/8/3pP3/8/8/8/K7 w - d6";
    means(en_passant, "e5d6", Letters::English, &["exd6", "ed6", "e5d6", "xd6"]);
    let queening = "3r3k/4P3/8/8/8/8/8/K7 w - -";
    means(
        queening,
        "e7e8q",
        Letters::English,
        &["e8=Q", "e8Q", "e8(Q)", "e8=q", "e8q", "e8/Q", "e7e8=Q", "e7-e8Q+", "e8=Q+", "e7e8q", "Pe8=Q"],
    );
    means(queening, "e7d8n", Letters::English, &["exd8=N", "ed8N", "exd8(N)", "e7xd8=n+", "xd8=N"]);
    means(START, "g1f3", Letters::Figurine, &["♘f3", "♞f3", "♘g1-f3"]);
    means(START, "g1f3", Letters::Portuguese, &["Cf3", "Cg1-f3", "Cgf3!"]);
    means(queening, "e7d8q", Letters::Portuguese, &["exd8=D", "ed8D", "exd8(D)", "exd8=d+"]);
    means(queening, "a1b1", Letters::Portuguese, &["Rb1"]);
    means(queening, "e7e8q", Letters::Figurine, &["e8=♕", "e8♛"]);
    means("6k1/5ppp/8/8/8/8/8/K2R4 w - -", "d1d8", Letters::Portuguese, &["Td8#", "Td8"]);
}

#[test]
fn san_that_is_not_a_move_is_refused() {
    for (fen, text, message) in [
        (START, "", "move: expected a move, found nothing at byte 0"),
        (START, "N", "move: expected a piece letter or a square, found nothing at byte 1"),
        (START, "Nf9", "move: expected the square to move to, such as e4, found \"9\" at byte 2"),
        (START, "Ng1f9", "move: expected the square to move to, such as e4, found \"9\" at byte 4"),
        (START, "Nzf3", "move: expected a file, a rank, 'x' or the square to move to, found \"z\" at byte 1"),
        (START, "e4e", "move: expected a square, or a piece to promote to, found \"e\" at byte 2"),
        (START, "e8=K", "move: expected a square, or a piece to promote to, found \"K\" at byte 3"),
        (START, "e8Q)", "move: expected '(' before a promotion that ends with ')', found \"Q\" at byte 2"),
        (START, "Nf6", "move: \"Nf6\" is not legal here: no such knight can reach f6"),
        (START, "e5", "move: \"e5\" is not legal here: no such pawn can reach e5"),
        (START, "exd3", "move: \"exd3\" is not legal here: no such pawn can reach d3"),
        (START, "O-O", "move: \"O-O\" is not legal here: castling is not possible now"),
        (START, "e4=Q", "move: \"e4=Q\" is not legal here: nothing promotes there"),
        (START, "Bf3\n", "move: expected the square to move to, such as e4, found \"\\n\" at byte 3"),
        (START, "Nf3N", "move: expected the square to move to, such as e4, found \"N\" at byte 3"),
        // "exe4" is not read as a step.
        (START, "exe4", "move: \"exe4\" is not legal here: no such pawn can reach e4"),
        (START, "g1-f4", "move: \"g1-f4\" is not legal here: no such knight can reach f4"),
        ("7k/8/8/8/8/8/8/KR3R2 w - -", "Rd1", "move: \"Rd1\" can mean b1d1 or f1d1"),
        ("7k/R7/8/8/8/8/R7/1K6 w - -", "Raa4", "move: \"Raa4\" can mean a2a4 or a7a4"),
        ("4k3/8/8/3p4/2P1P3/8/8/4K3 w - -", "xd5", "move: \"xd5\" can mean e4d5 or c4d5"),
        ("3r3k/4P3/8/8/8/8/8/K7 w - -", "e8", "move: \"e8\" does not say what the pawn becomes"),
        ("3r3k/4P3/8/8/8/8/8/K7 w - -", "exd8=", "move: \"exd8=\" does not say what the pawn becomes"),
        // "d5" is not read as a capture.
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "d5", "move: \"d5\" is not legal here: no such pawn can reach d5"),
        (
            "4r2k/8/8/8/8/8/4N3/4K3 w - -",
            "Nc3",
            "move: \"Nc3\" is not legal here: the king would be in check",
        ),
        ("4r2k/8/8/8/8/8/3N4/4K3 w - -", "Nc4", "move: \"Nc4\" is not legal here: the king is in check"),
        ("7k/8/8/8/8/8/r7/4K3 w - -", "Kd2", "move: \"Kd2\" is not legal here: the king would be in check"),
        (START, "Ke2", "move: \"Ke2\" is not legal here: your own piece is on e2"),
    ] {
        let position = position(fen);
        let error = position.parse_san(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{fen}: {text}");
    }
    assert!(position(START).parse_san("Cf3").is_err());
    assert!(position(START).parse_san_with("Nf3", Letters::Portuguese).is_err());
}

#[test]
fn an_error_inside_a_character_shows_that_character() {
    // The two bytes before the end may begin inside a character; "found nothing" is only for the end of the text.
    assert_ne!(San::parse("N€4").unwrap_err().found, "");
}

#[test]
fn uci_is_parsed_strictly() {
    for (text, message) in [
        ("", "move: expected the square to move from, such as e2, found nothing at byte 0"),
        ("e2", "move: expected the square to move to, such as e4, found nothing at byte 2"),
        ("e2e9", "move: expected the square to move to, such as e4, found \"e\" at byte 2"),
        ("E2E4", "move: expected the square to move from, such as e2, found \"E\" at byte 0"),
        ("0000", "move: expected the square to move from, such as e2, found \"0\" at byte 0"),
        ("e7e8k", "move: expected nothing, or the letter n, b, r or q of a promotion, found \"k\" at byte 4"),
        ("e7e8Q", "move: expected nothing, or the letter n, b, r or q of a promotion, found \"Q\" at byte 4"),
        ("e7e8q!", "move: expected nothing after the move, found \"!\" at byte 5"),
        ("e2e4 ", "move: expected nothing, or the letter n, b, r or q of a promotion, found \" \" at byte 4"),
    ] {
        assert_eq!(text.parse::<Intent>().expect_err(text).to_string(), message, "{text}");
    }
    let queening = position("3r3k/4P3/8/8/8/8/8/K7 w - -");
    for (text, message) in [
        ("e7e8", "move: \"e7e8\" does not say what the pawn becomes"),
        ("e7f8q", "move: \"e7f8q\" is not legal here: no such pawn can reach f8"),
        ("e7f8", "move: \"e7f8\" is not legal here: no such pawn can reach f8"),
        ("a1a2q", "move: \"a1a2q\" is not legal here: nothing promotes there"),
        ("e6e7", "move: \"e6e7\" is not legal here: there is nothing on e6"),
        ("h8h7", "move: \"h8h7\" is not legal here: the piece on h8 is the opponent's"),
        ("a1c1", "move: \"a1c1\" is not legal here: castling is not possible now"),
    ] {
        assert_eq!(queening.parse_uci(text).expect_err(text).to_string(), message);
    }
    // The reason is castling only if the target is a rook with which the king may still castle.
    let own = position(START).parse_uci("e1d1").expect_err("the queen is there");
    assert_eq!(own.to_string(), "move: \"e1d1\" is not legal here: your own piece is on d1");
}

#[test]
fn a_king_that_stays_has_not_moved() {
    // M01: castling that leaves the king on its square must be given as the king taking its rook.
    for (fen, stays, castles) in
        [("4k3/8/8/8/8/8/8/6KR w H -", "g1g1", "g1h1"), ("4k3/8/8/8/8/8/8/R1K5 w A -", "c1c1", "c1a1")]
    {
        let position = Position::parse_fen(fen, Variant::Chess960).unwrap();
        assert!(position.parse_uci(stays).is_err(), "{fen}: {stays}");
        assert_eq!(position.parse_uci(castles).unwrap().uci(), castles);
    }
}

#[test]
#[cfg_attr(miri, ignore = "many positions, nothing new for Miri")]
fn all_chess960_starts() {
    let mut seen = BTreeSet::new();
    for number in 0..960 {
        let position = Position::chess960(number).expect("a number below 960");
        let board = position.board();
        let of = |role| board.pieces(Color::White, role);
        assert!(seen.insert(position.fen()), "{number} twice");
        assert_eq!((of(Role::Bishop) & SquareSet::LIGHT).len(), 1, "{position}");
        let (west, east) = (of(Role::Rook).first().unwrap(), of(Role::Rook).last().unwrap());
        assert!(west < position.king(Color::White) && position.king(Color::White) < east, "{position}");
        assert_eq!(position.castling().len(), 4);
        for file in File::ALL {
            let role_on = |rank| board.role_at(Square::new(file, rank));
            assert_eq!(role_on(Rank::First), role_on(Rank::Eighth), "{position}");
        }
        assert_eq!(Position::parse_fen(&position.fen(), Variant::Chess960), Ok(position));
    }
    assert_eq!(Position::chess960(960), None);
    assert_eq!(Position::chess960(518).unwrap().fen(), START);
    let last = "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1";
    assert_eq!(Position::chess960(959).unwrap().fen(), last);
}

#[test]
fn epd_operations_are_read_and_written() {
    let line = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id \"a; b\"; c0 \"\"; draw_offer; hmvc 12; fmvn 40;";
    let epd = Epd::parse(line, Variant::Standard).unwrap();
    assert_eq!(epd.to_string(), line);
    assert_eq!((epd.position.halfmoves(), epd.position.fullmoves()), (12, 40));
    let moves: Vec<String> = epd.moves("bm").unwrap().iter().map(|legal| legal.uci()).collect();
    assert_eq!(moves, ["e1g1", "h1h8"]);
    assert_eq!(epd.text("id"), Some("a; b"));
    assert_eq!(epd.operands("c0"), Some([Operand::Text(String::new())].as_slice()));
    assert_eq!(epd.operands("draw_offer"), Some([].as_slice()));
    assert!(epd.moves("am").unwrap().is_empty());
    // The last semicolon may be missing, and spaces do not matter.
    let loose = Epd::parse("4k3/8/8/8/8/8/8/4K2R w K -   bm  O-O ;;id \"x\"", Variant::Standard).unwrap();
    assert_eq!(loose.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"x\";");
}

#[test]
fn counters_before_epd_operations_are_not_lost() {
    let epd = Epd::parse("4k3/8/8/8/8/8/8/4K2R w K - 12 40 bm O-O;", Variant::Standard).unwrap();
    assert_eq!((epd.position.halfmoves(), epd.position.fullmoves()), (12, 40));
    let reread = Epd::parse(&epd.to_string(), Variant::Standard).unwrap();
    assert_eq!(reread.position, epd.position);
}

#[test]
fn a_bad_epd_is_refused_with_the_place() {
    for (line, message) in [
        ("", "placement: expected eight ranks separated by '/', found nothing at byte 0"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - \"x\";",
            "operation: expected an opcode before its operands, found \"\\\"x\\\";\" at byte 26",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - id \"x;",
            "operation: expected a quotation mark at the end of the text, found \"\\\"x;\" at byte 29",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - =;",
            "operation: expected an opcode that starts with a letter, found \"=\" at byte 26",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2;",
            "operation: expected an opcode that starts with a letter, found \"2\" at byte 30",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 65536;",
            "halfmove clock: expected a number up to 65535, found \"65536\" at byte 26",
        ),
        ("8/8/8/8/8/8/8/4K3 w - - id \"x\";", "placement: black has no king"),
    ] {
        assert_eq!(Epd::parse(line, Variant::Standard).expect_err(line).to_string(), message, "{line}");
    }
    let epd = Epd::parse("4k3/8/8/8/8/8/8/4K2R w K - bm Qa1;", Variant::Standard).unwrap();
    assert_eq!(
        epd.moves("bm").unwrap_err().to_string(),
        "move: \"Qa1\" is not legal here: no such queen can reach a1"
    );
}

#[test]
fn common_variations_of_san_are_accepted() {
    let passing = "4k3/8/8/3pP3/8/8/8/4K2R w K d6";
    for (fen, text, uci) in [
        (START, "g1-f3", "g1f3"),
        (START, "g1f3+", "g1f3"),
        (START, "Nf3=", "g1f3"),
        (passing, "exd6 e.p.", "e5d6"),
        (passing, "exd6e.p.", "e5d6"),
        (passing, "e1-g1", "e1g1"),
        ("7k/4P3/8/8/8/8/8/K7 w - -", "e8=(Q)+", "e7e8q"),
    ] {
        let position = position(fen);
        assert_eq!(position.parse_move(text).map(LegalMove::uci), Ok(uci.to_string()), "{fen}: {text}");
    }
    let slip = position("4k3/8/8/2p1p3/3P4/8/3P4/4K3 w - -");
    assert!(slip.parse_san("dxd5").is_err());
}

#[test]
fn epd_of_other_programs_is_accepted() {
    let line = r#"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -;bm O-O; bm e1c1; id "a\"b\\c \d"; hmvc 3;"#;
    let epd = Epd::parse(line, Variant::Standard).unwrap();
    let moves: Vec<_> = epd.moves("bm").unwrap().into_iter().map(LegalMove::uci).collect();
    assert_eq!(moves, ["e1g1", "e1c1"]);
    assert_eq!(epd.text("id"), Some(r#"a"b\c \d"#));
    assert_eq!(Epd::parse(&epd.to_string(), Variant::Standard), Ok(epd));
    for (operation, found) in [("hmvc 70000;", "70000"), ("fmvn x;", "x"), ("hmvc +5;", "+5"), ("hmvc;", "")]
    {
        let error = Epd::parse(&format!("4k3/8/8/8/8/8/8/4K3 w - - {operation}"), Variant::Standard);
        let FenError::Text(error) = error.unwrap_err() else { panic!("{operation}") };
        assert_eq!(
            (error.field.code(), error.at, error.found.as_str()),
            ("operation", 26, found),
            "{operation}"
        );
    }
}
