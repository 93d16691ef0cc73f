//! Positions with operations: EPD (law N03).

use crate::fen::{Buffer, CastlingStyle, Field, Fields, FourFields};
use crate::{FenError, LegalMove, MoveError, Position, Setup, TextError, Variant};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// A position and what is said about it.
///
/// ```
/// use tabiya_rules::{Epd, Variant};
/// let epd = Epd::parse("6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"back rank\";", Variant::Standard)?;
/// assert_eq!(epd.moves("bm").unwrap()[0].uci(), "d1d8");
/// assert_eq!(epd.text("id"), Some("back rank"));
/// # Ok::<(), tabiya_rules::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position. The operations `hmvc` and `fmvn` have set its counters.
    pub position: Position,
    /// What is said about it, in order.
    pub operations: Vec<Operation>,
}

/// One operation: a word and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Such as `bm`, `id` or `c0`.
    pub opcode: String,
    /// Moves, numbers, texts.
    pub operands: Vec<Operand>,
}

/// What follows an opcode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A word: a move, a number, a symbol.
    Word(String),
    /// A text in quotation marks, without them.
    Text(String),
}

impl Operand {
    /// The word or the text.
    pub fn as_str(&self) -> &str {
        match self {
            Operand::Word(text) | Operand::Text(text) => text,
        }
    }
}

impl Epd {
    /// Reads one line. The counters of a FEN may stand before the operations, the last `;` may be missing.
    pub fn parse(line: &str, variant: Variant) -> Result<Epd, FenError> {
        let mut fields = Fields::new(line);
        let mut setup = Setup::parse_four_fields(&mut fields, variant)?;
        for counter in [&mut setup.halfmoves, &mut setup.fullmoves] {
            let Some(number) = fields.clone().next().map(Field::before_semicolon).filter(Field::is_digits)
            else {
                break;
            };
            *counter = number.number("counter")?;
            fields.skip_to(number.end());
        }
        let rest = fields.rest();
        let operations = operations(rest.text).map_err(|error| error.moved_by(rest.start))?;
        if let Some(number) = counter(&operations, "hmvc") {
            setup.halfmoves = number;
        }
        if let Some(number) = counter(&operations, "fmvn") {
            setup.fullmoves = number;
        }
        Ok(Epd { position: setup.validate()?, operations })
    }

    /// The operands of an operation.
    pub fn operands(&self, opcode: &str) -> Option<&[Operand]> {
        let operation = self.operations.iter().find(|operation| operation.opcode == opcode)?;
        Some(&operation.operands)
    }

    /// The first operand of an operation.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        Some(self.operands(opcode)?.first()?.as_str())
    }

    /// The operands of an operation as moves of the position, such as those of `bm`; none if it is missing.
    pub fn moves(&self, opcode: &str) -> Result<Vec<LegalMove<'_>>, MoveError> {
        let operands = self.operands(opcode).unwrap_or_default();
        operands.iter().map(|operand| self.position.parse_san(operand.as_str())).collect()
    }
}

/// As a line that can be read back.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Buffer::new();
        FourFields::of(&self.position, CastlingStyle::XFen).write(&mut text);
        f.write_str(text.as_str())?;
        for Operation { opcode, operands } in &self.operations {
            write!(f, " {opcode}")?;
            for operand in operands {
                match operand {
                    Operand::Word(word) => write!(f, " {word}")?,
                    Operand::Text(text) => write!(f, " \"{text}\"")?,
                }
            }
            f.write_str(";")?;
        }
        // What a FEN says of the counters must not get lost.
        let (halfmoves, fullmoves) = (self.position.halfmoves(), self.position.fullmoves());
        if counter(&self.operations, "hmvc").unwrap_or(0) != halfmoves {
            write!(f, " hmvc {halfmoves};")?;
        }
        if counter(&self.operations, "fmvn").unwrap_or(1) != fullmoves {
            write!(f, " fmvn {fullmoves};")?;
        }
        Ok(())
    }
}

/// The number that the last operation of that name gives.
fn counter(operations: &[Operation], opcode: &str) -> Option<u16> {
    let operation = operations.iter().rfind(|operation| operation.opcode == opcode)?;
    let number = operation.operands.first()?.as_str();
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse().ok())?
}

fn operations(text: &str) -> Result<Vec<Operation>, TextError> {
    let mut operations = Vec::new();
    let mut current: Option<Operation> = None;
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first == ';' {
            operations.extend(current.take());
            at += 1;
        } else if first.is_whitespace() {
            at += first.len_utf8();
        } else if first == '"' {
            let Some(length) = text[at + 1..].find('"') else {
                return Err(TextError::new(
                    "operation",
                    &text[at..],
                    at,
                    "a quotation mark at the end of the text",
                ));
            };
            let Some(operation) = &mut current else {
                return Err(TextError::new("operation", &text[at..], at, "an opcode before its operands"));
            };
            operation.operands.push(Operand::Text(text[at + 1..at + 1 + length].to_string()));
            at += length + 2;
        } else {
            let length = text[at..].find(|c: char| c == ';' || c == '"' || c.is_whitespace());
            let word = &text[at..length.map_or(text.len(), |length| at + length)];
            match &mut current {
                Some(operation) => operation.operands.push(Operand::Word(word.to_string())),
                None if word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                    current = Some(Operation { opcode: word.to_string(), operands: Vec::new() });
                }
                None => {
                    return Err(TextError::new("operation", word, at, "an opcode that starts with a letter"));
                }
            }
            at += word.len();
        }
    }
    operations.extend(current);
    Ok(operations)
}
