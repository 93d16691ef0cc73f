//! Why a player cannot mate, for a ruling.

use core::fmt;
use rules::Color;
use unwinnable::ProofKind;

/// Why one side cannot mate, or why neither side can.
///
/// ```
/// use tabiya_game::NoMate;
/// use tabiya_game::rules::Color;
/// use tabiya_game::unwinnable::ProofKind;
///
/// let dead = NoMate::OfBoth([(Color::White, ProofKind::Wall), (Color::Black, ProofKind::Material)]);
/// assert!(dead.to_string().starts_with("white cannot mate: nobody gets through the wall"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMate {
    /// The side in question cannot mate (laws E03, E05, K04).
    OfOne(ProofKind),
    /// Neither side can mate (law E08).
    OfBoth([(Color, ProofKind); 2]),
}

impl fmt::Display for NoMate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoMate::OfOne(kind) => kind.fmt(f),
            NoMate::OfBoth([(one, kind), (other, kind_of_other)]) => {
                write!(f, "{one} cannot mate: {kind}; {other} cannot mate: {kind_of_other}")
            }
        }
    }
}
