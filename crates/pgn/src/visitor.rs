//! Visitors: the traits that receive games from a reader.

use crate::{Comment, Fault, FaultKind, GameResult, Nag, Text, Word};
use rules::{LegalMove, Outcome, Position};
use std::ops::ControlFlow;

/// Receives a game move by move, without allocations. Every move is legal.
///
/// Each game consists of its tags, `begin` if there is a starting position, moves with their annotations, and `end`. A
/// fault may be reported at any time.
pub trait Visitor {
    /// A tag pair, each name once.
    fn tag(&mut self, _name: Text<'_>, _value: Text<'_>) {}

    /// The tags are over. [`ControlFlow::Break`] skips the moves of this game.
    fn begin(&mut self, _start: &Position) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The next move of the main line or of the current variation.
    fn play(&mut self, _legal: LegalMove<'_>) {}

    /// A null move (`--`, `Z0`): the side to move passes, which happens only in analysis.
    fn pass(&mut self, _position: &Position) {}

    /// An annotation of the last move.
    fn nag(&mut self, _nag: Nag) {}

    /// A comment on the last move or, before the first move, on the game or variation.
    fn comment(&mut self, _comment: Comment<'_>) {}

    /// A variation begins: the next move is an alternative to the last one.
    fn begin_variation(&mut self) {}

    /// The variation ends, and its parent line continues.
    fn end_variation(&mut self) {}

    /// Something is wrong in the file. Reading continues.
    fn fault(&mut self, _fault: Fault) {}

    /// The game is over.
    fn end(&mut self, _end: End<'_>) {}
}

/// The end of a game.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct End<'a> {
    /// The result after the moves, if there is one.
    pub marker: Option<GameResult>,
    /// The value of the tag `Result`, if it has one.
    pub tag: Option<GameResult>,
    /// The last position of the main line; `None` if there was no starting position.
    pub position: Option<&'a Position>,
    /// Whether all moves of the main line could be played.
    pub complete: bool,
}

impl End<'_> {
    /// The outcome after the moves or, if that is unknown, the one in the tag.
    pub fn outcome(&self) -> Option<Outcome> {
        let known = |result: Option<GameResult>| result.and_then(GameResult::outcome);
        known(self.marker).or(known(self.tag))
    }
}

/// A fault that a [`TokenVisitor`] reports, boxed because it is rare.
pub type BoxedFault = Box<FaultKind>;

/// Receives the tokens of a file; moves are not parsed. For callers who need only the tags, or who interpret the
/// moves themselves.
///
/// A returned error is reported as a [`Fault`] with its place.
pub trait TokenVisitor {
    /// A tag pair, each name once.
    fn tag(&mut self, _name: Text<'_>, _value: Text<'_>) -> Result<(), BoxedFault> {
        Ok(())
    }

    /// The tags are over.
    fn begin(&mut self) -> Result<(), BoxedFault> {
        Ok(())
    }

    /// A move as written, without number and annotation.
    fn word(&mut self, _word: Word<'_>) -> Result<(), BoxedFault> {
        Ok(())
    }

    /// An annotation: `$5`, or `!?` and the like.
    fn nag(&mut self, _nag: Nag) {}

    /// A comment in braces or after a semicolon.
    fn comment(&mut self, _comment: Comment<'_>) {}

    /// A variation begins: `(`.
    fn begin_variation(&mut self) -> Result<(), BoxedFault> {
        Ok(())
    }

    /// A variation ends: `)`, or the end of the game if it is missing.
    fn end_variation(&mut self) {}

    /// Something is wrong in the file. Reading continues.
    fn fault(&mut self, _fault: Fault) {}

    /// The result after the moves.
    fn marker(&mut self, _result: GameResult) -> Result<(), BoxedFault> {
        Ok(())
    }

    /// The game is over.
    fn end(&mut self) {}
}
