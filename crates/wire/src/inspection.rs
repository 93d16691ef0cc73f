//! What the laws say about a position, for a board editor and for analysis.

use crate::action::Side;
use crate::proof::ProofJson;
use crate::state::{Dests, dests};
use rules::{Color, FenError, IllegalSetup, Move, Position, Reason, TextError, TextField, Variant};
use serde::Serialize;
use unwinnable::{Limits, Verdict, can_win};

/// What the laws say about a text that may be a position.
#[derive(Debug, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Inspection {
    Playable(Playable),
    /// The text is a FEN, but the position is not playable.
    Unplayable {
        reasons: Vec<SetupProblem>,
    },
    /// The text is not a FEN.
    Unreadable(Unreadable),
}

/// Why a text is not a FEN, in parts, so that it can be described in any language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Unreadable {
    /// The reason, with the text that was found.
    pub error: String,
    pub field: FenField,
    /// The text that was found; empty at the end of the text.
    pub found: String,
    /// The number of characters before it.
    pub at: usize,
}

/// A field of a FEN. A test compares the spelling with [`TextField::code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum FenField {
    Placement,
    Turn,
    Castling,
    EnPassant,
    /// Half-moves since the last capture or pawn move.
    HalfmoveClock,
    MoveNumber,
    /// After all fields.
    End,
}

impl From<TextField> for FenField {
    fn from(field: TextField) -> FenField {
        match field {
            TextField::Turn => FenField::Turn,
            TextField::Castling => FenField::Castling,
            TextField::EnPassant => FenField::EnPassant,
            TextField::HalfmoveClock => FenField::HalfmoveClock,
            TextField::MoveNumber => FenField::MoveNumber,
            TextField::End => FenField::End,
            // The others are not fields of a FEN.
            _ => FenField::Placement,
        }
    }
}

impl Unreadable {
    fn new(error: &TextError, text: &str) -> Unreadable {
        let at = text.get(..error.at).unwrap_or(text).chars().count();
        Unreadable { at, ..Unreadable::in_ascii(error) }
    }

    /// Assumes that every byte before the fault is a character, which is true for every FEN that is nearly correct.
    pub(crate) fn in_ascii(error: &TextError) -> Unreadable {
        Unreadable {
            error: error.to_string(),
            field: error.field.into(),
            found: error.found.clone(),
            at: error.at,
        }
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Playable {
    /// The normalised FEN.
    pub fen: String,
    /// The player to move.
    pub turn: Side,
    /// Whether that player is in check.
    pub check: bool,
    pub status: Status,
    pub dests: Dests,
}

/// The status by the legal moves alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Status {
    Ongoing,
    /// Law C03.
    Checkmate,
    /// Law C04.
    Stalemate,
}

/// One reason why a position is not playable, in parts, so that it can be described in any language.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SetupProblem {
    /// No king, or too many.
    Kings { color: Side, count: usize },
    /// A pawn on the first or last rank.
    PawnOnBackRank { square: String },
    /// The side not to move is in check.
    OpponentInCheck,
    CastlingWithoutRook {
        /// The square where the rook should be.
        square: String,
    },
    /// A castling right, but the king is not on its square.
    CastlingKingAway { color: Side, square: String },
    /// Two castling rights on the same side of the king.
    CastlingTwice { color: Side },
    /// A castling right that exists only in Chess960.
    CastlingOnlyInChess960 { color: Side },
    /// No pawn can have made a double step over this square in the last move.
    EnPassantImpossible { square: String },
    /// Moves are numbered from 1.
    MoveNumberZero,
}

impl From<Reason> for SetupProblem {
    fn from(reason: Reason) -> SetupProblem {
        match reason {
            Reason::Kings { color, count } => SetupProblem::Kings { color: color.into(), count },
            Reason::PawnOnBackRank(square) => SetupProblem::PawnOnBackRank { square: square.to_string() },
            Reason::OpponentInCheck => SetupProblem::OpponentInCheck,
            Reason::CastlingWithoutRook(square) => {
                SetupProblem::CastlingWithoutRook { square: square.to_string() }
            }
            Reason::CastlingKingAway { color, king } => {
                SetupProblem::CastlingKingAway { color: color.into(), square: king.to_string() }
            }
            Reason::CastlingTwiceOnOneSide(color) => SetupProblem::CastlingTwice { color: color.into() },
            Reason::CastlingOnlyInChess960(color) => {
                SetupProblem::CastlingOnlyInChess960 { color: color.into() }
            }
            Reason::EnPassantImpossible(square) => {
                SetupProblem::EnPassantImpossible { square: square.to_string() }
            }
            Reason::MoveNumberZero => SetupProblem::MoveNumberZero,
        }
    }
}

pub fn inspect(fen: &str, variant: Variant) -> Inspection {
    match Position::parse_fen(fen, variant) {
        Ok(position) => Inspection::Playable(Playable::of(&position)),
        Err(FenError::Illegal(illegal)) => Inspection::Unplayable { reasons: setup_problems(illegal) },
        Err(FenError::Text(error)) => Inspection::Unreadable(Unreadable::new(&error, fen)),
    }
}

pub(crate) fn setup_problems(illegal: IllegalSetup) -> Vec<SetupProblem> {
    illegal.reasons.into_iter().map(SetupProblem::from).collect()
}

impl Playable {
    fn of(position: &Position) -> Playable {
        let status = if position.is_checkmate() {
            Status::Checkmate
        } else if position.is_stalemate() {
            Status::Stalemate
        } else {
            Status::Ongoing
        };
        Playable {
            fen: position.fen(),
            turn: position.turn().into(),
            check: position.in_check(),
            status,
            dests: dests(position),
        }
    }
}

/// Whether each side can still checkmate by any series of legal moves.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mating {
    pub white: CanMate,
    pub black: CanMate,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "can", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CanMate {
    /// By these moves.
    Yes {
        /// In UCI.
        line: Vec<String>,
    },
    No {
        why: String,
        /// The same in parts.
        proof: ProofJson,
    },
    /// Undecided within the limits.
    Undecided,
}

/// Which sides can still checkmate; `None` if the text is not a position.
pub fn mating(fen: &str, variant: Variant) -> Option<Mating> {
    let position = Position::parse_fen(fen, variant).ok()?;
    let side = |color: Color| match can_win(&position, color, Limits::default()) {
        Verdict::Winnable(line) => {
            CanMate::Yes { line: line.iter().map(|mv: &Move| mv.uci(variant).to_string()).collect() }
        }
        Verdict::Unwinnable(proof) => CanMate::No { why: proof.to_string(), proof: proof.kind().into() },
        Verdict::Undecided => CanMate::Undecided,
    };
    Some(Mating { white: side(Color::White), black: side(Color::Black) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_is_told() {
        let Inspection::Unplayable { reasons } = inspect("P7/8/8/8/8/8/8/8 w - - 0 1", Variant::Standard)
        else {
            panic!("no kings, and a pawn where none can be");
        };
        let missing = |color| SetupProblem::Kings { color, count: 0 };
        let pawn = SetupProblem::PawnOnBackRank { square: "a8".into() };
        assert_eq!(reasons, [missing(Side::White), missing(Side::Black), pawn]);
    }

    #[test]
    fn text_that_is_no_position_is_told_from_one() {
        assert!(matches!(inspect("hello", Variant::Standard), Inspection::Unreadable(_)));
        assert!(mating("hello", Variant::Standard).is_none());
    }

    #[test]
    fn fields_of_a_fen_are_spelled_as_the_rules_spell_them() {
        for field in [
            TextField::Placement,
            TextField::Turn,
            TextField::Castling,
            TextField::EnPassant,
            TextField::HalfmoveClock,
            TextField::MoveNumber,
            TextField::End,
        ] {
            let sent = serde_json::to_value(FenField::from(field)).expect("a word");
            assert_eq!(sent, field.code());
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_by_its_field() {
        for (fen, field, found, at) in [
            ("hello", FenField::Placement, "h", 0),
            ("8/8/8/8/8/8/8/8", FenField::Turn, "", 15),
            ("8/8/8/8/8/8/8/8 x", FenField::Turn, "x", 16),
            ("8/8/8/8/8/8/8/8 w X - 0 1", FenField::Castling, "X", 18),
            ("8/8/8/8/8/8/8/8 w - e9 0 1", FenField::EnPassant, "e9", 20),
            ("8/8/8/8/8/8/8/8 w - - x 1", FenField::HalfmoveClock, "x", 22),
            ("8/8/8/8/8/8/8/8 w - - 0 é", FenField::MoveNumber, "é", 24),
            ("8/8/8/8/8/8/8/8 w - - 0 1 é more", FenField::End, "é", 26),
        ] {
            let Inspection::Unreadable(unreadable) = inspect(fen, Variant::Standard) else { panic!("{fen}") };
            let told = (unreadable.field, unreadable.found.as_str(), unreadable.at);
            assert_eq!(told, (field, found, at), "{fen}: {}", unreadable.error);
        }
    }

    #[test]
    fn a_castling_king_may_be_dropped_on_its_rook() {
        let Inspection::Playable(playable) = inspect("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Variant::Standard)
        else {
            panic!("it can be played");
        };
        let king = &playable.dests["e1"];
        assert!(king.contains(&"g1".to_string()) && king.contains(&"h1".to_string()));
    }

    #[test]
    fn who_can_mate_is_told_with_the_line() {
        let mating = mating("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", Variant::Standard).expect("a position");
        assert_eq!(mating.white, CanMate::Yes { line: vec!["a1a8".into()] });
    }
}
