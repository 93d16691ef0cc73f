//! Played games as PGN, with the engines' scores as comments.

use super::game::GameRecord;
use super::process::MATE_SCORE;
use std::fmt::Write;

/// The tags of a game.
pub(super) struct Labels<'a> {
    pub(super) white: &'a str,
    pub(super) black: &'a str,
    /// The number of the pair, and of the game in it.
    pub(super) round: (u64, u64),
    pub(super) limit: String,
}

/// The game in PGN's export format.
pub(super) fn text(record: &GameRecord, labels: &Labels<'_>) -> String {
    let mut raw = String::new();
    let tag = |raw: &mut String, name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(raw, "[{name} \"{value}\"]");
    };
    tag(&mut raw, "Event", "Engine match");
    tag(&mut raw, "White", labels.white);
    tag(&mut raw, "Black", labels.black);
    tag(&mut raw, "Round", &format!("{}.{}", labels.round.0, labels.round.1));
    tag(&mut raw, "TimeControl", &labels.limit);
    tag(&mut raw, "Termination", &record.ending.to_string());
    tag(&mut raw, "FEN", &record.start.fen());
    tag(&mut raw, "Result", &record.outcome.to_string());
    raw.push('\n');
    let mut position = record.start;
    for (mv, answer) in &record.moves {
        let Some(legal) = position.legal(*mv) else { break };
        let score = answer.score.map_or("?".to_owned(), score);
        let seconds = answer.took.as_secs_f64();
        let _ = writeln!(raw, "{} {{{score}/{} {seconds:.3}s}}", legal.san(), answer.depth);
        position = legal.play();
    }
    raw.push_str(record.outcome.as_str());
    let mut writer = pgn::Writer::default();
    let read = pgn::Reader::from_slice(raw.as_bytes()).read_all(&mut writer);
    read.expect("reading from memory does not fail");
    writer.take()
}

fn score(score: i32) -> String {
    if score.abs() < MATE_SCORE - 1000 {
        format!("{:+.2}", f64::from(score) / 100.0)
    } else {
        format!("{}M{}", if score > 0 { '+' } else { '-' }, MATE_SCORE - score.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Ending;
    use super::super::process::Answer;
    use super::*;
    use rules::{Color, Outcome, Position};

    #[test]
    fn a_written_game_can_be_parsed() {
        let start = Position::start();
        let mv = start.parse_san("e4").unwrap().mv();
        let answer = Answer { best: "e2e4".into(), score: Some(31), depth: 9, ..Answer::default() };
        let ending = Ending::IllegalMove(Color::Black, "e7e9\"}".into());
        let record =
            GameRecord { start, moves: vec![(mv, answer)], outcome: Outcome::Win(Color::White), ending };
        let labels = Labels { white: "a \"b\"", black: "c", round: (3, 2), limit: "8+0.08 s".into() };
        let text = text(&record, &labels);
        assert!(text.contains("[White \"a \\\"b\\\"\"]") && text.contains("[Round \"3.2\"]"), "{text}");
        assert!(text.ends_with("1. e4 {+0.31/9 0.000s} 1-0\n\n"), "{text}");
        let trees = pgn::Reader::from_slice(text.as_bytes()).trees().collect::<Result<Vec<_>, _>>().unwrap();
        assert!(trees.len() == 1 && trees[0].faults.is_empty());
        assert_eq!((score(-MATE_SCORE + 3), score(-5)), ("-M3".into(), "-0.05".into()));
    }
}
