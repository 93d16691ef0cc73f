//! The weights from which tuning starts: simple values, by one rule for each group of terms.

use engine::terms::{self, COUNT, GROUPS};

/// Middlegame and endgame, in hundredths of a pawn.
pub(crate) type Weight = [f64; 2];

/// Pieces have their textbook values, the centre is good, and everything else is small.
pub(crate) fn initial_weights() -> Vec<Weight> {
    let mut weights = vec![[0.0; 2]; COUNT];
    let mut first = 0;
    for (name, len) in GROUPS {
        for index in 0..*len {
            weights[first + index] = one(name, index, *len);
        }
        first += len;
    }
    for (role, worth) in [100.0, 300.0, 325.0, 500.0, 950.0, 0.0].into_iter().enumerate() {
        weights[terms::MATERIAL + role] = [worth, worth];
    }
    weights
}

fn one(group: &str, index: usize, len: usize) -> Weight {
    let place = index as f64;
    // By rank: nothing on the first two, then one more for each rank.
    let advanced = (place - 1.0).max(0.0);
    match group {
        "SQUARES" => square(index / 32, index % 32),
        "KNIGHT_MOBILITY" | "BISHOP_MOBILITY" | "ROOK_MOBILITY" | "QUEEN_MOBILITY" => {
            let centred = 2.0 * place / (len as f64 - 1.0) - 1.0;
            [25.0 * centred, 30.0 * centred]
        }
        "BISHOP_PAIR" => [30.0, 50.0],
        "BISHOP_PAWNS" => [-3.0 * place, -5.0 * place],
        "OUTPOST" => [20.0, 10.0],
        "MINOR_BEHIND_PAWN" => [5.0, 0.0],
        "ROOK_FILE" => [if index == 0 { 25.0 } else { 10.0 }, 10.0],
        "PAWN_ISOLATED" | "PAWN_BACKWARD" => [-10.0, -10.0],
        "PAWN_DOUBLED" => [-10.0, -20.0],
        "PAWN_PHALANX" | "PAWN_PROTECTED" => [3.0 * advanced, 3.0 * advanced],
        "PASSED" => [5.0 * advanced, 4.0 * advanced * advanced],
        "PASSED_BLOCKED" => [-2.0 * advanced, -4.0 * advanced],
        "PASSED_FREE" => [0.0, 5.0 * advanced],
        "PASSED_OWN_KING" => [0.0, -5.0 * place],
        "PASSED_ENEMY_KING" => [0.0, 8.0 * place],
        "PASSED_ROOK_BEHIND" => [5.0, 10.0],
        "SHELTER" => [if index.is_multiple_of(8) { -15.0 } else { 25.0 - 6.0 * (index % 8) as f64 }, 0.0],
        "STORM" => [if index.is_multiple_of(8) { 0.0 } else { -30.0 + 6.0 * (index % 8) as f64 }, 0.0],
        "KING_DANGER" => [place * place * 0.45, 0.0],
        "THREAT_BY_PAWN" => [50.0, 40.0],
        "THREAT_BY_MINOR" | "THREAT_BY_ROOK" => [if index == 0 { 5.0 } else { 25.0 }, 25.0],
        "THREAT_HANGING" => [20.0, 15.0],
        "THREAT_BY_PUSH" => [15.0, 10.0],
        "SPACE" => [3.0, 0.0],
        "TEMPO" => [15.0, 10.0],
        _ => [0.0, 0.0],
    }
}

/// Squares near the centre are better, pawns should advance, and the king stays at home until the endgame.
fn square(role: usize, square: usize) -> Weight {
    let (file, rank) = ((square % 4) as f64, (square / 4) as f64);
    let centre = file.min(3.0) + 3.5 - (rank - 3.5).abs();
    let (middlegame, endgame) = match role {
        0 => (if file >= 2.0 { 6.0 * (rank - 1.0) } else { 1.0 * (rank - 1.0) }, 5.0 * (rank - 1.0)),
        1 => (8.0 * (centre - 3.0), 8.0 * (centre - 3.0)),
        2 => (4.0 * (centre - 3.0), 4.0 * (centre - 3.0)),
        3 => (3.0 * file + if rank == 6.0 { 15.0 } else { 0.0 }, if rank == 6.0 { 15.0 } else { 0.0 }),
        4 => (1.0 * (centre - 3.0), 6.0 * (centre - 3.0)),
        _ => (-15.0 * rank - 10.0 * file + 20.0, 10.0 * (centre - 3.0)),
    };
    [middlegame, endgame]
}
