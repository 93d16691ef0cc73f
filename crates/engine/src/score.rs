//! Values of the search, and scores for display.

use std::fmt;

/// Centipawns for the side to move; values beyond `MATE_BOUND` encode the distance to mate.
pub type Value = i32;

/// The maximum depth of a line, in plies.
pub(crate) const MAX_PLY: usize = 128;

/// The value of a mate at the root. Each ply until the mate makes it one less.
pub(crate) const MATE: Value = 32_000;
/// Greater than any value.
pub(crate) const INFINITE: Value = MATE + 1;
/// Values beyond this are mates.
pub(crate) const MATE_BOUND: Value = MATE - MAX_PLY as Value;
pub(crate) const DRAW: Value = 0;

/// The side to move is mated, `ply` plies from the root.
pub(crate) const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// Whether a value is a mate for either side.
pub(crate) const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// Keeps a static evaluation outside the range of mate values.
pub(crate) const fn clamp_static(value: Value) -> Value {
    if value >= MATE_BOUND {
        MATE_BOUND - 1
    } else if value <= -MATE_BOUND {
        1 - MATE_BOUND
    } else {
        value
    }
}

/// The table counts the distance to mate from the stored position, the search from the root.
pub(crate) const fn to_table(value: Value, ply: usize) -> Value {
    if value >= MATE_BOUND {
        value + ply as Value
    } else if value <= -MATE_BOUND {
        value - ply as Value
    } else {
        value
    }
}

/// The inverse of [`to_table`].
pub(crate) const fn from_table(value: Value, ply: usize) -> Value {
    if value >= MATE_BOUND {
        value - ply as Value
    } else if value <= -MATE_BOUND {
        value + ply as Value
    } else {
        value
    }
}

/// A value for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns, positive when good for the side to move.
    Centipawns(i32),
    /// The side to move mates in this many moves; if negative, it is mated in that many. Zero: it is checkmated.
    Mate(i32),
}

impl From<Value> for Score {
    fn from(value: Value) -> Score {
        if value >= MATE_BOUND {
            Score::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_BOUND {
            Score::Mate(-(MATE + value) / 2)
        } else {
            Score::Centipawns(value)
        }
    }
}

/// The score as UCI writes it.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => write!(f, "cp {value}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// Win, draw and loss for the side to move, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// Wins.
    pub win: u16,
    /// Draws.
    pub draw: u16,
    /// Losses.
    pub loss: u16,
}

/// Half of the games are won at a value of `WIN_EVEN`, and every `WIN_STEP` centipawns multiply the odds by e. Chosen
/// by hand, so that wins plus half the draws approximate the curve that the tuner fits to its games, whose step is 135.
const WIN_EVEN: f64 = 150.0;
const WIN_STEP: f64 = 75.0;

impl From<Value> for Chances {
    fn from(value: Value) -> Chances {
        let win = |value: Value| match Score::from(value) {
            Score::Mate(moves) => 1000.0 * f64::from(moves > 0),
            Score::Centipawns(value) => 1000.0 / (1.0 + ((WIN_EVEN - f64::from(value)) / WIN_STEP).exp()),
        };
        let (win, loss) = (win(value).round() as u16, win(-value).round() as u16);
        Chances { win, draw: 1000 - win - loss, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_mating_side() {
        assert_eq!(Score::from(MATE - 1), Score::Mate(1));
        assert_eq!(Score::from(MATE - 2), Score::Mate(1));
        assert_eq!(Score::from(MATE - 3), Score::Mate(2));
        assert_eq!(Score::from(mated_in(0)), Score::Mate(0));
        assert_eq!(Score::from(mated_in(2)), Score::Mate(-1));
        assert_eq!(Score::from(MATE_BOUND - 1), Score::Centipawns(MATE_BOUND - 1));
    }

    #[test]
    fn a_mate_survives_the_table_at_any_ply() {
        for value in [MATE - 5, -MATE + 8, 0, 317, -29] {
            for (stored, read) in [(3, 3), (3, 1), (0, 7)] {
                let seen = from_table(to_table(value, stored), read);
                let shift =
                    if is_mate(value) { value.signum() * (stored as Value - read as Value) } else { 0 };
                assert_eq!(seen, value + shift);
            }
        }
    }

    #[test]
    fn chances_add_up_and_grow() {
        let mut last = 0;
        for value in (-3000..=3000).step_by(50).chain([MATE - 3]) {
            let Chances { win, draw, loss } = Chances::from(value);
            assert_eq!(win + draw + loss, 1000);
            assert!(win >= last);
            last = win;
        }
        assert_eq!(Chances::from(-MATE + 2), Chances { win: 0, draw: 0, loss: 1000 });
    }
}
