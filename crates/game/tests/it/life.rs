//! Law E08 is checked after every move, mostly by a shortcut. The answer must be the same as the solver's.

use rules::{Color, Position};
use tabiya_game::{Action, EventKind, Evidence, Game, NoMate, Settings, Timestamp, is_dead_after};
use unwinnable::{Limits, Verdict, can_win};

/// Random games from sparse and blocked positions, in which some moves end all chances of mate.
#[test]
fn short_cuts_answer_like_the_solver() {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/3nk3/8/8/3KN3/8/8 w - - 0 1",
        "8/2k3p1/8/6N1/8/3K4/5p2/8 w - - 0 1",
        "8/5k2/8/3p2p1/1p1P1pP1/1P1K1P2/7P/8 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    ];
    let (mut asked, mut dead) = (0, 0);
    for (number, fen) in (0u64..12).zip(starts.iter().cycle()) {
        let mut position: Position = fen.parse().unwrap();
        let mut random = fastrand::Rng::with_seed(number);
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let legal = random.choice(moves.iter()).expect("there are moves");
            let next = legal.play();
            let answer = is_dead_after(legal);
            assert_eq!(answer, Some(is_dead(&next)), "{} {}", position.fen(), legal.san());
            asked += 1;
            if answer == Some(true) {
                dead += 1;
                break;
            }
            position = next;
        }
    }
    assert!(asked > 200 && dead > 1, "{asked} asked, {dead} dead: the positions have grown one-sided");
}

fn is_dead(position: &Position) -> bool {
    Color::ALL.into_iter().all(|color| {
        let verdict = can_win(position, color, Limits::default());
        assert_ne!(verdict, Verdict::Undecided, "{position}");
        matches!(verdict, Verdict::Unwinnable(_))
    })
}

/// Moves out of check, checks and captures: some can be undone by further moves, some cannot.
#[test]
fn moves_that_seem_to_lead_back() {
    for (fen, uci, dead) in [
        ("8/8/4k3/8/8/3KN3/8/7n w - - 0 1", "e3f1", false),
        ("8/8/4k3/8/3K4/4N3/8/7n w - - 0 1", "d4e4", false),
        ("7k/8/6n1/8/8/8/8/K6R b - - 0 1", "h8g8", false),
        // Decided by a longer search, but not by a short one.
        ("8/1P5B/4k3/8/8/8/K7/8 w - - 0 1", "b7b8n", false),
        // The last knight is captured: nobody can mate any more.
        ("4k3/8/8/3n4/3K4/8/8/8 w - - 0 1", "d4d5", true),
    ] {
        let position: Position = fen.parse().unwrap();
        let legal = position.parse_uci(uci).unwrap();
        assert_eq!(is_dead_after(legal), Some(dead), "{fen} {uci}");
    }
}

/// The stronger side must lose its queen, and only the other side's pawn can ever mate.
#[test]
fn the_mate_of_the_weaker_side_counts() {
    let start = "8/p5Qk/8/2K5/8/8/8/8 b - - 0 1".parse().unwrap();
    let game = Game::new(Settings { start, ..Settings::default() });
    assert_eq!((game.termination(), game.undecided()), (None, 0));
}

#[test]
fn a_dead_position_has_a_reason_for_each_side() {
    let start = "7k/8/8/8/8/8/4r3/5KN1 w - - 0 1".parse().unwrap();
    let mut game = Game::new(Settings { start, ..Settings::default() });
    let events = game.apply(Timestamp::ZERO, Action::play("Nxe2")).unwrap();
    let Some(EventKind::Ended { evidence, .. }) = events.last().map(|event| &event.kind) else {
        panic!("the game ends")
    };
    let Evidence::NoMate(NoMate::OfBoth([(one, _), (other, _)])) = evidence else { panic!("{evidence:?}") };
    assert_eq!(*one, !*other);
}
