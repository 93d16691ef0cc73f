//! Collections of puzzles that may lie beside the checkout; where they do not, these tests pass at once.

use crate::{best, nodes, search};
use rules::{Epd, Position, Variant};
use std::fs;
use std::path::Path;
use tabiya_engine::{Line, Score};

fn read(file: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/suites");
    let text = fs::read_to_string(folder.join(file)).ok();
    if text.is_none() {
        println!("{file} is not there: nothing to solve");
    }
    text
}

/// How many of the puzzles with a best move are solved, and of how many.
fn solved(text: &str, most: u64) -> (usize, usize) {
    let (mut right, mut all) = (0, 0);
    for line in text.lines().step_by(4) {
        let Ok(epd) = Epd::parse(line, Variant::Standard) else { continue };
        let Ok(wanted) = epd.moves("bm") else { continue };
        if wanted.is_empty() {
            continue;
        }
        let (outcome, _) = search(&Line::new(epd.position), &nodes(most));
        all += 1;
        right += usize::from(wanted.iter().any(|legal| legal.uci() == best(&epd.position, &outcome)));
    }
    println!("{right} of {all} at {most} positions each");
    (right, all)
}

#[test]
fn win_at_chess() {
    let Some(text) = read("wacnew.epd") else { return };
    let (right, all) = solved(&text, 30_000);
    assert!(right * 100 >= all * 55, "{right} of {all}");
}

#[test]
fn mates_are_never_shorter_than_they_are() {
    let Some(text) = read("mates2000.epd") else { return };
    let (mut found, mut all) = (0, 0);
    for line in text.lines().step_by(8) {
        let Ok(epd) = Epd::parse(line, Variant::Standard) else { continue };
        let Some(distance) = epd.text("dm").and_then(|text| text.parse::<i32>().ok()) else { continue };
        let position: Position = epd.position;
        let (outcome, _) = search(&Line::new(position), &nodes(20_000));
        all += 1;
        if let Score::Mate(moves) = Score::from(outcome.value) {
            assert!(moves >= distance, "{line}: found {moves}");
            found += usize::from(moves == distance);
        }
    }
    println!("{found} of {all} at their shortest");
}
