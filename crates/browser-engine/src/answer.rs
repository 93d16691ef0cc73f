//! Results of the engine as messages to the page.

use engine::{Limits, Line, Report, Score, SearchResult, Value, human_pace};
use rules::{Color, Move, Position};
use std::time::Duration;
use wire::engine::{EngineAnswer, EngineLine, EngineScore};

/// A line found during the search.
pub(crate) fn line(report: &Report, position: &Position, time: Duration) -> EngineLine {
    let (line, san) = notations(&report.line, position);
    EngineLine {
        depth: report.depth,
        rank: report.rank,
        score: score(report.value, position.turn()),
        nodes: report.nodes,
        time: time.as_millis() as u64,
        line,
        san,
    }
}

/// The result of a search.
pub(crate) fn chosen(outcome: &SearchResult, line: &Line, limits: &Limits) -> EngineAnswer {
    let position = line.last();
    let pace = outcome.best.map_or(Duration::ZERO, |best| human_pace(line, best, limits.time));
    EngineAnswer::Chosen {
        best: outcome.best.map(|mv| mv.uci(position.variant()).to_string()),
        score: score(outcome.value, position.turn()),
        depth: outcome.depth,
        value: outcome.value,
        pace: pace.as_millis() as u32,
    }
}

/// The score from White's view.
fn score(value: Value, turn: Color) -> EngineScore {
    let sign = if turn == Color::White { 1 } else { -1 };
    match Score::from(value) {
        Score::Centipawns(value) => EngineScore::Cp(sign * value),
        Score::Mate(moves) => EngineScore::Mate(sign * moves),
    }
}

/// A line of moves as UCI and as SAN.
fn notations(line: &[Move], start: &Position) -> (Vec<String>, Vec<String>) {
    let mut position = *start;
    let (mut uci, mut san) = (Vec::new(), Vec::new());
    for mv in line {
        let Some(legal) = position.legal(*mv) else { break };
        uci.push(legal.uci());
        san.push(legal.san());
        position = legal.play();
    }
    (uci, san)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_from_whites_view() {
        assert_eq!(score(150, Color::Black), EngineScore::Cp(-150));
        assert_eq!(score(150, Color::White), EngineScore::Cp(150));
    }
}
