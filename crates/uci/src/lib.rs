//! The UCI shell of the engine: commands, options, clock and threads.
//!
//! ```
//! let lines = b"position startpos moves e2e4\ngo nodes 1000\n";
//! tabiya_uci::converse(&mut &lines[..], None)?; // prints `info …` lines and `bestmove …`
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Its invariant: reading commands never waits for a search. The search runs on another thread and owns the engine
//! until it ends. Every `go` is answered by exactly one `bestmove`.

pub mod bench;
mod command;
mod options;
mod output;
mod search_thread;

use command::{Command, Go, parse};
use engine::network::Evaluation;
use engine::time::{Clock, Stalls, fixed};
use engine::{Evaluate, Limits, Line, Score};
use options::{Options, SetEffect};
use output::say;
use rules::{Position, Setup, Variant};
use search_thread::{Engine, SearchThread, Task};
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Executes commands until `quit` or the end of input, and writes to standard output. No search exceeds `max_nodes`,
/// whatever limits it is given.
pub fn converse(input: &mut impl BufRead, max_nodes: Option<u64>) -> io::Result<()> {
    let mut shell = Shell::new(max_nodes);
    while let Some(line) = read_line(input)? {
        let Some(command) = parse(&line) else { continue };
        if command == Command::Quit {
            break;
        }
        shell.execute(command);
    }
    shell.stop_search();
    Ok(())
}

/// In bytes; enough for a game of ten thousand moves. Longer lines are ignored.
const MAX_LINE: u64 = 1 << 20;

/// The next line, which need not be valid UTF-8; `None` at the end of input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
        // Skip the rest of the line.
        input.skip_until(b'\n')?;
        bytes.truncate(1);
    }
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// The state of one UCI session.
struct Shell {
    options: Options,
    line: Line,
    /// The engine, unless a search owns it.
    engine: Option<Engine>,
    search: Option<SearchThread>,
    /// Clear the hash as soon as no search owns the engine.
    must_clear: bool,
    max_nodes: Option<u64>,
    stalls: Arc<Stalls>,
    /// The engine's clock at the last `go`.
    last_clock: Option<Clock>,
}

impl Shell {
    fn new(max_nodes: Option<u64>) -> Shell {
        Shell {
            max_nodes,
            options: Options::default(),
            line: Line::new(Position::start()),
            engine: None,
            search: None,
            must_clear: false,
            stalls: Arc::default(),
            last_clock: None,
        }
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Uci => {
                say(concat!("id name Tabiya ", env!("CARGO_PKG_VERSION"), "\nid author the Tabiya team"));
                say(&format!("{}uciok", Options::declared()));
            }
            Command::IsReady => {
                if self.search.as_ref().is_none_or(SearchThread::is_finished) {
                    let engine = self.ready_engine();
                    self.engine = Some(engine);
                }
                say("readyok");
            }
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                SetEffect::Done => {}
                SetEffect::ClearHash => self.must_clear = true,
                SetEffect::Refused(why) => say(&format!("info string {why}")),
            },
            Command::NewGame => {
                self.must_clear = true;
                self.last_clock = None;
                self.options.new_game();
            }
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => {
                if let Some(search) = &self.search {
                    search.signals.stop();
                }
            }
            Command::PonderHit => {
                if let Some(search) = &self.search {
                    search.signals.ponder_hit();
                }
            }
            Command::Display => self.display(),
            Command::Evaluation => self.evaluation(),
            Command::Bench => {
                self.stop_search();
                let _ = bench::run(bench::DEFAULT_DEPTH, 1);
            }
            Command::Quit => {}
        }
    }

    /// The engine, set up as the options say; waits for a search that still owns it.
    fn ready_engine(&mut self) -> Engine {
        let Options { hash, threads, .. } = self.options;
        let idle = self.engine.take().or_else(|| self.search.take().map(SearchThread::join));
        let mut engine = idle.unwrap_or_else(|| Engine::new(Options::default().hash, threads));
        if let Err(kept) = engine.fit(hash, threads, self.options.network()) {
            say(&format!("info string Hash: not enough memory for {hash} megabytes, it stays at {kept}"));
            self.options.hash = kept;
        }
        if std::mem::take(&mut self.must_clear) {
            engine.forget();
        }
        engine
    }

    /// Stops a running search and takes the engine back.
    fn stop_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.signals.stop();
            self.engine = Some(search.join());
        }
    }

    /// An invalid position leaves the old one in place; moves are played up to the first illegal one.
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        let variant = self.options.variant;
        let start = match fen {
            None => Setup { variant, ..Setup::start() }.validate().map_err(|error| error.to_string()),
            // A position that is valid only as Chess960 is accepted even without the option.
            Some(fen) => Position::parse_fen(fen, variant)
                .or_else(|error| Position::parse_fen(fen, Variant::Chess960).map_err(|_| error))
                .map_err(|error| error.to_string()),
        };
        let mut line = match start {
            Ok(start) => Line::new(start),
            Err(why) => return say(&format!("info string {why}")),
        };
        for text in moves {
            let position = *line.last();
            match position.parse_uci(text) {
                Ok(legal) => line.play(legal),
                Err(why) => {
                    say(&format!("info string {why}"));
                    break;
                }
            }
        }
        self.line = line;
    }

    fn go(&mut self, go: &Go) {
        let started = Instant::now();
        self.stop_search();
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        let engine = self.ready_engine();
        self.observe_lag(go, engine.last_move);
        let task = Task {
            line: self.line.clone(),
            limits: self.limits(go),
            started,
            infinite: go.infinite,
            show_wdl: self.options.show_wdl,
            strength: self.options.strength(),
            human_pace: self.options.human_pace,
            stalls: Arc::clone(&self.stalls),
        };
        match SearchThread::start(engine, task, go.ponder) {
            Ok(search) => self.search = Some(search),
            Err(error) => say(&format!("info string cannot start a search thread: {error}\nbestmove 0000")),
        }
    }

    /// The engine's own clock.
    fn clock(&self, go: &Go) -> Option<Clock> {
        let turn = self.line.last().turn().index();
        let increment = go.increment[turn].unwrap_or(Duration::ZERO);
        go.time[turn].map(|left| Clock { left, increment, moves_to_go: go.moves_to_go })
    }

    /// Records the lag of the last move: the time that the clock lost beyond what the engine used. On a busy machine
    /// most of it was spent waiting for a processor.
    fn observe_lag(&mut self, go: &Go, last_move: Duration) {
        let clock = self.clock(go);
        if let (Some(before), Some(now)) = (self.last_clock, clock) {
            let spent = (before.left + before.increment).saturating_sub(now.left);
            let lost = spent.saturating_sub(last_move + self.options.overhead);
            // A larger difference means that the clock was reset.
            if lost < before.left / 2 {
                self.stalls.observe(lost);
            }
        }
        self.last_clock = clock.filter(|_| !go.ponder);
    }

    fn limits(&self, go: &Go) -> Limits {
        let position = self.line.last();
        let clock = self.clock(go);
        let overhead = self.options.overhead;
        let time = match (go.move_time, clock) {
            _ if go.infinite => None,
            (Some(time), _) => Some(fixed(time, overhead.min(time / 10))),
            (None, clock) => clock.map(|clock| clock.budget(overhead, self.stalls.longest())),
        };
        let moves = go.search_moves.iter().filter_map(|text| position.parse_uci(text).ok());
        Limits {
            depth: go.depth,
            nodes: [go.nodes, self.max_nodes].into_iter().flatten().min(),
            soft_nodes: None,
            mate: go.mate,
            time,
            moves: moves.map(rules::LegalMove::mv).collect(),
            lines: self.options.lines,
        }
    }

    fn perft(&self, depth: u32) {
        let mut total = 0;
        for legal in &self.line.last().legal_moves() {
            let count = if depth <= 1 { 1 } else { legal.play().perft(depth.min(64) - 1) };
            total += count;
            say(&format!("{}: {count}", legal.uci()));
        }
        say(&format!("\nNodes searched: {total}"));
    }

    fn display(&self) {
        let position = self.line.last();
        let (board, fen, key) = (position.board(), position.fen(), position.key());
        say(&format!("{board}\n\nFen: {fen}\nKey: {key:016x}"));
    }

    fn evaluation(&self) {
        let position = self.line.last();
        if position.in_check() {
            return say("evaluation: none, in check");
        }
        let value = Evaluation::new(self.options.network()).evaluate(position);
        say(&format!("evaluation: {} for the side to move", Score::from(value)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_bytes_and_any_length() {
        let long = vec![b'x'; 3 << 20];
        let input = [b"\xff\xfe uci\n", &long[..], b" quit\nisready"].concat();
        let mut input = &input[..];
        let mut next = || read_line(&mut input).unwrap().map(|line| parse(&line));
        assert_eq!(next(), Some(Some(Command::Uci)));
        assert_eq!(next(), Some(None)); // the rest of an overlong line is not a command
        assert_eq!(next(), Some(Some(Command::IsReady)));
        assert_eq!(next(), None);
    }
}
