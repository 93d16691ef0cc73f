//! An evaluation with noise and blind spots, for the weaker levels.

use super::Ability;
use super::chance::{SPREAD, bell, mixed};
use crate::evaluate::Evaluate;
use crate::score::{Value, clamp_static};
use rules::{Color, LegalMove, Position, Role, Square, attacks};

/// Adds noise to another evaluation, and overlooks some moves.
pub(super) struct NoisyEval<E> {
    inner: E,
    ability: Ability,
    seed: u64,
}

impl<E> NoisyEval<E> {
    pub(super) fn new(inner: E, ability: Ability, seed: u64) -> NoisyEval<E> {
        NoisyEval { inner, ability, seed }
    }
}

impl<E: Evaluate> Evaluate for NoisyEval<E> {
    fn evaluate(&mut self, position: &Position) -> Value {
        let right = self.inner.evaluate(position);
        if self.ability.eval_noise == 0 {
            return right;
        }
        let spread = i64::from(self.ability.eval_noise);
        // Simple positions are easier to judge.
        let men = position.board().occupied().len() as i64;
        let error = bell(mixed(position.key(), self.seed)) * spread * men.min(16) / 16 / SPREAD;
        let most = i64::from(self.ability.max_noise);
        clamp_static(right + error.clamp(-most, most) as Value)
    }

    /// Decided by how hard the move is to see, and the same for a move throughout a game.
    fn overlooks(&self, legal: LegalMove<'_>, ply: usize, last: Option<Square>) -> bool {
        if self.ability.blindness == 0 {
            return false;
        }
        let hidden = if last == Some(legal.to()) && !legal.position().in_check() {
            // Everybody sees what can be taken back, but for those who have just learnt the rules.
            u64::from(self.ability.blindness.saturating_sub(SEES_RECAPTURES)) / 168
        } else {
            hiddenness(legal)
        };
        // The further ahead, the less is seen.
        let chance = u64::from(self.ability.blindness) * hidden * (2 + ply.min(6) as u64) / (100 * 3);
        let mv = legal.mv().intent();
        let move_number = (mv.from.index() * 64 + mv.to.index()) as u64;
        let place = legal.position().board().by_color(legal.position().turn()).bits();
        chance > 0 && mixed(move_number.wrapping_mul(0x1_0000_0001) ^ place, self.seed) % 1000 < chance
    }
}

/// Up to this blindness, that of level 1, recaptures are never overlooked.
const SEES_RECAPTURES: u32 = 480;

/// How hard a move is to see, in hundredths.
fn hiddenness(legal: LegalMove<'_>) -> u64 {
    let position = legal.position();
    let (from, to) = (legal.from(), legal.to());
    // Everybody sees ways out of check, and most pawn captures.
    if position.in_check() {
        return 0;
    }
    let victim = legal.captured();
    if legal.role() == Role::Pawn {
        return if victim.is_some() { 5 } else { 40 };
    }
    let distance = from.distance_to(to) as u64;
    let backward = match position.turn() {
        Color::White => to.rank() < from.rank(),
        Color::Black => to.rank() > from.rank(),
    };
    let diagonal = from.file() != to.file() && from.rank() != to.rank();
    let base = match legal.role() {
        Role::Knight => 60,
        Role::Bishop | Role::Queen if diagonal => 25 + 9 * distance,
        Role::King => 20,
        _ => 20 + 6 * distance,
    };
    let base = base + if backward { 20 } else { 0 };
    // Threats to queens and rooks are noticed first.
    let base = match victim {
        Some(Role::Queen) => base / 3,
        Some(Role::Rook) => base * 2 / 3,
        Some(_) => base,
        None => base + 15,
    };
    // Direct checks are looked for.
    let checks = attacks::of(position.turn(), legal.role(), to, position.board().occupied())
        .contains(position.king(!position.turn()));
    if checks { base / 2 } else { base }
}
