use crate::{Table, check, check_action, fen, forfeit, new_table, shuffle, timed, tournament};
use rules::Color::{Black, White};
use rules::Outcome;
use tabiya_game::Termination::*;
use tabiya_game::{
    Action, Duration, EventKind, FiftyMoveRule, Forfeit, OpponentScore, Settings, Termination, Timestamp,
};

#[test]
fn law_e01_checkmate_wins() {
    new_table().play("f3 e5 g4 Qh4").ended(Checkmate { winner: Black });
    check("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", Some(Checkmate { winner: White }));
    // A game whose starting position is a mate is over.
    check("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "", Some(Checkmate { winner: White }));
}

#[test]
fn law_e02_resignation_loses_on_and_off_turn() {
    for by in [White, Black] {
        let mut table = new_table();
        table.apply(Action::Resign(by));
        table.ended(Resignation { by });
        assert_eq!(table.game.outcome(), Some(Outcome::Win(!by)));
        assert_eq!(table.refuses(Action::Resign(!by)), "the game is over");
    }
}

#[test]
fn law_e06_forfeit_by_one_side_or_both() {
    for (who, termination, result) in [
        (Forfeit::by(White), Termination::Forfeit { loser: White, opponent: OpponentScore::Point }, "0-1"),
        (Forfeit::by(Black), Termination::Forfeit { loser: Black, opponent: OpponentScore::Point }, "1-0"),
        (Forfeit::Both, DoubleForfeit, "0-0"),
    ] {
        let mut table = new_table();
        table.apply(forfeit(who));
        table.ended(termination);
        assert_eq!(termination.result(), result);
    }
}

#[test]
fn law_e06_the_arbiter_decides_the_opponents_score_and_says_why() {
    for (loser, opponent, result) in [
        (White, OpponentScore::Point, "0-1"),
        (White, OpponentScore::HalfPoint, "0-1/2"),
        (White, OpponentScore::Nothing, "0-0"),
        (Black, OpponentScore::Point, "1-0"),
        (Black, OpponentScore::HalfPoint, "1/2-0"),
        (Black, OpponentScore::Nothing, "0-0"),
    ] {
        let mut table = Table::new(tournament("300"));
        let reason = Some("his phone rang".into());
        table.apply(Action::Forfeit { forfeit: Forfeit::One { loser, opponent }, reason });
        table.ended(Termination::Forfeit { loser, opponent });
        assert_eq!((table.game.result(), table.game.forfeit_reason()), (result, Some("his phone rang")));
        let outcome = table.game.outcome().unwrap();
        assert_eq!((outcome.half_points(loser), result.parse()), (0, Ok(outcome)));
    }
    let reason = Some("x".repeat(501));
    let long = Action::Forfeit { forfeit: Forfeit::Both, reason };
    assert_eq!(new_table().refuses(long), "a reason has at most 500 characters");
}

#[test]
fn draw_odds_turn_every_draw_into_a_win() {
    let odds = |draw_odds| Settings { draw_odds: Some(draw_odds), ..tournament("300") };
    let mut table = Table::new(odds(Black)).play("e4 e5");
    table.apply(Action::Offer(White));
    table.apply(Action::Accept(Black));
    table.ended(Agreement);
    assert_eq!((table.game.result(), table.game.by_draw_odds()), ("0-1", true));
    // Stalemate, a dead position, and a flag fall against an opponent who cannot mate.
    let stalemate = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1";
    let dead = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    for (start, draw_odds, result) in
        [(stalemate, White, "1-0"), (stalemate, Black, "0-1"), (dead, Black, "0-1")]
    {
        let table = Table::new(Settings { start: start.parse().unwrap(), ..odds(draw_odds) });
        assert_eq!((table.game.result(), table.game.by_draw_odds()), (result, true), "{start}");
    }
    let lone = "7k/8/8/8/8/8/R7/K7 w - - 0 1".parse().unwrap();
    let mut table = Table::new(Settings { start: lone, ..odds(White) });
    table.at(300_001, Action::Tick);
    table.ended(FlagFallUnwinnable { fallen: White });
    assert_eq!(table.game.result(), "1-0");
    // A win stays a win.
    let mut table = Table::new(odds(Black));
    table.apply(Action::Resign(Black));
    assert_eq!((table.game.result(), table.game.by_draw_odds()), ("1-0", false));
}

#[test]
fn a_player_who_has_not_appeared_by_the_default_time_loses() {
    let settings = || Settings { default_time: Some(Duration::from_minutes(15)), ..tournament("5400+30") };
    let point = OpponentScore::Point;
    // Nobody is there: both lose one millisecond after the default time.
    let mut table = Table::new(settings());
    assert_eq!(table.game.next_deadline(), Some(Timestamp::from_millis(900_001)));
    table.at(900_000, Action::Tick);
    table.ended(None);
    table.at(900_001, Action::Tick);
    table.ended(DoubleForfeit);
    // One player is there; making a move also counts as appearing.
    for (present, absent) in [(White, Black), (Black, White)] {
        let mut table = Table::new(settings());
        table.apply(Action::Appear(present));
        let happened = table.at(900_001, Action::Tick);
        assert_eq!(happened[0], EventKind::DefaultTimePassed { absent: Forfeit::by(absent) });
        table.ended(Termination::Forfeit { loser: absent, opponent: point });
    }
    let mut table = Table::new(settings());
    table.at(60_000, Action::play("e4"));
    assert!(table.game.has_appeared(White) && !table.game.has_appeared(Black));
    // An action after the default time comes too late.
    table.at(900_001, Action::play("e5"));
    table.ended(Termination::Forfeit { loser: Black, opponent: point });
    // Once a player has appeared, only the flag counts; and a flag that falls before the default time decides.
    let mut table = Table::new(settings());
    table.at(1_000, Action::Appear(White));
    table.at(2_000, Action::Appear(Black));
    assert_eq!(table.at(2_000, Action::Appear(Black)), []);
    table.at(900_001, Action::Tick);
    table.ended(None);
    let mut table =
        Table::new(Settings { default_time: Some(Duration::from_minutes(15)), ..tournament("60") });
    table.at(900_001, Action::Tick);
    table.ended(FlagFall { fallen: White });
    // The default time does not run while the arbiter has stopped the clocks.
    let mut table = Table::new(settings());
    table.at(600_000, Action::Pause);
    assert_eq!(table.game.next_deadline(), None);
    table.at(1_000_000, Action::Tick);
    table.at(1_600_000, Action::Resume);
    assert_eq!(table.game.next_deadline(), Some(Timestamp::from_millis(1_900_001)));
    table.at(1_900_001, Action::Tick);
    table.ended(DoubleForfeit);
    assert_eq!(table.game.article(), Some("6.7.1"));
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
    // A pawn move or a capture resets the count.
    check("7k/8/8/8/8/8/RP6/K7 w - - 149 100", "b2b4", None);
    // Its last sentence: mate on that very move still wins.
    check("7k/R7/8/8/8/8/1R6/K7 w - - 149 100", "b2b8", Some(Checkmate { winner: White }));
    // If the fifty-move rule is off, so is this one.
    let off = Settings { fifty_move_rule: FiftyMoveRule::Off, ..fen("7k/8/8/8/8/8/R7/K7 w - - 149 100") };
    Table::new(off).play("a2b2").ended(None);
}

#[test]
fn law_e17_the_earliest_event_decides() {
    // A mate that was made in time stands, however late the next action is.
    let mut table =
        Table::new(Settings { time: timed("60").time, ..fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1") });
    table.at(60_000, Action::play("Ra8"));
    table.ended(Checkmate { winner: White });
    assert_eq!(table.refuses(Action::Tick), "the game is over");
    // A millisecond later the flag has fallen, and the move is ignored.
    let mut table =
        Table::new(Settings { time: timed("60").time, ..fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1") });
    assert_eq!(table.at(60_001, Action::play("Ra8")).len(), 1);
    table.ended(FlagFall { fallen: White });
    // The same holds for any other action that comes too late.
    for action in [Action::Resign(Black), Action::Offer(White), forfeit(Forfeit::Both), Action::Tick] {
        let mut table = Table::new(timed("60"));
        table.at(90_000, action);
        table.ended(FlagFall { fallen: White });
    }
    // Only the clock of the player to move runs, so both flags never fall.
    let mut table = Table::new(timed("60"));
    table.at(59_000, Action::play("e4"));
    table.at(200_000, Action::Tick);
    table.ended(FlagFall { fallen: Black });
}

#[test]
fn law_e18_abort_before_both_have_moved() {
    for moves in ["", "e4"] {
        let mut table = new_table().play(moves);
        table.apply(Action::Abort(Black));
        table.ended(Aborted);
        assert_eq!((table.game.outcome(), Aborted.result()), (None, "*"));
    }
    let mut table = new_table().play("e4 e5");
    assert_eq!(table.refuses(Action::Abort(White)), "both sides have moved: too late to abort");
    let mut table = Table::new(tournament("300"));
    assert_eq!(table.refuses(Action::Abort(White)), "only casual games can be aborted");
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
        forfeit(Forfeit::Both),
        Action::Pause,
        Action::Restart(None),
        Action::Tick,
    ] {
        assert_eq!(table.refuses(action), "the game is over");
    }
    assert_eq!(table.game.next_deadline(), None);
    // A game whose starting position ends it is over from the start.
    check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", Some(Stalemate));
    check_action("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Action::Resign(Black), Some(Resignation { by: Black }));
}
