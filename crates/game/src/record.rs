//! The score sheet (law P02).

use crate::{Duration, MoveText, PerColor, Timestamp};
use alloc::vec::Vec;
use core::mem;
use rules::{Color, LegalMove, Move, Position};

/// A move on the score sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The move in SAN.
    pub san: MoveText,
    /// Who made it.
    pub by: Color,
    /// When it was made.
    pub at: Timestamp,
    /// How much time it took.
    pub spent: Duration,
    /// What the clocks showed after the move.
    pub left: PerColor<Option<Duration>>,
    /// Whether the player offered a draw with or around this move, which a score sheet marks with (=).
    pub draw_offered: bool,
    /// The time on the clocks when its turn began, for a takeback.
    pub(crate) turn_began: PerColor<Duration>,
}

// A server keeps thousands of score sheets in memory.
const _: () = assert!(size_of::<PlayedMove>() <= 80);

/// The starting position and the moves since. Every claim is verified from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    start: Position,
    moves: Vec<PlayedMove>,
    now: Position,
    /// The positions since the last pawn move or capture, without the current one. No earlier position can occur again.
    earlier: Vec<Position>,
}

impl Record {
    pub(crate) fn new(start: Position) -> Record {
        Record { start, moves: Vec::new(), now: start, earlier: Vec::new() }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.now
    }

    pub(crate) fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    pub(crate) fn last_mut(&mut self) -> Option<&mut PlayedMove> {
        self.moves.last_mut()
    }

    /// Records a move that leads to this position.
    pub(crate) fn push(&mut self, played: PlayedMove, after: Position) {
        push_tightly(&mut self.moves, played);
        self.step(after);
    }

    fn step(&mut self, after: Position) {
        let before = mem::replace(&mut self.now, after);
        if after.halfmoves() == 0 {
            self.earlier = Vec::new();
        } else {
            push_tightly(&mut self.earlier, before);
        }
    }

    /// Removes the last moves. Returns the time on the clocks when the turn of the first of them began.
    pub(crate) fn take_back(&mut self, moves: usize) -> Option<PerColor<Duration>> {
        let kept = self.moves.len().saturating_sub(moves);
        let turn_began = self.moves.get(kept)?.turn_began;
        self.moves.truncate(kept);
        let positions: Vec<_> = self.positions().skip(1).collect();
        (self.now, self.earlier) = (self.start, Vec::new());
        positions.into_iter().for_each(|position| self.step(position));
        Some(turn_began)
    }

    /// The starting position and the position after each move, found by replaying the moves.
    pub(crate) fn positions(&self) -> impl Iterator<Item = Position> {
        let mut moves = self.moves.iter();
        core::iter::successors(Some(self.start), move |position| {
            position.legal(moves.next()?.mv).map(LegalMove::play)
        })
    }

    /// How often the current position has occurred (law E11).
    pub(crate) fn occurrences(&self) -> usize {
        1 + count_same(&self.now, self.earlier.iter().rev())
    }

    /// How often the position after a move that is not played yet would have occurred.
    pub(crate) fn occurrences_after(&self, next: &Position) -> usize {
        if next.halfmoves() == 0 {
            return 1;
        }
        1 + count_same(next, [&self.now].into_iter().chain(self.earlier.iter().rev()))
    }
}

/// How often a position occurs among those before it, the latest first. Only every second one has the same side to
/// move.
fn count_same<'r>(position: &Position, before: impl Iterator<Item = &'r Position>) -> usize {
    before.skip(1).step_by(2).filter(|earlier| earlier.is_same_as(position)).count()
}

/// Grows the list by a quarter at a time, because doubling would leave up to half of each score sheet unused.
fn push_tightly<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(4 + list.len() / 4);
    }
    list.push(item);
}
