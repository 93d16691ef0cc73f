//! A perfect matching of maximum weight, which can be changed and repaired.
//!
//! This is Edmonds' primal-dual blossom algorithm on a dense graph. It grows one tree at a time, so all dual values of
//! a tree have the same parity and halving a slack is exact for any integers (weights are doubled internally). A search
//! takes O(n²) steps, a solution from scratch O(n³), and the repair after a change to one vertex takes one or two
//! searches.

mod blossom;
mod change;
mod search;
mod weight;

pub use weight::{Weight, Wide};

use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

/// "No vertex": vertices and blossoms are numbered from 1 internally.
const NONE: usize = 0;

/// An edge between two (possibly shrunk) vertices: its real end points.
type Ends = (u16, u16);
const NO_EDGE: Ends = (0, 0);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    Outer,
    Inner,
}

/// A graph and a matching of it that is optimal among the matchings of the vertices matched so far.
#[derive(Clone)]
pub struct Matcher<W> {
    n: usize,
    /// Vertices, then blossoms.
    capacity: usize,
    weights: Vec<W>,
    allowed: Vec<bool>,
    dual: Vec<W>,
    /// The matched vertex (never a blossom) outside of this vertex or blossom.
    mate: Vec<usize>,
    /// The outermost blossom that contains this vertex or blossom; `NONE` for an unused blossom.
    top: Vec<usize>,
    parent: Vec<usize>,
    label: Vec<Label>,
    /// The outer vertex with the least slack to this top vertex.
    slack: Vec<usize>,
    /// The children of a blossom around its cycle, its base first.
    children: Vec<Vec<usize>>,
    /// Which child of a blossom contains a vertex.
    child_of: Vec<Vec<u16>>,
    /// The edge with the least slack between two vertices or blossoms.
    best: Vec<Ends>,
    queue: VecDeque<usize>,
    mark: Vec<u32>,
    marks: u32,
    dead: Vec<bool>,
}

impl<W: Weight> Matcher<W> {
    /// A graph of `n` vertices, numbered from 0, without edges.
    pub fn new(n: usize) -> Self {
        let capacity = n + n / 2 + 1;
        let mut best = vec![NO_EDGE; (capacity + 1) * (capacity + 1)];
        for u in 1..=n {
            for v in 1..=n {
                best[u * (capacity + 1) + v] = (u as u16, v as u16);
            }
        }
        Self {
            n,
            capacity,
            weights: vec![W::default(); n * n],
            allowed: vec![false; n * n],
            dual: vec![W::default(); capacity + 1],
            mate: vec![NONE; capacity + 1],
            top: (0..=capacity).map(|x| if x <= n { x } else { NONE }).collect(),
            parent: vec![NONE; capacity + 1],
            label: vec![Label::Free; capacity + 1],
            slack: vec![NONE; capacity + 1],
            children: vec![Vec::new(); capacity + 1],
            child_of: vec![Vec::new(); capacity + 1],
            best,
            queue: VecDeque::new(),
            mark: vec![0; capacity + 1],
            marks: 0,
            dead: vec![false; n + 1],
        }
    }

    /// Adds an edge before the first solution.
    pub fn add_edge(&mut self, a: usize, b: usize, weight: W) {
        let doubled = weight.plus(weight);
        for index in [a * self.n + b, b * self.n + a] {
            self.weights[index] = doubled;
            self.allowed[index] = true;
        }
    }

    /// Whether there is an edge.
    pub fn has_edge(&self, a: usize, b: usize) -> bool {
        self.allowed[a * self.n + b]
    }

    /// The vertex that this one is matched with.
    pub fn mate(&self, vertex: usize) -> Option<usize> {
        self.mate[vertex + 1].checked_sub(1)
    }

    /// Sets dual values that satisfy all edges, and matches tight edges greedily: `preferred(a)` first, then in order.
    pub fn start(&mut self, preferred: impl Fn(usize) -> Option<usize>) {
        for a in 0..self.n {
            let weights = (0..self.n).filter(|&b| self.has_edge(a, b)).map(|b| self.weights[a * self.n + b]);
            self.dual[a + 1] = weights.max().unwrap_or_default().half();
        }
        for a in 0..self.n {
            if self.mate[a + 1] != NONE {
                continue;
            }
            let is_open =
                |b: usize| self.has_edge(a, b) && self.mate[b + 1] == NONE && self.is_tight(a + 1, b + 1);
            let found = preferred(a).filter(|&b| is_open(b)).or_else(|| (0..self.n).find(|&b| is_open(b)));
            if let Some(b) = found {
                (self.mate[a + 1], self.mate[b + 1]) = (b + 1, a + 1);
            }
        }
    }

    /// Matches two vertices of an edge that is known to be tight, as all edges are without weights.
    pub fn match_tight(&mut self, a: usize, b: usize) {
        debug_assert!(self.has_edge(a, b) && self.is_tight(a + 1, b + 1), "a tight edge");
        (self.mate[a + 1], self.mate[b + 1]) = (b + 1, a + 1);
    }

    /// Matches every vertex, or as many as possible. Returns whether all are matched.
    pub fn solve(&mut self) -> bool {
        self.unmatched_after_solving() == 0
    }

    /// Matches as many vertices as possible. Returns how many are left over.
    pub fn unmatched_after_solving(&mut self) -> usize {
        let mut left = 0;
        for vertex in 1..=self.n {
            if !self.dead[vertex] && self.mate[vertex] == NONE && !self.search(self.top[vertex]) {
                // No path from here will appear later either.
                left += 1;
            }
        }
        left
    }

    /// Whether an edge can belong to a matching of maximum weight, judging by the dual values. This is necessary, but
    /// not sufficient.
    pub fn may_be_optimal(&self, a: usize, b: usize) -> bool {
        if !self.has_edge(a, b) {
            return false;
        }
        let (u, v) = (a + 1, b + 1);
        let mut slack = self.distance((u as u16, v as u16));
        // Blossoms that contain both ends count too.
        let mut common = self.top[u];
        if common == self.top[v] {
            while common > self.n {
                slack = slack.plus(self.dual[common]);
                let (child, other) = (self.child_of[common][u], self.child_of[common][v]);
                if child != other {
                    break;
                }
                common = child.into();
            }
        }
        slack == W::default()
    }

    fn weight(&self, u: usize, v: usize) -> W {
        self.weights[(u - 1) * self.n + v - 1]
    }

    fn is_allowed(&self, u: usize, v: usize) -> bool {
        self.allowed[(u - 1) * self.n + v - 1]
    }

    fn distance(&self, (u, v): Ends) -> W {
        let (u, v) = (usize::from(u), usize::from(v));
        self.dual[u].plus(self.dual[v]).minus(self.weight(u, v))
    }

    fn is_tight(&self, u: usize, v: usize) -> bool {
        self.dual[u].plus(self.dual[v]) == self.weight(u, v)
    }

    fn best(&self, x: usize, y: usize) -> Ends {
        self.best[x * (self.capacity + 1) + y]
    }

    fn set_best(&mut self, x: usize, y: usize, ends: Ends) {
        self.best[x * (self.capacity + 1) + y] = ends;
        self.best[y * (self.capacity + 1) + x] = (ends.1, ends.0);
    }

    fn is_edge(&self, ends: Ends) -> bool {
        ends != NO_EDGE && self.is_allowed(ends.0.into(), ends.1.into())
    }
}
