//! `tabiya-rules`.

use super::{Library, MakeLeaves, Moves, Perft, PlayIfLegal, ReadSan, WriteFen, WriteSan};
use std::hint::black_box;
use tabiya_rules::{Intent, LegalMove, Position};

/// Uses the functions that are made for the task.
pub(crate) struct Tabiya;

/// Uses a plain loop over the legal moves, as an ordinary user would write it.
pub(crate) struct PlainApi;

impl Library for Tabiya {
    const NAME: &'static str = "tabiya";
    type Position = Position;

    fn read_fen(text: &str) -> Option<Position> {
        text.parse().ok()
    }
}

impl Perft for Tabiya {
    fn perft(position: &Position, depth: u32) -> u64 {
        position.perft(depth)
    }
}

impl MakeLeaves for Tabiya {
    fn make_leaves(position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            black_box(position);
            return 1;
        }
        let mut leaves = 0;
        position.for_each_child(|_, child| leaves += Tabiya::make_leaves(child, depth - 1));
        leaves
    }
}

impl Library for PlainApi {
    const NAME: &'static str = "tabiya, plain API";
    type Position = Position;

    fn read_fen(text: &str) -> Option<Position> {
        Tabiya::read_fen(text)
    }
}

impl Perft for PlainApi {
    fn perft(position: &Position, depth: u32) -> u64 {
        if depth == 1 {
            return position.count_legal_moves() as u64;
        }
        let mut leaves = 0;
        for legal in &position.legal_moves() {
            leaves += PlainApi::perft(&legal.play(), depth - 1);
        }
        leaves
    }
}

impl MakeLeaves for PlainApi {
    fn make_leaves(position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            black_box(position);
            return 1;
        }
        let mut leaves = 0;
        for legal in &position.legal_moves() {
            leaves += PlainApi::make_leaves(&legal.play(), depth - 1);
        }
        leaves
    }
}

impl WriteFen for Tabiya {
    fn write_fen(position: &Position) -> String {
        position.fen()
    }
}

impl Moves for Tabiya {
    type Move = LegalMove<'static>;

    fn find(position: &'static Position, uci: &str) -> Option<LegalMove<'static>> {
        position.parse_uci(uci).ok()
    }
}

impl WriteSan for Tabiya {
    fn write_san(_: &'static Position, mv: LegalMove<'static>) -> String {
        mv.san()
    }
}

impl ReadSan for Tabiya {
    fn read_san(position: &'static Position, san: &str) -> Option<LegalMove<'static>> {
        position.parse_san(san).ok()
    }
}

impl PlayIfLegal for Tabiya {
    type Request = Intent;

    fn request(_: &Position, uci: &str) -> Intent {
        uci.parse().expect("every request is written in UCI")
    }

    fn play_if_legal(position: &Position, request: Intent) -> Option<Position> {
        position.legal(request).map(LegalMove::play)
    }
}
