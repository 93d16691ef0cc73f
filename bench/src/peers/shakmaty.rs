//! `shakmaty`.

use super::{Library, MakeLeaves, Moves, Perft, PlayIfLegal, ReadSan, WriteFen, WriteSan};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, perft};
use std::hint::black_box;

pub(crate) struct Shakmaty;

impl Library for Shakmaty {
    const NAME: &'static str = "shakmaty";
    type Position = Chess;

    fn read_fen(text: &str) -> Option<Chess> {
        Fen::from_ascii(text.as_bytes()).ok()?.into_position(CastlingMode::Standard).ok()
    }
}

impl Perft for Shakmaty {
    fn perft(position: &Chess, depth: u32) -> u64 {
        perft(position, depth) // bulk counting: it takes the length of the last move lists
    }
}

impl MakeLeaves for Shakmaty {
    fn make_leaves(position: &Chess, depth: u32) -> u64 {
        if depth == 0 {
            black_box(position);
            return 1;
        }
        let mut leaves = 0;
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            leaves += Shakmaty::make_leaves(&child, depth - 1);
        }
        leaves
    }
}

impl WriteFen for Shakmaty {
    fn write_fen(position: &Chess) -> String {
        let mut text = String::with_capacity(96);
        Fen::from_position(position, EnPassantMode::Legal).append_to_string(&mut text);
        text
    }
}

impl Moves for Shakmaty {
    type Move = Move;

    fn find(position: &'static Chess, uci: &str) -> Option<Move> {
        uci.parse::<UciMove>().ok()?.to_move(position).ok()
    }
}

impl WriteSan for Shakmaty {
    fn write_san(position: &'static Chess, mv: Move) -> String {
        // The faster of its two functions, which trusts that the move is legal.
        let mut after = position.clone();
        let mut text = String::with_capacity(8);
        SanPlus::from_move_and_play_unchecked(&mut after, mv).append_to_string(&mut text);
        text
    }
}

impl ReadSan for Shakmaty {
    fn read_san(position: &'static Chess, san: &str) -> Option<Move> {
        SanPlus::from_ascii(san.as_bytes()).ok()?.san.to_move(position).ok()
    }
}

impl PlayIfLegal for Shakmaty {
    type Request = UciMove;

    fn request(_: &Chess, uci: &str) -> UciMove {
        uci.parse().expect("every request is written in UCI")
    }

    fn play_if_legal(position: &Chess, request: UciMove) -> Option<Chess> {
        let mv = request.to_move(position).ok()?; // asks whether it is legal
        Some(played(position, mv))
    }
}

fn played(position: &Chess, mv: Move) -> Chess {
    let mut child = position.clone();
    child.play_unchecked(mv);
    child
}
