//! Writing moves in SAN and long algebraic notation.

use super::Letters;
use super::find::origins;
use crate::moves::{MoveKind, Parts};
use crate::{LegalMove, Role, Square, SquareSet};
use alloc::string::String;

impl LegalMove<'_> {
    /// The move in standard SAN: as short as possible, with `+` and `#`.
    pub fn san(self) -> String {
        self.san_with(Letters::English)
    }

    /// [`LegalMove::san`] with the piece letters of a language.
    ///
    /// ```
    /// use tabiya_rules::{Letters, Position};
    /// let position = Position::start();
    /// let legal = position.parse_uci("g1f3")?;
    /// assert_eq!(legal.san_with(Letters::Portuguese), "Cf3");
    /// assert_eq!(legal.san_with(Letters::Figurine), "♘f3");
    /// # Ok::<(), tabiya_rules::MoveError>(())
    /// ```
    pub fn san_with(self, letters: Letters) -> String {
        let mut text = String::with_capacity(8);
        self.write_body(&mut text, letters, false);
        self.write_check(&mut text);
        text
    }

    /// The move in long algebraic notation: `Ng1-f3`, `e7xd8=Q+`.
    ///
    /// ```
    /// use tabiya_rules::{Letters, Position};
    /// let position = Position::start();
    /// assert_eq!(position.parse_san("Nf3")?.long_algebraic(Letters::English), "Ng1-f3");
    /// # Ok::<(), tabiya_rules::MoveError>(())
    /// ```
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

    /// Disambiguation: the file, else the rank, else the square that distinguishes the piece from others of its kind.
    #[inline]
    fn write_origin(self, text: &mut String) {
        let Parts { from, target, role, .. } = self.mv.parts();
        if role == Role::King {
            return;
        }
        let board = &self.position.board;
        let twins = board.pieces(self.position.turn(), role) - SquareSet::of(from);
        if twins.is_empty() {
            return;
        }
        let (rivals, _) = origins(self.position, role, target, twins, None);
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
