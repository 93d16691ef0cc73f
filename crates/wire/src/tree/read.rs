//! Converts PGN to games for display.

use super::fault::FaultJson;
use crate::settings::VariantName;
use pgn::{Comment, GameTree, NodeId, Reader, Step};
use rules::Position;
use serde::Serialize;

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Games {
    pub games: Vec<Tree>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tree {
    /// Names and values, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The starting position.
    pub fen: String,
    /// Whether the side to move is in check.
    pub check: bool,
    pub variant: VariantName,
    /// The value of the tag `Result`.
    pub result: String,
    /// Comments on the whole game.
    pub comments: Vec<String>,
    /// The moves. Each comes after its parent, and a variation after the line that it belongs to.
    pub nodes: Vec<TreeNode>,
    pub faults: Vec<FaultJson>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeNode {
    /// The index of the move before it; null for the first move.
    pub parent: Option<usize>,
    /// The move in UCI; `0000` is a null move.
    pub uci: String,
    /// The move in SAN, with English letters.
    pub san: String,
    /// The position after the move.
    pub fen: String,
    /// Whether the side to move is in check.
    pub check: bool,
    /// Numeric annotations.
    pub nags: Vec<u8>,
    /// Comments before the move, if it begins a variation.
    pub comments_before: Vec<String>,
    pub comments: Vec<String>,
}

/// Reads all games of a text. Faults are returned with their game, and reading continues. For files with many games,
/// use [`list_games`](crate::list_games).
pub fn read_games(text: &[u8]) -> Games {
    let mut reader = Reader::from_slice(text);
    let mut games = Vec::new();
    // Reading a slice cannot fail: there is no I/O.
    while let Ok(Some(game)) = reader.read_tree() {
        games.push(Tree::of(&game));
    }
    Games { games }
}

impl Tree {
    fn of(game: &GameTree) -> Tree {
        let start = game.start().copied();
        let faults = game.faults.iter().map(FaultJson::from).collect();
        // A game without a starting position has tags and faults, but no moves.
        let shown = start.unwrap_or_default();
        Tree {
            tags: game.tags.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            fen: shown.fen(),
            check: shown.in_check(),
            variant: shown.variant().into(),
            result: game.outcome.map_or("*", rules::Outcome::as_str).to_string(),
            comments: texts(game.comments(game.root())),
            nodes: start.map_or_else(Vec::new, |start| nodes(game, start)),
            faults,
        }
    }
}

/// All moves, without recursion, because a game may be arbitrarily long.
fn nodes(game: &GameTree, start: Position) -> Vec<TreeNode> {
    let mut nodes: Vec<TreeNode> = Vec::with_capacity(game.len() - 1);
    let mut left: Vec<(NodeId, Option<usize>, Position)> = Vec::new();
    let follow = |left: &mut Vec<_>, node: NodeId, parent: Option<usize>, position: Position| {
        let children: Vec<NodeId> = game.children(node).collect();
        // A stack: the continuation of the line is taken first, then its variations.
        left.extend(children.into_iter().rev().map(|child| (child, parent, position)));
    };
    follow(&mut left, game.root(), None, start);
    while let Some((node, parent, before)) = left.pop() {
        let (uci, san, after) = match game.step(node) {
            Some(Step::Move(mv)) => {
                let Some(legal) = before.legal(mv) else { continue };
                (legal.uci(), legal.san(), legal.play())
            }
            _ => {
                let Some(after) = before.pass() else { continue };
                ("0000".to_string(), "--".to_string(), after)
            }
        };
        nodes.push(TreeNode {
            parent,
            uci,
            san,
            fen: after.fen(),
            check: after.in_check(),
            nags: game.nags(node).iter().map(|nag| nag.0).collect(),
            comments_before: texts(game.comments_before(node)),
            comments: texts(game.comments(node)),
        });
        follow(&mut left, node, Some(nodes.len() - 1), after);
    }
    nodes
}

fn texts<'a>(comments: impl Iterator<Item = Comment<'a>>) -> Vec<String> {
    comments.map(|comment| comment.text().into_owned()).collect()
}
