//! The search for an augmenting path: a tree of alternating edges that grows as dual values change.

use super::{Ends, Label, Matcher, NONE, Weight};

impl<W: Weight> Matcher<W> {
    /// Grows a tree from an exposed vertex until it meets another one, and matches along the path.
    pub(super) fn search(&mut self, root: usize) -> bool {
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

    /// Handles a tight edge. Returns whether it completed a path.
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

    fn update_slack(&mut self, u: usize, x: usize) {
        let known = self.slack[x];
        if known == NONE || self.distance(self.best(u, x)) < self.distance(self.best(known, x)) {
            self.slack[x] = u;
        }
    }

    pub(super) fn set_slack(&mut self, x: usize) {
        self.slack[x] = NONE;
        for u in 1..=self.n {
            let top = self.top[u];
            if top != x && self.label[top] == Label::Outer && self.is_edge(self.best(u, x)) {
                self.update_slack(u, x);
            }
        }
    }

    /// The largest change of the dual values that keeps them valid; `None` if the tree cannot grow any further.
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
