//! `tabiya inspect`: what the laws say about a position.

use crate::diagram::{Diagram, Glyphs, wrapped};
use crate::input::{BadInput, VariantArgs, parse_position};
use crate::language::{Language, LanguageArgs};
use crate::mating::{CanWin, Mating, MatingWords};
use crate::status::{Status, name, source};
use game::Termination;
use rules::{Color, Position};
use serde::Serialize;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::process::ExitCode;

/// Show what the laws say about positions: side to move, check, legal moves, who can still checkmate
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Positions, each in quotes; if there are none, one per line is read from stdin (blank lines are skipped)
    #[arg(value_name = "FEN")]
    fens: Vec<OsString>,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,

    /// Also show the mating line of each side, or why there is none
    #[arg(long)]
    why: bool,

    #[command(flatten)]
    variant: VariantArgs,

    #[command(flatten)]
    language: LanguageArgs,
}

pub(crate) fn run(args: Args) -> io::Result<ExitCode> {
    let Args { fens, json, why, variant, language } = args;
    let language = language.language();
    if let [placement, turn, ..] = fens.as_slice()
        && !placement.as_encoded_bytes().contains(&b' ')
        && (turn == "w" || turn == "b")
    {
        let quotes = language.say(
            "error: a FEN is one argument: put it in quotes",
            "erro: um FEN é um só argumento: ponha-o entre aspas",
        );
        let _ = writeln!(io::stderr(), "{quotes}");
        return Ok(ExitCode::from(2));
    }
    let mut inspector = Inspector {
        variant,
        // JSON for programs is always in English.
        language: if json { Language::En } else { language },
        json,
        why,
        output: BufWriter::new(io::stdout().lock()),
        answers: 0,
        all_fine: true,
    };
    if fens.is_empty() {
        inspector.inspect_lines(io::stdin().lock())?;
    } else {
        for fen in fens {
            inspector.inspect(fen.as_encoded_bytes(), None)?;
        }
    }
    inspector.output.flush()?;
    Ok(if inspector.all_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// No position needs more, and a longer line must not fill the memory.
const MAX_LINE: u64 = 1 << 16;

struct Inspector<W: Write> {
    variant: VariantArgs,
    language: Language,
    json: bool,
    why: bool,
    output: W,
    answers: u64,
    all_fine: bool,
}

impl<W: Write> Inspector<W> {
    fn inspect_lines(&mut self, input: impl Read) -> io::Result<()> {
        let mut input = BufReader::with_capacity(1 << 16, input);
        let mut line = Vec::new();
        for number in 1u64.. {
            // The sender of the next line may be waiting for this answer.
            if !input.buffer().contains(&b'\n') {
                self.output.flush()?;
            }
            line.clear();
            if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            if line.len() as u64 == MAX_LINE && line.last() != Some(&b'\n') {
                input.skip_until(b'\n')?;
                self.refuse(&BadInput::too_long(&line), Some(number))?;
                continue;
            }
            let text = line.strip_suffix(b"\n").unwrap_or(&line);
            let text = text.strip_suffix(b"\r").unwrap_or(text);
            // Some editors begin a file with a byte order mark.
            let text = if number == 1 { text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text) } else { text };
            if !text.trim_ascii().is_empty() {
                self.inspect(text, Some(number))?;
            }
        }
        Ok(())
    }

    /// Answers one input; `line` is its number if it is one of many.
    fn inspect(&mut self, text: &[u8], line: Option<u64>) -> io::Result<()> {
        match parse_position(text, self.variant.variant()) {
            Ok(position) => self.answer(&position),
            Err(bad) => self.refuse(&bad, line),
        }
    }

    fn answer(&mut self, position: &Position) -> io::Result<()> {
        let inspection = Inspection::of(position, self.why, self.language);
        if self.json {
            return self.write_json(&inspection);
        }
        if self.answers > 0 {
            writeln!(self.output)?;
        }
        self.answers += 1;
        inspection.write_text(position, self.language, &mut self.output)
    }

    fn refuse(&mut self, bad: &BadInput, line: Option<u64>) -> io::Result<()> {
        self.all_fine = false;
        if self.json {
            return self.write_json(bad);
        }
        // Earlier answers must not appear after this error.
        self.output.flush()?;
        let mut stderr = io::stderr().lock();
        let (error, message) = (self.language.say("error", "erro"), bad.message(self.language));
        let _ = match line {
            Some(line) => {
                writeln!(stderr, "{error}: {} {line}: {message}", self.language.say("line", "linha"))
            }
            None => writeln!(stderr, "{error}: {message}"),
        };
        Ok(())
    }

    fn write_json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.output, value)?;
        self.output.write_all(b"\n")
    }
}

#[derive(Serialize)]
struct Inspection {
    fen: String,
    turn: String,
    check: bool,
    legal: Vec<NamedMove>,
    status: Status,
    can_win: CanWin,
    /// The article of FIDE's Laws by which the position ends the game; omitted while play goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<MatingWords>,
}

#[derive(Serialize)]
struct NamedMove {
    uci: String,
    san: String,
}

impl Inspection {
    fn of(position: &Position, why: bool, language: Language) -> Inspection {
        let mating = Mating::of(position);
        let moves = position.legal_moves();
        let mut legal: Vec<_> = moves
            .iter()
            .map(|legal| NamedMove { uci: legal.uci(), san: legal.san_with(language.letters()) })
            .collect();
        legal.sort_unstable_by(|one, other| one.uci.cmp(&other.uci));
        let status = Status::of(position, &mating);
        Inspection {
            fen: position.fen(),
            turn: position.turn().to_string(),
            check: position.in_check(),
            legal,
            status,
            can_win: mating.can_win(),
            article: status.termination(position).and_then(Termination::article),
            why: why.then(|| mating.why(position, language)),
        }
    }

    fn write_text(&self, position: &Position, language: Language, output: &mut impl Write) -> io::Result<()> {
        let diagram = Diagram { board: position.board(), glyphs: Glyphs::Letters, seen_by: Color::White };
        let source = self.status.termination(position).map(|ended| format!(" {}", source(ended, language)));
        let sentence = self.status.sentence(position, language);
        writeln!(output, "{diagram}\n\n{sentence}{}", source.unwrap_or_default())?;
        let moves = wrapped(self.legal.iter().map(|legal| legal.san.as_str()));
        match self.legal.len() {
            0 => writeln!(output, "{}", language.say("No legal move.", "Nenhum lance legal."))?,
            1 => writeln!(output, "1 {}: {moves}", language.say("legal move", "lance legal"))?,
            count => writeln!(output, "{count} {}:\n{moves}", language.say("legal moves", "lances legais"))?,
        }
        if let Some(why) = &self.why {
            for (color, why) in [(Color::White, &why.white), (Color::Black, &why.black)] {
                writeln!(output, "{}", wrapped(format!("{} {why}.", name(color, language)).split(' ')))?;
            }
        }
        writeln!(output, "FEN: {}", self.fen)
    }
}
