//! The arbiter: one JSON action per line, with one answer each.

use crate::answer::Answer;
use crate::codes::RefusalCode;
use crate::line::{ArbiterLine, ArbiterRequest};
use crate::state::{State, evidence};
use game::{Action, Event, Evidence, Game, Timestamp};

/// The current game, if there is one, and the time of its last action.
#[derive(Default)]
pub struct Arbiter {
    game: Option<Game>,
    now: Timestamp,
    evidence: Option<Evidence>,
    /// Whether a line was not understood.
    misunderstood: bool,
}

pub(crate) enum Reply {
    Started,
    Happened(Vec<Event>),
    Refused { why: String, code: RefusalCode },
}

impl Arbiter {
    /// Executes one line. It accepts any bytes.
    pub fn answer(&mut self, line: &[u8]) -> Answer {
        let reply = match ArbiterLine::parse(line) {
            Ok(line) => self.follow(line),
            Err(error) => self.misunderstand(error),
        };
        Answer::new(reply, self.game.as_ref(), self.now)
    }

    /// Whether every line so far was understood. A request that the laws refuse counts as understood.
    pub fn understood_all(&self) -> bool {
        !self.misunderstood
    }

    /// The current game, or the one that ended last.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The state of the game at a moment, with the possible moves; `None` while there is no game.
    pub fn state(&self, at: Timestamp) -> Option<State> {
        let game = self.game.as_ref()?;
        Some(State::new(game, self.now.max(at), self.evidence.as_ref()).with_dests(game))
    }

    fn misunderstand(&mut self, why: String) -> Reply {
        self.misunderstood = true;
        Reply::Refused { why, code: RefusalCode::NotUnderstood }
    }

    fn follow(&mut self, line: ArbiterLine) -> Reply {
        let at = line.at.map(Timestamp::from_millis);
        let action = match line.request {
            ArbiterRequest::Start(start) => {
                let begins = at.unwrap_or_default();
                return match start.settings(begins) {
                    Ok(settings) => {
                        self.game = Some(Game::new(settings));
                        self.now = begins;
                        self.evidence = None;
                        Reply::Started
                    }
                    Err(error) => self.misunderstand(error),
                };
            }
            ArbiterRequest::Tick => Action::Tick,
            ArbiterRequest::Act(action) => match action.game_action() {
                Ok(action) => action,
                Err(error) => return self.misunderstand(error),
            },
        };
        let Some(game) = &mut self.game else {
            let why = "there is no game: begin with {\"do\":\"start\"}".into();
            return Reply::Refused { why, code: RefusalCode::NoGame };
        };
        // T05: time never runs backward; an action without a time happens at the time of the one before.
        let at = at.unwrap_or(self.now);
        if at < self.now {
            let why = format!("at: expected {} or later, found {}", self.now.millis(), at.millis());
            self.misunderstood = true;
            return Reply::Refused { why, code: RefusalCode::TimeGoesBack };
        }
        match game.apply(at, action) {
            Ok(events) => {
                self.now = at;
                if let Some(evidence) = evidence(&events) {
                    self.evidence = Some(evidence.clone());
                }
                Reply::Happened(events)
            }
            // A refusal changes nothing, not even the time.
            Err(refusal) => Reply::Refused { why: refusal.to_string(), code: RefusalCode::from(&refusal) },
        }
    }
}
