//! Can somebody still mate? The one door to the crate that knows.

use crate::Evidence;
use alloc::format;
use alloc::string::ToString;
use rules::{Color, Position};
use unwinnable::{Limits, Verdict, can_win};

/// Whether a side can still checkmate by any series of legal moves, and what says so.
pub(crate) fn can_mate(position: &Position, color: Color) -> Evidence {
    ask(position, color, Limits::default())
}

fn ask(position: &Position, color: Color, limits: Limits) -> Evidence {
    match can_win(position, color, limits) {
        Verdict::Winnable(line) => Evidence::MatingLine(line),
        Verdict::Unwinnable(proof) => Evidence::NoMate(proof.to_string()),
        Verdict::Undecided => Evidence::Undecided,
    }
}

/// After every move it is asked whether the position is dead, and it hardly ever is: one side's mate is
/// enough to say so, and is mostly found this soon.
const SOON: usize = 2_000;

/// Law E08: whether neither side can mate. The evidence is a line if one can, and the reasons if neither can.
pub(crate) fn is_alive(position: &Position) -> Evidence {
    // Whoever has more men is likelier to have a mate.
    let count = |color| position.board().by_color(color).len();
    let stronger = if count(Color::Black) > count(Color::White) { Color::Black } else { Color::White };
    match either_mates(position, stronger, || Limits::states(SOON)) {
        Evidence::Undecided => either_mates(position, stronger, Limits::default),
        found => found,
    }
}

fn either_mates(position: &Position, stronger: Color, limits: impl Fn() -> Limits) -> Evidence {
    let one = ask(position, stronger, limits());
    if let Evidence::MatingLine(_) = one {
        return one;
    }
    match (one, ask(position, !stronger, limits())) {
        (_, found @ Evidence::MatingLine(_)) => found,
        (Evidence::NoMate(one), Evidence::NoMate(other)) => {
            Evidence::NoMate(format!("{stronger} cannot mate: {one}; {} cannot mate: {other}", !stronger))
        }
        _ => Evidence::Undecided,
    }
}
