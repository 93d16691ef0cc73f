//! Whether a player can still mate. The only module that calls the crate `unwinnable`.

use crate::{Evidence, NoMate};
use core::cell::Cell;
use rules::{Color, Intent, LegalMove, Move, Position, Role};
use unwinnable::{Limits, Verdict, can_win, decide, quick_mate};

/// How much work may be spent on an answer.
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
    /// The quick budget.
    pub(crate) fn quick() -> Effort {
        Effort { budget: Budget::Quick, exceeded: Cell::new(false) }
    }

    /// The full budget, as an arbiter needs it.
    pub(crate) fn full() -> Effort {
        Effort { budget: Budget::Full, exceeded: Cell::new(false) }
    }

    /// Whether something was left undecided that the full budget might decide.
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

/// Whether a side can still checkmate by any series of legal moves, with the evidence.
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

/// Law E08: whether a position is dead.
pub(crate) enum Life {
    /// A player can still mate.
    Alive,
    /// Neither player can mate, for this reason.
    Dead(NoMate),
    Undecided,
}

/// Whether either player can still mate.
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

/// Law E08: whether the position after a move is dead, given that the one before it was not. `None` if that could not
/// be decided within the default limits.
pub fn is_dead_after(legal: LegalMove<'_>) -> Option<bool> {
    match life_after(legal, &legal.play(), &Effort::full()) {
        Life::Alive => Some(false),
        Life::Dead(_) => Some(true),
        Life::Undecided => None,
    }
}

/// Whether either player can still mate after a move, given that one of them could before it. This is asked after every
/// move. Mostly the players could return to the position before the move, so that whoever could mate there still can.
pub(crate) fn life_after(legal: LegalMove<'_>, after: &Position, effort: &Effort) -> Life {
    if leads_back(legal, after) { Life::Alive } else { life(after, effort) }
}

/// A mate by either side is enough, and is mostly found within this many positions.
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

/// The side that is likely to have the shorter mate.
fn stronger(position: &Position) -> Color {
    let board = position.board();
    let force = |color| {
        let worth =
            [(Role::Queen, 9), (Role::Rook, 5), (Role::Bishop, 3), (Role::Knight, 3), (Role::Pawn, 1)];
        worth.iter().map(|(role, worth)| worth * board.pieces(color, *role).len()).sum::<usize>()
    };
    if force(Color::Black) > force(Color::White) { Color::Black } else { Color::White }
}

/// Whether the position before the move can be reached again: the opponent makes a waiting move, the piece goes back,
/// and the waiting piece goes back.
fn leads_back(legal: LegalMove<'_>, after: &Position) -> bool {
    let before = legal.position();
    // E11: castling rights and en passant are part of a position, and once lost they do not return.
    if !may_go_back(legal) || before.castling() != after.castling() || before.en_passant().is_some() {
        return false;
    }
    // A king that was in check returns to it only if the checking piece makes the waiting move.
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

/// How many waiting moves to try. Mostly the first one works.
const MAX_WAITING_MOVES: usize = 20;

/// Whether a move could be undone by another.
fn may_go_back(legal: LegalMove<'_>) -> bool {
    legal.role() != Role::Pawn && !legal.mv().is_castling() && legal.captured().is_none()
}

fn back(mv: Move) -> Intent {
    Intent { from: mv.to(), to: mv.from(), promotion: None }
}
