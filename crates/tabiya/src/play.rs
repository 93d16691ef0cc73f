//! `tabiya play`: two people at one terminal, line by line.

use crate::diagram::{Diagram, Glyphs, wrapped};
use crate::input::StartArgs;
use crate::mating::Mating;
use crate::status::{Status, name, to_move};
use rules::{Color, LegalMove, MoveError, Position};
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

/// Play chess in the terminal, two people at one keyboard
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Two people play each other (so far the only way)
    #[arg(long)]
    two: bool,

    #[command(flatten)]
    start: StartArgs,

    /// Draw the pieces as letters
    #[arg(long)]
    ascii: bool,
}

const HELP: &str = "\
A move is written as e4, Nf3, exd5, O-O, e8=Q or as e2e4, e7e8q. Besides moves:
  moves   the legal moves
  board   the board again
  fen     the position as FEN
  flip    turn the board round
  undo    take the last move back
  resign  the side to move gives up
  quit    leave the game unfinished
  help    this text
The game ends by checkmate, stalemate, a dead position or resignation, which
always loses. Other draws are not judged here, and there are no clocks.";

pub(crate) fn run(args: &Args) -> io::Result<ExitCode> {
    let start = match args.start.position() {
        Ok(position) => position,
        Err(bad) => {
            let _ = writeln!(io::stderr(), "error: {bad}");
            return Ok(ExitCode::FAILURE);
        }
    };
    let stdin = io::stdin();
    let typed = stdin.is_terminal();
    let mut table = Table {
        game: Score { start, moves: Vec::new() },
        glyphs: if args.ascii { Glyphs::Letters } else { Glyphs::Figurines },
        seen_by: Color::White,
        output: io::stdout().lock(),
    };
    let ending = table.sit(stdin.lock(), typed)?;
    table.close(ending)?;
    Ok(ExitCode::SUCCESS)
}

/// The game so far.
struct Score {
    start: Position,
    moves: Vec<Played>,
}

struct Played {
    san: String,
    after: Position,
}

impl Score {
    fn position(&self) -> &Position {
        self.moves.last().map_or(&self.start, |played| &played.after)
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let legal = self.position().parse_move(text)?;
        let played = Played { san: legal.san(), after: legal.play() };
        self.moves.push(played);
        Ok(())
    }

    /// The moves with their numbers, as on a score sheet: `1. f3 e5 2. g4 Qh4# 0-1`.
    fn text(&self, result: &str) -> String {
        let mut words = Vec::new();
        let mut before = &self.start;
        for played in &self.moves {
            match before.turn() {
                Color::White => words.push(format!("{}. {}", before.fullmoves(), played.san)),
                Color::Black if words.is_empty() => {
                    words.push(format!("{}... {}", before.fullmoves(), played.san));
                }
                Color::Black => words.push(played.san.clone()),
            }
            before = &played.after;
        }
        wrapped(words.iter().map(String::as_str).chain([result]))
    }
}

/// What a line asks for.
enum Command<'l> {
    Move(&'l str),
    Moves,
    Board,
    Fen,
    Flip,
    Undo,
    Resign,
    Quit,
    Help,
}

impl Command<'_> {
    fn parse(line: &str) -> Option<Command<'_>> {
        let text = line.trim();
        Some(match text.to_ascii_lowercase().as_str() {
            "" => return None,
            "moves" => Command::Moves,
            "board" => Command::Board,
            "fen" => Command::Fen,
            "flip" => Command::Flip,
            "undo" => Command::Undo,
            "resign" => Command::Resign,
            "quit" => Command::Quit,
            "help" => Command::Help,
            _ => Command::Move(text),
        })
    }
}

/// How the sitting ended.
#[derive(Clone, Copy)]
enum Ending {
    Checkmate,
    Stalemate,
    Dead,
    Resignation,
    Unfinished,
}

struct Table<W: Write> {
    game: Score,
    glyphs: Glyphs,
    seen_by: Color,
    output: W,
}

impl<W: Write> Table<W> {
    fn sit(&mut self, mut input: impl BufRead, typed: bool) -> io::Result<Ending> {
        writeln!(self.output, "Type a move such as e4 or e2e4, or `help`.\n")?;
        self.draw()?;
        let mut line = Vec::new();
        loop {
            let position = self.game.position();
            match Status::of(position, &Mating::of(position)) {
                Status::Checkmate => return Ok(Ending::Checkmate),
                Status::Stalemate => return Ok(Ending::Stalemate),
                Status::Dead => return Ok(Ending::Dead),
                Status::Ongoing => self.prompt(typed)?,
            }
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                if typed {
                    writeln!(self.output)?; // the end of input leaves the cursor behind the prompt
                }
                return Ok(Ending::Unfinished);
            }
            let text = String::from_utf8_lossy(&line);
            let Some(command) = Command::parse(&text) else { continue };
            if let Some(ending) = self.obey(command)? {
                return Ok(ending);
            }
        }
    }

    fn prompt(&mut self, typed: bool) -> io::Result<()> {
        let question = to_move(self.game.position());
        // A line from a pipe is not echoed: the question then has to end its own line.
        let end = if typed { " " } else { "\n" };
        write!(self.output, "{question}:{end}")?;
        self.output.flush()
    }

    fn obey(&mut self, command: Command<'_>) -> io::Result<Option<Ending>> {
        match command {
            Command::Move(text) => match self.game.play(text) {
                Ok(()) => self.draw()?,
                Err(error) => self.explain(text, &error)?,
            },
            Command::Moves => self.list_moves()?,
            Command::Board => self.draw()?,
            Command::Fen => writeln!(self.output, "{}", self.game.position().fen())?,
            Command::Flip => {
                self.seen_by = !self.seen_by;
                self.draw()?;
            }
            Command::Undo => match self.game.moves.pop() {
                Some(played) => {
                    writeln!(self.output, "{} is taken back.", played.san)?;
                    self.draw()?;
                }
                None => writeln!(self.output, "There is no move to take back.")?,
            },
            Command::Resign => return Ok(Some(Ending::Resignation)),
            Command::Quit => return Ok(Some(Ending::Unfinished)),
            Command::Help => writeln!(self.output, "{HELP}")?,
        }
        Ok(None)
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let moves = self.game.position().legal_moves();
        let mut names: Vec<_> = moves.iter().map(LegalMove::san).collect();
        names.sort_unstable();
        writeln!(self.output, "{}", wrapped(names.iter().map(String::as_str)))
    }

    fn explain(&mut self, text: &str, error: &MoveError) -> io::Result<()> {
        if matches!(error, MoveError::Text(_)) {
            writeln!(self.output, "{text:?} is no command and no move.")?;
        }
        writeln!(self.output, "{error}")?;
        let position = self.game.position();
        if matches!(error, MoveError::Illegal { .. }) && position.in_check() {
            writeln!(self.output, "{} is in check, and the move has to end that.", name(position.turn()))?;
        }
        writeln!(self.output, "`moves` lists what is legal, `help` tells how it is written.")
    }

    fn draw(&mut self) -> io::Result<()> {
        let board = self.game.position().board();
        let diagram = Diagram { board, glyphs: self.glyphs, seen_by: self.seen_by };
        writeln!(self.output, "{diagram}\n")
    }

    /// The result in words, and the game.
    fn close(&mut self, ending: Ending) -> io::Result<()> {
        let position = self.game.position();
        let (loser, winner) = (position.turn(), !position.turn());
        let (sentence, result) = match ending {
            Ending::Checkmate => (Status::Checkmate.sentence(position), win(winner)),
            Ending::Stalemate => (Status::Stalemate.sentence(position), "1/2-1/2"),
            Ending::Dead => (Status::Dead.sentence(position), "1/2-1/2"),
            Ending::Resignation => (format!("{} resigns: {} wins.", name(loser), name(winner)), win(winner)),
            Ending::Unfinished => ("The game is left unfinished.".to_string(), "*"),
        };
        writeln!(self.output, "{sentence}\n\n{}", self.game.text(result))?;
        self.output.flush()
    }
}

const fn win(winner: Color) -> &'static str {
    match winner {
        Color::White => "1-0",
        Color::Black => "0-1",
    }
}
