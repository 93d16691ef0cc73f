//! An evaluation with noise and blind spots, for the weaker levels.

use super::Ability;
use super::chance::{STANDARD_DEVIATION, normal, seeded_hash};
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
        let exact = self.inner.evaluate(position);
        if self.ability.eval_noise == 0 {
            return exact;
        }
        let spread = i64::from(self.ability.eval_noise);
        // Positions with few pieces are easier to judge.
        let pieces = position.board().occupied().len() as i64;
        let noise = normal(seeded_hash(position.key(), self.seed));
        let error = noise * spread * pieces.min(16) / 16 / STANDARD_DEVIATION;
        let max = i64::from(self.ability.max_noise);
        clamp_static(exact + error.clamp(-max, max) as Value)
    }

    /// Depends on how hard the move is to see. The same move with the same own pieces is always decided alike in a
    /// game.
    fn overlooks(&self, legal: LegalMove<'_>, ply: usize, last: Option<Square>) -> bool {
        if self.ability.blindness == 0 {
            return false;
        }
        let hidden = if last == Some(legal.to()) && !legal.position().in_check() {
            // Recaptures are overlooked only by opponents that have just learnt the rules.
            u64::from(self.ability.blindness.saturating_sub(RECAPTURE_BLINDNESS)) / 168
        } else {
            hiddenness(legal)
        };
        // The further ahead, the more is overlooked.
        let chance = u64::from(self.ability.blindness) * hidden * (2 + ply.min(6) as u64) / (100 * 3);
        let mv = legal.mv().intent();
        let move_number = (mv.from.index() * 64 + mv.to.index()) as u64;
        let own_pieces = legal.position().board().by_color(legal.position().turn()).bits();
        let hash = seeded_hash(move_number.wrapping_mul(0x1_0000_0001) ^ own_pieces, self.seed);
        chance > 0 && hash % 1000 < chance
    }
}

/// Up to this blindness, that of level 1, recaptures are never overlooked.
const RECAPTURE_BLINDNESS: u32 = 480;

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
    // Players look for direct checks.
    let checks = attacks::of(position.turn(), legal.role(), to, position.board().occupied())
        .contains(position.king(!position.turn()));
    if checks { base / 2 } else { base }
}
