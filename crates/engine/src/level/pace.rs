//! How long a person would take for a move, so that an opponent does not answer like a machine.

use super::chance::seeded_hash;
use crate::limits::Budget;
use crate::line::Line;
use rules::Move;
use std::time::Duration;

/// Milliseconds for a forced move or a recapture.
const OBVIOUS_MILLIS: u64 = 500;
/// Milliseconds for a move in the opening.
const OPENING_MILLIS: u64 = 900;
/// Milliseconds for any other move, and more for each legal move there is to choose from.
const DEFAULT_MILLIS: u64 = 1100;
const MILLIS_PER_CHOICE: u64 = 30;
/// The last move number of the opening.
const OPENING_MOVES: u16 = 5;

/// The time after which a move looks natural. It never exceeds what `budget` plans for the move; without a clock it is
/// at most a few seconds. The same game is played at the same pace.
pub fn human_pace(line: &Line, best: Move, budget: Option<Budget>) -> Duration {
    let position = line.last();
    let pieces = |back: usize| {
        line.positions().iter().rev().nth(back).map(|position| position.board().occupied().len())
    };
    let captures = position.legal(best).is_some_and(|legal| legal.captured().is_some());
    let recaptures = captures && pieces(1) > pieces(0);
    let choices = position.count_legal_moves() as u64;
    let average = if choices == 1 || recaptures {
        OBVIOUS_MILLIS
    } else if position.fullmoves() <= OPENING_MOVES {
        OPENING_MILLIS
    } else {
        DEFAULT_MILLIS + MILLIS_PER_CHOICE * choices.min(40)
    };
    // From half the average to one and a half times it.
    let milliseconds = average * (512 + seeded_hash(position.key(), 0) % 1024) / 1024;
    let pace = Duration::from_millis(milliseconds);
    budget.map_or(pace, |budget| pace.min(budget.soft))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    fn pace(fen: &str, moves: &str, best: &str, budget: Option<u64>) -> u128 {
        let mut line = Line::new(fen.parse().expect(fen));
        for text in moves.split_whitespace() {
            let position: Position = *line.last();
            line.play(position.parse_san(text).expect(text));
        }
        let best = line.last().parse_san(best).expect(best).mv();
        let budget = budget.map(Duration::from_millis).map(|soft| Budget { soft, hard: 4 * soft });
        human_pace(&line, best, budget).as_millis()
    }

    #[test]
    fn obvious_moves_are_quick_and_the_clock_is_respected() {
        let middlegame = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 12";
        let unhurried = pace(middlegame, "", "Re1", None);
        assert!((800..4000).contains(&unhurried), "{unhurried}");
        assert!(pace(middlegame, "dxc5", "Bxc5", None) <= 750);
        assert!(pace("7k/8/8/8/8/8/6q1/7K w - - 0 40", "", "Kxg2", None) <= 750);
        assert_eq!(pace(middlegame, "", "Re1", Some(40)), 40);
    }
}
