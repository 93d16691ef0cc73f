use crate::{Table, seal, tournament};
use rules::Color::{Black, White};
use tabiya_game::Termination::{Agreement, Checkmate, IllegalMoves, IllegalMovesUnwinnable, Resignation};
use tabiya_game::{Action, ClockStarts, EventKind, SealedMove, Settings};

#[test]
fn a_sealed_move_is_played_when_the_game_is_resumed() {
    let mut table = Table::new(tournament("300+5"));
    table.at(10_000, Action::play("e4"));
    table.at(30_000, seal(Black, "e5"));
    // The clocks are stopped, the position and the turn are unchanged, and nothing can be played or claimed.
    assert_eq!((table.game.ply(), table.game.turn(), table.game.adjourned_by()), (1, Black, Some(Black)));
    assert_eq!((table.clocks(30_000), table.clocks(90_000_000)), ((295_000, 280_000), (295_000, 280_000)));
    assert_eq!(table.game.next_deadline(), None);
    let adjourned = "the game is adjourned";
    for action in
        [Action::play("c5"), Action::Pause, seal(Black, "c5"), crate::claim(Black), Action::Adjust(Black)]
    {
        assert_eq!(table.refuses(action), adjourned);
    }
    // The move counts as made when it was sealed, and the opponent's clock starts.
    let happened = table.at(90_000_000, Action::Resume);
    assert!(matches!(&happened[..], [EventKind::Resumed, EventKind::Moved { san, .. }] if san == "e5"));
    assert_eq!(
        (table.clocks(90_000_000), table.clocks(90_001_000)),
        ((295_000, 285_000), (294_000, 285_000))
    );
    assert_eq!(table.game.adjourned_by(), None);
    // The sealed move may end the game.
    let mut table = Table::new(tournament("300")).play("f3 e5 g4");
    table.apply(seal(Black, "Qh4#"));
    table.ended(None);
    table.apply(Action::Resume);
    table.ended(Checkmate { winner: Black });
}

#[test]
fn a_sealed_move_that_cannot_be_played_loses() {
    for text in ["Ke3", "nonsense", "", "Nd2", "♞♞♞"] {
        let mut table = Table::new(tournament("300")).play("Nf3 e5 d3 d5");
        table.apply(seal(White, text));
        table.ended(None);
        table.apply(Action::Resume);
        table.ended(IllegalMoves { by: White });
    }
    let start = "7k/8/8/8/8/8/R7/K7 w - - 0 1".parse().unwrap();
    let mut table = Table::new(Settings { start, ..tournament("300") });
    table.apply(seal(White, "Ra9"));
    table.apply(Action::Resume);
    table.ended(IllegalMovesUnwinnable { by: White });
}

#[test]
fn results_are_agreed_while_the_game_is_adjourned() {
    let adjourned = || {
        let mut table = Table::new(tournament("300")).play("e4 e5");
        table.apply(seal(White, "Nf3"));
        table
    };
    let mut table = adjourned();
    table.apply(Action::Offer(Black));
    table.apply(Action::Accept(White));
    table.ended(Agreement);
    let mut table = adjourned();
    table.apply(Action::Resign(White));
    table.ended(Resignation { by: White });
    assert_eq!(table.game.adjourned_by(), None);
    // The sealed move does not answer an offer that was made after it.
    let mut table = adjourned();
    table.apply(Action::Offer(Black));
    table.apply(Action::Resume);
    assert_eq!(table.game.draw_offer(), Some(Black));
    // It does answer an offer from before it.
    let mut table = Table::new(tournament("300")).play("e4 e5");
    table.apply(Action::Offer(Black));
    table.apply(seal(White, "Nf3"));
    table.apply(Action::Resume);
    assert_eq!(table.game.draw_offer(), None);
}

#[test]
fn who_may_adjourn() {
    let mut table = Table::new(tournament("300")).play("e4");
    assert_eq!(table.refuses(seal(White, "d4")), "it is not white's turn");
    assert_eq!(
        table.refuses(seal(Black, &"x".repeat(41))),
        "a sealed move has at most 40 characters",
        "and it is not repeated"
    );
    let mut longest = Table::new(tournament("300"));
    longest.apply(seal(White, &"x".repeat(40)));
    assert_eq!(longest.game.adjourned_by(), Some(White));
    assert_eq!(
        crate::new_table().refuses(seal(White, "e4")),
        "games can be adjourned only under tournament conduct"
    );
    let mut waiting = Table::new(Settings { clock_starts: ClockStarts::AfterFirstMove, ..tournament("300") });
    assert_eq!(waiting.refuses(seal(White, "e4")), "the clocks are not running yet");
    // The arbiter may have stopped the clocks before; a touched piece restricts the sealed move, too.
    table.apply(Action::Touch { by: Black, square: "e7".parse().unwrap() });
    assert_eq!(
        table.refuses(seal(Black, "d5")),
        "the touched piece on e7 determines which moves are allowed"
    );
    table.apply(Action::Pause);
    table.apply(seal(Black, "e5"));
    table.apply(Action::Resume);
    assert_eq!(table.game.ply(), 2);
}

#[test]
fn nobody_reads_the_envelope() {
    let mut table = Table::new(tournament("300"));
    let action = seal(White, "Nh3");
    let events = table.apply(action.clone());
    for text in [format!("{action:?}"), format!("{events:?}"), format!("{:?}", table.game)] {
        assert!(text.contains("SealedMove(…)") && !text.contains("Nh3"), "{text}");
    }
    assert_eq!(SealedMove::new("Nh3").for_storage(), "Nh3");
}
