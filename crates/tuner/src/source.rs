//! Weights as the source file that the engine is compiled with.

use crate::initial_weights::Weight;
use engine::terms::GROUPS;
use std::fmt::Write;

const HEAD: &str =
    "//! The weights of the evaluation, written by the tuner: see docs/engine.md for how they came to be.

use super::pair::Pair;
use super::terms::COUNT;

const fn p(middlegame: i32, endgame: i32) -> Pair {
    Pair::new(middlegame, endgame)
}

#[rustfmt::skip]
pub(super) static WEIGHTS: [Pair; COUNT] = [
";

pub(crate) fn source(weights: &[Weight]) -> String {
    let mut text = HEAD.to_owned();
    let mut rest = weights;
    for (name, len) in GROUPS {
        let (group, after) = rest.split_at(*len);
        rest = after;
        let row = if *name == "SQUARES" { 4 } else { 8 };
        let _ = writeln!(text, "    // {name}");
        for weights in group.chunks(row) {
            let pairs: Vec<_> = weights.iter().map(|[a, b]| format!("p({a:.0}, {b:.0})")).collect();
            let _ = writeln!(text, "    {},", pairs.join(", ").replace("-0)", "0)").replace("(-0,", "(0,"));
        }
    }
    text + "];\n"
}
