//! How long a person would take for a move, so that an opponent does not answer like a machine.

use super::chance::mixed;
use crate::limits::Budget;
use crate::line::Line;
use rules::Move;
use std::time::Duration;

/// A forced move, or one that takes back.
const OBVIOUS: u64 = 500;
/// A move of the opening.
const OPENING: u64 = 900;
/// Any other move, and more for each move that can be chosen.
const USUAL: u64 = 1100;
const PER_CHOICE: u64 = 30;
/// The last move number of an opening.
const OPENING_MOVES: u16 = 5;

/// The time after which the answer looks natural. It never exceeds what `budget` plans for the move; without a clock it is
/// a few seconds at most. The same game has the same pace.
pub fn human_pace(line: &Line, best: Move, budget: Option<Budget>) -> Duration {
    let position = line.last();
    let men = |back: usize| {
        line.positions().iter().rev().nth(back).map(|position| position.board().occupied().len())
    };
    let captures = position.legal(best).is_some_and(|legal| legal.captured().is_some());
    let takes_back = captures && men(1) > men(0);
    let choices = position.count_legal_moves() as u64;
    let usual = if choices == 1 || takes_back {
        OBVIOUS
    } else if position.fullmoves() <= OPENING_MOVES {
        OPENING
    } else {
        USUAL + PER_CHOICE * choices.min(40)
    };
    // From half as long to half as long again.
    let milliseconds = usual * (512 + mixed(position.key(), 0) % 1024) / 1024;
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
        let usual = pace(middlegame, "", "Re1", None);
        assert!((800..4000).contains(&usual), "{usual}");
        assert!(pace(middlegame, "dxc5", "Bxc5", None) <= 750);
        assert!(pace("7k/8/8/8/8/8/6q1/7K w - - 0 40", "", "Kxg2", None) <= 750);
        assert_eq!(pace(middlegame, "", "Re1", Some(40)), 40);
    }
}
