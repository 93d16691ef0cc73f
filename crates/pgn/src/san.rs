//! Finds the move that a word in the movetext means.

use crate::Word;
use crate::fault::{FaultKind, excerpt};
use crate::text::decode;
use crate::visitor::BoxedFault;
use rules::{File, LegalMove, Letters, NotFound, Position, Rank, Role, San, Square, SquareSet};

/// What a word among the moves means.
pub(crate) enum WordMeaning<'p> {
    Move(LegalMove<'p>),
    /// A null move, and the position after it.
    NullMove(Position),
    /// It only repeats something about the move before it, such as `e.p.` or `+`.
    Ignored,
}

/// The move that a word means, if it is written in the common form. If the result is `None`, call [`find`].
#[inline(always)]
pub(crate) fn find_common<'p>(position: &'p Position, word: Word<'_>) -> Option<LegalMove<'p>> {
    let CommonMove { role, from, to, .. } = common_move(word.head())?;
    position.only_move(role, from, to)
}

/// A move in the common form: a piece of this role moves from one of these squares to that one.
pub(crate) struct CommonMove {
    role: Role,
    from: SquareSet,
    to: Square,
    /// The file or rank it comes from, as written; 0 if there is none.
    origin: u8,
    captures: bool,
}

impl CommonMove {
    /// Whether the character before the target square is a file or a rank, and not something else.
    #[inline(always)]
    pub(crate) const fn is_written(&self) -> bool {
        !self.from.is_empty()
    }

    #[inline(always)]
    pub(crate) fn san(self) -> San {
        let CommonMove { role, to, origin, captures, .. } = self;
        let (file, rank) = (File::from_letter(origin.into()), Rank::from_digit(origin.into()));
        San::Normal { role, file, rank, capture: captures, to, promotion: None }
    }
}

/// Reads a move in the common form, which is at most as long as `Nbxd7+`. A word that it does not recognise may
/// still be a move.
///
/// Moves vary in length and form, and no CPU can predict how. So this is arithmetic on all bytes at once, with
/// hardly a branch.
#[inline(always)]
pub(crate) fn common_move(word: u64) -> Option<CommonMove> {
    // Shift until the target square is in the two highest bytes.
    let last = word << (word.leading_zeros() & !7 & 63);
    let is_check = matches!((last >> 56) as u8, b'+' | b'#');
    let target = last << (8 * u32::from(is_check));
    let to = Square::from_bytes(&[(target >> 48) as u8, (target >> 56) as u8])?;
    let captures = (target >> 40) as u8 == b'x';
    // What is left is the piece's letter and the file or rank it comes from.
    let before = target << (16 + 8 * u32::from(captures));
    let length = 8 - before.trailing_zeros() / 8;
    let role = ROLES[usize::from(word as u8)]?;
    let letters = u32::from(role != Role::Pawn);
    let origin = if length > letters { (before >> 56) as u8 } else { 0 };
    let file_or_rank = ORIGINS[usize::from(origin)];
    let target_file = SquareSet::file(to.file());
    let from = match (role, captures) {
        (Role::Pawn, true) => file_or_rank - target_file, // "dxd5" is not a pawn step
        (Role::Pawn, false) => file_or_rank & target_file, // "d5" is not a capture
        _ => file_or_rank,
    };
    (length <= letters + 1).then_some(CommonMove { role, from, to, origin, captures })
}

/// The role of the piece, by the first byte of a move.
static ROLES: [Option<Role>; 256] = {
    let mut roles = [None; 256];
    let mut file = b'a';
    while file <= b'h' {
        roles[file as usize] = Some(Role::Pawn);
        file += 1;
    }
    roles[b'N' as usize] = Some(Role::Knight);
    roles[b'B' as usize] = Some(Role::Bishop);
    roles[b'R' as usize] = Some(Role::Rook);
    roles[b'Q' as usize] = Some(Role::Queen);
    roles[b'K' as usize] = Some(Role::King);
    roles
};

/// The origin squares that the byte between piece and target allows: a file, a rank, or any square if there is none.
static ORIGINS: [SquareSet; 256] = {
    let mut origins = [SquareSet::EMPTY; 256];
    origins[0] = SquareSet::ALL;
    let mut index = 0;
    while index < 8 {
        origins[b'a' as usize + index] = SquareSet::file(File::ALL[index]);
        origins[b'1' as usize + index] = SquareSet::rank(Rank::ALL[index]);
        index += 1;
    }
    origins
};

/// Interprets any word: moves in unusual forms, null moves, and words that are not moves.
#[cold]
pub(crate) fn find<'p>(position: &'p Position, word: &[u8]) -> Result<WordMeaning<'p>, BoxedFault> {
    if matches!(word, b"--" | b"Z0" | b"@@@@" | b"0000" | b"null" | b"pass") {
        return match position.pass() {
            Some(after) => Ok(WordMeaning::NullMove(after)),
            None => Err(Box::new(FaultKind::PassInCheck { text: excerpt(word), legal: all_moves(position) })),
        };
    }
    if matches!(word, b"e.p." | b"e.p" | b"ep" | b"+" | b"++" | b"#") {
        return Ok(WordMeaning::Ignored);
    }
    let text = decode(word);
    let san = San::parse(&text).or_else(|_| {
        if text.is_ascii() { San::parse(&fix_case(&text)) } else { San::parse_with(&text, Letters::Figurine) }
    });
    let Ok(san) = san else {
        return Err(Box::new(FaultKind::NotAMove { text: excerpt(word), legal: all_moves(position) }));
    };
    match san.find(position) {
        Ok(legal) => Ok(WordMeaning::Move(legal)),
        Err(not_found) => Err(Box::new(fault_kind(position, san, not_found, excerpt(word)))),
    }
}

/// Fixes wrong case: the piece letter becomes upper case, files and the `x` lower case. A `b` stays, because it can be
/// a file or a bishop.
fn fix_case(text: &str) -> String {
    let bytes = text.as_bytes();
    let is_file = |index: usize| bytes.get(index + 1).is_some_and(|next| matches!(next, b'1'..=b'8'));
    let fix = |(index, byte): (usize, &u8)| match byte {
        b'n' | b'r' | b'q' | b'k' if index == 0 => byte.to_ascii_uppercase(),
        b'A'..=b'H' if is_file(index) => byte.to_ascii_lowercase(),
        b'X' => b'x',
        _ => *byte,
    };
    bytes.iter().enumerate().map(fix).map(char::from).collect()
}

fn fault_kind(position: &Position, san: San, not_found: NotFound, text: String) -> FaultKind {
    let (meant_role, meant_to) = match san {
        San::Castling { .. } => (None, None),
        San::Normal { role, to, .. } => (Some(role), Some(to)),
    };
    let is_meant = |legal: &LegalMove<'_>| Some(legal.role()) == meant_role && Some(legal.to()) == meant_to;
    match not_found {
        NotFound::Ambiguous(origins) => {
            let candidates =
                matching_moves(position, |legal| is_meant(legal) && origins.contains(legal.from()));
            FaultKind::AmbiguousMove { text, candidates }
        }
        NotFound::PromotionMissing => {
            FaultKind::PromotionMissing { text, legal: matching_moves(position, |legal| is_meant(legal)) }
        }
        NotFound::Illegal => {
            let is_near =
                |legal: &LegalMove<'_>| Some(legal.role()) == meant_role || Some(legal.to()) == meant_to;
            let near = matching_moves(position, is_near);
            FaultKind::IllegalMove { text, legal: if near.is_empty() { all_moves(position) } else { near } }
        }
    }
}

fn all_moves(position: &Position) -> Vec<String> {
    matching_moves(position, |_| true)
}

fn matching_moves(position: &Position, wanted: impl Fn(&LegalMove<'_>) -> bool) -> Vec<String> {
    let mut moves: Vec<String> =
        position.legal_moves().iter().filter(|legal| wanted(legal)).map(LegalMove::san).collect();
    moves.sort();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> u64 {
        let mut bytes = [0; 8];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Word::short(text.as_bytes(), bytes).head()
    }

    /// The fast path reads the same as the general one.
    #[test]
    fn common_moves_are_read_like_any_san() {
        let letters = "NBRQKacehx18+#=O-Q";
        let mut text = String::new();
        let mut understood = 0;
        for number in 0..letters.len().pow(4) * 8 {
            text.clear();
            let mut rest = number / 8;
            for _ in 0..4 {
                text.push(char::from(letters.as_bytes()[rest % letters.len()]));
                rest /= letters.len();
            }
            text.push_str(["", "4", "e4", "xe4", "e4+", "8", "f6#", "xa1+"][number % 8]);
            if text.len() >= 8 {
                continue;
            }
            let Some(usual) = common_move(head(&text)) else { continue };
            if !usual.is_written() {
                continue; // it has no origin squares, so that `find` is called
            }
            let mut squares = SquareSet::ALL;
            let (from, read) = (usual.from, usual.san());
            assert_eq!(San::parse(&text), Ok(read), "{text}");
            let San::Normal { role, file, rank, capture, to, .. } = read else { panic!("{text} castles") };
            squares &= file.map_or(SquareSet::ALL, SquareSet::file);
            squares &= rank.map_or(SquareSet::ALL, SquareSet::rank);
            if role == Role::Pawn {
                let own_file = SquareSet::file(to.file());
                squares = if capture { squares - own_file } else { squares & own_file };
            }
            assert_eq!(from, squares, "{text}");
            understood += 1;
        }
        assert!(understood > 100, "{understood}");
    }
}
