//! The board and lists of moves, drawn with characters.

use rules::{Board, Color, File, Piece, Rank, Square};
use std::fmt;

/// How the pieces are drawn.
#[derive(Clone, Copy)]
pub(crate) enum Glyphs {
    /// `K` and `k`, for any terminal.
    Letters,
    /// `♔` and `♚`.
    Figurines,
}

/// A board seen from one side.
pub(crate) struct Diagram<'b> {
    pub(crate) board: &'b Board,
    pub(crate) glyphs: Glyphs,
    /// Whose first rank is at the bottom.
    pub(crate) seen_by: Color,
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut ranks, mut files) = (Rank::ALL, File::ALL);
        match self.seen_by {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        for rank in ranks {
            write!(f, "{} ", rank.digit())?;
            for file in files {
                write!(f, " {}", self.glyph(self.board.piece_at(Square::new(file, rank))))?;
            }
            writeln!(f)?;
        }
        f.write_str("  ")?;
        files.iter().try_for_each(|file| write!(f, " {}", file.letter()))
    }
}

impl Diagram<'_> {
    fn glyph(&self, piece: Option<Piece>) -> char {
        match (self.glyphs, piece) {
            (Glyphs::Letters, Some(piece)) => piece.letter(),
            (Glyphs::Letters, None) => '.',
            (Glyphs::Figurines, Some(piece)) => piece.figurine(),
            (Glyphs::Figurines, None) => '·',
        }
    }
}

/// The width of a terminal line.
const LINE_WIDTH: usize = 80;

/// Words, wrapped into lines that fit a terminal.
pub(crate) fn wrapped<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 {
            let fits = width + 1 + length <= LINE_WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 };
        }
        text.push_str(word);
        width += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    #[test]
    fn both_sides_see_their_first_rank_at_the_bottom() {
        let start = Position::start();
        let seen_by = |seen_by| {
            let diagram = Diagram { board: start.board(), glyphs: Glyphs::Letters, seen_by };
            diagram.to_string()
        };
        assert_eq!(seen_by(Color::White), start.board().to_string());
        let lines: Vec<_> = seen_by(Color::Black).lines().map(String::from).collect();
        assert_eq!(lines[0], "1  R N B K Q B N R");
        assert_eq!(lines[7], "8  r n b k q b n r");
        assert_eq!(lines[8], "   h g f e d c b a");
    }

    #[test]
    fn lines_are_filled_up_to_the_width() {
        let words = ["a".repeat(40), "b".repeat(39), "c".to_string()];
        let text = wrapped(words.iter().map(String::as_str));
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [80, 1]);
        assert_eq!(wrapped([]), "");
    }
}
