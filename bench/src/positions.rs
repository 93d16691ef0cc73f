//! The positions of the measurements: six well-known perft positions, and a few hundred from random games.

use fastrand::Rng;
use tabiya_rules::{Intent, LegalMove, MoveKind, Position, Square, SquareSet};

/// A position with its known perft results.
pub(crate) struct PerftPosition {
    pub(crate) name: &'static str,
    pub(crate) fen: &'static str,
    /// The depth of the first number; each further one belongs to one ply less.
    depth: u32,
    leaves: [u64; 3],
}

impl PerftPosition {
    /// The depth that is `less` plies below the full one, and the number of leaves there.
    pub(crate) fn shallower(&self, less: usize) -> (u32, u64) {
        (self.depth - less as u32, self.leaves[less])
    }
}

/// The six perft positions of the Chess Programming Wiki.
pub(crate) const PERFT_POSITIONS: [PerftPosition; 6] = [
    PerftPosition {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
        leaves: [119_060_324, 4_865_609, 197_281],
    },
    PerftPosition {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
        leaves: [193_690_690, 4_085_603, 97_862],
    },
    PerftPosition {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 7,
        leaves: [178_633_661, 11_030_083, 674_624],
    },
    PerftPosition {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 5,
        leaves: [15_833_292, 422_333, 9_467],
    },
    PerftPosition {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        depth: 5,
        leaves: [89_941_194, 2_103_487, 62_379],
    },
    PerftPosition {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        depth: 5,
        leaves: [164_075_551, 3_894_594, 89_890],
    },
];

/// A position from a random game, as text, so that every library starts from the same input.
pub(crate) struct Sample {
    pub(crate) fen: String,
    pub(crate) moves: Vec<SampleMove>,
    /// Illegal requests in UCI, one for every three legal moves.
    pub(crate) illegal: Vec<String>,
}

/// A legal move in both notations.
pub(crate) struct SampleMove {
    pub(crate) uci: String,
    pub(crate) san: String,
    pub(crate) takes_en_passant: bool,
}

const SAMPLES: usize = 300;
const MAX_PLIES: usize = 160;

/// The samples, which are the same in every run.
pub(crate) fn samples() -> Vec<Sample> {
    let mut random = Rng::with_seed(0);
    let mut positions = Vec::new();
    while positions.len() < SAMPLES {
        let plies = 1 + random.usize(..MAX_PLIES);
        let position = walk(&mut random, plies);
        // Not every library accepts a larger halfmove clock.
        if position.halfmoves() < 100 && position.count_legal_moves() > 0 {
            positions.push(position);
        }
    }
    positions.iter().map(|position| sample(position, &positions, &mut random)).collect()
}

/// The position after this many random moves, or where the game ends earlier.
fn walk(random: &mut Rng, plies: usize) -> Position {
    let mut position = Position::start();
    for _ in 0..plies {
        let count = position.count_legal_moves();
        if count == 0 {
            break;
        }
        let next = position.legal_moves().iter().nth(random.usize(..count)).map(LegalMove::play);
        position = next.expect("the number is below the count of moves");
    }
    position
}

fn sample(position: &Position, all: &[Position], random: &mut Rng) -> Sample {
    let moves: Vec<SampleMove> = position
        .legal_moves()
        .iter()
        .map(|legal| SampleMove {
            uci: legal.uci(),
            san: legal.san(),
            takes_en_passant: legal.mv().kind() == MoveKind::EnPassant,
        })
        .collect();
    let illegal = (0..moves.len().div_ceil(3)).map(|_| illegal(position, all, random)).collect();
    Sample { fen: position.fen(), moves, illegal }
}

/// An illegal request: a move that is legal in another position, or one of the mover's pieces to a random square.
fn illegal(position: &Position, all: &[Position], random: &mut Rng) -> String {
    loop {
        let intent = if random.usize(..2) == 0 {
            let other = &all[random.usize(..all.len())];
            let number = random.usize(..other.count_legal_moves());
            let legal = other.legal_moves().iter().nth(number).expect("the number is below the count");
            legal.mv().uci(other.variant())
        } else {
            let own = position.board().by_color(position.turn());
            Intent::new(square(own, random), square(SquareSet::ALL, random))
        };
        if intent.from != intent.to && position.legal(intent).is_none() {
            return intent.to_string();
        }
    }
}

fn square(among: SquareSet, random: &mut Rng) -> Square {
    among.iter().nth(random.usize(..among.len())).expect("the number is below the length")
}
