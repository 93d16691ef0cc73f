//! One move of a game, and its place in the tree.

use crate::Nag;
use rules::{Move, Position};

/// A node of a [`GameTree`](crate::GameTree), valid only in the tree that returned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

/// The step from one position to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A legal move of the position before it.
    Move(Move),
    /// A null move, which occurs only in analysis.
    Pass,
}

impl Step {
    /// The position after this step, which must be legal in `position`.
    pub(super) fn play(self, position: &Position) -> Position {
        let after = match self {
            Step::Move(mv) => position.legal(mv).map(rules::LegalMove::play),
            Step::Pass => position.pass(),
        };
        after.expect("only legal steps are added to a tree")
    }
}

/// Nodes refer to each other by index, so a tree of any depth is dropped without recursion.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Meaningless for the root.
    pub(super) step: Step,
    pub(super) parent: NodeId,
    pub(super) first_child: Option<NodeId>,
    pub(super) last_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    pub(super) nags: Vec<Nag>,
    pub(super) comments_before: Vec<Box<str>>,
    pub(super) comments: Vec<Box<str>>,
}

impl Node {
    pub(super) const ROOT: Node = Node {
        step: Step::Pass,
        parent: NodeId(0),
        first_child: None,
        last_child: None,
        next_sibling: None,
        nags: Vec::new(),
        comments_before: Vec::new(),
        comments: Vec::new(),
    };
}
