//! Best-first search over promising moves. A move is scored before it is played, and most are never played.

use crate::heuristic::{Heuristic, Weights};
use crate::material::cannot_mate;
use crate::plan::quick_mate;
use crate::queue::Queue;
use crate::verdict::{Proof, Verdict};
use crate::visited::Visited;
use alloc::vec;
use alloc::vec::Vec;
use rules::{Color, LegalMove, Move, Position};

/// Plays the most promising moves first, until it finds the mate, has seen every reachable position, or has
/// visited `states` positions.
pub(crate) fn best_first(
    position: &Position,
    winner: Color,
    weights: &'static Weights,
    states: usize,
) -> Verdict {
    let visited = Visited::new(*position);
    let mut best_first = BestFirst { winner, weights, visited, open: Queue::new(), forced: true };
    let mut mate = best_first.expand(0);
    while mate.is_none() {
        if best_first.visited.len() > states {
            return Verdict::Undecided;
        }
        match best_first.open.pop() {
            Some(Step { state, kind: StepKind::Play(mv) }) => mate = best_first.play(state, mv),
            Some(Step { state, kind: StepKind::Others { skip } }) => best_first.expand_others(state, skip),
            None => break,
        }
    }
    match mate {
        Some(Mate { state, rest }) => {
            let mut line = best_first.visited.line(state);
            line.extend(rest);
            Verdict::Winnable(line)
        }
        None if best_first.forced => Verdict::Unwinnable(Proof::Forced { moves: best_first.visited.len() }),
        None => Verdict::Unwinnable(Proof::closed(best_first.visited.len())),
    }
}

struct BestFirst {
    winner: Color,
    weights: &'static Weights,
    visited: Visited,
    open: Queue<Step>,
    /// Whether every position so far had exactly one legal move.
    forced: bool,
}

/// A quick plan is tried in every sixth of the first 64 states.
const MAX_PLAN_STATES: usize = 64;
const PLAN_INTERVAL: usize = 6;

/// A pending step from a known state.
#[derive(Clone, Copy)]
struct Step {
    state: u32,
    kind: StepKind,
}

#[derive(Clone, Copy)]
enum StepKind {
    Play(Move),
    /// The moves that do not look like progress, except for the first `skip`, which were queued before.
    Others {
        skip: u32,
    },
}

/// Mate is on the board in this state, or after the moves of `rest`.
struct Mate {
    state: u32,
    rest: Vec<Move>,
}

impl BestFirst {
    /// Plays a move and, if the position is new, queues its moves.
    fn play(&mut self, state: u32, mv: Move) -> Option<Mate> {
        let legal = self.visited.position(state).legal(mv).expect("it was legal when it was queued");
        let child = legal.play();
        if cannot_mate(child.board(), self.winner) {
            return None;
        }
        let new = self.visited.insert(child, state, Some(mv))?;
        // After captures there may be a plan where there was none before.
        let number = self.visited.len();
        if number < MAX_PLAN_STATES
            && number.is_multiple_of(PLAN_INTERVAL)
            && let Some(rest) = quick_mate(&child, self.winner)
        {
            return Some(Mate { state: new, rest });
        }
        self.expand(new)
    }

    /// Queues the moves of a new state: those that look like progress, or else a batch of the others.
    fn expand(&mut self, state: u32) -> Option<Mate> {
        let position = self.visited.position(state);
        let moves = position.legal_moves();
        if moves.is_empty() {
            let mated = position.turn() != self.winner && position.in_check();
            return mated.then(|| Mate { state, rest: Vec::new() });
        }
        self.forced &= moves.len() == 1;
        let heuristic = Heuristic::new(position, self.winner, self.weights);
        let mut progress = 0;
        for legal in moves.reaching(heuristic.goals()) {
            if heuristic.gives_check(legal) && legal.play().is_checkmate() {
                return Some(Mate { state, rest: vec![legal.mv()] });
            }
            if let Some(distance) = heuristic.progress(legal) {
                progress += 1;
                self.open.push(distance, Step { state, kind: StepKind::Play(legal.mv()) });
            }
        }
        if progress == 0 {
            Batch::take(self.weights, moves.iter()).queue(state, &heuristic, 0, &mut self.open);
        } else if progress < moves.len() {
            self.open.push(heuristic.here, Step { state, kind: StepKind::Others { skip: 0 } });
        }
        None
    }

    /// Queues the next batch of moves that do not look like progress.
    fn expand_others(&mut self, state: u32, skip: u32) {
        let position = self.visited.position(state);
        let heuristic = Heuristic::new(position, self.winner, self.weights);
        let moves = position.legal_moves();
        let others = moves.iter().filter(|legal| heuristic.progress(*legal).is_none()).skip(skip as usize);
        Batch::take(self.weights, others).queue(state, &heuristic, skip, &mut self.open);
    }
}

/// Moves that do not look like progress are queued in small batches, each behind the one before. Most of them
/// are equally good, so trying them all before going on would be a waste.
struct Batch<'p> {
    moves: [Option<LegalMove<'p>>; MAX_BATCH],
    size: usize,
    /// Whether moves are left for another batch.
    more: bool,
}

const MAX_BATCH: usize = 8;

impl<'p> Batch<'p> {
    fn take(weights: &Weights, mut moves: impl Iterator<Item = LegalMove<'p>>) -> Batch<'p> {
        let mut batch = Batch { moves: [None; MAX_BATCH], size: weights.batch.min(MAX_BATCH), more: false };
        for place in &mut batch.moves[..batch.size] {
            *place = moves.next();
        }
        batch.more = moves.next().is_some();
        batch
    }

    fn queue(self, state: u32, heuristic: &Heuristic, skipped: u32, open: &mut Queue<Step>) {
        let behind = skipped as usize / self.size;
        if self.more {
            let skip = skipped + self.size as u32;
            open.push(heuristic.here + behind + 1, Step { state, kind: StepKind::Others { skip } });
        }
        for legal in self.moves.into_iter().flatten() {
            open.push(heuristic.after(legal) + behind, Step { state, kind: StepKind::Play(legal.mv()) });
        }
    }
}
