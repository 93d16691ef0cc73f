//! The quality criteria C6 to C21 of C.04.3, as numbers on the edges of a graph.
//!
//! Every criterion is a sum over pairs and floaters. A criterion that compares lists "from the highest down" becomes
//! one term for each value that can occur, the highest first. Terms are maximised, so quantities that the rules
//! minimise are negative here.

use super::color::color_of_higher;
use super::competitor::{Field, Float, Strength};
use crate::{Color, Points};
use alloc::vec::Vec;
use core::fmt;

/// A criterion of C.04.3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Criterion {
    /// Nobody meets an opponent again.
    C1,
    /// A player who may not have the bye does not get it.
    C2,
    /// Players with the same absolute preference do not meet.
    C3,
    /// All others can still be paired.
    C4,
    /// The bye goes to the lowest possible score.
    C5,
    /// As few players as possible leave the bracket unpaired.
    C6,
    /// Lowest scores of the downfloaters.
    C7,
    /// The next bracket can be paired as well as possible.
    C8,
    /// Fewest unplayed games of the player who gets the bye.
    C9,
    /// Fewest colour differences beyond two among topscorers and their opponents.
    C10,
    /// Fewest colours three times running among them.
    C11,
    /// Fewest players who do not get their preference.
    C12,
    /// Fewest players who do not get a strong preference.
    C13,
    /// Fewest residents who float down as in the last round.
    C14,
    /// Fewest opponents of moved-down players who float up as in the last round.
    C15,
    /// As C14, two rounds ago.
    C16,
    /// As C15, two rounds ago.
    C17,
    /// Smallest score differences of moved-down players who floated down in the last round.
    C18,
    /// Smallest score differences of opponents who floated up in the last round.
    C19,
    /// As C18, two rounds ago.
    C20,
    /// As C19, two rounds ago.
    C21,
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// How many rounds ago a float was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RoundsAgo {
    One,
    Two,
}

/// One number that is summed over a matching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Term {
    Pairs,
    PairedWithScore(Points),
    NextPairs,
    NextPairedWithScore(Points),
    ByeUnplayed,
    TopscorerDifference,
    TopscorerThirdColor,
    Unmet,
    UnmetStrong,
    DownAgain(RoundsAgo),
    UpAgain(RoundsAgo),
    /// A moved-down player of this score who floated down before, and floats on.
    DownFurther(RoundsAgo, Points),
    /// A moved-down player of this score who floated down before, and is paired here.
    DownDifference(RoundsAgo, Points),
    /// A resident who floated up before, and meets a moved-down player of this score.
    UpDifference(RoundsAgo, Points),
}

impl Term {
    pub(crate) fn criterion(self) -> Criterion {
        match self {
            Self::Pairs => Criterion::C6,
            Self::PairedWithScore(_) => Criterion::C7,
            Self::NextPairs | Self::NextPairedWithScore(_) => Criterion::C8,
            Self::ByeUnplayed => Criterion::C9,
            Self::TopscorerDifference => Criterion::C10,
            Self::TopscorerThirdColor => Criterion::C11,
            Self::Unmet => Criterion::C12,
            Self::UnmetStrong => Criterion::C13,
            Self::DownAgain(RoundsAgo::One) => Criterion::C14,
            Self::UpAgain(RoundsAgo::One) => Criterion::C15,
            Self::DownAgain(RoundsAgo::Two) => Criterion::C16,
            Self::UpAgain(RoundsAgo::Two) => Criterion::C17,
            Self::DownFurther(RoundsAgo::One, _) | Self::DownDifference(RoundsAgo::One, _) => Criterion::C18,
            Self::UpDifference(RoundsAgo::One, _) => Criterion::C19,
            Self::DownFurther(RoundsAgo::Two, _) | Self::DownDifference(RoundsAgo::Two, _) => Criterion::C20,
            Self::UpDifference(RoundsAgo::Two, _) => Criterion::C21,
        }
    }
}

/// A vertex of the graph of a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Vertex {
    /// Of the bracket, moved down into it.
    MovedDown(usize),
    /// Of the bracket, of its own scoregroup.
    Resident(usize),
    /// Of the next scoregroup.
    Next(usize),
    /// Of a lower one.
    Lower(usize),
    /// The player matched with it gets the bye.
    Bye,
    /// The player matched with it floats down, if lower players are not part of the graph.
    Float,
}

impl Vertex {
    pub(crate) fn in_bracket(self) -> Option<usize> {
        match self {
            Self::MovedDown(player) | Self::Resident(player) => Some(player),
            _ => None,
        }
    }

    pub(crate) fn player(self) -> Option<usize> {
        match self {
            Self::MovedDown(player) | Self::Resident(player) | Self::Next(player) | Self::Lower(player) => {
                Some(player)
            }
            Self::Bye | Self::Float => None,
        }
    }
}

/// All terms that can matter, the most important first.
pub(crate) fn terms(field: &Field, vertices: &[Vertex]) -> Vec<Term> {
    let scores = |wanted: fn(&Vertex) -> bool| {
        let players = vertices.iter().filter(|vertex| wanted(vertex)).filter_map(|vertex| vertex.player());
        let mut scores: Vec<Points> = players.map(|player| field.competitors[player].score).collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        scores.dedup();
        scores
    };
    let moved_down = scores(|vertex| matches!(vertex, Vertex::MovedDown(_)));
    let mut terms = alloc::vec![Term::Pairs];
    terms.extend(scores(|vertex| vertex.in_bracket().is_some()).into_iter().map(Term::PairedWithScore));
    if vertices.iter().any(|vertex| matches!(vertex, Vertex::Next(_))) {
        terms.push(Term::NextPairs);
        let next = scores(|vertex| vertex.in_bracket().is_some() || matches!(vertex, Vertex::Next(_)));
        terms.extend(next.into_iter().map(Term::NextPairedWithScore));
    }
    terms.push(Term::ByeUnplayed);
    if field.is_last_round {
        terms.extend([Term::TopscorerDifference, Term::TopscorerThirdColor]);
    }
    terms.extend([Term::Unmet, Term::UnmetStrong]);
    for ago in [RoundsAgo::One, RoundsAgo::Two] {
        terms.push(Term::DownAgain(ago));
        if !moved_down.is_empty() {
            terms.push(Term::UpAgain(ago));
        }
    }
    for ago in [RoundsAgo::One, RoundsAgo::Two] {
        terms.extend(moved_down.iter().map(|&score| Term::DownFurther(ago, score)));
        terms.extend(moved_down.iter().map(|&score| Term::DownDifference(ago, score)));
        terms.extend(moved_down.iter().map(|&score| Term::UpDifference(ago, score)));
    }
    terms
}

/// What an edge adds to a term.
pub(crate) fn value(field: &Field, term: Term, x: Vertex, y: Vertex) -> i64 {
    match (x.in_bracket(), y.in_bracket()) {
        (Some(_), Some(_)) => pair_value(field, term, x, y),
        (Some(_), None) => float_value(field, term, x, y),
        (None, Some(_)) => float_value(field, term, y, x),
        (None, None) => match (x, y) {
            (Vertex::Next(a), Vertex::Next(b)) => next_value(field, term, a, b),
            _ => 0,
        },
    }
}

fn next_value(field: &Field, term: Term, a: usize, b: usize) -> i64 {
    match term {
        Term::NextPairs => 1,
        Term::NextPairedWithScore(score) => {
            i64::from(field.competitors[a].score == score) + i64::from(field.competitors[b].score == score)
        }
        _ => 0,
    }
}

fn has_floated(field: &Field, player: usize, ago: RoundsAgo, float: Float) -> bool {
    let competitor = &field.competitors[player];
    float
        == match ago {
            RoundsAgo::One => competitor.last_float,
            RoundsAgo::Two => competitor.float_before,
        }
}

fn float_value(field: &Field, term: Term, x: Vertex, below: Vertex) -> i64 {
    let Some(player) = x.in_bracket() else { return 0 };
    let is_moved_down = matches!(x, Vertex::MovedDown(_));
    let score_of = |player: usize| field.competitors[player].score;
    match (term, below) {
        (Term::NextPairs | Term::NextPairedWithScore(_), Vertex::Next(opponent)) => {
            next_value(field, term, player, opponent)
        }
        (Term::ByeUnplayed, Vertex::Bye) => -i64::from(field.competitors[player].unplayed),
        (Term::DownAgain(ago), _) if !is_moved_down => {
            -i64::from(has_floated(field, player, ago, Float::Down))
        }
        (Term::DownFurther(ago, score), _) if is_moved_down && score_of(player) == score => {
            -i64::from(has_floated(field, player, ago, Float::Down))
        }
        _ => 0,
    }
}

fn pair_value(field: &Field, term: Term, x: Vertex, y: Vertex) -> i64 {
    let (Some(a), Some(b)) = (x.in_bracket(), y.in_bracket()) else { return 0 };
    // The higher ranked player has the smaller number.
    let (a, b, x) = if a < b { (a, b, x) } else { (b, a, y) };
    let (higher, lower) = (&field.competitors[a], &field.competitors[b]);
    let is_moved_down = matches!(x, Vertex::MovedDown(_));
    match term {
        Term::Pairs => 1,
        Term::PairedWithScore(score) => i64::from(higher.score == score) + i64::from(lower.score == score),
        Term::Unmet => -i64::from(clash(field, a, b)),
        Term::UnmetStrong => {
            let is_strong =
                |strength: Option<Strength>| strength.is_some_and(|strength| strength >= Strength::Strong);
            -i64::from(clash(field, a, b) && is_strong(higher.strength()) && is_strong(lower.strength()))
        }
        Term::TopscorerDifference | Term::TopscorerThirdColor
            if higher.is_topscorer || lower.is_topscorer =>
        {
            let (color, _) = color_of_higher(field, a, b);
            let affected = |player: usize, color: Color| {
                let competitor = &field.competitors[player];
                if term == Term::TopscorerDifference {
                    let change = if color == Color::White { 1 } else { -1 };
                    (competitor.color_difference + change).abs() > 2
                } else {
                    competitor.colors.len() >= 2
                        && competitor.colors.iter().rev().take(2).all(|&had| had == color)
                }
            };
            -(i64::from(affected(a, color)) + i64::from(affected(b, color.opposite())))
        }
        Term::UpAgain(ago) if is_moved_down => -i64::from(has_floated(field, b, ago, Float::Up)),
        Term::DownDifference(ago, score) if is_moved_down && higher.score == score => {
            -i64::from(has_floated(field, a, ago, Float::Down))
        }
        Term::UpDifference(ago, score) if is_moved_down && higher.score == score => {
            -i64::from(has_floated(field, b, ago, Float::Up))
        }
        _ => 0,
    }
}

/// Whether both players are due the same colour.
fn clash(field: &Field, a: usize, b: usize) -> bool {
    let preference = field.competitors[a].preference;
    preference.is_some_and(|preference| field.competitors[b].is_due(preference.color))
}
