//! A quick search for a mate of the usual kind: a queen or a rook checks a king on the edge of the board,
//! other pieces guard the flight squares, and the loser makes waiting moves or walks to the edge.
//!
//! - `context`: attack sets that every plan needs
//! - `candidates`: plans to try, built from `route` (shortest paths over sets of squares, by `fill`) and
//!   `helpers`
//! - `play_out`: plays a plan with legal moves, using `waiting_moves`, and accepts it only if it ends in mate
//!
//! Making a plan costs about as much as generating the moves of two positions. A plan that works is a proof,
//! because every move of it was played; one that fails says nothing.

mod candidates;
mod context;
mod fill;
mod helpers;
mod line;
mod play_out;
mod route;
mod waiting_moves;

use alloc::vec::Vec;
use line::Line;
use rules::{Color, Intent, Move, Position, Role, attacks};

/// The numbers of plans and of check evasions that are tried.
const MAX_PLANS: usize = 3;
const MAX_EVASIONS: usize = 2;

/// A short line of legal moves that ends with `winner` giving mate, if one is found quickly. `None` says
/// nothing: there may be longer ones. It takes about a microsecond, where [`can_win`](crate::can_win) may
/// take much longer.
///
/// ```
/// use tabiya_unwinnable::quick_mate;
/// use tabiya_unwinnable::rules::{Color, Position};
///
/// let mut position: Position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse()?;
/// for mv in quick_mate(&position, Color::White).expect("the queen gets to f7") {
///     position = position.legal(mv).expect("its moves are legal").play();
/// }
/// assert!(position.is_checkmate());
/// # Ok::<(), tabiya_unwinnable::rules::FenError>(())
/// ```
#[must_use]
pub fn quick_mate(position: &Position, winner: Color) -> Option<Vec<Move>> {
    let start = Line::new(*position);
    if position.in_check() {
        // No plan starts from a check.
        let evasions = position.legal_moves();
        return evasions.iter().take(MAX_EVASIONS).find_map(|evasion| from(&start.after(evasion), winner));
    }
    from(&start, winner).or_else(|| from(&free_queen(start, winner)?, winner))
}

/// The line extended by a plan that works.
fn from(start: &Line, winner: Color) -> Option<Vec<Move>> {
    if start.here.in_check() {
        return None;
    }
    let mut line = start.clone();
    let (mut plans, mut found) = (0, false);
    candidates::candidates(&start.here, winner, &mut |plan| {
        plans += 1;
        line.clone_from(start);
        found = play_out::play_out(&mut line, winner, plan);
        found || plans == MAX_PLANS
    });
    found.then_some(line.moves)
}

/// In many early positions the queen is hemmed in by her own pieces: a pawn has to make room for her.
fn free_queen(start: Line, winner: Color) -> Option<Line> {
    let own = start.here.board().by_color(winner);
    let queen = start.here.board().pieces(winner, Role::Queen).first()?;
    if !attacks::king(queen).is_subset(own) {
        return None;
    }
    let line = if start.here.turn() == winner {
        start
    } else {
        let waiting = waiting_moves::anything_quiet(&start.here)?;
        start.after(waiting)
    };
    let pawns = attacks::king(queen) & own & line.here.board().by_role(Role::Pawn);
    let forward = if winner == Color::White { 1 } else { -1 };
    let mut steps = pawns.iter().filter_map(|pawn| Some(Intent::new(pawn, pawn.offset(0, forward)?)));
    let step = steps.find_map(|step| line.here.legal(step))?;
    Some(line.after(step))
}

#[cfg(test)]
mod tests {
    use super::quick_mate;
    use rules::{Color, Position};

    /// Plays the line and checks that it ends in mate.
    #[track_caller]
    fn check(fen: &str, winner: Color, found: bool) {
        let start: Position = fen.parse().unwrap();
        let line = quick_mate(&start, winner);
        assert_eq!(line.is_some(), found, "{fen} {winner}: {line:?}");
        let mut position = start;
        for mv in line.iter().flatten() {
            position = position.legal(*mv).expect("every move is legal").play();
        }
        assert!(!found || (position.is_checkmate() && position.turn() != winner), "{fen} {winner}: {line:?}");
    }

    #[test]
    fn a_plan_for_every_kind_of_mate() {
        // The queen next to the king, protected by another piece.
        check("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", Color::White, true);
        // The queen has to be let out first.
        check("rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR b KQkq - 0 1", Color::White, true);
        // A rook on the last rank, behind the king's own pawns.
        check("6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", Color::White, true);
        // Kings face each other, and the king to be mated walks to the edge.
        check("8/8/3k1p2/8/3K4/8/8/R7 w - - 0 1", Color::White, true);
        // A pawn becomes a queen.
        check("6k1/1P3ppp/8/8/4n3/8/5PPP/6K1 w - - 0 1", Color::White, true);
        // The plan starts with a check evasion.
        check("rnbqkbnr/ppppp2p/5p2/6pQ/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 3", Color::White, false);
        check("rnbqkbnr/pppp1ppp/8/1B2p3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2", Color::White, true);
    }

    #[test]
    fn the_pieces_of_a_plan_do_not_block_each_other() {
        // A rook that stops beside the king's place would give check too early.
        check("8/p7/4k2p/6p1/4P3/2N2P2/P1P3PP/R4RK1 w - - 0 34", Color::White, true);
        // The bishop that guards does not stand where the queen passes.
        check("rnb1k2r/ppppbpp1/4p1p1/4P3/3P4/2P3P1/PP3N1P/RNBQ1RK1 w kq - 0 11", Color::White, true);
        // A piece that made room for the queen does not come back to capture her.
        check("r2qr1k1/pp2bppp/2p2Bn1/3p4/3P4/2PQ1N1P/PP1N1PP1/R3R1K1 b - - 0 14", Color::White, true);
    }

    #[test]
    fn no_plan_without_a_quick_mate() {
        check("8/8/4k3/8/3K4/8/8/8 w - - 0 1", Color::White, false);
        check("8/8/2k4p/p1p2p1P/P1P2P2/6K1/8/8 b - - 0 61", Color::White, false);
        check("8/8/2k4p/p1p2p1P/P1P2P2/6K1/8/8 b - - 0 61", Color::Black, false);
        // The only move takes the queen.
        check("k7/1Q6/8/8/8/8/8/7K b - - 0 1", Color::White, false);
        // The game is already over.
        check("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", Color::White, false);
    }
}
