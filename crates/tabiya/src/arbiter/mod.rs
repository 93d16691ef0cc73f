//! `tabiya arbiter`: games from stdin, one JSON action a line, one answer each.

mod answer;
mod request;
mod told;

pub use answer::Answer;

use game::{Event, Game, Timestamp};
use request::{Line, Request};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::process::ExitCode;

/// Run games from stdin: one JSON action a line, one JSON answer a line
///
/// {"do":"start","time":"180+2"} begins a game; {"do":"move","move":"Nf3","at":1500} goes on. Times are
/// milliseconds since the start, so that a run can be repeated exactly.
#[derive(clap::Args)]
pub struct Args {}

/// Answers every line of stdin; the exit code says whether all were understood.
pub fn run(Args {}: Args) -> io::Result<ExitCode> {
    let mut output = BufWriter::new(io::stdout().lock());
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut arbiter = Arbiter::default();
    let mut line = Vec::new();
    loop {
        // The next line may be long in coming: whoever writes it may be waiting for this answer.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        line.clear();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
            // The rest cannot make an action of it; it is passed over, not kept.
            input.skip_until(b'\n')?;
        }
        serde_json::to_writer(&mut output, &arbiter.answer(&line))?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(if arbiter.misunderstood { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// No action needs more; what goes on for longer must not fill the memory.
const LONGEST_LINE: u64 = 1 << 16;

/// The game that is on, if one is, and the time it is.
#[derive(Default)]
pub struct Arbiter {
    game: Option<Game>,
    now: Timestamp,
    /// Whether some line was not understood, which the exit code says.
    misunderstood: bool,
}

/// What became of a line.
enum Reply {
    Started,
    Happened(Vec<Event>),
    Refused(String),
}

impl Arbiter {
    /// Follows one line, whatever is in it.
    pub fn answer(&mut self, line: &[u8]) -> Answer {
        let reply = match Line::parse(line) {
            Ok(line) => self.follow(line),
            Err(error) => self.misunderstand(error),
        };
        Answer::new(reply, self.game.as_ref(), self.now)
    }

    /// The game that is on or has ended last.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    fn misunderstand(&mut self, error: String) -> Reply {
        self.misunderstood = true;
        Reply::Refused(error)
    }

    fn follow(&mut self, line: Line) -> Reply {
        let at = line.at.map(Timestamp::from_millis);
        let action = match line.request {
            Request::Start(start) => {
                let begins = at.unwrap_or_default();
                return match start.settings(begins) {
                    Ok(settings) => {
                        self.game = Some(Game::new(settings));
                        self.now = begins;
                        Reply::Started
                    }
                    Err(error) => self.misunderstand(error),
                };
            }
            request => match request.action() {
                Ok(action) => action,
                Err(error) => return self.misunderstand(error),
            },
        };
        let Some(game) = &mut self.game else {
            return Reply::Refused("there is no game: begin with {\"do\":\"start\"}".into());
        };
        // T05: time never runs backward; an action without a time comes with the last one.
        let at = self.now.max(at.unwrap_or_default());
        match game.apply(at, action) {
            Ok(events) => {
                self.now = at;
                Reply::Happened(events)
            }
            // What is refused changes nothing, not even the time.
            Err(refusal) => Reply::Refused(refusal.to_string()),
        }
    }
}
