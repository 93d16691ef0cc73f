//! Writing games in the export format of the standard.

use crate::tags::{ROSTER, Tags};
use crate::{Comment, End, GameResult, GameTree, Nag, Text, Visitor};
use rules::{Color, LegalMove, Outcome, Position, Variant};
use std::fmt;
use std::ops::ControlFlow;

/// The maximum width of a line that has more than one word.
const WIDTH: usize = 80;

/// A visitor that writes games in export format: the seven tags of the roster first and in order,
/// then the others sorted; moves in SAN with their numbers, lines of 80 columns.
///
/// Two things are changed so that other programs read the same game: tags that are missing or contradict the moves
/// (`Result`, `SetUp`) are set, and a `}` in a comment, which a brace comment cannot contain, becomes `)`.
///
/// A game appears in [`Writer::text`] when it has ended. A game without a starting position is not written.
///
/// ```
/// use tabiya_pgn::{Reader, Writer};
///
/// let mut writer = Writer::default();
/// Reader::from_slice(b"1.e2e4! {best by test} e5 1/2").read_all(&mut writer)?;
/// assert!(writer.text().ends_with("1. e4 $1 {best by test} 1... e5 1/2-1/2\n\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Writer {
    text: String,
    tags: Tags,
    moves: Lines,
    start: Option<Position>,
    /// Whether the next move needs its number even if it is Black's.
    number_needed: bool,
    /// Whether a variation was opened whose parenthesis is not written yet: it goes directly before the first move.
    opens: bool,
    /// What `number_needed` was before that parenthesis.
    number_was_needed: bool,
}

impl Writer {
    /// The games written so far, each followed by an empty line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Takes the games written so far.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    fn step(&mut self, position: &Position, step: &str) {
        let number = position.fullmoves();
        match position.turn() {
            Color::White => self.put(&format!("{number}.")),
            Color::Black if self.number_needed => self.put(&format!("{number}...")),
            Color::Black => {}
        }
        self.number_needed = false;
        self.put(step);
    }

    /// Writes a word, after the opening parenthesis if one is pending.
    fn put(&mut self, word: &str) {
        if std::mem::take(&mut self.opens) {
            self.moves.put(&["(", word].concat());
        } else {
            self.moves.put(word);
        }
    }

    /// Writes the tags as the export format requires.
    fn write_tags(&mut self, end: &End<'_>, start: &Position) {
        // The reader ignores the case of these names, so they must not occur twice.
        for name in ["FEN", "SetUp", "Variant"] {
            self.tags.spell(name);
        }
        let outcome = end.outcome();
        self.tags.set_known("Result", GameResult::from(outcome).tag());
        if let Some(Outcome::HalfPoint(_)) = outcome {
            self.tags.set_known("Score", outcome.map_or("*", Outcome::as_str));
        }
        if self.tags.get("FEN").is_some() || *start != Position::start() {
            self.tags.set_known("FEN", &start.fen());
            self.tags.set_known("SetUp", "1");
        }
        if self.tags.get("FEN").is_none() && self.tags.get("SetUp").is_some() {
            self.tags.set_known("SetUp", "0");
        }
        if start.variant() == Variant::Chess960 && self.tags.get("Variant").is_none() {
            self.tags.set_known("Variant", "Chess960");
        }
        for name in ROSTER {
            let unknown = if name == "Date" { "????.??.??" } else { "?" };
            write_tag(&mut self.text, name, self.tags.get(name).unwrap_or(unknown));
        }
        let mut others: Vec<_> = self.tags.iter().filter(|(name, _)| !ROSTER.contains(name)).collect();
        others.sort_unstable();
        for (name, value) in others {
            write_tag(&mut self.text, name, value);
        }
        self.text.push('\n');
    }
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for character in value.chars() {
        if matches!(character, '"' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    text.push_str("\"]\n");
}

impl Visitor for Writer {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.tags.set_known(&name.decode(), &value.decode());
    }

    fn begin(&mut self, start: &Position) -> ControlFlow<()> {
        self.start = Some(*start);
        self.number_needed = true;
        ControlFlow::Continue(())
    }

    fn play(&mut self, legal: LegalMove<'_>) {
        self.step(legal.position(), &legal.san());
    }

    fn pass(&mut self, position: &Position) {
        self.step(position, "--");
    }

    fn nag(&mut self, nag: Nag) {
        self.put(&nag.to_string());
    }

    fn comment(&mut self, comment: Comment<'_>) {
        let text = comment.text();
        if text.is_empty() {
            return;
        }
        if std::mem::take(&mut self.opens) {
            self.moves.put("(");
            self.moves.glue();
        }
        self.number_needed = true;
        // Only a semicolon comment can contain a brace, and not every reader knows semicolon comments.
        self.moves.put_braces(&text.replace('}', ")"));
    }

    fn begin_variation(&mut self) {
        if std::mem::take(&mut self.opens) {
            self.moves.put("(");
        }
        self.opens = true;
        self.number_was_needed = self.number_needed;
        self.number_needed = true;
    }

    fn end_variation(&mut self) {
        if std::mem::take(&mut self.opens) {
            self.number_needed = self.number_was_needed; // an empty variation is not written
        } else {
            self.moves.close();
            self.number_needed = true;
        }
    }

    fn end(&mut self, end: End<'_>) {
        if let Some(start) = self.start.take() {
            self.write_tags(&end, &start);
            self.moves.put(GameResult::from(end.outcome()).marker());
            self.text.push_str(&self.moves.text);
            self.text.push_str("\n\n");
        }
        *self = Writer { text: self.take(), ..Writer::default() };
    }
}

/// Words, broken into lines.
#[derive(Clone, Debug, Default)]
struct Lines {
    text: String,
    /// Characters in the last line.
    column: usize,
    /// Whether the next word follows without a space.
    glued: bool,
}

impl Lines {
    fn put(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 && !self.glued {
            if self.column + 1 + length > WIDTH {
                self.end_line();
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.glued = false;
        self.text.push_str(word);
        self.column += length;
    }

    fn glue(&mut self) {
        self.glued = true;
    }

    fn close(&mut self) {
        // A line that is one character too long is better than a parenthesis on its own line.
        self.glue();
        self.put(")");
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
        self.glued = false;
    }

    /// Writes a comment in braces. Lines break only at a single space between two words, so that the comment is read
    /// back unchanged.
    fn put_braces(&mut self, comment: &str) {
        let mut words = comment.split(' ').peekable();
        let mut before = "";
        let mut opening = "{";
        while let Some(word) = words.next() {
            let closing = if words.peek().is_none() { "}" } else { "" };
            let whole = [opening, word, closing].concat();
            // Other readers treat a percent sign at the start of a line as an escape.
            if opening.is_empty() && (before.is_empty() || word.is_empty() || word.starts_with('%')) {
                self.text.push(' ');
                self.column += 1;
                self.glue();
            }
            self.put(&whole);
            (before, opening) = (word, "");
        }
    }
}

/// The game in PGN export format.
impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer::default();
        self.visit(&mut writer);
        f.write_str(writer.text().strip_suffix('\n').unwrap_or_default())
    }
}
