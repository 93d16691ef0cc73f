//! The computer at the other side of the board.

use engine::time::Clock;
use engine::{Budget, Level, Limits, Line, Opponent, Outcome, Signals, Value, agrees_to_draw, claims_draw};
use game::Game;
use rules::{Color, Intent, Move};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::thread;
use std::time::{Duration, Instant};

/// Nobody waits longer for a move at a terminal, however much time is on the clock.
const LONGEST: Budget = Budget { soft: Duration::from_secs(2), hard: Duration::from_secs(4) };

/// What is lost between the clock and the engine.
const OVERHEAD: Duration = Duration::from_millis(30);

/// Deep lines need room.
const STACK: usize = 64 << 20;

pub(super) struct Computer {
    pub(super) color: Color,
    opponent: Opponent,
    /// What it thought of its game when it last moved; nothing before that.
    value: Option<Value>,
}

impl Computer {
    /// An opponent of that level, with mistakes of its own in every game.
    pub(super) fn new(level: Level, color: Color) -> Computer {
        let seed = RandomState::new().build_hasher().finish();
        Computer { color, opponent: Opponent::new(level, seed), value: None }
    }

    /// Whether it takes a draw that is offered.
    pub(super) fn agrees_to_draw(&self, game: &Game) -> bool {
        self.value.is_some_and(|value| agrees_to_draw(game.position(), self.color, value))
    }

    /// Whether it claims a draw that can be had at once.
    pub(super) fn claims_draw(&self) -> bool {
        self.value.is_some_and(claims_draw)
    }

    /// The move it plays, on what its clock shows.
    pub(super) fn choose(&mut self, game: &Game, left: Option<Duration>) -> io::Result<Option<Intent>> {
        let mut line = Line::new(game.settings().start);
        for (before, played) in game.positions().zip(game.record()) {
            line.play(before.legal(played.mv).expect("the record has legal moves"));
        }
        let time = left.map(|left| {
            let budget = Clock { left, increment: Duration::ZERO, moves_to_go: None }.budget(OVERHEAD);
            Budget { soft: budget.soft.min(LONGEST.soft), hard: budget.hard.min(LONGEST.hard) }
        });
        let limits = Limits { time, ..Limits::default() };
        let outcome = self.search(&line, &limits)?;
        self.value = Some(outcome.value);
        Ok(outcome.best.map(Move::intent))
    }

    /// On a thread of its own, because deep lines need room.
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
