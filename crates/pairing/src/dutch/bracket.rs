//! One bracket: the best pairs by the criteria, and among equals the ones that the rules would generate first.

use super::competitor::Field;
use super::criteria::{Term, Vertex, terms, value};
use crate::matching::{Matcher, Weight, Wide};
use alloc::vec::Vec;

/// The players of a bracket and below it, as positions in the field.
#[derive(Clone, Debug)]
pub(crate) struct Bracket {
    pub(crate) moved_down: Vec<usize>,
    pub(crate) residents: Vec<usize>,
    /// The next scoregroup.
    pub(crate) next: Vec<usize>,
    /// All scoregroups after it.
    pub(crate) rest: Vec<usize>,
}

/// The pairing of a bracket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BracketPairing {
    /// Higher ranked first.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// Ascending.
    pub(crate) floaters: Vec<usize>,
}

/// The vertices of a bracket's graph, and the terms of its criteria with the bits each needs.
#[derive(Clone)]
pub(crate) struct Graph<'f> {
    field: &'f Field,
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) terms: Vec<(Term, u32)>,
    bye_score: Option<crate::Points>,
    /// Additional conditions, to explain what would have happened otherwise.
    pub(crate) conditions: Conditions,
}

/// Conditions beyond the rules.
#[derive(Clone, Default)]
pub(crate) struct Conditions {
    /// Pairs that must be made.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// Players of the bracket who must not float down.
    pub(crate) stay: Vec<usize>,
    /// Players who must not get the bye.
    pub(crate) no_bye: Vec<usize>,
}

impl Conditions {
    fn allow(&self, x: Vertex, y: Vertex) -> bool {
        let (a, b) = (x.player(), y.player());
        let is_pair = |&(first, second): &(usize, usize)| {
            let touches = |player: Option<usize>| player == Some(first) || player == Some(second);
            touches(a) == touches(b)
        };
        let leaves = |from: Vertex, to: Vertex| {
            from.in_bracket().is_some_and(|player| self.stay.contains(&player)) && to.in_bracket().is_none()
        };
        let is_barred = |from: Vertex, to: Vertex| {
            to == Vertex::Bye && from.player().is_some_and(|player| self.no_bye.contains(&player))
        };
        self.pairs.iter().all(is_pair)
            && !leaves(x, y)
            && !leaves(y, x)
            && !is_barred(x, y)
            && !is_barred(y, x)
    }
}

impl<'f> Graph<'f> {
    pub(crate) fn new(field: &'f Field, vertices: Vec<Vertex>, bye_score: Option<crate::Points>) -> Self {
        let mut graph =
            Self { field, terms: Vec::new(), vertices, bye_score, conditions: Conditions::default() };
        for term in terms(field, &graph.vertices) {
            let bits = graph.bits_of(term);
            if bits > 0 {
                graph.terms.push((term, bits));
            }
        }
        graph
    }

    /// All players down to the last, and the bye: exact for every bracket.
    pub(crate) fn whole(field: &'f Field, bracket: &Bracket, bye_score: Option<crate::Points>) -> Self {
        let mut vertices = bracket_vertices(bracket);
        vertices.extend(bracket.next.iter().map(|&player| Vertex::Next(player)));
        vertices.extend(bracket.rest.iter().map(|&player| Vertex::Lower(player)));
        if vertices.len() % 2 == 1 {
            vertices.push(Vertex::Bye);
        }
        let size = bracket.moved_down.len() + bracket.residents.len();
        let mut graph = Self::new(field, vertices, bye_score);
        // C9 concerns a bracket with one downfloater, who then gets the bye.
        if graph.has_term(Term::ByeUnplayed) && graph.max_pairs().is_none_or(|pairs| 2 * pairs + 1 != size) {
            graph.terms.retain(|&(term, _)| term != Term::ByeUnplayed);
        }
        graph
    }

    fn has_term(&self, wanted: Term) -> bool {
        self.terms.iter().any(|&(term, _)| term == wanted)
    }

    /// The maximum number of pairs in the bracket if everybody is to be paired in the end.
    fn max_pairs(&self) -> Option<usize> {
        let terms = self.terms.iter().copied().filter(|&(term, _)| term == Term::Pairs).collect();
        let only_pairs =
            Self { terms, vertices: self.vertices.clone(), conditions: self.conditions.clone(), ..*self };
        only_pairs.best_totals().map(|totals| totals.first().map_or(0, |&pairs| pairs as usize))
    }

    /// The bracket alone, with vertices for those who float down.
    pub(crate) fn alone(field: &'f Field, bracket: &Bracket, floaters: usize) -> Self {
        let mut vertices = bracket_vertices(bracket);
        vertices.extend(core::iter::repeat_n(Vertex::Float, floaters));
        Self::new(field, vertices, None)
    }

    /// Whether two vertices may be matched.
    pub(crate) fn has_edge(&self, x: Vertex, y: Vertex) -> bool {
        let bye = |vertex: Vertex| {
            vertex.player().is_some_and(|player| {
                let competitor = &self.field.competitors[player];
                competitor.may_have_bye && Some(competitor.score) == self.bye_score
            })
        };
        if !self.conditions.allow(x, y) {
            return false;
        }
        match (x, y) {
            (Vertex::MovedDown(_), Vertex::MovedDown(_)) => false,
            (Vertex::Float, other) | (other, Vertex::Float) => other.in_bracket().is_some(),
            (Vertex::Bye, other) | (other, Vertex::Bye) => bye(other),
            _ => match (x.player(), y.player()) {
                (Some(a), Some(b)) => self.field.may_meet(a, b),
                _ => false,
            },
        }
    }

    /// The bits that the sum of a term over any matching fits into, sign included; 0 if the term is always 0.
    fn bits_of(&self, term: Term) -> u32 {
        let mut largest = 0;
        for (index, &x) in self.vertices.iter().enumerate() {
            for &y in &self.vertices[..index] {
                let value = value(self.field, term, x, y).unsigned_abs();
                if value > largest && self.has_edge(x, y) {
                    largest = value;
                }
            }
        }
        let sum = largest * (self.vertices.len() as u64).div_ceil(2);
        if sum == 0 { 0 } else { u64::BITS - sum.leading_zeros() + 1 }
    }

    /// The value of each term for a matching of vertices.
    pub(crate) fn totals(&self, mates: &[Option<usize>]) -> Vec<i64> {
        let sum = |term: Term| {
            let pairs =
                mates.iter().enumerate().filter_map(|(x, mate)| mate.filter(|&y| x < y).map(|y| (x, y)));
            pairs.map(|(x, y)| value(self.field, term, self.vertices[x], self.vertices[y])).sum()
        };
        self.terms.iter().map(|&(term, _)| sum(term)).collect()
    }

    /// The totals of a best matching by the criteria alone.
    pub(crate) fn best_totals(&self) -> Option<Vec<i64>> {
        struct BestTotals;
        impl Task for BestTotals {
            type Output = Option<Vec<i64>>;
            fn run<W: Weight>(self, graph: &Graph<'_>) -> Self::Output {
                let mut matcher: Matcher<W> =
                    graph.matcher(&(0..graph.vertices.len()).collect::<Vec<_>>(), &[], |_, _| []);
                matcher.start(|_| None);
                let mates = |matcher: &Matcher<W>| {
                    (0..graph.vertices.len()).map(|x| matcher.mate(x)).collect::<Vec<_>>()
                };
                matcher.solve().then(|| graph.totals(&mates(&matcher)))
            }
        }
        self.with_weights(0, BestTotals)
    }

    /// The bracket's pairing: the best by the criteria, and of those the first in the order of articles 3 and 4.
    pub(crate) fn solve(&self) -> Option<BracketPairing> {
        let n = self.vertices.len() as u64;
        let order_bits = 4 * (u64::BITS - n.leading_zeros()) + 8;
        self.with_weights(order_bits, Solve)
    }

    /// Runs a task with the narrowest weights that can hold all terms.
    fn with_weights<T: Task>(&self, more_bits: u32, task: T) -> T::Output {
        // Dual values can grow to the number of vertices times the largest weight, and are doubled.
        let guard = usize::BITS - self.vertices.len().leading_zeros() + 4;
        let bits = self.terms.iter().map(|&(_, bits)| bits).sum::<u32>() + more_bits + guard;
        match bits {
            0..=64 => task.run::<i64>(self),
            65..=128 => task.run::<i128>(self),
            129..=256 => task.run::<Wide<4>>(self),
            257..=512 => task.run::<Wide<8>>(self),
            513..=1024 => task.run::<Wide<16>>(self),
            1025..=4096 => task.run::<Wide<64>>(self),
            _ => task.run::<Wide<512>>(self),
        }
    }

    /// A matcher of some of the vertices, with the terms as weights, then more fields, and room for one decision.
    fn matcher<W: Weight, const N: usize>(
        &self,
        chosen: &[usize],
        field_bits: &[u32; N],
        fields: impl Fn(usize, usize) -> [i64; N],
    ) -> Matcher<W> {
        let mut matcher = Matcher::new(chosen.len());
        for (a, &x) in chosen.iter().enumerate() {
            for (b, &y) in chosen[..a].iter().enumerate() {
                if !self.has_edge(self.vertices[x], self.vertices[y]) {
                    continue;
                }
                let mut weight = W::default();
                for &(term, bits) in &self.terms {
                    weight = weight.append(bits, value(self.field, term, self.vertices[x], self.vertices[y]));
                }
                for (bits, value) in field_bits.iter().zip(fields(b, a)) {
                    weight = weight.append(*bits, value);
                }
                matcher.add_edge(a, b, weight);
            }
        }
        matcher
    }
}

/// A task that is generic over the weight type, which is chosen once the graph is known.
trait Task {
    type Output;
    fn run<W: Weight>(self, graph: &Graph<'_>) -> Self::Output;
}

struct Solve;

impl Task for Solve {
    type Output = Option<BracketPairing>;

    fn run<W: Weight>(self, graph: &Graph<'_>) -> Option<BracketPairing> {
        let mut pairs = Vec::new();
        let remainder = pair_moved_down::<W>(graph, &mut pairs)?;
        pair_residents::<W>(graph, &remainder, &mut pairs);
        let is_paired = |player: usize| pairs.iter().any(|&(a, b)| a == player || b == player);
        let players = graph.vertices.iter().filter_map(|vertex| vertex.in_bracket());
        let mut floaters: Vec<usize> = players.filter(|&player| !is_paired(player)).collect();
        floaters.sort_unstable();
        pairs.sort_unstable();
        Some(BracketPairing { pairs, floaters })
    }
}

/// The vertices that are left when the moved-down players are paired, and how many pairs they make.
struct Remainder {
    vertices: Vec<usize>,
    pairs: usize,
}

/// A small number as the least significant part of a weight.
fn unit<W: Weight>(value: i64) -> W {
    W::default().append(0, value)
}

/// Articles 3.2 and 4.4: which moved-down players are paired, then with whom.
fn pair_moved_down<W: Weight>(graph: &Graph<'_>, pairs: &mut Vec<(usize, usize)>) -> Option<Remainder> {
    let n = graph.vertices.len();
    let all: Vec<usize> = (0..n).collect();
    let width = usize::BITS - n.leading_zeros() + 2;
    let mut matcher: Matcher<W> = graph.matcher(&all, &[width], |_, _| [0]);
    matcher.start(|_| None);
    if !matcher.solve() {
        return None;
    }
    let in_bracket = |x: usize| graph.vertices[x].in_bracket().is_some();
    let is_paired = |matcher: &Matcher<W>, x: usize| matcher.mate(x).is_some_and(in_bracket);
    let moved_down: Vec<usize> =
        all.iter().copied().filter(|&x| matches!(graph.vertices[x], Vertex::MovedDown(_))).collect();
    let mut gone = alloc::vec![false; n];

    for &x in &moved_down {
        if !is_paired(&matcher, x) && (0..n).any(|y| in_bracket(y) && matcher.may_be_optimal(x, y)) {
            matcher.reweigh(x, |y, weight| if in_bracket(y) { weight.plus(unit(1)) } else { weight });
        }
        let stays = is_paired(&matcher, x);
        matcher.remove_edges(x, |y| in_bracket(y) != stays);
    }
    for &x in &moved_down {
        if !is_paired(&matcher, x) {
            continue;
        }
        let partner = first_partner(&mut matcher, x, &all, in_bracket);
        pairs.push(players(graph, x, partner));
        matcher.fix_pair(x, partner);
        (gone[x], gone[partner]) = (true, true);
    }
    let vertices: Vec<usize> = all.into_iter().filter(|&x| !gone[x]).collect();
    let is_first =
        |&x: &usize| in_bracket(x) && matcher.mate(x).is_some_and(|mate| mate > x && in_bracket(mate));
    let pairs = vertices.iter().copied().filter(|x| is_first(x)).count();
    Some(Remainder { vertices, pairs })
}

/// The first partner in order with whom an optimal matching exists.
fn first_partner<W: Weight>(
    matcher: &mut Matcher<W>,
    x: usize,
    vertices: &[usize],
    is_candidate: impl Fn(usize) -> bool,
) -> usize {
    let last = vertices.len() as i64;
    let current = matcher.mate(x).expect("every vertex is matched");
    let better = (0..current).any(|y| is_candidate(y) && matcher.may_be_optimal(x, y));
    if better {
        matcher.reweigh(x, |y, weight| weight.minus(unit(if is_candidate(y) { y as i64 } else { last })));
    }
    matcher.mate(x).expect("every vertex is matched")
}

fn players(graph: &Graph<'_>, x: usize, y: usize) -> (usize, usize) {
    let player = |x: usize| graph.vertices[x].in_bracket().expect("of the bracket");
    let (a, b) = (player(x), player(y));
    (a.min(b), a.max(b))
}

/// Articles 3.3, 4.2 and 4.3: a homogeneous bracket or the remainder, by exchanges and transpositions.
fn pair_residents<W: Weight>(graph: &Graph<'_>, remainder: &Remainder, pairs: &mut Vec<(usize, usize)>) {
    if remainder.pairs == 0 {
        return;
    }
    let n = remainder.vertices.len();
    let vertex = |a: usize| graph.vertices[remainder.vertices[a]];
    // The vertices in limbo come first, then the residents; the numbers of the rules restart with the first resident.
    let first = (0..n).find(|&a| matches!(vertex(a), Vertex::Resident(_))).unwrap_or(n);
    let end = (first..n).find(|&a| !matches!(vertex(a), Vertex::Resident(_))).unwrap_or(n);
    let half = first + remainder.pairs;
    let is_resident = |a: usize| (first..end).contains(&a);
    let bits = usize::BITS - n.leading_zeros() + 2;
    // `a < b`: the upper player of a pair belongs to S1. First counts who leaves S1, then the numbers that enter minus
    // those that leave; a pair of S1 and S2 has neither, so that without exchanges all edges are tight from the start.
    let fields = |a: usize, b: usize| match (is_resident(a), is_resident(b)) {
        (true, true) if b < half => [-1, (b - first) as i64, 0],
        (true, true) if a >= half => [0, -((a - first) as i64), 0],
        (true, false) if a < half => [-1, (a - first) as i64, 0],
        (false, true) if b < half => [-1, (b - first) as i64, 0],
        _ => [0; 3],
    };
    let mut matcher: Matcher<W> = graph.matcher(&remainder.vertices, &[bits, 2 * bits, bits], fields);
    matcher.start(|a| (first..half).contains(&a).then_some(a + remainder.pairs));
    let complete = matcher.solve();
    debug_assert!(complete, "a part of a complete matching is complete");

    let mut upper: Vec<usize> = (first..half).collect();
    let is_upper =
        |matcher: &Matcher<W>, a: usize| matcher.mate(a).is_some_and(|mate| mate > a && is_resident(mate));
    let exchanged = (half..end).filter(|&a| is_upper(&matcher, a)).count();
    if exchanged > 0 {
        let mut left = exchanged;
        for a in (first..half).rev() {
            if left == 0 {
                break;
            }
            // A player leaves S1 by meeting a higher ranked one, or by floating down.
            let stays_with = |b: usize| is_resident(b) && b > a;
            if decide(&mut matcher, a, n, |b| !stays_with(b)) {
                upper.retain(|&x| x != a);
                left -= 1;
            }
        }
        let mut left = exchanged;
        for a in half..end {
            if left == 0 {
                break;
            }
            if decide(&mut matcher, a, n, |b| is_resident(b) && b > a) {
                upper.push(a);
                left -= 1;
            }
        }
        upper.sort_unstable();
    }
    let mut is_in_upper = alloc::vec![false; n];
    for &a in &upper {
        is_in_upper[a] = true;
    }
    let all: Vec<usize> = (0..n).collect();
    for &a in &upper {
        let partner = first_partner(&mut matcher, a, &all, |b| is_resident(b) && !is_in_upper[b]);
        pairs.push(players(graph, remainder.vertices[a], remainder.vertices[partner]));
        matcher.fix_pair(a, partner);
    }
}

/// Matches a vertex along a preferred edge if an optimal matching can, and then removes its other edges. Returns
/// whether it did.
fn decide<W: Weight>(
    matcher: &mut Matcher<W>,
    a: usize,
    n: usize,
    is_preferred: impl Fn(usize) -> bool,
) -> bool {
    let is_so = |matcher: &Matcher<W>| matcher.mate(a).is_some_and(&is_preferred);
    if !is_so(matcher) && (0..n).any(|b| is_preferred(b) && matcher.may_be_optimal(a, b)) {
        matcher.reweigh(a, |b, weight| if is_preferred(b) { weight.plus(unit(1)) } else { weight });
    }
    let decided = is_so(matcher);
    matcher.remove_edges(a, |b| is_preferred(b) != decided);
    decided
}

fn bracket_vertices(bracket: &Bracket) -> Vec<Vertex> {
    let moved_down = bracket.moved_down.iter().map(|&player| Vertex::MovedDown(player));
    moved_down.chain(bracket.residents.iter().map(|&player| Vertex::Resident(player))).collect()
}
