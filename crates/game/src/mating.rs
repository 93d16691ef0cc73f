//! Can somebody still mate? The one door to the crate that knows.

use crate::{Evidence, NoMate};
use core::cell::Cell;
use rules::{Color, Intent, LegalMove, Move, Position, Role};
use unwinnable::{Limits, Verdict, can_win, decide, quick_mate};

/// How far an answer is looked for.
pub(crate) struct Effort {
    budget: Budget,
    exceeded: Cell<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Budget {
    /// About a millisecond.
    Quick,
    /// A fraction of a second.
    Full,
}

impl Effort {
    /// Only what is found soon.
    pub(crate) fn quick() -> Effort {
        Effort { budget: Budget::Quick, exceeded: Cell::new(false) }
    }

    /// As far as an arbiter looks.
    pub(crate) fn full() -> Effort {
        Effort { budget: Budget::Full, exceeded: Cell::new(false) }
    }

    /// Whether something was left undecided that more effort might decide.
    pub(crate) fn exceeded(&self) -> bool {
        self.exceeded.get()
    }

    fn limits(&self) -> Limits {
        match self.budget {
            Budget::Quick => Limits::states(QUICK_STATES),
            Budget::Full => Limits::default(),
        }
    }

    fn exceed(&self) {
        self.exceeded.set(self.budget == Budget::Quick);
    }
}

/// Whether a side can still checkmate by any series of legal moves, and what says so.
pub(crate) fn can_mate(position: &Position, color: Color, effort: &Effort) -> Evidence {
    match can_win(position, color, effort.limits()) {
        Verdict::Winnable(line) => Evidence::MatingLine(line),
        Verdict::Unwinnable(proof) => Evidence::NoMate(NoMate::OfOne(proof.kind())),
        Verdict::Undecided => {
            effort.exceed();
            Evidence::Undecided
        }
    }
}

/// Law E08: what is left in a position.
pub(crate) enum Life {
    /// Somebody can mate.
    Alive,
    /// Nobody can, and this is why.
    Dead(NoMate),
    Undecided,
}

/// Whether somebody can still mate.
pub(crate) fn life(position: &Position, effort: &Effort) -> Life {
    let stronger = stronger(position);
    if [stronger, !stronger].into_iter().any(|color| quick_mate(position, color).is_some()) {
        return Life::Alive;
    }
    match life_within(position, stronger, Limits::states(QUICK_STATES)) {
        Life::Undecided if effort.budget == Budget::Full => life_within(position, stronger, effort.limits()),
        Life::Undecided => {
            effort.exceed();
            Life::Undecided
        }
        life => life,
    }
}

/// Law E08: whether the position after a move is dead, when the one before it was not. None if that could not
/// be decided within the usual limits.
pub fn is_dead_after(legal: LegalMove<'_>) -> Option<bool> {
    match life_after(legal, &legal.play(), &Effort::full()) {
        Life::Alive => Some(false),
        Life::Dead(_) => Some(true),
        Life::Undecided => None,
    }
}

/// Whether somebody can still mate after a move, when somebody could before it. This is asked after every
/// move, and mostly the move could be taken back: then whoever could mate still can.
pub(crate) fn life_after(legal: LegalMove<'_>, after: &Position, effort: &Effort) -> Life {
    if leads_back(legal, after) { Life::Alive } else { life(after, effort) }
}

/// One side's mate is enough, and is mostly found this soon.
const QUICK_STATES: usize = 2_000;

fn life_within(position: &Position, stronger: Color, limits: Limits) -> Life {
    let one = decide(position, stronger, limits);
    if let Verdict::Winnable(_) = one {
        return Life::Alive;
    }
    match (one, decide(position, !stronger, limits)) {
        (_, Verdict::Winnable(_)) => Life::Alive,
        (Verdict::Unwinnable(one), Verdict::Unwinnable(other)) => {
            Life::Dead(NoMate::OfBoth([(stronger, one.kind()), (!stronger, other.kind())]))
        }
        _ => Life::Undecided,
    }
}

/// The side whose mate is likely to be nearer.
fn stronger(position: &Position) -> Color {
    let board = position.board();
    let force = |color| {
        let worth =
            [(Role::Queen, 9), (Role::Rook, 5), (Role::Bishop, 3), (Role::Knight, 3), (Role::Pawn, 1)];
        worth.iter().map(|(role, worth)| worth * board.pieces(color, *role).len()).sum::<usize>()
    };
    if force(Color::Black) > force(Color::White) { Color::Black } else { Color::White }
}

/// Whether the position before the move can be reached again: the opponent makes a move, the piece goes back,
/// and the opponent goes back.
fn leads_back(legal: LegalMove<'_>, after: &Position) -> bool {
    let before = legal.position();
    // E11: rights to castle and to take en passant are a part of a position, and do not come again.
    if !may_go_back(legal) || before.castling() != after.castling() || before.en_passant().is_some() {
        return false;
    }
    // Who was in check goes back only when the piece that gave it does.
    let checkers = before.checkers();
    let waits = |waiting: &LegalMove<'_>| {
        may_go_back(*waiting) && (checkers.is_empty() || checkers.contains(waiting.from()))
    };
    after.legal_moves().iter().filter(waits).take(MAX_WAITING_MOVES).any(|waiting| {
        let undone = waiting.play().legal(back(legal.mv())).map(LegalMove::play);
        let returned = undone.and_then(|undone| Some(undone.legal(back(waiting.mv()))?.play()));
        returned.is_some_and(|returned| returned.is_same_as(before))
    })
}

/// Mostly the first one will do.
const MAX_WAITING_MOVES: usize = 20;

/// Whether a move could be undone by another.
fn may_go_back(legal: LegalMove<'_>) -> bool {
    legal.role() != Role::Pawn && !legal.mv().is_castling() && legal.captured().is_none()
}

fn back(mv: Move) -> Intent {
    Intent { from: mv.to(), to: mv.from(), promotion: None }
}
