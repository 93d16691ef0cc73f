//! Moves as people write them: SAN, long algebraic and figurine (law N01).
//!
//! Written strictly; read with forgiveness, but never with a guess: what could mean two moves is refused.

use crate::attacks::sliders::Sliders;
use crate::attacks::{KING, KNIGHT, PAWN};
use crate::legal::is_safe;
use crate::moves::MoveKind;
use crate::side::Side;
use crate::{
    Color, File, Intent, LegalMove, Move, Piece, Position, Promotion, Rank, Role, Square, SquareSet,
};
use crate::{TextError, cpu};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// The letters that stand for pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Letters {
    /// `K Q R B N`.
    #[default]
    English,
    /// `R D T B C`: rei, dama, torre, bispo, cavalo (law N02).
    Portuguese,
    /// `♔ ♕ ♖ ♗ ♘`, read in both colours.
    Figurine,
}

impl Letters {
    const fn write(self, role: Role) -> char {
        match self {
            Letters::English => role.letter(),
            Letters::Portuguese => match role {
                Role::Pawn => 'P',
                Role::Knight => 'C',
                Role::Bishop => 'B',
                Role::Rook => 'T',
                Role::Queen => 'D',
                Role::King => 'R',
            },
            Letters::Figurine => Piece { color: Color::White, role }.figurine(),
        }
    }

    #[inline]
    fn read(self, letter: char) -> Option<Role> {
        match self {
            Letters::English => letter.is_ascii_uppercase().then(|| Role::from_letter(letter))?,
            Letters::Portuguese => Role::ALL.into_iter().find(|role| self.write(*role) == letter),
            Letters::Figurine => Role::ALL.into_iter().find(|role| {
                Color::ALL.into_iter().any(|color| Piece { color, role: *role }.figurine() == letter)
            }),
        }
    }

    /// As [`Letters::read`], in either case, as nothing else can stand after the target square.
    fn read_promotion(self, letter: char) -> Option<Promotion> {
        self.read(letter.to_ascii_uppercase()).and_then(Promotion::from_role)
    }
}

/// Why a text is no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It cannot be read.
    Text(TextError),
    /// It can be read, but no legal move is meant.
    Illegal {
        /// What was read.
        text: String,
    },
    /// More than one legal move is meant.
    Ambiguous {
        /// What was read.
        text: String,
        /// What it can mean.
        candidates: Vec<Move>,
    },
    /// A pawn reaches the last rank and it is not said what it becomes (law S10).
    PromotionMissing {
        /// What was read.
        text: String,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Text(error) => error.fmt(f),
            MoveError::Illegal { text } => write!(f, "move: \"{}\" is not legal here", text.escape_debug()),
            MoveError::Ambiguous { text, candidates } => {
                write!(f, "move: \"{}\" can mean", text.escape_debug())?;
                for (index, mv) in candidates.iter().enumerate() {
                    write!(f, "{} {}", if index == 0 { "" } else { " or" }, mv.intent())?;
                }
                Ok(())
            }
            MoveError::PromotionMissing { text } => {
                write!(f, "move: \"{}\" does not say what the pawn becomes", text.escape_debug())
            }
        }
    }
}

impl Error for MoveError {}

impl From<TextError> for MoveError {
    fn from(error: TextError) -> MoveError {
        MoveError::Text(error)
    }
}

/// A move as it is written, before a position says what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum San {
    /// `O-O` or `O-O-O`.
    Castling {
        /// Toward the h-file.
        kingside: bool,
    },
    /// Any other move.
    Normal {
        /// What moves.
        role: Role,
        /// The file it comes from, if that is said.
        file: Option<File>,
        /// The rank it comes from, if that is said.
        rank: Option<Rank>,
        /// Whether it is said to capture.
        capture: bool,
        /// The square it goes to.
        to: Square,
        /// What the pawn becomes.
        promotion: Option<Promotion>,
    },
}

impl San {
    /// Reads a move with English letters.
    pub fn parse(text: &str) -> Result<San, TextError> {
        San::parse_with(text, Letters::English)
    }

    /// Reads a move. Castling may be written with zeros, `+ # x = ! ?` may be missing or too many, and the
    /// origin may be given in full, as in long algebraic notation.
    pub fn parse_with(text: &str, letters: Letters) -> Result<San, TextError> {
        let wrong = |at: usize, expected| TextError::at("move", text, at, expected);
        let bytes = text.as_bytes();
        let mut end = bytes.len();
        while end > 0 && matches!(bytes[end - 1], b'+' | b'#' | b'!' | b'?') {
            end -= 1;
        }
        if let Some(kingside) = castling(&bytes[..end]) {
            return Ok(San::Castling { kingside });
        }

        let (role, mut start) = match text.chars().next().map(|letter| (letter, letters.read(letter))) {
            None => return Err(wrong(0, "a move")),
            Some((letter, Some(role))) => (role, letter.len_utf8()),
            Some((_, None)) => (Role::Pawn, 0),
        };
        let promotion = if role == Role::Pawn { promotion(text, &mut end, letters)? } else { None };

        if start + 2 > end {
            return Err(wrong(start, "a piece letter or a square"));
        }
        let Some(to) = Square::from_bytes(&bytes[end - 2..end]) else {
            return Err(wrong(end - 2, "the square to move to, such as e4"));
        };
        let mut before_target = end - 2;
        let capture = start < before_target && matches!(bytes[before_target - 1], b'x' | b':' | b'-');
        before_target -= usize::from(capture);
        let (mut file, mut rank) = (None, None);
        if start < before_target {
            file = File::from_letter(char::from(bytes[start]));
            start += usize::from(file.is_some());
        }
        if start < before_target {
            rank = Rank::from_digit(char::from(bytes[start]));
            start += usize::from(rank.is_some());
        }
        if start != before_target {
            return Err(wrong(start, "a file, a rank, 'x' or the square to move to"));
        }
        let capture = capture && bytes[end - 3] != b'-';
        Ok(San::Normal { role, file, rank, capture, to, promotion })
    }

    /// The legal move that is meant in this position.
    #[inline]
    pub fn find(self, position: &Position) -> Result<LegalMove<'_>, NotFound> {
        match self {
            San::Castling { kingside } => {
                let king = position.king(position.turn());
                let rooks = position.legal_moves().castling_rooks();
                let rook = rooks.iter().find(|rook| (rook.index() > king.index()) == kingside);
                let target = rook.ok_or(NotFound::Illegal)?;
                let mv = Move::new(king, target, Role::King, MoveKind::Castling);
                Ok(LegalMove { position, mv })
            }
            San::Normal { role, file, rank, capture, to, promotion } => {
                let mut origins = file.map_or(SquareSet::ALL, SquareSet::file);
                if role == Role::Pawn && file.is_none() && !capture {
                    origins = SquareSet::file(to.file()); // "d5" is never a capture
                }
                origins &= rank.map_or(SquareSet::ALL, SquareSet::rank);
                let found = cpu::origins(position, role, to, origins);
                let Some(from) = found.first() else { return Err(NotFound::Illegal) };
                if found.has_many() {
                    return Err(NotFound::Ambiguous(found));
                }
                if role != Role::Pawn {
                    return Ok(LegalMove { position, mv: Move::new(from, to, role, MoveKind::Normal) });
                }
                match position.legal(Intent { from, to, promotion }) {
                    Some(legal) => Ok(legal),
                    None if promotion.is_none() => Err(NotFound::PromotionMissing),
                    None => Err(NotFound::Illegal),
                }
            }
        }
    }
}

/// Why a written move means none in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// No legal move is meant.
    Illegal,
    /// Pieces from all of these squares could be meant.
    Ambiguous(SquareSet),
    /// It is not said what the pawn becomes.
    PromotionMissing,
}

fn castling(text: &[u8]) -> Option<bool> {
    match text {
        [b'O', b'-', b'O'] | [b'0', b'-', b'0'] | [b'o', b'-', b'o'] => Some(true),
        [b'O', b'-', b'O', b'-', b'O'] | [b'0', b'-', b'0', b'-', b'0'] | [b'o', b'-', b'o', b'-', b'o'] => {
            Some(false)
        }
        _ => None,
    }
}

/// Takes `=Q`, `Q`, `(Q)`, `/Q` or a lone `=` off the end.
#[inline]
fn promotion(text: &str, end: &mut usize, letters: Letters) -> Result<Option<Promotion>, TextError> {
    let bytes = text.as_bytes();
    // The usual move ends with the digit of a rank.
    if *end > 0 && bytes[*end - 1].is_ascii_digit() {
        return Ok(None);
    }
    let mut rest = &text[..*end];
    let parenthesis = rest.strip_suffix(')');
    rest = parenthesis.unwrap_or(rest);
    let Some(letter) = rest.chars().next_back().filter(|letter| *letter != '=') else {
        rest = rest.strip_suffix('=').unwrap_or(rest);
        *end = rest.len();
        return Ok(None);
    };
    let before = &rest[..rest.len() - letter.len_utf8()];
    let Some(promotion) = letters.read_promotion(letter) else {
        return Err(TextError::at("move", text, before.len(), "a square, or a piece to promote to"));
    };
    rest = match parenthesis {
        Some(_) => before.strip_suffix('(').ok_or_else(|| {
            TextError::at("move", text, before.len(), "'(' before a promotion that ends with ')'")
        })?,
        None => before.strip_suffix(['=', '/']).unwrap_or(before),
    };
    *end = rest.len();
    Ok(Some(promotion))
}

/// The squares among `origins` from which a piece of that role legally reaches `to` (castling aside).
#[inline(always)]
pub(crate) fn origins<Us: Side, S: Sliders>(
    position: &Position,
    role: Role,
    to: Square,
    origins: SquareSet,
    sliders: S,
) -> SquareSet {
    let board = &position.board;
    let us = board.by_color(Us::COLOR);
    let occupied = board.occupied();
    if us.contains(to) {
        return SquareSet::EMPTY;
    }
    let reaching = match role {
        Role::Pawn => pawn_origins::<Us>(position, to),
        Role::Knight => KNIGHT[to.index()],
        Role::Bishop => sliders.bishop(to, occupied),
        Role::Rook => sliders.rook(to, occupied),
        Role::Queen => sliders.queen(to, occupied),
        Role::King => KING[to.index()],
    };
    let mut found = reaching & board.by_role(role) & us & origins;
    for from in found {
        let legal = match role {
            Role::King | Role::Pawn => {
                let promotion =
                    (role == Role::Pawn && Us::LAST_RANK.contains(to)).then_some(Promotion::Queen);
                crate::legal::legal::<Us, S>(position, Intent { from, to, promotion }, sliders).is_some()
            }
            _ => is_safe::<Us, S>(position, from, to, sliders),
        };
        if !legal {
            found.remove(from);
        }
    }
    found
}

/// Where a pawn may stand that goes to `to`, by a step or by a capture.
#[inline(always)]
fn pawn_origins<Us: Side>(position: &Position, to: Square) -> SquareSet {
    let takes = position.board.by_color(Us::Other::COLOR).contains(to) || position.en_passant == Some(to);
    if takes {
        return PAWN[Us::Other::COLOR.index()][to.index()];
    }
    let one = Us::Other::forward(SquareSet::of(to));
    one | Us::Other::forward(one)
}

impl Position {
    /// The legal move that a text means, in SAN with English letters; long algebraic is understood too.
    ///
    /// ```
    /// use tabiya_rules::Position;
    /// let position = Position::start();
    /// assert_eq!(position.parse_san("Ng1-f3!?")?.san(), "Nf3");
    /// assert_eq!(position.parse_san("Nf6").unwrap_err().to_string(), "move: \"Nf6\" is not legal here");
    /// # Ok::<(), tabiya_rules::MoveError>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<LegalMove<'_>, MoveError> {
        self.parse_san_with(text, Letters::English)
    }

    /// [`Position::parse_san`] with letters of choice.
    pub fn parse_san_with(&self, text: &str, letters: Letters) -> Result<LegalMove<'_>, MoveError> {
        let san = San::parse_with(text, letters)?;
        san.find(self).map_err(|not_found| match not_found {
            NotFound::Illegal => MoveError::Illegal { text: text.to_string() },
            NotFound::PromotionMissing => MoveError::PromotionMissing { text: text.to_string() },
            NotFound::Ambiguous(origins) => MoveError::Ambiguous {
                text: text.to_string(),
                candidates: self
                    .legal_moves()
                    .iter()
                    .map(LegalMove::mv)
                    .filter(|mv| {
                        origins.contains(mv.from()) && matches!(san, San::Normal { to, .. } if to == mv.to())
                    })
                    .collect(),
            },
        })
    }
}

impl LegalMove<'_> {
    /// The move in SAN, strictly: as short as it can be, with `+` and `#`.
    pub fn san(self) -> String {
        self.san_with(Letters::English)
    }

    /// [`LegalMove::san`] with letters of choice.
    pub fn san_with(self, letters: Letters) -> String {
        let mut text = String::with_capacity(8);
        self.write_body(&mut text, letters, false);
        self.write_check(&mut text);
        text
    }

    /// The move in long algebraic notation: `Ng1-f3`, `e7xd8=Q+`.
    pub fn long_algebraic(self, letters: Letters) -> String {
        let mut text = String::with_capacity(12);
        self.write_body(&mut text, letters, true);
        self.write_check(&mut text);
        text
    }

    fn write_body(self, text: &mut String, letters: Letters, long: bool) {
        let (from, target, role, kind) = (self.mv.from(), self.mv.target(), self.mv.role(), self.mv.kind());
        if kind == MoveKind::Castling {
            text.push_str(if self.mv.is_kingside() { "O-O" } else { "O-O-O" });
            return;
        }
        let captures = self.captured().is_some();
        if role != Role::Pawn {
            text.push(letters.write(role));
        }
        if long {
            push_square(text, from);
        } else if role != Role::Pawn {
            self.write_origin(text);
        } else if captures {
            text.push(from.file().letter());
        }
        if captures {
            text.push('x');
        } else if long {
            text.push('-');
        }
        push_square(text, target);
        if let MoveKind::Promotion(promotion) = kind {
            text.push('=');
            text.push(letters.write(promotion.role()));
        }
    }

    /// The file, else the rank, else the square, that tells the piece from others of its kind.
    #[inline]
    fn write_origin(self, text: &mut String) {
        let (from, target, role) = (self.mv.from(), self.mv.target(), self.mv.role());
        if role == Role::King {
            return;
        }
        let board = &self.position.board;
        let twins = board.pieces(self.position.turn, role) - SquareSet::of(from);
        if twins.is_empty() {
            return;
        }
        let rivals = cpu::origins(self.position, role, target, twins);
        if rivals.is_empty() {
            return;
        }
        let same_file = !rivals.is_disjoint(SquareSet::file(from.file()));
        let same_rank = !rivals.is_disjoint(SquareSet::rank(from.rank()));
        if !same_file || same_rank {
            text.push(from.file().letter());
        }
        if same_file {
            text.push(from.rank().digit());
        }
    }

    fn write_check(self, text: &mut String) {
        let after = self.play();
        if after.in_check() {
            text.push(if after.count_legal_moves() == 0 { '#' } else { '+' });
        }
    }
}

fn push_square(text: &mut String, square: Square) {
    text.push(square.file().letter());
    text.push(square.rank().digit());
}
