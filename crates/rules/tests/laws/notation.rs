//! Laws N: moves and positions as text.

use crate::position;
use tabiya_rules::{CastlingStyle, Epd, Letters, Position, Variant};

/// Checks how a move is written in each notation, and that every one of these texts is parsed as that move.
#[track_caller]
fn written(row: &str, uci: &str, san: &str, long: &str, figurine: &str) {
    let position = position(row);
    let legal = position.parse_uci(uci).unwrap_or_else(|error| panic!("{row}: {error}"));
    assert_eq!(legal.uci(), uci);
    assert_eq!(legal.san(), san);
    assert_eq!(legal.long_algebraic(Letters::English), long);
    assert_eq!(legal.san_with(Letters::Figurine), figurine);
    assert_eq!(position.parse_san(san), Ok(legal));
    assert_eq!(position.parse_san(long), Ok(legal));
    assert_eq!(position.parse_san_with(figurine, Letters::Figurine), Ok(legal));
}

#[test]
fn law_n01_moves_in_four_notations() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    written(start, "g1f3", "Nf3", "Ng1-f3", "♘f3");
    written(start, "e2e4", "e4", "e2-e4", "e4");
    written("4k3/3p4/8/4P3/8/8/8/4K3 b - - moves d7d5", "e5d6", "exd6", "e5xd6", "exd6");
    written("3r3k/4P3/8/8/8/8/8/K7 w - -", "e7d8q", "exd8=Q+", "e7xd8=Q+", "exd8=♕+");
    written("6k1/5ppp/8/8/8/8/8/K2R4 w - -", "d1d8", "Rd8#", "Rd1-d8#", "♖d8#");
    // Disambiguated by file, by rank, by both.
    written("7k/8/8/8/8/8/8/KR3R2 w - -", "b1d1", "Rbd1", "Rb1-d1", "♖bd1");
    written("7k/R7/8/8/8/8/R7/1K6 w - -", "a2a4", "R2a4", "Ra2-a4", "♖2a4");
    written("1k6/8/8/8/4Q2Q/8/8/K6Q w - -", "h4e1", "Qh4e1", "Qh4-e1", "♕h4e1");
    // No disambiguation from a piece that cannot legally move there.
    written("4r2k/8/8/8/8/8/4N3/1N2K3 w - -", "b1c3", "Nc3", "Nb1-c3", "♘c3");
    // Castling; zeros are accepted on input.
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
    written(rooks, "e1g1", "O-O", "O-O", "O-O");
    written(rooks, "e1c1", "O-O-O", "O-O-O", "O-O-O");
    let position = position(rooks);
    assert_eq!(position.parse_san("0-0"), position.parse_uci("e1g1"));
    assert_eq!(position.parse_san("0-0-0"), position.parse_uci("e1c1"));
    assert_eq!(position.parse_uci("e1h1"), position.parse_uci("e1g1"));
}

/// The rules know only the letters; words such as peão, torre and xeque belong to the page.
#[test]
fn law_n02_portuguese_letters() {
    // rei, dama, torre, bispo, cavalo; a pawn has no letter
    for (row, uci, text) in [
        ("7k/8/8/8/8/8/8/K7 w - -", "a1b1", "Rb1"),
        ("7k/8/8/8/8/8/8/K2Q4 w - -", "d1d8", "Dd8+"),
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - -", "d1d8", "Td8#"),
        ("7k/8/8/8/8/8/8/K1B5 w - -", "c1b2", "Bb2+"),
        ("7k/8/8/8/8/8/8/K5N1 w - -", "g1f3", "Cf3"),
        ("3r3k/4P3/8/8/8/8/8/K7 w - -", "e7d8n", "exd8=C"),
        ("7k/8/8/8/8/8/4P3/K7 w - -", "e2e4", "e4"),
    ] {
        let position = position(row);
        let legal = position.parse_uci(uci).unwrap_or_else(|error| panic!("{row}: {error}"));
        assert_eq!(legal.san_with(Letters::Portuguese), text, "{row}");
        assert_eq!(position.parse_san_with(text, Letters::Portuguese), Ok(legal), "{row}");
    }
}

/// A FEN is read and written back, in X-FEN and in Shredder-FEN.
#[track_caller]
fn fen(x_fen: &str, shredder: &str, variant: Variant) {
    for text in [x_fen, shredder] {
        let position = Position::parse_fen(text, variant).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.fen_with(CastlingStyle::XFen), x_fen);
        assert_eq!(position.fen_with(CastlingStyle::Shredder), shredder);
    }
}

#[test]
fn law_n03_positions_as_fen_and_epd() {
    fen(
        "r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 3 17",
        "r3k2r/8/8/2pP4/8/8/8/R3K2R w HAha c6 3 17",
        Variant::Standard,
    );
    fen("4k3/8/8/8/8/8/8/4K3 b - - 149 99", "4k3/8/8/8/8/8/8/4K3 b - - 149 99", Variant::Standard);
    // If another rook stands farther out, X-FEN uses the file's letter.
    fen(
        "1r2kr1r/8/8/8/8/8/8/1R2KR1R w FQfq - 0 1",
        "1r2kr1r/8/8/8/8/8/8/1R2KR1R w FBfb - 0 1",
        Variant::Chess960,
    );
    fen(
        "1r2kr2/8/8/8/8/8/8/1R2KR2 w KQkq - 0 1",
        "1r2kr2/8/8/8/8/8/8/1R2KR2 w FBfb - 0 1",
        Variant::Chess960,
    );

    let line = "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"back rank\"; ce 32000;";
    let epd = Epd::parse(line, Variant::Standard).unwrap();
    assert_eq!(epd.to_string(), line);
    assert_eq!(epd.moves("bm").unwrap()[0].uci(), "d1d8");
    assert_eq!(epd.text("id"), Some("back rank"));
    assert_eq!(epd.text("ce"), Some("32000"));
    assert_eq!(epd.text("am"), None);
}
