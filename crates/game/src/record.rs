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
    /// As it is written.
    pub san: MoveText,
    /// Who made it.
    pub by: Color,
    /// When it was made.
    pub at: Timestamp,
    /// How much time it took.
    pub spent: Duration,
    /// What the clocks showed then.
    pub left: PerColor<Option<Duration>>,
    /// Whether the player had a draw on offer when making it, which a score sheet marks with (=).
    pub draw_offered: bool,
    /// What the clocks held when its turn began, for a takeback.
    pub(crate) turn_began: PerColor<Duration>,
}

// A server keeps thousands of score sheets.
const _: () = assert!(size_of::<PlayedMove>() <= 80);

/// The start and the moves since: every claim is verified from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    start: Position,
    moves: Vec<PlayedMove>,
    now: Position,
    /// The positions since the last pawn move or capture, without the present one: no other can come again.
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

    /// Writes a move down, which leads to this position.
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

    /// Strikes out the last moves. Says what the clocks held when the first of them was about to be made.
    pub(crate) fn take_back(&mut self, moves: usize) -> Option<PerColor<Duration>> {
        let kept = self.moves.len().saturating_sub(moves);
        let turn_began = self.moves.get(kept)?.turn_began;
        self.moves.truncate(kept);
        let positions: Vec<_> = self.positions().skip(1).collect();
        (self.now, self.earlier) = (self.start, Vec::new());
        positions.into_iter().for_each(|position| self.step(position));
        Some(turn_began)
    }

    /// The start and the position after each move, played again.
    pub(crate) fn positions(&self) -> impl Iterator<Item = Position> {
        let mut moves = self.moves.iter();
        core::iter::successors(Some(self.start), move |position| {
            position.legal(moves.next()?.mv).map(LegalMove::play)
        })
    }

    /// How often the present position has appeared (law E11).
    pub(crate) fn occurrences(&self) -> usize {
        1 + same(&self.now, self.earlier.iter().rev())
    }

    /// How often the position after a move that is not yet played would have appeared.
    pub(crate) fn occurrences_after(&self, next: &Position) -> usize {
        if next.halfmoves() == 0 {
            return 1;
        }
        1 + same(next, [&self.now].into_iter().chain(self.earlier.iter().rev()))
    }
}

/// How often a position appears among those before it, the latest first: only every second one has the same side
/// to move.
fn same<'r>(position: &Position, before: impl Iterator<Item = &'r Position>) -> usize {
    before.skip(1).step_by(2).filter(|earlier| earlier.is_same_as(position)).count()
}

/// Room is made for a quarter more at a time: doubling would leave half of each score sheet empty.
fn push_tightly<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(4 + list.len() / 4);
    }
    list.push(item);
}
