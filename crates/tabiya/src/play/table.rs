//! One game in the terminal: reads commands, applies them to the game, and prints what happens.

use super::command::{AJUDA, Command, HELP};
use super::computer::Computer;
use super::lines::{Input, Lines};
use super::{sheet, words};
use crate::diagram::{Diagram, Glyphs, wrapped};
use crate::language::Language;
use crate::portuguese;
use crate::status::{name, to_move};
use game::{Action, EventKind, Evidence, Game, MoveRequest, Refusal, Timestamp};
use rules::{Color, Letters, MoveError};
use std::io::{self, Write};
use std::time::{Duration, Instant};

pub(super) struct Table<W: Write> {
    pub(super) game: Game,
    /// When the game began.
    pub(super) began: Instant,
    pub(super) computer: Option<Computer>,
    pub(super) glyphs: Glyphs,
    pub(super) seen_by: Color,
    /// The evidence for the ending.
    pub(super) evidence: Evidence,
    /// Whether lines are typed on a terminal, which echoes them.
    pub(super) typed: bool,
    pub(super) language: Language,
    pub(super) output: W,
}

impl<W: Write> Table<W> {
    /// Plays until the game is over or the player quits.
    pub(super) fn run(&mut self, lines: &Lines) -> io::Result<()> {
        let hint = self.language.say(
            "Type a move such as e4 or e2e4, or `help`.",
            "Escreva um lance, como e4 ou e2e4, ou `ajuda`.",
        );
        writeln!(self.output, "{hint}\n")?;
        self.draw()?;
        while self.game.termination().is_none() {
            if self.computer_acts()? {
                continue;
            }
            self.prompt()?;
            let left = self.game.next_deadline().map(|deadline| deadline.since(self.now()));
            match lines.next(left.map(|left| Duration::from_millis(left.millis())))? {
                Input::Line(line) => match Command::parse(&line) {
                    Some(Command::Quit) => break,
                    Some(command) => self.execute(command)?,
                    None => {}
                },
                // A flag may fall while nobody types.
                Input::Timeout => self.apply(Action::Tick)?,
                Input::Closed => break,
            }
        }
        self.close()
    }

    fn now(&self) -> Timestamp {
        Timestamp::from_millis(u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn prompt(&mut self) -> io::Result<()> {
        let question = to_move(self.game.position(), self.language);
        let clocks = self.clocks().map_or(String::new(), |clocks| format!(" ({clocks})"));
        // A line from a pipe is not echoed, so the prompt has to end its own line.
        let end = if self.typed { " " } else { "\n" };
        write!(self.output, "{question}{clocks}:{end}")?;
        self.output.flush()
    }

    /// The text of the clocks, if there are any.
    fn clocks(&self) -> Option<String> {
        let shown = self.game.clocks(self.now());
        let side = |color| shown[color].map(|left| format!("{} {left}", name(color, self.language)));
        let sides: Vec<_> = Color::ALL.into_iter().filter_map(side).collect();
        (!sides.is_empty()).then(|| sides.join(", "))
    }

    fn execute(&mut self, command: Command<'_>) -> io::Result<()> {
        let turn = self.game.turn();
        match command {
            Command::Move { text, offer_draw } => match self.in_english(text) {
                Ok(text) => {
                    let (request, lag) = (MoveRequest::Text(text), game::Duration::ZERO);
                    self.apply(Action::Move { by: None, request, offer_draw, lag })?;
                }
                Err(error) => self.explain_move(&error)?,
            },
            Command::Draw => self.apply(Action::Draw(turn))?,
            Command::Claim(text) => match self.in_english(text) {
                Ok(text) => {
                    self.apply(Action::Claim { by: turn, intended: Some(MoveRequest::Text(text)) })?;
                }
                Err(error) => self.explain_move(&error)?,
            },
            Command::Accept => self.apply(Action::Accept(self.responder()))?,
            Command::Decline => self.apply(Action::Decline(self.responder()))?,
            Command::Takeback => self.take_back()?,
            Command::Resign => self.apply(Action::Resign(turn))?,
            Command::Moves => self.list_moves()?,
            Command::Board => self.draw()?,
            Command::Clock => match self.clocks() {
                Some(clocks) => writeln!(self.output, "{clocks}")?,
                None => writeln!(
                    self.output,
                    "{}",
                    self.language.say("This game has no clocks.", "Esta partida não tem relógios.")
                )?,
            },
            Command::Fen => writeln!(self.output, "{}", self.game.position().fen())?,
            Command::Flip => {
                self.seen_by = !self.seen_by;
                self.draw()?;
            }
            Command::Help => writeln!(self.output, "{}", self.language.say(HELP, AJUDA))?,
            Command::Quit => {}
        }
        Ok(())
    }

    /// Translates a move with Portuguese letters. English letters and UCI are accepted too if they are not a move in
    /// Portuguese: R is always the king.
    fn in_english(&self, text: &str) -> Result<String, MoveError> {
        if self.language == Language::En {
            return Ok(text.to_string());
        }
        match self.game.position().parse_san_with(text, Letters::Portuguese) {
            Ok(legal) => Ok(legal.uci()),
            Err(MoveError::Text(_)) => Ok(text.to_string()),
            Err(error) => Err(error),
        }
    }

    /// The player who has an offer to answer. At one keyboard, either player may type the answer.
    fn responder(&self) -> Color {
        self.game.draw_offer().map_or(self.game.turn(), |offerer| !offerer)
    }

    /// Against the computer, moves are taken back until it is the player's turn; at one keyboard, only the last move.
    fn take_back(&mut self) -> io::Result<()> {
        if let Some(computer) = &self.computer {
            return self.apply(Action::Takeback(!computer.color));
        }
        let asker = !self.game.turn();
        self.apply(Action::Takeback(asker))?;
        // At one keyboard the opponent's consent is assumed.
        if self.game.takeback_request() == Some(asker) {
            self.apply(Action::Takeback(!asker))
        } else {
            Ok(())
        }
    }

    /// Lets the computer act, if it has something to do. Returns whether it did.
    fn computer_acts(&mut self) -> io::Result<bool> {
        let now = self.now();
        let Some(computer) = &mut self.computer else { return Ok(false) };
        let (color, replies) = (computer.color, computer.replies(&self.game, now)?);
        for reply in &replies {
            self.apply(reply.action(color))?;
        }
        Ok(!replies.is_empty())
    }

    /// Applies an action, or prints why it is refused.
    fn apply(&mut self, action: Action) -> io::Result<()> {
        let before = sheet::moves(&self.game, self.language.letters());
        match self.game.apply(self.now(), action) {
            Ok(events) => {
                for event in events {
                    self.tell(event.kind, &before)?;
                }
                Ok(())
            }
            Err(refusal) => self.explain(&refusal),
        }
    }

    fn tell(&mut self, what: EventKind, before: &[String]) -> io::Result<()> {
        match what {
            EventKind::Moved { .. } => {
                let mover = !self.game.turn();
                if self.computer.as_ref().is_some_and(|computer| computer.color == mover) {
                    let san = sheet::moves(&self.game, self.language.letters()).pop().unwrap_or_default();
                    let plays = self.language.say("plays", "jogam");
                    writeln!(self.output, "{} {plays} {san}.\n", name(mover, self.language))?;
                }
                self.draw()
            }
            EventKind::DrawOffered { by } if self.computer.is_none() => {
                let offers = self
                    .language
                    .say("offers a draw: `accept` or `decline`.", "propõem empate: `aceitar` ou `recusar`.");
                writeln!(self.output, "{} {offers}", name(by, self.language))
            }
            EventKind::DrawOffered { by } => {
                let offers = self.language.say("offers a draw.", "propõem empate.");
                writeln!(self.output, "{} {offers}", name(by, self.language))
            }
            EventKind::DrawDeclined { by } => {
                let declines = self.language.say("declines the draw.", "recusam o empate.");
                writeln!(self.output, "{} {declines}", name(by, self.language))
            }
            EventKind::ClaimRejected { by, .. } => {
                writeln!(self.output, "{}", words::claim_rejected(by, self.language))
            }
            EventKind::TakenBack { moves } => {
                let taken = &before[before.len().saturating_sub(moves)..];
                for san in taken.iter().rev() {
                    writeln!(self.output, "{san} {}", self.language.say("is taken back.", "é desfeito."))?;
                }
                self.draw()
            }
            EventKind::DeadPositionUndecided => {
                let undecided = self.language.say(
                    "Whether the position is dead was not decided: play goes on.",
                    "Não se decidiu se a posição está morta: o jogo continua.",
                );
                writeln!(self.output, "{undecided}")
            }
            EventKind::Ended { evidence, .. } => {
                if self.typed && matches!(evidence, Evidence::MatingLine(_) | Evidence::NoMate(_)) {
                    writeln!(self.output)?; // the flag may have fallen while the prompt was shown
                }
                self.evidence = evidence;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn explain(&mut self, refusal: &Refusal) -> io::Result<()> {
        match refusal {
            Refusal::Move(error) => self.explain_move(error),
            refusal if self.language == Language::Pt => {
                writeln!(self.output, "{}", portuguese::refusal(refusal))
            }
            Refusal::NothingToTakeBack(_) => writeln!(self.output, "There is no move to take back."),
            refusal => {
                let text = refusal.to_string();
                let mut letters = text.chars();
                let first = letters.next().map(|letter| letter.to_uppercase().to_string());
                writeln!(self.output, "{}{}.", first.unwrap_or_default(), letters.as_str())
            }
        }
    }

    fn explain_move(&mut self, error: &MoveError) -> io::Result<()> {
        if let MoveError::Text(_) = error {
            let neither = self
                .language
                .say("That is neither a command nor a move.", "Isto não é um comando nem um lance.");
            writeln!(self.output, "{neither}")?;
        }
        let (told, hint) = match self.language {
            Language::En => {
                (error.to_string(), "`moves` lists the legal moves, `help` explains the notation.")
            }
            Language::Pt => (
                portuguese::move_error(error),
                "`lances` mostra os lances legais, `ajuda` explica a notação.",
            ),
        };
        writeln!(self.output, "{told}\n{hint}")
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let moves = self.game.position().legal_moves();
        let mut names: Vec<_> = moves.iter().map(|legal| legal.san_with(self.language.letters())).collect();
        names.sort_unstable();
        writeln!(self.output, "{}", wrapped(names.iter().map(String::as_str)))
    }

    fn draw(&mut self) -> io::Result<()> {
        let board = self.game.position().board();
        let diagram = Diagram { board, glyphs: self.glyphs, seen_by: self.seen_by };
        writeln!(self.output, "{diagram}\n")
    }

    /// Prints the result and the game.
    fn close(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let result = match self.game.termination() {
            Some(termination) => {
                writeln!(self.output, "{}", words::ending(termination, position, self.language))?;
                if let Some(reason) = words::reason(termination, &self.evidence, position, self.language) {
                    writeln!(self.output, "{reason}")?;
                }
                self.game.result().to_string()
            }
            None => {
                let left = self.language.say("The game is left unfinished.", "A partida fica inacabada.");
                writeln!(self.output, "{}{left}", if self.typed { "\n" } else { "" })?;
                "*".to_string()
            }
        };
        writeln!(self.output, "\n{}", sheet::sheet(&self.game, &result, self.language.letters()))?;
        self.output.flush()
    }
}
