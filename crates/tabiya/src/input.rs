//! Parses positions from untrusted bytes.

use crate::language::Language;
use crate::portuguese;
use rules::{FenError, Position, Reason, Setup, Variant};
use serde::Serialize;
use std::ffi::OsString;
use std::fmt;

/// Standard chess or Chess960: a flag on the command line, a [`Variant`] in the program.
#[derive(clap::Args)]
pub(crate) struct VariantArgs {
    /// Chess960: kings and rooks castle from where they started, written as the king taking its rook (e1h1)
    #[arg(long)]
    chess960: bool,
}

impl VariantArgs {
    pub(crate) fn variant(&self) -> Variant {
        if self.chess960 { Variant::Chess960 } else { Variant::Standard }
    }
}

/// The starting position.
#[derive(clap::Args)]
pub(crate) struct StartArgs {
    /// The starting position [default: the standard one]
    #[arg(long)]
    fen: Option<OsString>,

    #[command(flatten)]
    variant: VariantArgs,
}

impl StartArgs {
    pub(crate) fn position(&self) -> Result<Position, BadInput> {
        let variant = self.variant.variant();
        match &self.fen {
            Some(fen) => parse_position(fen.as_encoded_bytes(), variant),
            None => {
                let setup = Setup { variant, ..Setup::start() };
                Ok(setup.validate().expect("the usual start is one of the 960"))
            }
        }
    }
}

/// Input that is not a valid position, as reported in JSON.
#[derive(Debug, Serialize)]
pub(crate) struct BadInput {
    error: String,
    input: String,
    #[serde(skip)]
    portuguese: String,
}

impl BadInput {
    fn new(error: String, portuguese: String, input: &[u8]) -> BadInput {
        BadInput { error, input: String::from_utf8_lossy(input).into_owned(), portuguese }
    }

    /// The message for people, in this language.
    pub(crate) fn message(&self, language: Language) -> String {
        match language {
            Language::En => self.to_string(),
            Language::Pt => format!("{} em {}", self.portuguese, excerpt(&self.input)),
        }
    }

    /// A line that was truncated at the limit.
    pub(crate) fn too_long(beginning: &[u8]) -> BadInput {
        let error = format!("line: expected less than {} bytes, found more", beginning.len());
        let portuguese = format!("linha: esperavam-se menos de {} bytes, e há mais", beginning.len());
        BadInput::new(error, portuguese, beginning)
    }
}

pub(crate) fn parse_position(text: &[u8], variant: Variant) -> Result<Position, BadInput> {
    let refuse = |error, portuguese| BadInput::new(error, portuguese, text);
    let text = str::from_utf8(text).map_err(|error| {
        let at = error.valid_up_to();
        let found = format!("texto: esperava-se UTF-8, e encontrou-se 0x{:02x} no byte {at}", text[at]);
        refuse(not_utf8(text, at), found)
    })?;
    Position::parse_fen(text, variant).map_err(|error| {
        let hint = if needs_chess960(&error) { "; --chess960 allows it" } else { "" };
        let portuguese_hint = if needs_chess960(&error) { "; --chess960 permite-o" } else { "" };
        refuse(format!("{error}{hint}"), portuguese::fen_error(&error) + portuguese_hint)
    })
}

fn needs_chess960(error: &FenError) -> bool {
    let FenError::Illegal(illegal) = error else { return false };
    illegal.reasons.iter().any(|reason| matches!(reason, Reason::CastlingOnlyInChess960(_)))
}

fn not_utf8(text: &[u8], at: usize) -> String {
    format!("text: expected UTF-8, found the byte 0x{:02x} at byte {at}", text[at])
}

/// Longer input is truncated: people recognise it by its beginning.
const MAX_EXCERPT_LENGTH: usize = 100;

/// Writes one line for people, whatever the input was.
impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.error, excerpt(&self.input))
    }
}

fn excerpt(input: &str) -> String {
    match input.char_indices().nth(MAX_EXCERPT_LENGTH) {
        Some((end, _)) => format!("{:?}…", &input[..end]),
        None => format!("{input:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &[u8], expected: &str) {
        let bad = parse_position(text, Variant::Standard).expect_err("refused");
        assert_eq!(bad.to_string(), expected);
    }

    #[test]
    fn an_error_is_one_line() {
        refused(b"8/8\xff", "text: expected UTF-8, found the byte 0xff at byte 3 in \"8/8\u{fffd}\"");
        refused(
            b"8\n\x1b[2J",
            r#"placement: expected eight ranks separated by '/', found nothing at byte 1 in "8\n\u{1b}[2J""#,
        );
        let long = "8".repeat(1000);
        let shown = &long[..MAX_EXCERPT_LENGTH];
        let why = "placement: expected one digit, not two in a row, found \"8\" at byte 1";
        refused(long.as_bytes(), &format!("{why} in \"{shown}\"…"));
    }
}
