//! The laws about how the pieces move: one test per law, named after its id. `docs/laws.md` lists them all.

mod board;
mod check;
mod moving;
mod notation;
mod special;
mod traps;

use tabiya_rules::{Intent, LegalMove, Position, Square, SquareSet};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// The position of a row: a FEN, optionally followed by the word `moves` and legal moves in UCI.
#[track_caller]
fn position(row: &str) -> Position {
    let (fen, moves) = row.split_once(" moves ").unwrap_or((row, ""));
    let start: Position = fen.parse().unwrap_or_else(|error| panic!("{row}: {error}"));
    moves.split_whitespace().fold(start, |position, text| match position.parse_uci(text) {
        Ok(legal) => legal.play(),
        Err(error) => panic!("{row}: {error}"),
    })
}

/// The row as given, and mirrored for the other side: the laws are the same for both (law B01).
fn both_sides<'r>(row: &'r str, squares: &'r str) -> [(String, String); 2] {
    let (fen, moves) = row.split_once(" moves ").unwrap_or((row, ""));
    let mut fields: Vec<String> = fen.split(' ').map(swap_case).collect();
    let ranks: Vec<&str> = fields[0].split('/').rev().collect();
    fields[0] = ranks.join("/");
    fields[1] = if fields[1] == "W" { "b" } else { "w" }.to_string();
    fields[3] = mirror_ranks(&fields[3].to_lowercase());
    let mirrored = format!("{} moves {}", fields.join(" "), mirror_ranks(moves));
    [(row.to_string(), squares.to_string()), (mirrored, mirror_ranks(squares))]
}

fn swap_case(text: &str) -> String {
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    text.chars().map(swap).collect()
}

fn mirror_ranks(squares: &str) -> String {
    let mirror = |c: char| match c.to_digit(10) {
        Some(digit) => char::from_digit(9 - digit, 10).expect("ranks are 1 to 8"),
        None => c,
    };
    squares.chars().map(mirror).collect()
}

fn squares(text: &str) -> SquareSet {
    text.split_whitespace().map(|name| name.parse::<Square>().expect("the name of a square")).collect()
}

/// The piece on `from` may go to these squares and to no others, and likewise for the other side.
#[track_caller]
fn goes(row: &str, from: &str, targets: &str) {
    for (row, squares_named) in both_sides(row, &format!("{from} {targets}")) {
        let (from, targets) = squares_named.split_once(' ').expect("written just above");
        let from = from.parse().expect("the name of a square");
        assert_eq!(position(&row).legal_moves().targets(from), squares(targets), "{row}: from {from}");
    }
}

/// Each of these moves is legal, or none of them is, and likewise for the other side.
#[track_caller]
fn judge(row: &str, moves: &str, expected: bool) {
    for (row, moves) in both_sides(row, moves) {
        let position = position(&row);
        for text in moves.split_whitespace() {
            let intent: Intent = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            let listed = position
                .legal_moves()
                .iter()
                .any(|legal| legal.mv().intent() == intent || legal.mv().uci(position.variant()) == intent);
            assert_eq!(position.legal(intent).is_some(), expected, "{row}: {text} asked for");
            assert_eq!(listed, expected, "{row}: {text} in the list");
        }
    }
}

#[track_caller]
fn legal(row: &str, moves: &str) {
    judge(row, moves, true);
}

#[track_caller]
fn illegal(row: &str, moves: &str) {
    judge(row, moves, false);
}

/// These are all the legal moves, in UCI, and likewise for the other side.
#[track_caller]
fn only(row: &str, moves: &str) {
    for (row, moves) in both_sides(row, moves) {
        let position = position(&row);
        let mut expected: Vec<String> = moves.split_whitespace().map(String::from).collect();
        let mut found: Vec<String> = position.legal_moves().iter().map(LegalMove::uci).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{row}");
    }
}

/// The pieces after the moves of the row are those of `placement`, and likewise for the other side.
#[track_caller]
fn leads_to(row: &str, placement: &str) {
    for ((row, _), (expected, _)) in
        both_sides(row, "").into_iter().zip(both_sides(&format!("{placement} w - -"), ""))
    {
        let placement = expected.split(' ').next();
        assert_eq!(position(&row).fen().split(' ').next(), placement, "{row}");
    }
}
