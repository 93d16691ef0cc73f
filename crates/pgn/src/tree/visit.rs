//! Replays a tree to a visitor, as a reader would.

use super::{GameTree, NodeId, Step};
use crate::{End, GameResult, Text, Visitor};
use rules::Position;

/// What is still to be visited. These are kept on a stack, so that a tree of any depth needs no recursion.
enum Pending {
    /// The children of this node, and the position at the node.
    Line(NodeId, Position),
    /// A variation that begins with this node, and the position before it.
    Variation(NodeId, Position),
    EndOfVariation,
}

impl GameTree {
    /// Reports this game to the visitor as a reader would. Faults are not reported again.
    pub fn visit(&self, visitor: &mut impl Visitor) {
        for (name, value) in self.tags.iter() {
            visitor.tag(Text::plain(name.as_bytes()), Text::plain(value.as_bytes()));
        }
        let mut last = None;
        if let Some(start) = &self.start {
            last = Some(*start);
            if visitor.begin(start).is_continue() {
                for comment in self.comments(self.root()) {
                    visitor.comment(comment);
                }
                self.visit_moves(start, visitor);
                last = self.position(self.main_line().last().unwrap_or(self.root()));
            }
        }
        let tag = self.tags.get("Result").and_then(|value| GameResult::from_tag(value.as_bytes()));
        let (marker, complete) = (Some(self.outcome.into()), self.complete);
        visitor.end(End { marker, tag, position: last.as_ref(), complete });
    }

    fn visit_moves(&self, start: &Position, visitor: &mut impl Visitor) {
        let mut pending = vec![Pending::Line(self.root(), *start)];
        while let Some(next) = pending.pop() {
            match next {
                Pending::EndOfVariation => visitor.end_variation(),
                Pending::Variation(node, before) => {
                    visitor.begin_variation();
                    let after = self.visit_step(node, &before, visitor);
                    pending.push(Pending::EndOfVariation);
                    pending.push(Pending::Line(node, after));
                }
                Pending::Line(node, before) => {
                    let mut children = self.children(node);
                    let Some(first) = children.next() else { continue };
                    let after = self.visit_step(first, &before, visitor);
                    pending.push(Pending::Line(first, after));
                    let variations = pending.len();
                    pending.extend(children.map(|child| Pending::Variation(child, before)));
                    pending[variations..].reverse();
                }
            }
        }
    }

    fn visit_step(&self, node: NodeId, before: &Position, visitor: &mut impl Visitor) -> Position {
        for comment in self.comments_before(node) {
            visitor.comment(comment);
        }
        let step = self.node(node).step;
        match step {
            Step::Move(mv) => {
                visitor.play(before.legal(mv).expect("only legal moves are added to a tree"));
            }
            Step::Pass => visitor.pass(before),
        }
        for nag in self.nags(node) {
            visitor.nag(*nag);
        }
        for comment in self.comments(node) {
            visitor.comment(comment);
        }
        step.play(before)
    }
}
