//! Positions with operations: EPD (law N03).

use crate::fen::{Buffer, CastlingStyle, Fields, FourFields};
use crate::{Expected, FenError, LegalMove, MoveError, Position, Setup, TextError, TextField, Variant};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// A position with its operations.
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
    /// The operations, in their order.
    pub operations: Vec<Operation>,
}

/// One operation: a word and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Such as `bm`, `id` or `c0`.
    pub opcode: String,
    /// The values after the opcode: moves, numbers and quoted texts, in their order.
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
    /// Parses one line. The counters of a FEN may precede the operations, and the last `;` may be missing.
    pub fn parse(line: &str, variant: Variant) -> Result<Epd, FenError> {
        let mut fields = Fields::of_epd(line);
        let mut setup = Setup::parse_four_fields(&mut fields, variant)?;
        for (counter, name) in
            [(&mut setup.halfmoves, TextField::HalfmoveClock), (&mut setup.fullmoves, TextField::MoveNumber)]
        {
            let mut ahead = fields.clone();
            match ahead.next() {
                Some(field) if field.is_digits() => *counter = field.number(name)?,
                _ => break,
            }
            fields = ahead;
        }
        let rest = fields.rest();
        let operations = operations(rest.text).map_err(|error| error.moved_by(rest.start))?;
        for OperationAt { at, operation } in &operations {
            let counter = match operation.opcode.as_str() {
                "hmvc" => &mut setup.halfmoves,
                "fmvn" => &mut setup.fullmoves,
                _ => continue,
            };
            *counter = operation.number().ok_or_else(|| {
                let found = operation.operands.first().map_or("", Operand::as_str);
                TextError::new(TextField::Operation, found, rest.start + at, Expected::CounterOperand)
            })?;
        }
        let operations = operations.into_iter().map(|found| found.operation).collect();
        Ok(Epd { position: setup.validate()?, operations })
    }

    /// The operands of the first operation with this opcode, or `None` if there is none.
    pub fn operands(&self, opcode: &str) -> Option<&[Operand]> {
        let operation = self.operations.iter().find(|operation| operation.opcode == opcode)?;
        Some(&operation.operands)
    }

    /// The first operand of an operation.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        Some(self.operands(opcode)?.first()?.as_str())
    }

    /// The operands of all operations with this opcode, such as `bm`, as moves of the position.
    pub fn moves(&self, opcode: &str) -> Result<Vec<LegalMove<'_>>, MoveError> {
        let named = self.operations.iter().filter(|operation| operation.opcode == opcode);
        named
            .flat_map(|operation| &operation.operands)
            .map(|operand| self.position.parse_move(operand.as_str()))
            .collect()
    }
}

impl Operation {
    /// The first operand, if it is a number in the range of a counter.
    fn number(&self) -> Option<u16> {
        let digits = self.operands.first()?.as_str();
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    }
}

/// A line that [`Epd::parse`] can read back.
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
                    Operand::Text(text) => {
                        write!(f, " \"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))?;
                    }
                }
            }
            f.write_str(";")?;
        }
        // Counters that came from the FEN fields must not get lost.
        let (halfmoves, fullmoves) = (self.position.halfmoves(), self.position.fullmoves());
        let stated = |opcode| self.operations.iter().rfind(|operation| operation.opcode == opcode)?.number();
        if stated("hmvc").unwrap_or(0) != halfmoves {
            write!(f, " hmvc {halfmoves};")?;
        }
        if stated("fmvn").unwrap_or(1) != fullmoves {
            write!(f, " fmvn {fullmoves};")?;
        }
        Ok(())
    }
}

/// An operation and its byte offset.
struct OperationAt {
    at: usize,
    operation: Operation,
}

fn operations(text: &str) -> Result<Vec<OperationAt>, TextError> {
    let mut operations = Vec::new();
    let mut current: Option<OperationAt> = None;
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let wrong = |expected| TextError::new(TextField::Operation, &text[at..], at, expected);
        if first == ';' {
            operations.extend(current.take());
            at += 1;
        } else if first.is_whitespace() {
            at += first.len_utf8();
        } else if first == '"' {
            let Some(OperationAt { operation, .. }) = &mut current else {
                return Err(wrong(Expected::OpcodeFirst));
            };
            let (content, length) = quoted(&text[at..]).ok_or_else(|| wrong(Expected::ClosingQuote))?;
            operation.operands.push(Operand::Text(content));
            at += length;
        } else {
            let length = text[at..].find(|c: char| c == ';' || c == '"' || c.is_whitespace());
            let word = &text[at..length.map_or(text.len(), |length| at + length)];
            match &mut current {
                Some(found) => found.operation.operands.push(Operand::Word(word.to_string())),
                None if first.is_ascii_alphabetic() => {
                    let operation = Operation { opcode: word.to_string(), operands: Vec::new() };
                    current = Some(OperationAt { at, operation });
                }
                None => {
                    return Err(TextError::new(TextField::Operation, word, at, Expected::OpcodeLetter));
                }
            }
            at += word.len();
        }
    }
    operations.extend(current);
    Ok(operations)
}

/// The content of a text that begins with a quotation mark, and its length including both marks. A backslash escapes a
/// mark or another backslash; before anything else it stands for itself.
fn quoted(text: &str) -> Option<(String, usize)> {
    let mut content = String::new();
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((content, at + 1)),
            '\\' => match letters.next_if(|(_, next)| matches!(next, '"' | '\\')) {
                Some((_, escaped)) => content.push(escaped),
                None => content.push(letter),
            },
            _ => content.push(letter),
        }
    }
    None
}
