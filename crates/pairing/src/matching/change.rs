//! Changes of weights and edges in a solved graph, and the repair of its matching.

use super::{Matcher, NO_EDGE, NONE, Weight};

impl<W: Weight> Matcher<W> {
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

    /// Removes edges of a vertex that the current matching does not use.
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

    /// Dissolves the blossoms around a vertex. Returns whether pairs were broken up.
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

    /// Recomputes the best edges between a top vertex and all blossoms.
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
}
