//! `cozy-chess`.

use super::{Library, MakeLeaves, Moves, Perft, PlayIfLegal, ReadSan, WriteFen, WriteSan};
use cozy_chess::util::{display_san_move, parse_san_move, parse_uci_move};
use cozy_chess::{Board, Move};
use std::hint::black_box;

pub(crate) struct Cozy;

impl Library for Cozy {
    const NAME: &'static str = "cozy-chess";
    type Position = Board;

    fn read_fen(text: &str) -> Option<Board> {
        Board::from_fen(text, false).ok()
    }
}

impl Perft for Cozy {
    fn perft(position: &Board, depth: u32) -> u64 {
        let mut leaves = 0;
        if depth == 1 {
            position.generate_moves(|moves| {
                leaves += moves.len() as u64;
                false
            });
        } else {
            position.generate_moves(|moves| {
                for mv in moves {
                    let mut child = position.clone();
                    child.play_unchecked(mv);
                    leaves += Cozy::perft(&child, depth - 1);
                }
                false
            });
        }
        leaves
    }
}

impl MakeLeaves for Cozy {
    fn make_leaves(position: &Board, depth: u32) -> u64 {
        if depth == 0 {
            black_box(position);
            return 1;
        }
        let mut leaves = 0;
        position.generate_moves(|moves| {
            for mv in moves {
                let mut child = position.clone();
                child.play_unchecked(mv);
                leaves += Cozy::make_leaves(&child, depth - 1);
            }
            false
        });
        leaves
    }
}

impl WriteFen for Cozy {
    fn write_fen(position: &Board) -> String {
        position.to_string()
    }
}

impl Moves for Cozy {
    type Move = Move;

    fn find(position: &'static Board, uci: &str) -> Option<Move> {
        parse_uci_move(position, uci).ok().filter(|mv| position.is_legal(*mv))
    }
}

impl WriteSan for Cozy {
    fn write_san(position: &'static Board, mv: Move) -> String {
        display_san_move(position, mv).to_string()
    }
}

impl ReadSan for Cozy {
    fn read_san(position: &'static Board, san: &str) -> Option<Move> {
        parse_san_move(position, san).ok()
    }
}

impl PlayIfLegal for Cozy {
    type Request = Move;

    fn request(position: &Board, uci: &str) -> Move {
        parse_uci_move(position, uci).expect("every request is written in UCI")
    }

    fn play_if_legal(position: &Board, request: Move) -> Option<Board> {
        // Faster than `try_play`, which needs a copy for refused requests too.
        position.is_legal(request).then(|| played(position, request))
    }
}

fn played(position: &Board, mv: Move) -> Board {
    let mut child = position.clone();
    child.play_unchecked(mv);
    child
}
