//! Random games with variations, comments and annotations; the same in every run.

use fastrand::Rng;
use rules::{Color, LegalMove, Outcome, Position};
use tabiya_pgn::{GameTree, Nag, NodeId};

fn pick<T: Copy>(random: &mut Rng, among: &[T]) -> T {
    among[random.usize(..among.len())]
}

fn text(random: &mut Rng) -> String {
    const WORDS: [&str; 15] = [
        "a",
        "",
        "better",
        "(",
        ")",
        "{",
        ";",
        "%",
        "\"",
        "\\",
        "[%clk 0:01:02.5]",
        "1-0",
        "Größe",
        "♞",
        "averyveryveryveryveryveryveryveryveryveryveryverylongwordthatfillsmorethanalineofeightycolumns",
    ];
    let words: Vec<&str> = (0..random.usize(..25)).map(|_| pick(random, &WORDS)).collect();
    words.join(" ").trim().to_string()
}

pub(crate) fn tree(random: &mut Rng) -> GameTree {
    let start = match random.usize(..3) {
        0 => Position::start(),
        1 => Position::chess960(random.usize(..960) as u16).unwrap(),
        _ => "r3k2r/pPp3p1/8/3pP3/8/8/PP4p1/R3K2R b KQkq - 5 40".parse().unwrap(),
    };
    let mut tree = GameTree::new(start);
    for name in ["White", "Black", "Event", "Annotator", "Z_9"] {
        if random.usize(..2) == 0 {
            tree.tags.set(name, &text(random)).unwrap();
        }
    }
    tree.outcome = pick(
        random,
        &[
            None,
            Some(Outcome::Draw),
            Some(Outcome::BothLose),
            Some(Outcome::Win(Color::White)),
            Some(Outcome::Win(Color::Black)),
        ],
    );
    let root = tree.root();
    annotate(&mut tree, root, random);
    let mut nodes = vec![tree.root()];
    for _ in 0..random.usize(..120) {
        // Mostly at the end of the line, otherwise anywhere, which makes variations on variations.
        let at = if random.usize(..4) == 0 { pick(random, &nodes) } else { nodes[nodes.len() - 1] };
        if let Some(node) = grow(&mut tree, at, random) {
            annotate(&mut tree, node, random);
            nodes.push(node);
        }
    }
    tree
}

fn grow(tree: &mut GameTree, at: NodeId, random: &mut Rng) -> Option<NodeId> {
    if random.usize(..20) == 0 {
        return tree.add_pass(at);
    }
    let position = tree.position(at)?;
    let moves: Vec<_> = position.legal_moves().iter().map(LegalMove::mv).collect();
    if moves.is_empty() { None } else { tree.add(at, pick(random, &moves)) }
}

fn annotate(tree: &mut GameTree, node: NodeId, random: &mut Rng) {
    if random.usize(..5) == 0 {
        tree.add_nag(node, Nag(random.usize(..256) as u8));
    }
    while random.usize(..4) == 0 {
        tree.add_comment(node, &text(random));
    }
}
