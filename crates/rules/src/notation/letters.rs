//! The letters that stand for pieces, by language.

use crate::{Color, Piece, Promotion, Role};

/// The letters that stand for pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
    pub(super) const fn write(self, role: Role) -> char {
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
    pub(super) fn read(self, letter: char) -> Option<Role> {
        match self {
            Letters::English => ENGLISH.get(letter as usize).copied().flatten(),
            Letters::Portuguese => Role::ALL.into_iter().find(|role| self.write(*role) == letter),
            Letters::Figurine => Role::ALL.into_iter().find(|role| {
                Color::ALL.into_iter().any(|color| Piece { color, role: *role }.figurine() == letter)
            }),
        }
    }

    /// [`Letters::read`] in either case, because nothing else can follow the target square.
    pub(super) fn read_promotion(self, letter: char) -> Option<Promotion> {
        self.read(letter.to_ascii_uppercase()).and_then(Promotion::from_role)
    }
}

/// A table lookup, because the CPU cannot predict a branch on the next letter.
static ENGLISH: [Option<Role>; 128] = {
    let mut roles = [None; 128];
    let mut index = 0;
    while index < 6 {
        let role = Role::ALL[index];
        roles[role.letter() as usize] = Some(role);
        index += 1;
    }
    roles
};
