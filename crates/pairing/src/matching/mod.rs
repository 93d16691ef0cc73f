//! A perfect matching of maximum weight, which can be changed and repaired.
//!
//! This is Edmonds' primal-dual blossom algorithm on a dense graph. It grows one tree at a time, so all dual values
//! of a tree have the same parity and halving a slack is exact for any integers (weights are doubled inside). A
//! search takes O(n²) steps, a solution from nothing O(n³), and the repair after one vertex has changed one or two searches.

mod weight;

pub use weight::{Weight, Wide};

use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

/// "No vertex": vertices and blossoms are numbered from 1 inside.
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

    /// The matched vertex.
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

    /// Matches every vertex, or as many as can be; says whether all are matched.
    pub fn solve(&mut self) -> bool {
        self.unmatched_after_solving() == 0
    }

    /// Matches as many vertices as can be; the number of those left over.
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

    /// Whether an edge can belong to a matching of maximum weight as far as the dual values tell: necessary, not
    /// sufficient.
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

    /// Changes the weights of all edges of a vertex, and repairs the matching.
    pub fn reweigh(&mut self, vertex: usize, weight: impl Fn(usize, W) -> W) {
        let a = vertex + 1;
        self.take_out(a);
        for b in 0..self.n {
            if self.has_edge(vertex, b) {
                let old = self.weights[vertex * self.n + b].half();
                let new = weight(b, old);
                let doubled = new.plus(new);
                self.weights[vertex * self.n + b] = doubled;
                self.weights[b * self.n + vertex] = doubled;
            }
        }
        let needed = (0..self.n).filter(|&b| self.has_edge(vertex, b));
        let needed = needed.map(|b| self.weights[vertex * self.n + b].minus(self.dual[b + 1]));
        self.dual[a] = needed.max().unwrap_or_default();
        self.expose_pair(a);
        self.refresh_best(a);
        self.repair();
    }

    /// Removes edges of a vertex that the present matching does not use.
    pub fn remove_edges(&mut self, vertex: usize, removed: impl Fn(usize) -> bool) {
        let a = vertex + 1;
        let changed = self.take_out(a);
        for b in 0..self.n {
            if self.has_edge(vertex, b) && removed(b) {
                debug_assert!(changed || self.mate[a] != b + 1, "an edge in use");
                self.allowed[vertex * self.n + b] = false;
                self.allowed[b * self.n + vertex] = false;
            }
        }
        self.refresh_best(a);
        if changed {
            self.repair();
        }
    }

    /// Fixes a pair for good: both vertices leave the graph.
    pub fn fix_pair(&mut self, a: usize, b: usize) {
        self.take_out(a + 1);
        self.take_out(b + 1);
        for x in [a + 1, b + 1] {
            if self.mate[x] != NONE && self.mate[x] != a + 1 && self.mate[x] != b + 1 {
                self.expose(self.top[self.mate[x]]);
            }
        }
        for vertex in [a, b] {
            for other in 0..self.n {
                self.allowed[vertex * self.n + other] = false;
                self.allowed[other * self.n + vertex] = false;
            }
            self.dead[vertex + 1] = true;
            self.refresh_best(vertex + 1);
        }
        (self.mate[a + 1], self.mate[b + 1]) = (b + 1, a + 1);
        self.repair();
    }

    fn repair(&mut self) {
        let complete = self.solve();
        debug_assert!(complete, "the matching before the change still exists");
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

    /// Dissolves the blossoms around a vertex; says whether pairs were taken apart.
    fn take_out(&mut self, vertex: usize) -> bool {
        let mut exposed = false;
        while self.top[vertex] != vertex {
            exposed |= self.dissolve(self.top[vertex]);
        }
        exposed
    }

    /// Opens a blossom. Its value goes to its vertices, half each: edges inside stay tight, the matched edge that
    /// leaves it does not, so its base is exposed.
    fn dissolve(&mut self, blossom: usize) -> bool {
        let value = self.dual[blossom];
        let is_loose = value != W::default() && self.mate[blossom] != NONE;
        if is_loose {
            self.expose_pair(blossom);
        }
        if value != W::default() {
            let half = value.half();
            for vertex in self.vertices(blossom) {
                self.dual[vertex] = self.dual[vertex].plus(half);
            }
        }
        self.release(blossom);
        is_loose
    }

    /// Makes the children of a blossom top vertices again.
    fn release(&mut self, blossom: usize) {
        for child in core::mem::take(&mut self.children[blossom]) {
            self.set_top(child, child);
        }
        self.top[blossom] = NONE;
        self.dual[blossom] = W::default();
    }

    fn vertices(&self, x: usize) -> Vec<usize> {
        let (mut found, mut open) = (Vec::new(), vec![x]);
        while let Some(x) = open.pop() {
            if x <= self.n {
                found.push(x);
            } else {
                open.extend_from_slice(&self.children[x]);
            }
        }
        found
    }

    fn expose_pair(&mut self, x: usize) {
        let mate = self.mate[x];
        if mate != NONE {
            self.expose(self.top[mate]);
            self.expose(x);
        }
    }

    fn expose(&mut self, top: usize) {
        let mut x = top;
        self.mate[x] = NONE;
        while x > self.n {
            x = self.children[x][0];
            self.mate[x] = NONE;
        }
    }

    /// Finds the best edges between a top vertex and all blossoms again.
    fn refresh_best(&mut self, vertex: usize) {
        for blossom in self.n + 1..=self.capacity {
            if self.top[blossom] == NONE {
                continue;
            }
            let mut best = NO_EDGE;
            for u in self.vertices(blossom) {
                let ends = (u as u16, vertex as u16);
                if self.is_edge(ends) && (best == NO_EDGE || self.distance(ends) < self.distance(best)) {
                    best = ends;
                }
            }
            self.set_best(blossom, vertex, best);
        }
    }

    fn update_slack(&mut self, u: usize, x: usize) {
        let known = self.slack[x];
        if known == NONE || self.distance(self.best(u, x)) < self.distance(self.best(known, x)) {
            self.slack[x] = u;
        }
    }

    fn set_slack(&mut self, x: usize) {
        self.slack[x] = NONE;
        for u in 1..=self.n {
            let top = self.top[u];
            if top != x && self.label[top] == Label::Outer && self.is_edge(self.best(u, x)) {
                self.update_slack(u, x);
            }
        }
    }

    fn enqueue(&mut self, x: usize) {
        if x <= self.n {
            self.queue.push_back(x);
        } else {
            for vertex in self.vertices(x) {
                self.queue.push_back(vertex);
            }
        }
    }

    fn set_top(&mut self, x: usize, top: usize) {
        let mut open = vec![x];
        while let Some(x) = open.pop() {
            self.top[x] = top;
            if x > self.n {
                open.extend_from_slice(&self.children[x]);
            }
        }
    }

    /// Turns the cycle of a blossom so that the way from its base to a child has an even number of steps.
    fn even_position(&mut self, blossom: usize, child: usize) -> usize {
        let children = &mut self.children[blossom];
        let position = children.iter().position(|&x| x == child).expect("a child of this blossom");
        if position % 2 == 1 {
            children[1..].reverse();
            children.len() - position
        } else {
            position
        }
    }

    fn set_mate(&mut self, x: usize, y: usize) {
        let ends = self.best(x, y);
        self.mate[x] = ends.1.into();
        if x > self.n {
            let child = usize::from(self.child_of[x][usize::from(ends.0)]);
            let position = self.even_position(x, child);
            for index in 0..position {
                let (a, b) = (self.children[x][index], self.children[x][index ^ 1]);
                self.set_mate(a, b);
            }
            self.set_mate(child, y);
            self.children[x].rotate_left(position);
        }
    }

    /// Swaps matched and unmatched edges from an outer vertex back to the root.
    fn augment(&mut self, mut x: usize, mut y: usize) {
        loop {
            let previous = self.top[self.mate[x]];
            let had_mate = self.mate[x] != NONE;
            self.set_mate(x, y);
            if !had_mate {
                return;
            }
            let next = self.top[self.parent[previous]];
            self.set_mate(previous, next);
            (x, y) = (next, previous);
        }
    }

    fn common_ancestor(&mut self, mut x: usize, mut y: usize) -> usize {
        self.marks += 1;
        while x != NONE || y != NONE {
            if x != NONE {
                if self.mark[x] == self.marks {
                    return x;
                }
                self.mark[x] = self.marks;
                x = if self.mate[x] == NONE { NONE } else { self.top[self.parent[self.top[self.mate[x]]]] };
            }
            core::mem::swap(&mut x, &mut y);
        }
        NONE
    }

    fn shrink(&mut self, x: usize, base: usize, y: usize) {
        let unused = (self.n + 1..=self.capacity).find(|&b| self.top[b] == NONE);
        let blossom = unused.expect("half as many blossoms as vertices at most");
        self.dual[blossom] = W::default();
        self.label[blossom] = Label::Outer;
        self.mate[blossom] = self.mate[base];
        let mut cycle = vec![base];
        for (mut side, reversed) in [(x, true), (y, false)] {
            while side != base {
                let inner = self.top[self.mate[side]];
                cycle.push(side);
                cycle.push(inner);
                self.enqueue(inner);
                side = self.top[self.parent[inner]];
            }
            if reversed {
                cycle[1..].reverse();
            }
        }
        self.children[blossom] = cycle.clone();
        self.top[blossom] = blossom;
        self.set_top(blossom, blossom);
        for z in 1..=self.capacity {
            self.set_best(blossom, z, NO_EDGE);
        }
        let mut child_of = vec![0u16; self.n + 1];
        for &child in &cycle {
            for z in 1..=self.capacity {
                if z > self.n && self.top[z] == NONE {
                    continue;
                }
                let (known, ends) = (self.best(blossom, z), self.best(child, z));
                if self.is_edge(ends) && (known == NO_EDGE || self.distance(ends) < self.distance(known)) {
                    self.set_best(blossom, z, ends);
                }
            }
            for vertex in self.vertices(child) {
                child_of[vertex] = child as u16;
            }
        }
        self.child_of[blossom] = child_of;
        self.set_slack(blossom);
    }

    /// Opens an inner blossom whose value has become zero, inside a tree.
    fn expand(&mut self, blossom: usize) {
        let entry = usize::from(self.best(blossom, self.parent[blossom]).0);
        let child = usize::from(self.child_of[blossom][entry]);
        let position = self.even_position(blossom, child);
        let parent = self.parent[blossom];
        let children = self.children[blossom].clone();
        self.release(blossom);
        for pair in children[..position].chunks_exact(2) {
            let (inner, outer) = (pair[0], pair[1]);
            self.parent[inner] = self.best(outer, inner).0.into();
            self.label[inner] = Label::Inner;
            self.label[outer] = Label::Outer;
            self.slack[inner] = NONE;
            self.set_slack(outer);
            self.enqueue(outer);
        }
        self.label[child] = Label::Inner;
        self.parent[child] = parent;
        self.slack[child] = NONE;
        for &free in &children[position + 1..] {
            self.label[free] = Label::Free;
            self.set_slack(free);
        }
    }

    /// Handles a tight edge; true if it completed a path.
    fn follow(&mut self, (u, v): Ends) -> bool {
        let (u, v) = (usize::from(u), usize::from(v));
        let (x, y) = (self.top[u], self.top[v]);
        match self.label[y] {
            Label::Free if self.mate[y] == NONE => {
                self.augment(x, y);
                self.set_mate(y, x);
                return true;
            }
            Label::Free => {
                self.parent[y] = u;
                self.label[y] = Label::Inner;
                let outer = self.top[self.mate[y]];
                self.slack[y] = NONE;
                self.slack[outer] = NONE;
                self.label[outer] = Label::Outer;
                self.enqueue(outer);
            }
            Label::Outer if x != y => {
                let base = self.common_ancestor(x, y);
                self.shrink(x, base, y);
            }
            Label::Outer | Label::Inner => {}
        }
        false
    }

    /// Grows a tree from an exposed vertex until it meets another one, and matches along the path.
    fn search(&mut self, root: usize) -> bool {
        self.label.fill(Label::Free);
        self.slack.fill(NONE);
        self.queue.clear();
        self.parent[root] = NONE;
        self.label[root] = Label::Outer;
        self.enqueue(root);
        loop {
            while let Some(u) = self.queue.pop_front() {
                if self.label[self.top[u]] == Label::Inner {
                    continue;
                }
                for v in 1..=self.n {
                    if self.top[u] == self.top[v] || !self.is_allowed(u, v) {
                        continue;
                    }
                    if self.is_tight(u, v) {
                        if self.follow((u as u16, v as u16)) {
                            return true;
                        }
                    } else {
                        self.update_slack(u, self.top[v]);
                    }
                }
            }
            let Some(step) = self.dual_step() else { return false };
            self.change_duals(step);
            for x in 1..=self.capacity {
                let u = self.slack[x];
                if self.top[x] == x && u != NONE && self.top[u] != x && self.label[x] != Label::Inner {
                    let ends = self.best(u, x);
                    if self.distance(ends) == W::default() && self.follow(ends) {
                        return true;
                    }
                }
            }
            for blossom in self.n + 1..=self.capacity {
                let is_inner = self.top[blossom] == blossom && self.label[blossom] == Label::Inner;
                if is_inner && self.dual[blossom] == W::default() {
                    self.expand(blossom);
                }
            }
        }
    }

    /// The largest change of the dual values that keeps them valid; none if the tree cannot grow any more.
    fn dual_step(&self) -> Option<W> {
        let mut step = None;
        let mut consider = |value: W| {
            if step.is_none_or(|known| value < known) {
                step = Some(value);
            }
        };
        for x in 1..=self.capacity {
            if self.top[x] != x {
                continue;
            }
            if x > self.n && self.label[x] == Label::Inner {
                consider(self.dual[x].half());
            }
            if self.slack[x] != NONE {
                let distance = self.distance(self.best(self.slack[x], x));
                match self.label[x] {
                    Label::Free => consider(distance),
                    Label::Outer => consider(distance.half()),
                    Label::Inner => {}
                }
            }
        }
        step
    }

    fn change_duals(&mut self, step: W) {
        for u in 1..=self.n {
            match self.label[self.top[u]] {
                Label::Outer => self.dual[u] = self.dual[u].minus(step),
                Label::Inner => self.dual[u] = self.dual[u].plus(step),
                Label::Free => {}
            }
        }
        let double = step.plus(step);
        for blossom in self.n + 1..=self.capacity {
            if self.top[blossom] == blossom {
                match self.label[blossom] {
                    Label::Outer => self.dual[blossom] = self.dual[blossom].plus(double),
                    Label::Inner => self.dual[blossom] = self.dual[blossom].minus(double),
                    Label::Free => {}
                }
            }
        }
    }
}
