//! `tabiya pgn json`: one object a game, one line each. `docs/pgn.md` says what is in it.

use super::pipeline::Task;
use super::tally::{Origin, Tally};
use pgn::{Command, Comment, Fault, GameTree, NodeId, Reader, Score, Source, Step};
use rules::Position;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeMap;
use std::io::{self, Write};

pub(super) struct Json {
    name: String,
}

impl Json {
    pub(super) fn new(name: &str) -> Json {
        Json { name: name.to_string() }
    }
}

#[derive(Default)]
pub(super) struct JsonBatch {
    tally: Tally,
    games: Vec<Game>,
}

/// A game as JSON has it.
#[derive(Serialize)]
struct Game {
    game: u64,
    file: String,
    tags: BTreeMap<String, String>,
    /// Where it begins, unless that is the usual start.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    /// Written where the game was read: by many threads, and with room to go down into variations.
    moves: Box<RawValue>,
    result: &'static str,
    /// The position after the last move of the main line.
    fen: Option<String>,
    errors: Vec<Error>,
    #[serde(skip)]
    faults: Vec<Fault>,
}

/// The moves after a node. They are written one by one: a game may have millions of them.
struct Line<'t> {
    tree: &'t GameTree,
    from: NodeId,
    /// The first move, where it is a variation; otherwise the main line goes on.
    first: Option<NodeId>,
    /// The position before the first move.
    position: Position,
}

/// The other moves in a position, each with what follows it.
struct Variations<'t> {
    tree: &'t GameTree,
    first: Vec<NodeId>,
    position: Position,
}

#[derive(Serialize)]
struct Move<'t> {
    san: String,
    uci: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments_before: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    /// Milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    clk: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    emt: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<Eval>,
    #[serde(skip_serializing_if = "Variations::is_empty")]
    variations: Variations<'t>,
}

#[derive(Serialize)]
struct Eval {
    #[serde(flatten)]
    score: EvalScore,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum EvalScore {
    Cp(i32),
    Mate(i32),
}

#[derive(Serialize)]
struct Error {
    line: u64,
    column: u64,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    at_move: Option<String>,
    error: String,
    /// Whether nothing is lost by it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    note: bool,
}

impl Task for Json {
    type Batch = JsonBatch;

    fn game<S: Source>(reader: &mut Reader<S>, batch: &mut JsonBatch) -> io::Result<bool> {
        let Some(tree) = reader.read_tree()? else { return Ok(false) };
        batch.tally.games += 1;
        batch.tally.moves += tree.len() as u64 - 1;
        let faults = tree.faults.clone();
        for fault in &faults {
            batch.tally.fault(fault.clone());
        }
        batch.tally.faults.clear(); // they are kept with their games
        batch.games.push(Game::of(&tree, reader.games(), faults)?);
        Ok(true)
    }

    fn tally(batch: &JsonBatch) -> &Tally {
        &batch.tally
    }

    fn batch(&mut self, batch: JsonBatch, origin: Origin, output: &mut impl Write) -> io::Result<()> {
        for mut game in batch.games {
            game.game += origin.games;
            game.file.clone_from(&self.name);
            game.errors = game.faults.iter().map(|fault| Error::of(&origin.of(fault))).collect();
            serde_json::to_writer(&mut *output, &game)?;
            output.write_all(b"\n")?;
        }
        Ok(())
    }

    fn end(&mut self, _: &Tally, _: &mut impl Write) -> io::Result<()> {
        Ok(())
    }
}

impl Game {
    fn of(tree: &GameTree, game: u64, faults: Vec<Fault>) -> io::Result<Game> {
        let tags = tree.tags.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let start = tree.start();
        let last = tree.position(tree.main_line().last().unwrap_or(tree.root()));
        let moves = match start {
            Some(start) => to_raw_value(&Line { tree, from: tree.root(), first: None, position: *start })?,
            None => to_raw_value::<[Move<'_>; 0]>(&[])?,
        };
        Ok(Game {
            game,
            file: String::new(),
            tags,
            start: start.filter(|start| **start != Position::start()).map(Position::fen),
            comments: texts(tree.comments(tree.root())),
            moves,
            result: pgn::GameResult::from(tree.outcome).tag(),
            fen: last.map(|position| position.fen()),
            errors: Vec::new(),
            faults,
        })
    }
}

fn texts<'a>(comments: impl Iterator<Item = Comment<'a>>) -> Vec<String> {
    comments.map(|comment| comment.text().into_owned()).collect()
}

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut moves = serializer.serialize_seq(None)?;
        let Line { tree, from: mut node, first, mut position } = *self;
        let mut next = first;
        loop {
            let (taken, others) = match next.take() {
                Some(first) => (first, Vec::new()), // its siblings belong to the move that it replaces
                None => {
                    let mut children = tree.children(node);
                    let Some(first) = children.next() else { return moves.end() };
                    (first, children.collect())
                }
            };
            let (mut mv, after) = step(tree, taken, &position);
            mv.variations.first = others;
            moves.serialize_element(&mv)?;
            (node, position) = (taken, after);
        }
    }
}

impl Variations<'_> {
    fn is_empty(&self) -> bool {
        self.first.is_empty()
    }
}

impl Serialize for Variations<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Variations { tree, position, .. } = *self;
        let line = |first: &NodeId| Line { tree, from: *first, first: Some(*first), position };
        serializer.collect_seq(self.first.iter().map(line))
    }
}

fn step<'t>(tree: &'t GameTree, node: NodeId, position: &Position) -> (Move<'t>, Position) {
    let (san, uci, after) = match tree.step(node) {
        Some(Step::Move(mv)) => {
            let legal = position.legal(mv).expect("a tree has only legal moves");
            (legal.san(), legal.uci(), legal.play())
        }
        _ => {
            let after = position.pass().expect("a tree has only legal null moves");
            ("--".to_string(), "0000".to_string(), after)
        }
    };
    let mut mv = Move {
        san,
        uci,
        nags: tree.nags(node).iter().map(|nag| nag.0).collect(),
        comments_before: texts(tree.comments_before(node)),
        comments: texts(tree.comments(node)),
        clk: None,
        emt: None,
        eval: None,
        variations: Variations { tree, first: Vec::new(), position: *position },
    };
    for command in tree.comments(node).flat_map(Comment::commands) {
        match command {
            Command::Clock(time) => mv.clk = Some(time.as_millis() as u64),
            Command::Elapsed(time) => mv.emt = Some(time.as_millis() as u64),
            Command::Evaluation { score, depth } => {
                let score = match score {
                    Score::Centipawns(number) => EvalScore::Cp(number),
                    Score::Mate(number) => EvalScore::Mate(number),
                };
                mv.eval = Some(Eval { score, depth });
            }
            _ => {}
        }
    }
    (mv, after)
}

impl Error {
    fn of(fault: &Fault) -> Error {
        Error {
            line: fault.place.line,
            column: fault.place.column,
            at_move: fault.at_move.map(|number| number.to_string()),
            error: fault.kind.to_string(),
            note: fault.kind.is_note(),
        }
    }
}
