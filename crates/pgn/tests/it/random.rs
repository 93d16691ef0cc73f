//! Random games with variations, comments and annotations; the same in every run.

use rules::{Color, LegalMove, Outcome, Position};
use tabiya_pgn::{GameTree, Nag, NodeId};

/// SplitMix64: small, and the same on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }

    fn text(&mut self) -> String {
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
        let words: Vec<&str> = (0..self.below(25)).map(|_| self.pick(&WORDS)).collect();
        words.join(" ").trim().to_string()
    }
}

pub(crate) fn tree(random: &mut Random) -> GameTree {
    let start = match random.below(3) {
        0 => Position::start(),
        1 => Position::chess960(random.below(960) as u16).unwrap(),
        _ => "r3k2r/pPp3p1/8/3pP3/8/8/PP4p1/R3K2R b KQkq - 5 40".parse().unwrap(),
    };
    let mut tree = GameTree::new(start);
    for name in ["White", "Black", "Event", "Annotator", "Z_9"] {
        if random.one_in(2) {
            tree.tags.set(name, &random.text()).unwrap();
        }
    }
    tree.outcome = random.pick(&[
        None,
        Some(Outcome::Draw),
        Some(Outcome::BothLose),
        Some(Outcome::Win(Color::White)),
        Some(Outcome::Win(Color::Black)),
    ]);
    let root = tree.root();
    annotate(&mut tree, root, random);
    let mut nodes = vec![tree.root()];
    for _ in 0..random.below(120) {
        // Mostly the end of the line, else anywhere: variations on variations.
        let at = if random.one_in(4) { random.pick(&nodes) } else { nodes[nodes.len() - 1] };
        if let Some(node) = grow(&mut tree, at, random) {
            annotate(&mut tree, node, random);
            nodes.push(node);
        }
    }
    tree
}

fn grow(tree: &mut GameTree, at: NodeId, random: &mut Random) -> Option<NodeId> {
    if random.one_in(20) {
        return tree.add_pass(at);
    }
    let position = tree.position(at)?;
    let moves: Vec<_> = position.legal_moves().iter().map(LegalMove::mv).collect();
    if moves.is_empty() { None } else { tree.add(at, random.pick(&moves)) }
}

fn annotate(tree: &mut GameTree, node: NodeId, random: &mut Random) {
    if random.one_in(5) {
        tree.add_nag(node, Nag(random.below(256) as u8));
    }
    while random.one_in(4) {
        tree.add_comment(node, &random.text());
    }
}
