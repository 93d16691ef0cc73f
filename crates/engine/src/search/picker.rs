//! Move ordering: yields the moves of a position, the most promising first.

use super::checks::CheckSquares;
use super::history::{Histories, PrevMoves};
use crate::see::{piece_value, see_at_least};
use rules::{LegalMove, Move, Position, Promotion, Role};
use smallvec::SmallVec;
use std::hint::select_unpredictable;

/// Captures and promotions to a queen score around this or more; other promotions score less than any capture.
const TIER: i32 = 1 << 20;

/// Yields moves in order of promise: the hash move, winning captures, the killer, quiet moves by their history, losing
/// captures. Each stage is generated only when the previous one is exhausted. In `Tactical` mode there are no quiet
/// moves and no losing captures.
pub(super) struct Picker<'p> {
    position: &'p Position,
    hash_move: Option<LegalMove<'p>>,
    killer: Option<Move>,
    stage: Stage,
    wanted: MoveSet,
    /// Set when the only quiet moves wanted are those that give check.
    only_checks: Option<CheckSquares>,
    /// The moves of this stage, and their scores in a separate list because it is scanned for every move.
    moves: SmallVec<[LegalMove<'p>; 64]>,
    scores: SmallVec<[i32; 64]>,
    /// Captures that lose by SEE, and promotions to less than a queen.
    losing: SmallVec<[(LegalMove<'p>, i32); 8]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    HashMove,
    GenerateTactical,
    Tactical,
    GenerateQuiet,
    Quiet,
    Losing,
}

/// The moves that are generated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveSet {
    All,
    /// Captures and promotions.
    Tactical,
}

/// What the order depends on.
#[derive(Clone, Copy)]
pub(super) struct OrderHints<'h> {
    pub(super) histories: &'h Histories,
    pub(super) previous: PrevMoves,
    pub(super) killer: Option<Move>,
}

/// Whether a move is neither a capture nor a promotion.
#[inline(always)]
pub(super) fn is_quiet(legal: LegalMove<'_>) -> bool {
    legal.promotion().is_none() && legal.captured().is_none()
}

impl<'p> Picker<'p> {
    pub(super) fn new(
        position: &'p Position,
        hash_move: Option<LegalMove<'p>>,
        wanted: MoveSet,
    ) -> Picker<'p> {
        Picker {
            position,
            hash_move,
            killer: None,
            stage: Stage::HashMove,
            wanted,
            only_checks: None,
            moves: SmallVec::new(),
            scores: SmallVec::new(),
            losing: SmallVec::new(),
        }
    }

    /// From now on yields only captures, promotions and checks.
    pub(super) fn skip_quiets(&mut self, checks: CheckSquares) {
        self.only_checks = Some(checks);
        if self.stage != Stage::Quiet {
            return;
        }
        let mut kept = 0;
        for index in 0..self.moves.len() {
            let legal = self.moves[index];
            if checks.has(legal) {
                self.moves[kept] = legal;
                self.scores[kept] = self.scores[index];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        self.scores.truncate(kept);
    }

    #[inline]
    pub(super) fn next(&mut self, hints: OrderHints<'_>) -> Option<LegalMove<'p>> {
        loop {
            match self.stage {
                Stage::HashMove => {
                    self.stage = Stage::GenerateTactical;
                    if self.hash_move.is_some() {
                        return self.hash_move;
                    }
                }
                Stage::GenerateTactical => {
                    self.stage = Stage::Tactical;
                    self.generate_tactical(hints);
                }
                Stage::Tactical => match self.next_tactical(hints) {
                    None if self.wanted == MoveSet::All => {
                        self.stage = Stage::GenerateQuiet;
                        if let Some(killer) = self.playable_killer(hints) {
                            return Some(killer);
                        }
                    }
                    found => return found,
                },
                Stage::GenerateQuiet => {
                    self.stage = Stage::Quiet;
                    self.generate_quiet(hints);
                }
                Stage::Quiet => {
                    if let Some((legal, _)) = self.take_best() {
                        return Some(legal);
                    }
                    self.stage = Stage::Losing;
                    for (legal, score) in self.losing.drain(..) {
                        self.moves.push(legal);
                        self.scores.push(score);
                    }
                }
                Stage::Losing => return self.take_best().map(|(legal, _)| legal),
            }
        }
    }

    fn generate_tactical(&mut self, hints: OrderHints<'_>) {
        let hash_move = self.hash_move.map(LegalMove::mv);
        for legal in &self.position.tactical_moves() {
            if hash_move != Some(legal.mv()) {
                self.moves.push(legal);
                self.scores.push(tactical_score(legal, hints.histories));
            }
        }
    }

    fn generate_quiet(&mut self, hints: OrderHints<'_>) {
        let hash_move = self.hash_move.map(LegalMove::mv);
        let history = hints.histories.quiet(self.position.turn(), hints.previous);
        for legal in &self.position.quiet_moves() {
            let known = hash_move == Some(legal.mv()) || self.killer == Some(legal.mv());
            if !known && self.only_checks.is_none_or(|checks| checks.has(legal)) {
                self.moves.push(legal);
                self.scores.push(history.of(legal.mv()));
            }
        }
    }

    /// The next capture or promotion. SEE tests it only now; losing ones come last or never.
    #[inline]
    fn next_tactical(&mut self, hints: OrderHints<'_>) -> Option<LegalMove<'p>> {
        loop {
            let (legal, score) = self.take_best()?;
            let wins = score >= TIER && see_at_least(legal, -hints.histories.of_capture(legal) / 32);
            match self.wanted {
                _ if wins => return Some(legal),
                MoveSet::All => self.losing.push((legal, score)),
                MoveSet::Tactical if score < TIER => return Some(legal),
                MoveSet::Tactical => {}
            }
        }
    }

    /// The killer, if it is a quiet move here and not the hash move.
    fn playable_killer(&mut self, hints: OrderHints<'_>) -> Option<LegalMove<'p>> {
        let killer = self.position.legal(hints.killer?)?;
        let other = self.hash_move.map(LegalMove::mv) != Some(killer.mv());
        let same = hints.killer == Some(killer.mv());
        if !(same && other && is_quiet(killer)) {
            return None;
        }
        self.killer = Some(killer.mv());
        Some(killer)
    }

    /// Takes the move with the greatest score out of the list.
    #[inline]
    fn take_best(&mut self) -> Option<(LegalMove<'p>, i32)> {
        let (best, score) = first_greatest(&self.scores)?;
        self.scores.swap_remove(best);
        Some((self.moves.swap_remove(best), score))
    }
}

/// The index of the first greatest score, and that score. Without a branch, because the CPU cannot predict which move
/// is best.
#[inline(always)]
fn first_greatest(scores: &[i32]) -> Option<(usize, i32)> {
    let (first, others) = scores.split_first()?;
    let (mut place, mut greatest) = (0, *first);
    for (index, score) in (1..).zip(others) {
        let greater = *score > greatest;
        place = select_unpredictable(greater, index, place);
        greatest = select_unpredictable(greater, *score, greatest);
    }
    Some((place, greatest))
}

#[inline(always)]
fn tactical_score(legal: LegalMove<'_>, histories: &Histories) -> i32 {
    match (legal.captured(), legal.promotion()) {
        (captured, Some(Promotion::Queen)) => {
            TIER + 16 * (piece_value(Role::Queen) + captured.map_or(0, piece_value))
        }
        (_, Some(_)) => 0,
        (captured, None) => TIER + 16 * captured.map_or(0, piece_value) + histories.of_capture(legal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITIONS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "4k3/8/8/8/4r3/8/3PBP2/4K2R w K - 0 1",
        "7k/8/8/3q4/4P3/8/8/KR5r w - - 0 1",
    ];

    fn picked<'p>(mut picker: Picker<'p>, histories: &Histories, killer: Option<Move>) -> Vec<LegalMove<'p>> {
        let hints = OrderHints { histories, previous: [None; 3], killer };
        std::iter::from_fn(|| picker.next(hints)).collect()
    }

    /// Whatever the hash move and the killer are, no move is lost or yielded twice.
    #[test]
    fn every_move_comes_once() {
        let histories = Histories::new();
        let killers: Vec<Move> = POSITIONS
            .iter()
            .flat_map(|fen| {
                let position: Position = fen.parse().unwrap();
                position.legal_moves().iter().map(LegalMove::mv).collect::<Vec<_>>()
            })
            .collect();
        let sorted = |moves: Vec<LegalMove<'_>>| {
            let mut texts: Vec<String> = moves.iter().map(|legal| legal.uci()).collect();
            texts.sort_unstable();
            texts
        };
        for fen in POSITIONS {
            let position: Position = fen.parse().unwrap();
            let all = sorted(position.legal_moves().iter().collect());
            for hash_move in position.legal_moves().iter().map(Some).chain([None]) {
                for killer in killers.iter().step_by(7).copied().map(Some).chain([None]) {
                    let moves = picked(Picker::new(&position, hash_move, MoveSet::All), &histories, killer);
                    assert!(hash_move.is_none() || moves.first() == hash_move.as_ref(), "{fen}");
                    assert_eq!(sorted(moves), all, "{fen}");
                }
            }
        }
    }

    #[test]
    fn winning_captures_come_first_and_losing_ones_last() {
        // The queen takes a protected pawn, the rook an unprotected knight.
        let position: Position = "4k3/2p5/3p4/8/8/n7/3Q4/R3K3 w - - 0 1".parse().unwrap();
        let quiet = position.parse_uci("d2f4").unwrap().mv();
        let histories = Histories::new();
        let moves = picked(Picker::new(&position, None, MoveSet::All), &histories, Some(quiet));
        let texts: Vec<String> = moves.iter().map(|legal| legal.uci()).collect();
        assert_eq!((texts[0].as_str(), texts[1].as_str()), ("a1a3", "d2f4"));
        assert_eq!(texts.last().map(String::as_str), Some("d2d6"));
        let tactical = picked(Picker::new(&position, None, MoveSet::Tactical), &histories, Some(quiet));
        assert_eq!(tactical.iter().map(|legal| legal.uci()).collect::<Vec<_>>(), ["a1a3"]);
    }

    #[test]
    fn without_quiet_moves_only_captures_and_checks_are_left() {
        let position: Position = "4k3/2p5/3p4/8/8/n7/3Q4/R3K3 w - - 0 1".parse().unwrap();
        let histories = Histories::new();
        let checks = CheckSquares::of(&position);
        let hints = OrderHints { histories: &histories, previous: [None; 3], killer: None };
        for before in 0..4 {
            let mut picker = Picker::new(&position, None, MoveSet::All);
            for _ in 0..before {
                picker.next(hints);
            }
            picker.skip_quiets(checks);
            while let Some(legal) = picker.next(hints) {
                assert!(!is_quiet(legal) || checks.has(legal), "{}", legal.uci());
            }
        }
    }
}
