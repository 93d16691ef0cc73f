use crate::{Table, check, check_action, fen, new_table, shuffle, timed};
use rules::Color::{Black, White};
use rules::Outcome;
use tabiya_game::Termination::*;
use tabiya_game::{Action, FiftyMoveRule, Forfeit, Settings, Termination};

#[test]
fn law_e01_checkmate_wins() {
    new_table().play("f3 e5 g4 Qh4").ended(Checkmate { winner: Black });
    check("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", Some(Checkmate { winner: White }));
    // A game that begins with a mate has ended.
    check("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "", Some(Checkmate { winner: White }));
}

#[test]
fn law_e02_resignation_loses_on_and_off_turn() {
    for by in [White, Black] {
        let mut table = new_table();
        table.does(Action::Resign(by));
        table.ended(Resignation { by });
        assert_eq!(table.game.outcome(), Some(Outcome::Win(!by)));
        assert_eq!(table.refuses(Action::Resign(!by)), "the game is over");
    }
}

#[test]
fn law_e06_forfeit_by_one_side_or_both() {
    for (who, termination, result) in [
        (Forfeit::One(White), Termination::Forfeit { loser: White }, "0-1"),
        (Forfeit::One(Black), Termination::Forfeit { loser: Black }, "1-0"),
        (Forfeit::Both, DoubleForfeit, "0-0"),
    ] {
        let mut table = new_table();
        table.does(Action::Forfeit(who));
        table.ended(termination);
        assert_eq!(termination.result(), result);
    }
}

#[test]
fn law_e07_stalemate_draws() {
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7", Some(Stalemate));
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf8", Some(Checkmate { winner: White }));
}

#[test]
fn law_e12_fivefold_repetition_draws_without_a_claim() {
    new_table().play(&shuffle(3)).ended(None);
    new_table().play(&shuffle(4)).ended(FivefoldRepetition);
    // Not necessarily in a row.
    let between = format!("{}Nc3 Nc6 Nb1 Nb8 {}", shuffle(2), shuffle(1));
    new_table().play(&between).ended(FivefoldRepetition);
}

#[test]
fn law_e14_seventy_five_moves() {
    check("7k/8/8/8/8/8/R7/K7 w - - 148 100", "a2b2", None);
    check("7k/8/8/8/8/8/R7/K7 b - - 149 100", "h8g8", Some(SeventyFiveMoves));
    // A pawn move or a capture begins the count anew.
    check("7k/8/8/8/8/8/RP6/K7 w - - 149 100", "b2b4", None);
    // Its last sentence: mate on that very move still wins.
    check("7k/R7/8/8/8/8/1R6/K7 w - - 149 100", "b2b8", Some(Checkmate { winner: White }));
    // Where the fifty-move rule is off, so is this one.
    let off = Settings { fifty_move_rule: FiftyMoveRule::Off, ..fen("7k/8/8/8/8/8/R7/K7 w - - 149 100") };
    Table::new(off).play("a2b2").ended(None);
}

#[test]
fn law_e17_the_earliest_event_decides() {
    // A mate in time stands, however late anybody looks.
    let mut table =
        Table::new(Settings { time: timed("60").time, ..fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1") });
    table.at(60_000, Action::play("Ra8"));
    table.ended(Checkmate { winner: White });
    assert_eq!(table.refuses(Action::Tick), "the game is over");
    // A millisecond later the flag has fallen, and the move is not looked at.
    let mut table =
        Table::new(Settings { time: timed("60").time, ..fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1") });
    assert_eq!(table.at(60_001, Action::play("Ra8")).len(), 1);
    table.ended(FlagFall { fallen: White });
    // The same holds for whatever else comes too late.
    for action in [Action::Resign(Black), Action::Offer(White), Action::Forfeit(Forfeit::Both), Action::Tick]
    {
        let mut table = Table::new(timed("60"));
        table.at(90_000, action);
        table.ended(FlagFall { fallen: White });
    }
    // Only the clock of the player to move runs, so that both flags never fall.
    let mut table = Table::new(timed("60"));
    table.at(59_000, Action::play("e4"));
    table.at(200_000, Action::Tick);
    table.ended(FlagFall { fallen: Black });
}

#[test]
fn law_e18_abort_before_both_have_moved() {
    for moves in ["", "e4"] {
        let mut table = new_table().play(moves);
        table.does(Action::Abort(Black));
        table.ended(Aborted);
        assert_eq!((table.game.outcome(), Aborted.result()), (None, "*"));
    }
    let mut table = new_table().play("e4 e5");
    assert_eq!(table.refuses(Action::Abort(White)), "both sides have moved: too late to abort");
    let mut table = Table::new(crate::tournament("300"));
    assert_eq!(table.refuses(Action::Abort(White)), "only casual games are aborted");
}

#[test]
fn nothing_happens_after_the_end() {
    let mut table = new_table().play("f3 e5 g4 Qh4");
    for action in [
        Action::play("a3"),
        Action::Draw(White),
        Action::Offer(Black),
        Action::Accept(White),
        Action::Resign(White),
        Action::Takeback(Black),
        Action::Forfeit(Forfeit::Both),
        Action::Pause,
        Action::Restart,
        Action::Tick,
    ] {
        assert_eq!(table.refuses(action), "the game is over");
    }
    assert_eq!(table.game.next_deadline(), None);
    // A game from a position that ends it is over before anything is done.
    check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", Some(Stalemate));
    check_action("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Action::Resign(Black), Some(Resignation { by: Black }));
}
