//! Moves as the UCI protocol writes them: `e2e4`, `e7e8q` (law N01).

use crate::notation::intent_reason;
use crate::{
    Expected, Intent, LegalMove, Move, MoveError, Position, Promotion, Square, TextError, TextField, Variant,
};
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

impl FromStr for Intent {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Intent, TextError> {
        let bytes = text.as_bytes();
        let wrong = |at, expected| Err(TextError::at(TextField::Move, text, at, expected));
        let Some(from) = bytes.get(..2).and_then(Square::from_bytes) else {
            return wrong(0, Expected::OriginSquare);
        };
        let Some(to) = bytes.get(2..4).and_then(Square::from_bytes) else {
            return wrong(2, Expected::TargetSquare);
        };
        let promotion = match bytes.get(4) {
            None => None,
            Some(b'n') => Some(Promotion::Knight),
            Some(b'b') => Some(Promotion::Bishop),
            Some(b'r') => Some(Promotion::Rook),
            Some(b'q') => Some(Promotion::Queen),
            Some(_) => return wrong(4, Expected::PromotionLetter),
        };
        if bytes.len() > 5 {
            return wrong(5, Expected::EndOfMove);
        }
        Ok(Intent { from, to, promotion })
    }
}

/// As UCI writes it: `e2e4`, `e7e8q`.
impl fmt::Display for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(promotion) => write!(f, "{}", promotion.role().letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl Move {
    /// The move as UCI writes it: castling is the king's move of two squares in orthodox chess, and the king taking its
    /// rook in Chess960.
    pub fn uci(self, variant: Variant) -> Intent {
        match variant {
            Variant::Standard => Intent { to: self.to(), ..self.intent() },
            Variant::Chess960 => self.intent(),
        }
    }
}

impl LegalMove<'_> {
    /// The move in UCI, in the form of the position's variant.
    pub fn uci(self) -> String {
        self.mv().uci(self.position().variant()).to_string()
    }
}

impl Position {
    /// The legal move that a UCI text means. Castling may be written as the king taking its rook or as the
    /// king going to its new square, unless that is an ordinary king's move.
    ///
    /// ```
    /// use tabiya_rules::{MoveError, Position};
    /// let position: Position = "7k/P7/8/8/8/8/8/K7 w - - 0 1".parse()?;
    /// assert_eq!(position.parse_uci("a7a8q")?.san(), "a8=Q+");
    /// assert!(matches!(position.parse_uci("a7a8"), Err(MoveError::PromotionMissing { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<LegalMove<'_>, MoveError> {
        let intent: Intent = text.parse()?;
        self.legal(intent).ok_or_else(|| {
            // Only a pawn becomes a queen, and if it may promote at all, it may promote to every piece.
            let queening = Intent { promotion: Some(Promotion::Queen), ..intent };
            if self.legal(queening).is_some() {
                MoveError::PromotionMissing { text: text.to_string() }
            } else {
                MoveError::Illegal { text: text.to_string(), reason: intent_reason(self, intent) }
            }
        })
    }

    /// The legal move that a text means, in UCI or in SAN.
    pub fn parse_move(&self, text: &str) -> Result<LegalMove<'_>, MoveError> {
        // No text means one move in UCI and another in SAN, so UCI is simply tried first.
        match self.parse_uci(text) {
            Err(MoveError::Text(_)) => self.parse_san(text),
            found => found,
        }
    }
}
