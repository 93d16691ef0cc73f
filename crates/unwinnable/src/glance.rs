//! A look at the most promising moves only: a move is judged before it is played, and most are never played.

use crate::guide::{Guide, Manner};
use crate::material::cannot_mate;
use crate::plan::quick_mate;
use crate::queue::Queue;
use crate::verdict::{Proof, Verdict};
use crate::visited::Visited;
use alloc::vec;
use alloc::vec::Vec;
use rules::{Color, LegalMove, Move, Position};

/// Follows the most promising moves until the mate is met, all is seen, or so many positions were met.
pub(crate) fn glance(position: &Position, winner: Color, manner: &'static Manner, states: usize) -> Verdict {
    let visited = Visited::new(*position);
    let mut glance = Glance { winner, manner, visited, open: Queue::new(), forced: true };
    let mut mate = glance.expand(0);
    while mate.is_none() {
        if glance.visited.len() > states {
            return Verdict::Undecided;
        }
        match glance.open.pop() {
            Some(Step { state, what: What::Play(mv) }) => mate = glance.play(state, mv),
            Some(Step { state, what: What::Others { skip } }) => glance.expand_others(state, skip),
            None => break,
        }
    }
    match mate {
        Some(Mate { state, rest }) => {
            let mut line = glance.visited.line(state);
            line.extend(rest);
            Verdict::Winnable(line)
        }
        None if glance.forced => Verdict::Unwinnable(Proof::Forced { moves: glance.visited.len() }),
        None => Verdict::Unwinnable(Proof::closed(glance.visited.len())),
    }
}

struct Glance {
    winner: Color,
    manner: &'static Manner,
    visited: Visited,
    open: Queue<Step>,
    /// Whether there was never a choice.
    forced: bool,
}

/// Plans are looked for in so many of the first states.
const PLANS: usize = 64;
const EVERY: usize = 6;

/// Something to try from a state that is known.
#[derive(Clone, Copy)]
struct Step {
    state: u32,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    Play(Move),
    /// The moves that do not look like progress, but for so many that were queued before.
    Others {
        skip: u32,
    },
}

/// The mate is on the board in this state, or after some more moves.
struct Mate {
    state: u32,
    rest: Vec<Move>,
}

impl Glance {
    /// Plays a move, and queues what is to be tried in a position that is new.
    fn play(&mut self, state: u32, mv: Move) -> Option<Mate> {
        let legal = self.visited.position(state).legal(mv).expect("it was legal when it was queued");
        let child = legal.play();
        if cannot_mate(child.board(), self.winner) {
            return None;
        }
        let new = self.visited.insert(child, state, Some(mv))?;
        // Once men are taken, there may be a plan where there was none.
        let number = self.visited.len();
        if number < PLANS
            && number.is_multiple_of(EVERY)
            && let Some(rest) = quick_mate(&child, self.winner)
        {
            return Some(Mate { state: new, rest });
        }
        self.expand(new)
    }

    /// Queues moves of a new state: those that look like progress, or else some of the others.
    fn expand(&mut self, state: u32) -> Option<Mate> {
        let position = self.visited.position(state);
        let moves = position.legal_moves();
        if moves.is_empty() {
            let mated = position.turn() != self.winner && position.in_check();
            return mated.then(|| Mate { state, rest: Vec::new() });
        }
        self.forced &= moves.len() == 1;
        let guide = Guide::new(position, self.winner, self.manner);
        let mut progress = 0;
        for legal in moves.reaching(guide.goals()) {
            if guide.gives_check(legal) && legal.play().is_checkmate() {
                return Some(Mate { state, rest: vec![legal.mv()] });
            }
            if let Some(distance) = guide.progress(legal) {
                progress += 1;
                self.open.push(distance, Step { state, what: What::Play(legal.mv()) });
            }
        }
        if progress == 0 {
            Lot::take(self.manner, moves.iter()).queue(state, &guide, 0, &mut self.open);
        } else if progress < moves.len() {
            self.open.push(guide.here, Step { state, what: What::Others { skip: 0 } });
        }
        None
    }

    /// Queues some more of the moves that do not look like progress.
    fn expand_others(&mut self, state: u32, skip: u32) {
        let position = self.visited.position(state);
        let guide = Guide::new(position, self.winner, self.manner);
        let moves = position.legal_moves();
        let others = moves.iter().filter(|legal| guide.progress(*legal).is_none()).skip(skip as usize);
        Lot::take(self.manner, others).queue(state, &guide, skip, &mut self.open);
    }
}

/// Moves that do not look like progress are queued a few at a time, each lot behind the one before: most are
/// as good as each other, and there is no use in trying all of them before going on.
struct Lot<'p> {
    moves: [Option<LegalMove<'p>>; LARGEST_LOT],
    size: usize,
    /// Whether there are more.
    more: bool,
}

const LARGEST_LOT: usize = 8;

impl<'p> Lot<'p> {
    fn take(manner: &Manner, mut moves: impl Iterator<Item = LegalMove<'p>>) -> Lot<'p> {
        let mut lot = Lot { moves: [None; LARGEST_LOT], size: manner.lot.min(LARGEST_LOT), more: false };
        for place in &mut lot.moves[..lot.size] {
            *place = moves.next();
        }
        lot.more = moves.next().is_some();
        lot
    }

    fn queue(self, state: u32, guide: &Guide, skipped: u32, open: &mut Queue<Step>) {
        let behind = skipped as usize / self.size;
        if self.more {
            let skip = skipped + self.size as u32;
            open.push(guide.here + behind + 1, Step { state, what: What::Others { skip } });
        }
        for legal in self.moves.into_iter().flatten() {
            open.push(guide.after(legal) + behind, Step { state, what: What::Play(legal.mv()) });
        }
    }
}
