//! The computer at the other side of the board.

use engine::{Level, Limits, Line, Opponent, Outcome, Signals};
use game::{Game, Timestamp};
use opponent::{Reply, Task};
use rules::Color;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::thread;
use std::time::Instant;

/// Deep lines need a large stack.
const STACK: usize = 64 << 20;

pub(super) struct Computer {
    pub(super) color: Color,
    opponent: Opponent,
}

impl Computer {
    /// An opponent of that level, with mistakes of its own in every game.
    pub(super) fn new(level: Level, color: Color) -> Computer {
        let seed = RandomState::new().build_hasher().finish();
        Computer { color, opponent: Opponent::new(level, seed) }
    }

    /// What it does now, if there is something to do: its move, or its answer to an offer or a request.
    pub(super) fn replies(&mut self, game: &Game, now: Timestamp) -> io::Result<Vec<Reply>> {
        if let Some(reply) = opponent::immediate_reply(game, self.color) {
            return Ok(vec![reply]);
        }
        let Some(Task { line, clock }) = opponent::task(game, self.color, now) else { return Ok(Vec::new()) };
        let limits = Limits { time: opponent::budget(clock), ..Limits::default() };
        let outcome = self.search(&line, &limits)?;
        let replies = |best| opponent::replies(game, self.color, best, outcome.value);
        Ok(outcome.best.map(replies).unwrap_or_default())
    }

    fn search(&mut self, line: &Line, limits: &Limits) -> io::Result<Outcome> {
        let started = Instant::now();
        let (opponent, signals) = (&mut self.opponent, Signals::default());
        thread::scope(|scope| {
            let think = || opponent.choose(line, limits, &signals, &|| started.elapsed());
            let thinking = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, think)?;
            Ok(thinking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }
}
