//! The piece placement, without the side to move or castling rights.

use crate::{Color, File, Piece, Rank, Role, Square, SquareSet};
use core::fmt;

/// Pieces on squares, as eight sets: one for each role and one for each colour.
///
/// Invariant: every square is in no set, or in exactly one role's set and one colour's set.
///
/// ```
/// use tabiya_rules::{Board, Color, Piece, Role, Square};
/// let mut board = Board::EMPTY;
/// board.put(Square::E1, Piece { color: Color::White, role: Role::King });
/// assert_eq!(board.king(Color::White), Some(Square::E1));
/// assert_eq!(board.role_at(Square::E2), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    pub(crate) roles: [SquareSet; 6],
    pub(crate) colors: [SquareSet; 2],
}

impl Board {
    /// No piece at all.
    pub const EMPTY: Board = Board { roles: [SquareSet::EMPTY; 6], colors: [SquareSet::EMPTY; 2] };

    /// Every square that holds a piece.
    #[inline(always)]
    pub const fn occupied(&self) -> SquareSet {
        SquareSet(self.colors[0].0 | self.colors[1].0)
    }

    /// Where the pieces of one side stand.
    #[inline(always)]
    pub const fn by_color(&self, color: Color) -> SquareSet {
        self.colors[color.index()]
    }

    /// Where the pieces of one role stand, both sides together.
    #[inline(always)]
    pub const fn by_role(&self, role: Role) -> SquareSet {
        self.roles[role.index()]
    }

    /// Where one side's pieces of one role stand.
    #[inline(always)]
    pub const fn pieces(&self, color: Color, role: Role) -> SquareSet {
        SquareSet(self.by_color(color).0 & self.by_role(role).0)
    }

    /// The colour of the piece on the square.
    #[inline]
    pub const fn color_at(&self, square: Square) -> Option<Color> {
        if self.colors[0].contains(square) {
            Some(Color::White)
        } else if self.colors[1].contains(square) {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// The role of the piece on the square.
    #[inline]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        if self.occupied().contains(square) { Some(self.role_at_occupied(square)) } else { None }
    }

    /// [`Board::role_at`] for a square that holds a piece, computed from three bits without a branch.
    #[inline(always)]
    pub(crate) const fn role_at_occupied(&self, square: Square) -> Role {
        let [_, knights, bishops, rooks, queens, kings] = self.roles;
        let low = knights.0 | rooks.0 | kings.0;
        let middle = bishops.0 | rooks.0;
        let high = queens.0 | kings.0;
        let index = square.index();
        let number = low >> index & 1 | (middle >> index & 1) << 1 | (high >> index & 1) << 2;
        // Numbers 6 and 7 do not occur; the table has eight rows so that no bounds check is needed.
        const ROLES: [Role; 8] = [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
            Role::King,
            Role::King,
        ];
        ROLES[(number & 7) as usize]
    }

    /// The piece on the square.
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        match self.color_at(square) {
            Some(color) => Some(Piece { color, role: self.role_at_occupied(square) }),
            None => None,
        }
    }

    /// Puts a piece on the square, replacing any piece there.
    #[inline]
    pub const fn put(&mut self, square: Square, piece: Piece) {
        self.clear(square);
        self.roles[piece.role.index()].insert(square);
        self.colors[piece.color.index()].insert(square);
    }

    /// Removes the piece on the square, if there is one.
    #[inline]
    pub const fn clear(&mut self, square: Square) {
        let mut role = 0;
        while role < 6 {
            self.roles[role].remove(square);
            role += 1;
        }
        self.colors[0].remove(square);
        self.colors[1].remove(square);
    }

    /// Every piece with its square, from a1 to h8.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The square of the king, if that side has exactly one.
    pub const fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).single()
    }
}

/// A diagram for people: eight ranks, White at the bottom, with file letters and rank digits.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} ", rank.digit())?;
            for file in File::ALL {
                let letter = self.piece_at(Square::new(file, rank)).map_or('.', Piece::letter);
                write!(f, " {letter}")?;
            }
            writeln!(f)?;
        }
        f.write_str("   a b c d e f g h")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(square, piece)| (square, piece.letter()))).finish()
    }
}
