//! Games of thousands of moves.

use rules::Position;
use std::collections::HashMap;
use tabiya_game::{Action, Duration, FiftyMoveRule, Game, MoveRequest, Settings, Timestamp};

/// What law E11 compares: pieces, turn, castling, en passant.
fn identity(position: &Position) -> String {
    position.fen().rsplitn(3, ' ').last().expect("a FEN has words").to_string()
}

fn has_quiet_move(position: &Position) -> bool {
    position.legal_moves().iter().any(|legal| legal.captured().is_none())
}

/// Random moves without a fivefold repetition. The counts are compared with those of a slow table.
#[test]
fn repetition_is_counted_in_a_long_game() {
    let start = "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1".parse().expect("a FEN");
    let settings = Settings { start, fifty_move_rule: FiftyMoveRule::Off, ..Settings::default() };
    let mut game = Game::new(settings);
    let mut seen = HashMap::from([(identity(&start), 1)]);
    let (mut random, mut repeated) = (fastrand::Rng::with_seed(1), 0);
    for _ in 0..4_000 {
        let moves = game.position().legal_moves();
        let quiet: Vec<_> = moves
            .iter()
            .filter(|legal| legal.captured().is_none() && has_quiet_move(&legal.play()))
            .filter(|legal| seen.get(&identity(&legal.play())).is_none_or(|times| *times < 4))
            .collect();
        // Every other move repeats a position if possible.
        let again = quiet.iter().position(|legal| seen.contains_key(&identity(&legal.play())));
        let number = again.filter(|_| random.bool()).unwrap_or_else(|| random.usize(..quiet.len().max(1)));
        let Some(legal) = quiet.get(number) else { break };
        let request = MoveRequest::Intent(legal.mv().intent());
        let action = Action::Move { by: None, request, offer_draw: false, lag: Duration::ZERO };
        game.apply(Timestamp::ZERO, action).expect("a legal move");
        let times = seen.entry(identity(game.position())).or_insert(0);
        *times += 1;
        assert_eq!(game.occurrences(), *times);
        repeated += usize::from(*times > 1);
    }
    assert_eq!((game.ply(), game.termination()), (4_000, None));
    assert!(repeated > 50, "{repeated} positions came again");
}
