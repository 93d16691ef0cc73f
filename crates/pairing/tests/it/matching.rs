//! Compares the matching with enumeration and with another implementation, also after changes.

#[path = "../../src/random.rs"]
mod random;

use random::Random;
use tabiya_pairing::matching::{Matcher, Weight, Wide};

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

struct Graph {
    n: usize,
    weights: Vec<Option<i64>>,
}

impl Graph {
    fn random(random: &mut Random, n: usize, density: u64, largest: u64) -> Self {
        let mut weights = vec![None; n * n];
        for a in 0..n {
            for b in 0..a {
                if random.below(100) < density {
                    let weight = random.below(largest) as i64 - largest as i64 / 2;
                    (weights[a * n + b], weights[b * n + a]) = (Some(weight), Some(weight));
                }
            }
        }
        Self { n, weights }
    }

    /// The weight of the best perfect matching of the unused vertices, by brute force.
    fn best(&self, used: &mut Vec<bool>) -> Option<i64> {
        let Some(a) = used.iter().position(|used| !used) else { return Some(0) };
        used[a] = true;
        let mut best = None;
        for b in a + 1..self.n {
            if let (false, Some(weight)) = (used[b], self.weights[a * self.n + b]) {
                used[b] = true;
                if let Some(rest) = self.best(used) {
                    best = best.max(Some(weight + rest));
                }
                used[b] = false;
            }
        }
        used[a] = false;
        best
    }

    fn matcher<W: Weight>(&self) -> Matcher<W> {
        let mut matcher = Matcher::new(self.n);
        for a in 0..self.n {
            for b in 0..a {
                if let Some(weight) = self.weights[a * self.n + b] {
                    matcher.add_edge(a, b, W::default().append(0, weight));
                }
            }
        }
        matcher.start(|_| None);
        matcher
    }

    fn total<W: Weight>(&self, matcher: &Matcher<W>) -> i64 {
        let pairs = (0..self.n).filter_map(|a| matcher.mate(a).filter(|&b| a < b).map(|b| (a, b)));
        pairs.map(|(a, b)| self.weights[a * self.n + b].expect("an edge")).sum()
    }
}

#[test]
fn random_graphs_against_enumeration() {
    let mut random = Random(1);
    for _ in 0..100_000 {
        let n = 2 * (1 + random.below(5)) as usize;
        let density = 30 + random.below(71);
        let largest = [2, 4, 20, 1000][random.below(4) as usize];
        let graph = Graph::random(&mut random, n, density, largest);
        let mut matcher: Matcher<i64> = graph.matcher();
        let found = matcher.solve().then(|| graph.total(&matcher));
        assert_eq!(found, graph.best(&mut vec![false; n]));
    }
}

#[test]
fn changed_graphs_against_enumeration() {
    let mut random = Random(2);
    for round in 0..20_000 {
        let n = 2 * (2 + random.below(4)) as usize;
        let largest = [2, 4, 20][random.below(3) as usize];
        let density = 50 + random.below(51);
        let mut graph = Graph::random(&mut random, n, density, largest);
        let mut matcher: Matcher<Wide<4>> = graph.matcher();
        if !matcher.solve() {
            continue;
        }
        let mut used = vec![false; n];
        for step in 0..12 {
            let open: Vec<usize> = (0..n).filter(|&a| !used[a]).collect();
            if open.is_empty() {
                break;
            }
            let a = open[random.below(open.len() as u64) as usize];
            match random.below(4) {
                // `may_be_optimal` is true for every edge of every best matching.
                0 => {
                    for b in open.iter().copied().filter(|&b| b != a) {
                        let Some(weight) = graph.weights[a * n + b] else { continue };
                        let mut rest = used.clone();
                        (rest[a], rest[b]) = (true, true);
                        let with_edge = graph.best(&mut rest).map(|rest| rest + weight);
                        if with_edge.is_some() && with_edge == graph.best(&mut used.clone()) {
                            assert!(matcher.may_be_optimal(a, b), "graph {round}, step {step}");
                        }
                    }
                }
                1 => {
                    let bonus: Vec<i64> = (0..n).map(|_| random.below(8) as i64 - 4).collect();
                    matcher.reweigh(a, |b, weight| weight.plus(Wide::default().append(0, bonus[b])));
                    for (b, bonus) in bonus.into_iter().enumerate() {
                        if let Some(weight) = &mut graph.weights[a * n + b] {
                            *weight += bonus;
                            let weight = *weight;
                            graph.weights[b * n + a] = Some(weight);
                        }
                    }
                }
                2 => {
                    let mate = matcher.mate(a).expect("matched");
                    let keep = random.next();
                    let removed = |b: usize| b != mate && keep >> b & 1 == 0;
                    matcher.remove_edges(a, removed);
                    for b in (0..n).filter(|&b| removed(b)) {
                        (graph.weights[a * n + b], graph.weights[b * n + a]) = (None, None);
                    }
                }
                _ => {
                    let b = matcher.mate(a).expect("matched");
                    matcher.fix_pair(a, b);
                    (used[a], used[b]) = (true, true);
                }
            }
            let fixed: i64 = (0..n)
                .filter_map(|a| {
                    matcher
                        .mate(a)
                        .filter(|&b| a < b && used[a])
                        .map(|b| graph.weights[a * n + b].unwrap_or(0))
                })
                .sum();
            let best = graph.best(&mut used.clone()).map(|rest| rest + fixed);
            assert_eq!(Some(graph.total(&matcher)), best, "graph {round}, step {step}");
        }
    }
}

/// Weights of up to 100 bits on graphs that are too large to enumerate.
#[test]
fn large_graphs_against_another_implementation() {
    let mut random = Random(3);
    for _ in 0..200 {
        let n = 2 * (1 + random.below(25)) as usize;
        let bits = [1, 4, 30, 100][random.below(4) as usize];
        let mut costs = vec![0i128; n * n];
        let mut matcher: Matcher<i128> = Matcher::new(n);
        let mut wide: Matcher<Wide<4>> = Matcher::new(n);
        for a in 0..n {
            for b in 0..a {
                let cost = i128::from(random.next()) << 40 | i128::from(random.next() >> 24);
                let cost = cost >> (104 - bits);
                (costs[a * n + b], costs[b * n + a]) = (cost, cost);
                matcher.add_edge(a, b, -cost);
                let negative = Wide::default()
                    .append(0, -((cost >> 62) as i64))
                    .append(62, -((cost & ((1 << 62) - 1)) as i64));
                wide.add_edge(a, b, negative);
            }
        }
        let expected = integer_blossom::min_weight_perfect_matching(&costs, n);
        let total = |mate: &dyn Fn(usize) -> usize| (0..n).map(|a| costs[a * n + mate(a)]).sum::<i128>();
        matcher.start(|_| None);
        wide.start(|_| None);
        assert!(matcher.solve() && wide.solve());
        assert_eq!(total(&|a| matcher.mate(a).expect("matched")), total(&|a| expected[a]));
        assert_eq!(total(&|a| wide.mate(a).expect("matched")), total(&|a| expected[a]));
    }
}
