//! `chess`, which cannot write SAN.

use super::{Library, MakeLeaves, Moves, Perft, PlayIfLegal, ReadSan, WriteFen};
use chess::{Board, ChessMove, MoveGen};
use std::hint::black_box;
use std::str::FromStr;

pub(crate) struct Chess;

impl Library for Chess {
    const NAME: &'static str = "chess";
    /// It keeps no move counters, and writes the square of the pawn that can be taken en passant instead of the square
    /// behind it.
    const FEN_FIELDS: usize = 3;
    type Position = Board;

    fn read_fen(text: &str) -> Option<Board> {
        Board::from_str(text).ok()
    }
}

impl Perft for Chess {
    fn perft(position: &Board, depth: u32) -> u64 {
        MoveGen::movegen_perft_test(position, depth as usize) as u64
    }
}

impl MakeLeaves for Chess {
    fn make_leaves(position: &Board, depth: u32) -> u64 {
        if depth == 0 {
            black_box(position);
            return 1;
        }
        let mut leaves = 0;
        for mv in MoveGen::new_legal(position) {
            leaves += Chess::make_leaves(&position.make_move_new(mv), depth - 1);
        }
        leaves
    }
}

impl WriteFen for Chess {
    fn write_fen(position: &Board) -> String {
        position.to_string()
    }
}

impl Moves for Chess {
    type Move = ChessMove;

    fn find(position: &'static Board, uci: &str) -> Option<ChessMove> {
        ChessMove::from_str(uci).ok().filter(|mv| position.legal(*mv))
    }
}

impl ReadSan for Chess {
    fn dialect(san: &str, takes_en_passant: bool) -> String {
        let castles = san.starts_with('O');
        let kept = |letter: &char| *letter != '=' && !(castles && matches!(letter, '+' | '#'));
        let suffix = if takes_en_passant { " e.p." } else { "" };
        san.chars().filter(kept).collect::<String>() + suffix
    }

    fn read_san(position: &'static Board, san: &str) -> Option<ChessMove> {
        ChessMove::from_san(position, san).ok()
    }
}

impl PlayIfLegal for Chess {
    type Request = ChessMove;

    fn request(_: &Board, uci: &str) -> ChessMove {
        ChessMove::from_str(uci).expect("every request is written in UCI")
    }

    fn play_if_legal(position: &Board, request: ChessMove) -> Option<Board> {
        position.legal(request).then(|| position.make_move_new(request))
    }
}
