//! The moves of a game as JSON, written one by one.
//!
//! A move is open until the next one begins, because comments and variations follow it in a file. Its comments and
//! annotations are collected until then; its variations are written at once. There is one exception: an alternative to
//! the first move of a variation is listed beside that variation, so it is buffered until the variation ends.

use super::game::push_fields;
use pgn::{Command, Comment, Nag, Score};
use serde::Serialize;
use std::mem::take;

/// The lines that are open, the main line first.
pub(super) struct Moves {
    lines: Vec<Line>,
    /// The buffers of alternatives to the first move of a variation, the innermost last.
    kept: Vec<String>,
}

/// The main line or a variation.
#[derive(Default)]
struct Line {
    /// The last move, which is not yet complete.
    open: Option<Notes>,
    /// How many moves have begun.
    moves: usize,
    /// The comments before the first move of a variation.
    before: Vec<String>,
    nags: Vec<u8>,
    /// Whether it is written to its own buffer.
    is_kept: bool,
    /// Alternatives to its first move, as JSON.
    alternatives: Vec<String>,
}

/// The comments and annotations of a move.
#[derive(Default, Serialize)]
struct Notes {
    #[serde(skip)]
    has_variations: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments_before: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    /// Whether the score sheet marks it with (=).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    draw_offer: bool,
    /// Milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    clk: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    emt: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<Eval>,
}

#[derive(Serialize)]
struct Eval {
    #[serde(flatten)]
    score: EvalScore,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum EvalScore {
    Cp(i32),
    Mate(i32),
}

impl Default for Moves {
    fn default() -> Moves {
        Moves { lines: vec![Line::default()], kept: Vec::new() }
    }
}

impl Moves {
    pub(super) fn is_main_line(&self) -> bool {
        self.lines.len() == 1
    }

    fn line(&mut self) -> &mut Line {
        self.lines.last_mut().expect("the main line is never closed")
    }

    /// Writes a move in the open line. `text` is where the game is written.
    pub(super) fn step(&mut self, text: &mut String, san: &str, uci: &str) {
        if self.line().moves == 0 {
            self.open_line(text);
        }
        let text = self.kept.last_mut().unwrap_or(text);
        let line = self.lines.last_mut().expect("the main line is never closed");
        if let Some(notes) = line.open.take() {
            notes.close(text);
            text.push(',');
        }
        line.moves += 1;
        text.push_str("{\"san\":\"");
        text.push_str(san);
        text.push_str("\",\"uci\":\"");
        text.push_str(uci);
        text.push('"');
        let (nags, comments_before) = (take(&mut line.nags), take(&mut line.before));
        line.open = Some(Notes { nags, comments_before, ..Notes::default() });
    }

    /// Opens a variation at its first move, so that a variation without moves is not written.
    fn open_line(&mut self, text: &mut String) {
        let [.., parent, line] = &mut self.lines[..] else { return };
        if line.is_kept {
            self.kept.push("[".to_string());
            return;
        }
        let text = self.kept.last_mut().unwrap_or(text);
        let notes = parent.open.as_mut().expect("a variation replaces a move");
        text.push_str(if notes.has_variations { ",[" } else { ",\"variations\":[[" });
        notes.has_variations = true;
    }

    /// Annotates the open move or, before the first move, the first one.
    pub(super) fn nag(&mut self, nag: Nag) {
        let line = self.line();
        match &mut line.open {
            Some(notes) => notes.nags.push(nag.0),
            None => line.nags.push(nag.0),
        }
    }

    pub(super) fn comment(&mut self, comment: String) {
        let line = self.line();
        match &mut line.open {
            Some(notes) => notes.comments.push(comment),
            None => line.before.push(comment),
        }
    }

    pub(super) fn begin_variation(&mut self) {
        let is_kept = !self.is_main_line() && self.line().moves == 1;
        self.lines.push(Line { is_kept, ..Line::default() });
    }

    pub(super) fn end_variation(&mut self, text: &mut String) {
        if self.is_main_line() {
            return;
        }
        let Some(mut line) = self.lines.pop() else { return };
        let Some(notes) = line.open.take() else {
            // Comments in a variation without moves belong to the move that the variation is attached to.
            line.before.into_iter().for_each(|comment| self.comment(comment));
            return;
        };
        {
            let text = self.kept.last_mut().unwrap_or(text);
            notes.close(text);
            text.push(']');
        }
        if line.is_kept {
            let own = self.kept.pop().expect("a line that is kept has its own buffer");
            let variation = self.line();
            variation.alternatives.push(own);
            variation.alternatives.append(&mut line.alternatives);
        } else {
            let text = self.kept.last_mut().unwrap_or(text);
            for alternative in line.alternatives {
                text.push(',');
                text.push_str(&alternative);
            }
        }
    }

    /// Ends the game, and closes variations that are still open.
    pub(super) fn end(&mut self, text: &mut String) {
        while !self.is_main_line() {
            self.end_variation(text);
        }
        if let Some(notes) = self.line().open.take() {
            notes.close(text);
        }
    }
}

impl Notes {
    /// Writes the rest of a move.
    fn close(mut self, text: &mut String) {
        if self.has_variations {
            text.push(']');
        }
        for index in 0..self.comments.len() {
            let comment = take(&mut self.comments[index]);
            let told = Comment::new(comment.as_bytes());
            told.commands().for_each(|command| self.note(&command));
            self.draw_offer |= told.offers_draw();
            self.comments[index] = comment;
        }
        push_fields(text, true, &self);
        text.push('}');
    }

    fn note(&mut self, command: &Command) {
        match *command {
            Command::Clock(time) => self.clk = Some(time.as_millis() as u64),
            Command::Elapsed(time) => self.emt = Some(time.as_millis() as u64),
            Command::Evaluation { score, depth } => {
                let score = match score {
                    Score::Centipawns(number) => EvalScore::Cp(number),
                    Score::Mate(number) => EvalScore::Mate(number),
                };
                self.eval = Some(Eval { score, depth });
            }
            _ => {}
        }
    }
}
