//! `tabiya play`: a game in the terminal, line by line, so that a screen reader and a pipe can follow it.

mod command;
mod computer;
mod lines;
mod sheet;
mod table;
mod words;

use crate::diagram::Glyphs;
use crate::input::StartArgs;
use crate::language::LanguageArgs;
use computer::Computer;
use engine::Level;
use game::{ClockStarts, Evidence, Game, ParseTimeControlError, PerColor, Settings, TimeControl};
use lines::Lines;
use rules::Color;
use std::io::{self, BufReader, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Instant;
use table::Table;

/// Play chess in the terminal, against the computer or another person
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The computer's level: 1 suits a child's first games, 8 is full strength
    #[arg(long, default_value_t = 3, value_name = "1-8", value_parser = clap::value_parser!(u8).range(1..=8))]
    level: u8,

    /// Two people play each other at one keyboard
    #[arg(long, conflicts_with_all = ["level", "black"])]
    two: bool,

    /// Play Black against the computer
    #[arg(long)]
    black: bool,

    /// The time for each side, such as 3+2, "5 min", 90m+30s or PGN's 40/5400+30:1800; without it there are no clocks
    #[arg(long, value_name = "TIME", default_value = "-", value_parser = time)]
    time: TimeControl,

    #[command(flatten)]
    start: StartArgs,

    /// Draw the pieces as letters
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    language: LanguageArgs,
}

fn time(text: &str) -> Result<TimeControl, ParseTimeControlError> {
    TimeControl::parse_for_people(text)
}

pub(crate) fn run(args: &Args) -> io::Result<ExitCode> {
    let language = args.language.language();
    let start = match args.start.position() {
        Ok(position) => position,
        Err(bad) => {
            let _ = writeln!(io::stderr(), "{}: {}", language.say("error", "erro"), bad.message(language));
            return Ok(ExitCode::FAILURE);
        }
    };
    let settings = Settings {
        start,
        time: PerColor::both(args.time.clone()),
        // Nobody presses a clock here, so it starts after the first move.
        clock_starts: ClockStarts::AfterFirstMove,
        ..Settings::default()
    };
    let person = if args.black { Color::Black } else { Color::White };
    let level = Level::new(args.level).filter(|_| !args.two);
    let mut table = Table {
        game: Game::new(settings),
        began: Instant::now(),
        computer: level.map(|level| Computer::new(level, !person)),
        glyphs: if args.ascii { Glyphs::Letters } else { Glyphs::Figurines },
        seen_by: person,
        evidence: Evidence::NotAsked,
        typed: io::stdin().is_terminal(),
        language,
        output: io::stdout().lock(),
    };
    let lines = Lines::of(BufReader::new(io::stdin()))?;
    table.run(&lines)?;
    Ok(ExitCode::SUCCESS)
}
