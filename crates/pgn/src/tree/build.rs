//! Builds a tree from the events of a reader.

use super::{GameTree, NodeId, Step};
use crate::{Comment, End, Fault, Nag, Text, Visitor};
use rules::{LegalMove, Position};
use std::mem::take;
use std::ops::ControlFlow;

/// A visitor that builds the tree of one game.
pub(crate) struct TreeBuilder {
    tree: GameTree,
    at: NodeId,
    /// The nodes to return to when the open variations end.
    branches: Vec<NodeId>,
    /// Whether a variation has just begun. Comments and annotations before its first move are kept below.
    fresh: bool,
    comments: Vec<Box<str>>,
    nags: Vec<Nag>,
}

impl Default for TreeBuilder {
    fn default() -> TreeBuilder {
        let tree = GameTree::without_start();
        TreeBuilder {
            at: tree.root(),
            tree,
            branches: Vec::new(),
            fresh: false,
            comments: Vec::new(),
            nags: Vec::new(),
        }
    }
}

impl TreeBuilder {
    pub(crate) fn finish(self) -> GameTree {
        self.tree
    }

    fn step(&mut self, step: Step) {
        self.at = self.tree.append(self.at, step);
        self.fresh = false;
        let (comments, nags) = (take(&mut self.comments), take(&mut self.nags));
        let node = self.tree.node_mut(self.at);
        node.comments_before = comments;
        node.nags = nags;
    }
}

impl Visitor for TreeBuilder {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.tree.tags.set_known(&name.decode(), &value.decode());
    }

    fn begin(&mut self, start: &Position) -> ControlFlow<()> {
        self.tree.start = Some(*start);
        ControlFlow::Continue(())
    }

    fn play(&mut self, legal: LegalMove<'_>) {
        self.step(Step::Move(legal.mv()));
    }

    fn pass(&mut self, _: &Position) {
        self.step(Step::Pass);
    }

    fn nag(&mut self, nag: Nag) {
        if self.fresh || self.at == self.tree.root() {
            self.nags.push(nag); // before the first move, it can only belong to the next one
        } else {
            self.tree.add_nag(self.at, nag);
        }
    }

    fn comment(&mut self, comment: Comment<'_>) {
        let text = comment.text();
        if text.is_empty() {
            return;
        }
        if self.fresh {
            self.comments.push(text.into());
        } else {
            self.tree.node_mut(self.at).comments.push(text.into());
        }
    }

    fn begin_variation(&mut self) {
        self.branches.push(self.at);
        self.at = self.tree.node(self.at).parent;
        self.fresh = true;
    }

    fn end_variation(&mut self) {
        let Some(branch) = self.branches.pop() else { return };
        // Comments in a variation without moves belong to the move that the variation is attached to.
        let comments = take(&mut self.comments);
        self.tree.node_mut(branch).comments.extend(comments);
        self.nags.clear();
        self.at = branch;
        self.fresh = false;
    }

    fn fault(&mut self, fault: Fault) {
        self.tree.faults.push(fault);
    }

    fn end(&mut self, end: End<'_>) {
        self.tree.outcome = end.outcome();
        self.tree.complete = end.complete;
    }
}
