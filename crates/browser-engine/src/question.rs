//! A question of the page, turned into a line and limits for the engine.

use engine::time::{Clock, fixed};
use engine::{Budget, Limits, Line};
use rules::Position;
use std::time::Duration;
use wire::engine::EngineQuestion;

/// The game so far and the limits of the search, or what is wrong with the question.
pub fn read(text: &str) -> Result<(Line, Limits), String> {
    let question: EngineQuestion =
        serde_json::from_str(text).map_err(|error| format!("question: {error}"))?;
    Ok((line(&question)?, limits(&question)))
}

fn line(question: &EngineQuestion) -> Result<Line, String> {
    let start = match &question.fen {
        Some(fen) => Position::parse_fen(fen, question.variant.into()).map_err(|error| error.to_string())?,
        None => Position::start(),
    };
    let mut line = Line::new(start);
    for text in &question.moves {
        let position = *line.last();
        line.play(position.parse_move(text).map_err(|error| error.to_string())?);
    }
    Ok(line)
}

fn limits(question: &EngineQuestion) -> Limits {
    Limits {
        depth: question.depth,
        nodes: question.nodes,
        time: budget(question),
        lines: question.lines.unwrap_or(1).clamp(1, 10),
        ..Limits::default()
    }
}

fn budget(question: &EngineQuestion) -> Option<Budget> {
    let clock = question.clock.map(|left| Clock {
        left: Duration::from_millis(left),
        increment: Duration::from_millis(question.increment.unwrap_or(0)),
        moves_to_go: question.moves_to_go,
    });
    let by_clock = opponent::budget(clock);
    let by_move = question.milliseconds.map(|time| fixed(Duration::from_millis(time), Duration::ZERO));
    match (by_clock, by_move) {
        (Some(clock), Some(fixed)) => {
            Some(Budget { soft: clock.soft.min(fixed.soft), hard: clock.hard.min(fixed.hard) })
        }
        (clock, fixed) => clock.or(fixed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_what_is_wrong() {
        for (text, named) in [
            ("{", "question"),
            (r#"{"fen":"x"}"#, "placement"),
            (r#"{"moves":["Ke3"]}"#, "Ke3"),
            (r#"{"chess960":true}"#, "chess960"),
        ] {
            let error = read(text).map(|_| ()).expect_err(text);
            assert!(error.contains(named), "{error}");
        }
    }

    #[test]
    fn the_shorter_time_applies() {
        let (_, limits) = read(r#"{"clock":2800,"milliseconds":10000}"#).expect("a question");
        assert!(limits.time.expect("a limit").hard < Duration::from_secs(2));
    }
}
