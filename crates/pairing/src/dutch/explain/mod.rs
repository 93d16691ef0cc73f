//! Explains a pairing: every choice is compared with the alternatives that the rules try earlier.

mod report;
mod sentences;

pub use report::{Alternative, BracketReport, ByeReport, Cause, Explanation, FloatReport, PairReport};

use super::bracket::{Bracket, BracketPairing, Graph};
use super::color::color_of_higher;
use super::competitor::Field;
use super::criteria::{Criterion, Term, Vertex};
use super::{PairingError, assemble, checked_field, completion, pair_brackets};
use crate::{Points, Tournament};
use alloc::vec::Vec;

/// No more than this many opponents are explained for a pair.
const MAX_ALTERNATIVES: usize = 3;

/// Pairs a round and explains it. The arguments are those of [`super::pair`].
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
struct ScoredGraph<'a> {
    graph: Graph<'a>,
    chosen: Vec<i64>,
}

impl<'a> Explainer<'a> {
    fn number(&self, player: usize) -> u32 {
        self.field.competitors[player].number
    }

    fn bracket(&self, bracket: &Bracket, paired: &BracketPairing) -> BracketReport {
        let numbers = |players: &[usize]| players.iter().map(|&player| self.number(player)).collect();
        let whole = self.scored(Graph::whole(self.field, bracket, self.bye_score));
        // A much smaller graph, which shows the differences in all criteria but C4 and C8.
        let floaters = completion::min_floaters(self.field, &bracket.moved_down, &bracket.residents);
        let is_small = !bracket.next.is_empty() && floaters == paired.floaters.len();
        let alone = if is_small { self.scored(Graph::alone(self.field, bracket, floaters)) } else { None };
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

    fn scored(&self, graph: Graph<'a>) -> Option<ScoredGraph<'a>> {
        graph.best_totals().map(|chosen| ScoredGraph { graph, chosen })
    }

    /// The opponents before `b` in the order in which the rules try them for `a`.
    fn alternatives(
        &self,
        bracket: &Bracket,
        a: usize,
        b: usize,
        made: &[(usize, usize)],
        whole: Option<&ScoredGraph<'_>>,
        alone: Option<&ScoredGraph<'_>>,
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
        whole: Option<&ScoredGraph<'_>>,
        alone: Option<&ScoredGraph<'_>>,
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

    /// The value from which a term is subtracted to get the number that its criterion minimises.
    fn base(&self, term: Term, compared: &ScoredGraph<'_>, bracket: &Bracket) -> i64 {
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
    fn failures(&self, compared: &ScoredGraph<'_>, bracket: &Bracket) -> Vec<(Criterion, i64)> {
        let mut failures: Vec<(Criterion, i64)> = Vec::new();
        for (&(term, _), &total) in compared.graph.terms.iter().zip(&compared.chosen) {
            let per_unit = if matches!(term, Term::Pairs | Term::NextPairs) { 2 } else { 1 };
            let count = self.base(term, compared, bracket) - per_unit * total;
            let is_listed = failures.last().is_some_and(|&(criterion, _)| criterion == term.criterion());
            // Which scores float, and what that means for lower brackets, is not a failure in itself.
            let is_choice = matches!(term.criterion(), Criterion::C7 | Criterion::C8 | Criterion::C9);
            if count > 0 && !is_listed && !is_choice {
                failures.push((term.criterion(), count));
            }
        }
        failures
    }

    fn bye(&self, bracket: &Bracket, paired: &BracketPairing, player: usize) -> ByeReport {
        let score = self.field.competitors[player].score;
        let lower = (player + 1..self.field.len()).rev().take(MAX_ALTERNATIVES);
        let compared = self.scored(Graph::whole(self.field, bracket, self.bye_score));
        let alternatives = lower.map(|other| {
            let competitor = &self.field.competitors[other];
            let cause = if !competitor.may_have_bye {
                Cause::NoSecondBye
            } else if competitor.score < score {
                Cause::NotCompletable
            } else if paired.pairs.iter().any(|&(a, b)| a == other || b == other) {
                // Paired in the same bracket: compare with the best pairing in which nobody else gets the bye.
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
