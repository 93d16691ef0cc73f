//! Blossoms: odd cycles that are treated as one vertex.

use super::{Label, Matcher, NO_EDGE, NONE, Weight};
use alloc::vec;
use alloc::vec::Vec;

impl<W: Weight> Matcher<W> {
    pub(super) fn vertices(&self, x: usize) -> Vec<usize> {
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

    fn set_top(&mut self, x: usize, top: usize) {
        let mut open = vec![x];
        while let Some(x) = open.pop() {
            self.top[x] = top;
            if x > self.n {
                open.extend_from_slice(&self.children[x]);
            }
        }
    }

    pub(super) fn enqueue(&mut self, x: usize) {
        if x <= self.n {
            self.queue.push_back(x);
        } else {
            for vertex in self.vertices(x) {
                self.queue.push_back(vertex);
            }
        }
    }

    /// Reverses the cycle of a blossom if needed, so that the path from its base to a child has an even number of
    /// steps.
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

    pub(super) fn set_mate(&mut self, x: usize, y: usize) {
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

    pub(super) fn shrink(&mut self, x: usize, base: usize, y: usize) {
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
    pub(super) fn expand(&mut self, blossom: usize) {
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

    /// Makes the children of a blossom top vertices again.
    pub(super) fn release(&mut self, blossom: usize) {
        for child in core::mem::take(&mut self.children[blossom]) {
            self.set_top(child, child);
        }
        self.top[blossom] = NONE;
        self.dual[blossom] = W::default();
    }
}
