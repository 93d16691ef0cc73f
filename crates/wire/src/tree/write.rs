//! Converts a game from the page to PGN.

use crate::settings::VariantName;
use pgn::{GameResult, GameTree, Nag, NodeId};
use rules::Position;
use serde::{Deserialize, Serialize};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct TreeInput {
    /// Names and values. Tags for the starting position and the result are not needed.
    pub tags: Vec<(String, String)>,
    /// The starting position; the usual one if omitted.
    pub fen: Option<String>,
    #[cfg_attr(test, ts(optional, as = "Option<VariantName>"))]
    pub variant: VariantName,
    /// The value of the tag `Result`.
    pub result: Option<String>,
    /// Comments on the whole game.
    pub comments: Vec<String>,
    /// The moves. Each comes after its parent, and a variation after the line that it belongs to.
    pub nodes: Vec<NodeInput>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct NodeInput {
    /// The index of the move before it; null for the first move.
    pub parent: Option<usize>,
    /// The move in UCI or SAN; `0000` is a null move.
    pub uci: String,
    /// Numeric annotations.
    pub nags: Vec<u8>,
    /// Comments before the move, if it begins a variation.
    pub comments_before: Vec<String>,
    pub comments: Vec<String>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum WrittenGame {
    Written {
        /// In export format.
        pgn: String,
    },
    Failed {
        /// The reason, with the text that was found.
        error: String,
    },
}

/// Writes a game as PGN, if all its moves are legal.
pub fn write_game(wanted: &TreeInput) -> WrittenGame {
    match tree(wanted) {
        Ok(game) => WrittenGame::Written { pgn: game.to_string() },
        Err(error) => WrittenGame::Failed { error },
    }
}

fn tree(wanted: &TreeInput) -> Result<GameTree, String> {
    let variant = wanted.variant.into();
    let start = match &wanted.fen {
        None => Position::start(),
        Some(fen) => Position::parse_fen(fen, variant).map_err(|error| error.to_string())?,
    };
    let mut game = GameTree::new(start);
    for (name, value) in &wanted.tags {
        // `fen` and `result` are authoritative; these tags could only contradict them.
        if !matches!(name.as_str(), "FEN" | "SetUp" | "Variant" | "Result") {
            game.tags.set(name, value).map_err(|error| format!("tag {name:?}: {error}"))?;
        }
    }
    if let Some(result) = &wanted.result {
        let result = GameResult::from_tag(result.as_bytes())
            .ok_or_else(|| format!("result: expected 1-0, 0-1, 1/2-1/2, 0-0 or *, found {result:?}"))?;
        game.outcome = result.outcome();
        game.tags.set("Result", result.tag()).map_err(|error| error.to_string())?;
    }
    for comment in &wanted.comments {
        game.add_comment(game.root(), comment);
    }
    let mut ids: Vec<NodeId> = Vec::with_capacity(wanted.nodes.len());
    for node in &wanted.nodes {
        let id = add(&mut game, &ids, node)?;
        ids.push(id);
    }
    Ok(game)
}

/// Adds a move after its parent.
fn add(game: &mut GameTree, ids: &[NodeId], node: &NodeInput) -> Result<NodeId, String> {
    let parent = match node.parent {
        None => game.root(),
        Some(index) => {
            *ids.get(index).ok_or_else(|| format!("node {}: the parent must come before it", ids.len()))?
        }
    };
    let id = if node.uci == "0000" {
        game.add_pass(parent).ok_or("a null move is impossible in check")?
    } else {
        let position = game.position(parent).ok_or("the game has no starting position")?;
        let mv = position.parse_move(&node.uci).map_err(|error| error.to_string())?.mv();
        game.add(parent, mv).ok_or_else(|| format!("{:?} is not legal", node.uci))?
    };
    for nag in &node.nags {
        game.add_nag(id, Nag(*nag));
    }
    for comment in &node.comments_before {
        game.add_comment_before(id, comment);
    }
    for comment in &node.comments {
        game.add_comment(id, comment);
    }
    Ok(id)
}
