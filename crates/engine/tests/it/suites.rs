//! Collections of puzzles in `tests/data`, made by `tabiya-tuner puzzles`.

use crate::{nodes, search};
use rules::{Epd, Variant};
use tabiya_engine::{Line, Score};

const MATES: &str = include_str!("../data/mates.epd");
const TACTICS: &str = include_str!("../data/tactics.epd");

fn puzzles(text: &'static str) -> impl Iterator<Item = (&'static str, Epd)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        (line, Epd::parse(line, Variant::Standard).unwrap_or_else(|error| panic!("{line}: {error}")))
    })
}

#[test]
fn mates_are_found_and_never_shorter_than_they_are() {
    let (mut found, mut all) = (0, 0);
    for (line, epd) in puzzles(MATES) {
        let distance: i32 = epd.text("dm").and_then(|text| text.parse().ok()).expect(line);
        let (outcome, _) = search(&Line::new(epd.position), &nodes(5_000));
        all += 1;
        if let Score::Mate(moves) = Score::from(outcome.value) {
            assert!(moves >= distance, "{line}: found {moves}");
            found += usize::from(moves == distance);
        }
    }
    println!("{found} of {all} at their shortest");
    assert!(all >= 100 && found * 100 >= all * 75, "{found} of {all}");
}

/// The positions were chosen because 400 nodes miss the move; fifty times as many find most of them.
#[test]
fn tactics_are_found() {
    let (mut found, mut all) = (0, 0);
    for (line, epd) in puzzles(TACTICS) {
        let moves = epd.moves("bm").expect(line);
        let (outcome, _) = search(&Line::new(epd.position), &nodes(20_000));
        all += 1;
        found += usize::from(moves.iter().any(|legal| outcome.best == Some(legal.mv())));
    }
    println!("{found} of {all}");
    assert!(all >= 100 && found * 100 >= all * 80, "{found} of {all}");
}
