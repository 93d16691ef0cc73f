//! Why a round is paired as it is: every choice is compared with what the rules try earlier.

use super::bracket::{Bracket, Graph, Paired};
use super::color::{ColorRule, color_of_higher};
use super::competitor::Field;
use super::criteria::{Criterion, Term, Vertex};
use super::{PairingError, RoundPairing, assemble, checked_field, completion, pair_brackets};
use crate::{Color, Points, Tournament};
use alloc::vec::Vec;
use core::fmt;

/// Why something else was not chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Cause {
    /// C1: the two have met.
    Met {
        /// In which round.
        round: usize,
    },
    /// The rules of the event forbid this pair.
    Forbidden,
    /// C3: both have an absolute preference for the same colour.
    SameAbsolutePreference,
    /// C2: the player had a bye or a win without playing.
    NoSecondBye,
    /// C4: the others could not all be paired.
    NotCompletable,
    /// A criterion would be worse. What is counted is what the criterion minimises.
    Worse {
        /// The first criterion that differs.
        criterion: Criterion,
        /// Its value for the alternative.
        alternative: i64,
        /// Its value for the pairing.
        chosen: i64,
    },
    /// Equally good, but generated later by articles 3 and 4.
    Later,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Met { round } => write!(f, "C1: they met in round {round}"),
            Self::Forbidden => f.write_str("the pair is forbidden"),
            Self::SameAbsolutePreference => f.write_str("C3: both must have the same colour"),
            Self::NoSecondBye => f.write_str("C2: already had a bye or won without playing"),
            Self::NotCompletable => f.write_str("C4: the others could not all be paired"),
            Self::Worse { criterion, alternative, chosen } => {
                write!(f, "{criterion}: {alternative} against {chosen} ({})", criterion.meaning())
            }
            Self::Later => f.write_str("equally good, but later in the order of the rules"),
        }
    }
}

impl Criterion {
    /// What the criterion counts.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::C1 => "second meetings",
            Self::C2 => "byes for somebody who may not have one",
            Self::C3 => "same absolute preferences",
            Self::C4 => "players who cannot be paired",
            Self::C5 => "score of the bye",
            Self::C6 => "downfloaters",
            Self::C7 => "downfloaters with the higher score",
            Self::C8 => "downfloaters of the next bracket",
            Self::C9 => "unplayed games of the player with the bye",
            Self::C10 => "colour differences beyond two of topscorers or their opponents",
            Self::C11 => "third equal colours of topscorers or their opponents",
            Self::C12 => "unmet colour preferences",
            Self::C13 => "unmet strong colour preferences",
            Self::C14 => "downfloats repeated from the last round",
            Self::C15 => "upfloats repeated from the last round",
            Self::C16 => "downfloats repeated from two rounds ago",
            Self::C17 => "upfloats repeated from two rounds ago",
            Self::C18 => "larger score differences of repeated downfloats",
            Self::C19 => "larger score differences of repeated upfloats",
            Self::C20 => "larger score differences of downfloats repeated from two rounds ago",
            Self::C21 => "larger score differences of upfloats repeated from two rounds ago",
        }
    }
}

/// An opponent whom the rules try earlier, and why it is not the one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Alternative {
    /// The pairing number.
    pub number: u32,
    /// Why not.
    pub cause: Cause,
}

/// A pair and its reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PairReport {
    /// The pairing number of the higher ranked.
    pub higher: u32,
    /// The pairing number of the lower ranked.
    pub lower: u32,
    /// The colour of the higher ranked.
    pub color: Color,
    /// The rule that decided the colours.
    pub color_rule: ColorRule,
    /// The opponents that the rules try first for the higher ranked, among those still free, in that order.
    pub alternatives: Vec<Alternative>,
}

/// A downfloater, and why the player was not paired in the bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FloatReport {
    /// The pairing number.
    pub number: u32,
    /// What would be worse if this player were paired in the bracket.
    pub cause: Cause,
}

/// A bracket and its choices.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BracketReport {
    /// The score of its residents, with virtual points.
    pub score: Points,
    /// Who came from above.
    pub moved_down: Vec<u32>,
    /// Its own players.
    pub residents: Vec<u32>,
    /// Its pairs.
    pub pairs: Vec<PairReport>,
    /// Who floats down.
    pub floaters: Vec<FloatReport>,
    /// The criteria that could not be satisfied, with how often.
    pub failures: Vec<(Criterion, i64)>,
}

/// The bye and its reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ByeReport {
    /// Who gets it.
    pub number: u32,
    /// The score of the player, with virtual points: the lowest that is possible (C5).
    pub score: Points,
    /// Players with a lower score, or of the same score and ranked lower, and why they do not get it.
    pub alternatives: Vec<Alternative>,
}

/// A round and the reasons for all of its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Explanation {
    /// The pairing.
    pub pairing: RoundPairing,
    /// From the top.
    pub brackets: Vec<BracketReport>,
    /// The bye, if somebody gets one.
    pub bye: Option<ByeReport>,
}

/// No more than this many opponents are explained for a pair.
const MAX_ALTERNATIVES: usize = 3;

/// Pairs a round and says why; arguments as for [`super::pair`].
pub fn explain(
    tournament: &Tournament,
    round: usize,
    present: &[usize],
) -> Result<Explanation, PairingError> {
    let field = checked_field(tournament, round, present)?;
    let (brackets, bye_score) = pair_brackets(&field)?;
    let pairing = assemble(tournament, &field, round, &brackets);
    let explainer = Explainer { tournament, field: &field, round, bye_score };
    let reports = brackets.iter().map(|(bracket, paired)| explainer.bracket(bracket, paired)).collect();
    let bye = brackets.last().and_then(|(bracket, paired)| {
        let &player = paired.floaters.first()?;
        Some(explainer.bye(bracket, paired, player))
    });
    Ok(Explanation { pairing, brackets: reports, bye })
}

struct Explainer<'a> {
    tournament: &'a Tournament,
    field: &'a Field,
    round: usize,
    bye_score: Option<Points>,
}

/// A bracket's graph with the totals of the pairing that was chosen.
struct Compared<'a> {
    graph: Graph<'a>,
    chosen: Vec<i64>,
}

impl<'a> Explainer<'a> {
    fn number(&self, player: usize) -> u32 {
        self.field.competitors[player].number
    }

    fn bracket(&self, bracket: &Bracket, paired: &Paired) -> BracketReport {
        let numbers = |players: &[usize]| players.iter().map(|&player| self.number(player)).collect();
        let whole = self.compared(Graph::whole(self.field, bracket, self.bye_score));
        // Much smaller, and enough to see a difference in all criteria but C4 and C8.
        let floaters = completion::fewest_floaters(self.field, &bracket.moved_down, &bracket.residents);
        let is_small = !bracket.next.is_empty() && floaters == paired.floaters.len();
        let alone = if is_small { self.compared(Graph::alone(self.field, bracket, floaters)) } else { None };
        let mut pairs = Vec::new();
        let mut made: Vec<(usize, usize)> = Vec::new();
        let mut order = paired.pairs.clone();
        order.sort_unstable();
        for (a, b) in order {
            let alternatives = self.alternatives(bracket, a, b, &made, whole.as_ref(), alone.as_ref());
            let (color, color_rule) = color_of_higher(self.field, a, b);
            pairs.push(PairReport {
                higher: self.number(a),
                lower: self.number(b),
                color,
                color_rule,
                alternatives,
            });
            made.push((a, b));
        }
        let floaters = paired.floaters.iter().map(|&player| {
            let cause = self
                .compare(whole.as_ref(), alone.as_ref(), bracket, |graph| graph.conditions.stay.push(player));
            FloatReport { number: self.number(player), cause }
        });
        BracketReport {
            score: bracket
                .residents
                .first()
                .map_or(Points::ZERO, |&player| self.field.competitors[player].score),
            moved_down: numbers(&bracket.moved_down),
            residents: numbers(&bracket.residents),
            pairs,
            floaters: floaters.collect(),
            failures: whole.as_ref().map(|compared| self.failures(compared, bracket)).unwrap_or_default(),
        }
    }

    fn compared(&self, graph: Graph<'a>) -> Option<Compared<'a>> {
        graph.best_totals().map(|chosen| Compared { graph, chosen })
    }

    /// The opponents before `b` in the order in which the rules try them for `a`.
    fn alternatives(
        &self,
        bracket: &Bracket,
        a: usize,
        b: usize,
        made: &[(usize, usize)],
        whole: Option<&Compared<'_>>,
        alone: Option<&Compared<'_>>,
    ) -> Vec<Alternative> {
        let is_moved_down = bracket.moved_down.contains(&a);
        let is_free = |player: usize| !made.iter().any(|&(x, y)| x == player || y == player);
        let open: Vec<usize> = bracket.residents.iter().copied().filter(|&player| is_free(player)).collect();
        // S2 begins with the first resident for a moved-down player, and in the middle otherwise.
        let first = if is_moved_down { 0 } else { open.len() / 2 };
        let tried =
            open.iter().skip(first).copied().take_while(|&player| player != b).filter(|&player| player != a);
        tried
            .take(MAX_ALTERNATIVES)
            .map(|player| {
                let cause = self.not_allowed(a, player).unwrap_or_else(|| {
                    self.compare(whole, alone, bracket, |graph| {
                        graph.conditions.pairs.extend_from_slice(made);
                        graph.conditions.pairs.push((a, player));
                    })
                });
                Alternative { number: self.number(player), cause }
            })
            .collect()
    }

    /// Why two players must not meet at all.
    fn not_allowed(&self, a: usize, b: usize) -> Option<Cause> {
        if self.field.may_meet(a, b) {
            return None;
        }
        let player = &self.tournament.players[self.field.competitors[a].index];
        let other = self.number(b);
        let met = (1..self.round).rev().find(|&round| {
            let entry = player.entry(round);
            entry.is_played() && entry.opponent() == Some(other)
        });
        let (absolute, same) = (self.field.competitors[a].absolute(), self.field.competitors[b].absolute());
        Some(match met {
            Some(round) => Cause::Met { round },
            None if absolute.is_some() && absolute == same => Cause::SameAbsolutePreference,
            None => Cause::Forbidden,
        })
    }

    /// What a change of the conditions would make worse.
    fn compare(
        &self,
        whole: Option<&Compared<'_>>,
        alone: Option<&Compared<'_>>,
        bracket: &Bracket,
        change: impl Fn(&mut Graph<'_>),
    ) -> Cause {
        let mut cause = Cause::Later;
        for compared in [alone, whole].into_iter().flatten() {
            let mut graph = compared.graph.clone();
            change(&mut graph);
            let Some(totals) = graph.best_totals() else {
                cause = Cause::NotCompletable;
                continue;
            };
            let differing = (0..totals.len()).find(|&at| totals[at] != compared.chosen[at]);
            cause = differing.map_or(Cause::Later, |at| {
                let term = graph.terms[at].0;
                let base = self.base(term, compared, bracket);
                let per_unit = if matches!(term, Term::Pairs | Term::NextPairs) { 2 } else { 1 };
                Cause::Worse {
                    criterion: term.criterion(),
                    alternative: base - per_unit * totals[at],
                    chosen: base - per_unit * compared.chosen[at],
                }
            });
            if matches!(cause, Cause::Worse { .. }) {
                return cause;
            }
        }
        cause
    }

    /// What a term is subtracted from to count what its criterion minimises.
    fn base(&self, term: Term, compared: &Compared<'_>, bracket: &Bracket) -> i64 {
        let size = (bracket.moved_down.len() + bracket.residents.len()) as i64;
        let total = |wanted: Term| {
            let at = compared.graph.terms.iter().position(|&(term, _)| term == wanted);
            at.map_or(0, |at| compared.chosen[at])
        };
        let with_score = |score: Points, next: bool| {
            let is_counted = |vertex: &&Vertex| match vertex {
                Vertex::Next(_) => next,
                vertex => vertex.in_bracket().is_some(),
            };
            let players =
                compared.graph.vertices.iter().filter(is_counted).filter_map(|vertex| vertex.player());
            players.filter(|&player| self.field.competitors[player].score == score).count() as i64
        };
        match term {
            Term::Pairs => size,
            Term::PairedWithScore(score) => with_score(score, false),
            Term::NextPairs => size - 2 * total(Term::Pairs) + bracket.next.len() as i64,
            Term::NextPairedWithScore(score) => with_score(score, true) - total(Term::PairedWithScore(score)),
            _ => 0,
        }
    }

    /// Criteria that could not be satisfied fully.
    fn failures(&self, compared: &Compared<'_>, bracket: &Bracket) -> Vec<(Criterion, i64)> {
        let mut failures: Vec<(Criterion, i64)> = Vec::new();
        for (&(term, _), &total) in compared.graph.terms.iter().zip(&compared.chosen) {
            let per_unit = if matches!(term, Term::Pairs | Term::NextPairs) { 2 } else { 1 };
            let count = self.base(term, compared, bracket) - per_unit * total;
            let is_listed = failures.last().is_some_and(|&(criterion, _)| criterion == term.criterion());
            // Which scores float, and what that means below, is no failure by itself.
            let is_choice = matches!(term.criterion(), Criterion::C7 | Criterion::C8 | Criterion::C9);
            if count > 0 && !is_listed && !is_choice {
                failures.push((term.criterion(), count));
            }
        }
        failures
    }

    fn bye(&self, bracket: &Bracket, paired: &Paired, player: usize) -> ByeReport {
        let score = self.field.competitors[player].score;
        let lower = (player + 1..self.field.len()).rev().take(MAX_ALTERNATIVES);
        let compared = self.compared(Graph::whole(self.field, bracket, self.bye_score));
        let alternatives = lower.map(|other| {
            let competitor = &self.field.competitors[other];
            let cause = if !competitor.may_have_bye {
                Cause::NoSecondBye
            } else if competitor.score < score {
                Cause::NotCompletable
            } else if paired.pairs.iter().any(|&(a, b)| a == other || b == other) {
                // The player is in the last bracket: somebody else must not have the bye.
                self.compare(compared.as_ref(), None, bracket, |graph| {
                    graph.conditions.no_bye.extend((0..self.field.len()).filter(|&anyone| anyone != other));
                })
            } else {
                Cause::Later
            };
            Alternative { number: competitor.number, cause }
        });
        ByeReport { number: self.number(player), score, alternatives: alternatives.collect() }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for bracket in &self.brackets {
            write!(f, "{bracket}")?;
        }
        if let Some(bye) = &self.bye {
            writeln!(f, "Bye: {} with {} points, the lowest possible score (C5)", bye.number, bye.score)?;
            for alternative in &bye.alternatives {
                writeln!(f, "  not {}: {}", alternative.number, alternative.cause)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for BracketReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |numbers: &[u32]| {
            let texts: Vec<alloc::string::String> =
                numbers.iter().map(|number| alloc::format!("{number}")).collect();
            texts.join(" ")
        };
        writeln!(f, "Bracket of {} points: {}", self.score, list(&self.residents))?;
        if !self.moved_down.is_empty() {
            writeln!(f, "  moved down: {}", list(&self.moved_down))?;
        }
        for (criterion, count) in &self.failures {
            writeln!(f, "  {criterion}: {count} {}", criterion.meaning())?;
        }
        for pair in &self.pairs {
            let (white, black) = if pair.color == Color::White {
                (pair.higher, pair.lower)
            } else {
                (pair.lower, pair.higher)
            };
            writeln!(f, "  {white} - {black}: {}", pair.color_rule)?;
            for alternative in &pair.alternatives {
                writeln!(f, "    {} not against {}: {}", pair.higher, alternative.number, alternative.cause)?;
            }
        }
        for floater in &self.floaters {
            writeln!(f, "  {} floats down; paired here: {}", floater.number, floater.cause)?;
        }
        Ok(())
    }
}

impl fmt::Display for ColorRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BothPreferences => "colours as both are due",
            Self::StrongerPreference => "colours by the stronger preference",
            Self::WiderDifference => "colours by the wider colour difference",
            Self::LastDifference => "colours opposite to the last round in which they differed",
            Self::HigherRanked => "colours by the preference of the higher ranked",
            Self::InitialColor => "colours by the initial colour",
        })
    }
}
