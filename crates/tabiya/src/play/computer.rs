//! The computer opponent.

use engine::{Level, Limits, Line, Opponent, SearchResult, Signals};
use game::{Game, Timestamp};
use opponent::{Reply, Task};
use rules::Color;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::thread;
use std::time::Instant;

/// Deep lines need a large stack.
const STACK_SIZE: usize = 64 << 20;

pub(super) struct Computer {
    pub(super) color: Color,
    opponent: Opponent,
}

impl Computer {
    /// An opponent of this level. It makes different mistakes in every game.
    pub(super) fn new(level: Level, color: Color) -> Computer {
        let seed = RandomState::new().build_hasher().finish();
        Computer { color, opponent: Opponent::new(level, seed) }
    }

    /// What the computer does now: its move, or its answer to an offer or a request. Empty if there is nothing to do.
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

    fn search(&mut self, line: &Line, limits: &Limits) -> io::Result<SearchResult> {
        let started = Instant::now();
        let (opponent, signals) = (&mut self.opponent, Signals::default());
        thread::scope(|scope| {
            let think = || opponent.choose(line, limits, &signals, &|| started.elapsed());
            let thinking = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, think)?;
            Ok(thinking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }
}
