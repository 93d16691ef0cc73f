//! A game as a tree: the main line, variations, comments and annotations.

mod build;
mod node;
mod visit;

pub(crate) use build::TreeBuilder;
pub use node::{NodeId, Step};

use crate::tags::Tags;
use crate::{Comment, Fault, Nag};
use node::Node;
use rules::{Intent, Outcome, Position, Variant};

/// A game with its variations. Its nodes are the root, where nothing has been played, and one for each move.
///
/// ```
/// use tabiya_pgn::{GameTree, Reader};
///
/// let mut game = Reader::from_slice(b"1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 *").read_tree()?.expect("a game");
/// let [e4, e5, ..] = game.main_line().collect::<Vec<_>>()[..] else { unreachable!() };
/// assert_eq!(game.children(e4).count(), 2);
/// assert_eq!(game.position(e5).map(|position| position.fen()).as_deref(),
///     Some("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"));
///
/// let french = game.position(e4).and_then(|position| Some(position.parse_san("e6").ok()?.mv())).expect("legal");
/// game.add(e4, french).expect("legal");
/// assert!(game.to_string().ends_with("1. e4 e5 (1... c5 {Sicilian}) (1... e6) 2. Nf3 *\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    /// The tag pairs, in the order of the file.
    pub tags: Tags,
    /// The outcome; `None` if the game has no result.
    pub outcome: Option<Outcome>,
    /// The faults that were found when it was read.
    pub faults: Vec<Fault>,
    /// Whether all moves of the main line could be read.
    pub complete: bool,
    start: Option<Position>,
    nodes: Vec<Node>,
    /// The last node added and its position, so that a long line is not replayed for each of its moves.
    last_added: Option<(NodeId, Position)>,
}

impl Default for GameTree {
    /// A game without moves, from the usual starting position.
    fn default() -> GameTree {
        GameTree::new(Position::start())
    }
}

impl GameTree {
    /// A game without moves.
    pub fn new(start: Position) -> GameTree {
        let mut tags = Tags::default();
        if start != Position::start() {
            tags.set_known("SetUp", "1");
            tags.set_known("FEN", &start.fen());
            if start.variant() == Variant::Chess960 {
                tags.set_known("Variant", "Chess960");
            }
        }
        GameTree { tags, start: Some(start), ..GameTree::without_start() }
    }

    /// A game without a starting position.
    fn without_start() -> GameTree {
        GameTree {
            tags: Tags::default(),
            outcome: None,
            faults: Vec::new(),
            complete: true,
            start: None,
            nodes: vec![Node::ROOT],
            last_added: None,
        }
    }

    /// The starting position; `None` if the tags give one that is not playable.
    pub const fn start(&self) -> Option<&Position> {
        self.start.as_ref()
    }

    /// The node before the first move.
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The number of nodes, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the game has no moves.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// The move that leads to a node; `None` for the root.
    pub fn step(&self, node: NodeId) -> Option<Step> {
        (node != self.root()).then(|| self.node(node).step)
    }

    /// The node before; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != self.root()).then(|| self.node(node).parent)
    }

    /// The next moves: first the continuation of the line, then its variations.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(node).first_child, |child| self.node(*child).next_sibling)
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(self.root()).first_child, |node| self.node(*node).first_child)
    }

    /// The position at a node, found by replaying the moves to it; `None` if the game has no starting position.
    pub fn position(&self, node: NodeId) -> Option<Position> {
        let line: Vec<NodeId> = std::iter::successors(Some(node), |node| self.parent(*node)).collect();
        let mut position = self.start?;
        for node in line.into_iter().rev().skip(1) {
            position = self.node(node).step.play(&position);
        }
        Some(position)
    }

    /// Adds a move after a node, as the next move of the line or as a variation; `None` if it is not legal.
    pub fn add(&mut self, node: NodeId, intent: impl Into<Intent>) -> Option<NodeId> {
        let position = self.position_before_adding(node)?;
        let legal = position.legal(intent)?;
        Some(self.add_step(node, Step::Move(legal.mv()), legal.play()))
    }

    /// Adds a null move after a node; `None` if the side to move is in check.
    pub fn add_pass(&mut self, node: NodeId) -> Option<NodeId> {
        let after = self.position_before_adding(node)?.pass()?;
        Some(self.add_step(node, Step::Pass, after))
    }

    fn position_before_adding(&self, node: NodeId) -> Option<Position> {
        match self.last_added {
            Some((last, position)) if last == node => Some(position),
            _ => self.position(node),
        }
    }

    fn add_step(&mut self, node: NodeId, step: Step, after: Position) -> NodeId {
        let added = self.append(node, step);
        self.last_added = Some((added, after));
        added
    }

    /// The annotations of a move.
    pub fn nags(&self, node: NodeId) -> &[Nag] {
        &self.node(node).nags
    }

    /// Annotates a move. Does nothing at the root.
    pub fn add_nag(&mut self, node: NodeId, nag: Nag) {
        if node != self.root() {
            self.node_mut(node).nags.push(nag);
        }
    }

    /// The comments on a move or, at the root, on the game.
    pub fn comments(&self, node: NodeId) -> impl Iterator<Item = Comment<'_>> {
        self.node(node).comments.iter().map(|text| Comment::new(text.as_bytes()))
    }

    /// The comments before the first move of a variation.
    pub fn comments_before(&self, node: NodeId) -> impl Iterator<Item = Comment<'_>> {
        self.node(node).comments_before.iter().map(|text| Comment::new(text.as_bytes()))
    }

    /// Adds a comment on a move or, at the root, on the game. Surrounding space is removed, line ends become spaces.
    pub fn add_comment(&mut self, node: NodeId, text: &str) {
        let text = Comment::new(text.as_bytes()).text();
        if !text.is_empty() {
            self.node_mut(node).comments.push(text.into());
        }
    }

    /// Adds a comment before a move that begins a variation. Before any other move, a reader takes it for a comment on
    /// the move before.
    pub fn add_comment_before(&mut self, node: NodeId, text: &str) {
        let text = Comment::new(text.as_bytes()).text();
        if node != self.root() && !text.is_empty() {
            self.node_mut(node).comments_before.push(text.into());
        }
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    fn node_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.0 as usize]
    }

    /// Adds a step, which must be legal, as the last child.
    fn append(&mut self, parent: NodeId, step: Step) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a game with its limits has fewer moves"));
        self.nodes.push(Node { step, parent, ..Node::ROOT });
        match self.node(parent).last_child {
            None => self.node_mut(parent).first_child = Some(id),
            Some(last) => self.node_mut(last).next_sibling = Some(id),
        }
        self.node_mut(parent).last_child = Some(id);
        id
    }
}
