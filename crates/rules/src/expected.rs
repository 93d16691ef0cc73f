//! What a parser expected where a text cannot be parsed.

use core::fmt;

/// What a parser expected. `Display` writes it in English; a program in another language can match on the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// Of a placement: eight ranks.
    EightRanks,
    /// Of a placement: the end of a rank.
    SlashAfterEightSquares,
    /// Of a placement: digits are not added up.
    OneDigit,
    /// Of a placement: a rank is too long.
    EightSquaresAtMost,
    /// Of a placement: a rank is too short.
    EightSquares,
    /// Of a placement: a ninth rank.
    EightRanksAtMost,
    /// Of a placement: any of its characters.
    PieceDigitOrSlash,
    /// The side to move.
    SideToMove,
    /// The castling rights.
    CastlingRights,
    /// The en-passant square.
    EnPassantSquare,
    /// One of the two counters.
    Counter,
    /// The end of the FEN.
    SixFieldsAtMost,
    /// A square by itself.
    SquareName,
    /// Any move.
    Move,
    /// The beginning of a move in SAN.
    PieceOrSquare,
    /// The beginning of a move in UCI.
    OriginSquare,
    /// The target of a move.
    TargetSquare,
    /// The text between piece and target.
    FileRankOrTarget,
    /// The end of a pawn's move.
    SquareOrPromotion,
    /// A promotion in parentheses.
    OpeningParenthesis,
    /// The end of a move in UCI.
    PromotionLetter,
    /// The end of the text after a move in UCI.
    EndOfMove,
    /// The operand of a counter in EPD.
    CounterOperand,
    /// The beginning of an operation in EPD.
    OpcodeFirst,
    /// The end of a text in EPD.
    ClosingQuote,
    /// The name of an operation in EPD.
    OpcodeLetter,
}

impl Expected {
    /// The description in English.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Expected::EightRanks => "eight ranks separated by '/'",
            Expected::SlashAfterEightSquares => "'/' after eight squares of a rank",
            Expected::OneDigit => "one digit, not two in a row",
            Expected::EightSquaresAtMost => "no more than eight squares in a rank",
            Expected::EightSquares => "eight squares before the rank ends",
            Expected::EightRanksAtMost => "no more than eight ranks",
            Expected::PieceDigitOrSlash => "a piece letter, a digit 1-8 or '/'",
            Expected::SideToMove => "w or b",
            Expected::CastlingRights => "'-' or letters KQkq or A-H a-h, each rook once",
            Expected::EnPassantSquare => "'-' or a square",
            Expected::Counter => "a number up to 65535",
            Expected::SixFieldsAtMost => "no more than six fields",
            Expected::SquareName => "a file a-h and a rank 1-8",
            Expected::Move => "a move",
            Expected::PieceOrSquare => "a piece letter or a square",
            Expected::OriginSquare => "the square to move from, such as e2",
            Expected::TargetSquare => "the square to move to, such as e4",
            Expected::FileRankOrTarget => "a file, a rank, 'x' or the square to move to",
            Expected::SquareOrPromotion => "a square, or a piece to promote to",
            Expected::OpeningParenthesis => "'(' before a promotion that ends with ')'",
            Expected::PromotionLetter => "nothing, or the letter n, b, r or q of a promotion",
            Expected::EndOfMove => "nothing after the move",
            Expected::CounterOperand => "a number up to 65535 after hmvc or fmvn",
            Expected::OpcodeFirst => "an opcode before its operands",
            Expected::ClosingQuote => "a quotation mark at the end of the text",
            Expected::OpcodeLetter => "an opcode that starts with a letter",
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
