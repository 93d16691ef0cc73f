//! Rulings that depend on whether a player could mate by any series of legal moves.

use crate::{Table, check, check_action, fen, new_table, shuffle, timed, tournament};
use rules::Color::{Black, White};
use tabiya_game::Termination::*;
use tabiya_game::{Action, EventKind, Evidence, Settings, Termination};

const LONE_KING: &str = "7k/8/8/8/8/8/q7/4K3 b - - 0 1";

/// The flag of the player to move falls.
#[track_caller]
fn flag_falls(start: &str, expected: Termination) -> Evidence {
    let mut table = Table::new(Settings { time: timed("60").time, ..fen(start) });
    let mut happened = table.at(60_001, Action::Tick);
    table.ended(expected);
    let Some(EventKind::Ended { evidence, .. }) = happened.pop() else { panic!("the game ends") };
    evidence
}

#[test]
fn law_e03_resignation_draws_if_the_opponent_cannot_mate() {
    check_action(LONE_KING, Action::Resign(Black), Some(ResignationUnwinnable { by: Black }));
    check_action(LONE_KING, Action::Resign(White), Some(Resignation { by: White }));
}

#[test]
fn law_e04_out_of_time_loses() {
    let evidence = flag_falls("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", FlagFall { fallen: Black });
    assert!(matches!(evidence, Evidence::MatingLine(_)), "{evidence:?}");
}

#[test]
fn law_e05_out_of_time_draws_if_the_opponent_cannot_mate() {
    let evidence = flag_falls(LONE_KING, FlagFallUnwinnable { fallen: Black });
    assert!(matches!(evidence, Evidence::NoMate(_)), "{evidence:?}");
    // Not a matter of material: two knights can mate with help, and one knight can if the loser's own pieces block the
    // king.
    flag_falls("7k/8/8/8/8/8/8/KNN5 b - - 0 1", FlagFall { fallen: Black });
    flag_falls("7k/7p/8/8/8/8/8/KN6 b - - 0 1", FlagFall { fallen: Black });
    flag_falls("7k/7q/8/8/8/8/8/KN6 b - - 0 1", FlagFallUnwinnable { fallen: Black });
    // A blocked position in which only White can ever give mate.
    flag_falls("8/1p3b2/pPp1p1p1/BkP1P1P1/1P6/BPB5/PKP5/8 b - - 0 1", FlagFall { fallen: Black });
    flag_falls("8/1p3b2/pPp1p1p1/BkP1P1P1/1P6/BPB5/PKP5/8 w - - 0 1", FlagFallUnwinnable { fallen: White });
}

#[test]
fn law_e08_a_dead_position_ends_the_game_at_once() {
    check("7k/8/8/8/8/8/4r3/5K2 w - - 0 1", "Kxe2", Some(DeadPosition)); // bare kings
    check("7k/8/8/8/8/8/4r3/5KN1 w - - 0 1", "Nxe2", Some(DeadPosition)); // king and knight
    check("7k/8/8/8/8/8/4r3/5BK1 w - - 0 1", "Bxe2", Some(DeadPosition)); // king and bishop
    check("5b1k/8/8/8/8/8/5r2/6BK w - - 0 1", "Bxf2", Some(DeadPosition)); // bishops of one colour
    check("6bk/8/8/8/8/8/5r2/6BK w - - 0 1", "Bxf2", None); // of two
    check("6nk/8/8/8/8/8/4r3/5KN1 w - - 0 1", "Nxe2", None); // knights, with help
    // A pawn wall that nobody can break.
    check("8/8/1p1k1p2/pPp1pPp1/P1P1P1P1/8/3Kr3/8 w - - 0 1", "Kxe2", Some(DeadPosition));
    // Also if it is the starting position.
    check("8/8/1p1k1p2/pPp1pPp1/P1P1P1P1/8/3K4/8 w - - 0 1", "", Some(DeadPosition));
    // A forced line: the only move takes the last piece that could mate.
    check("k7/8/8/8/8/8/1q6/K7 w - - 0 1", "", Some(DeadPosition));
    // A quiet move that leads to such a forced line. The shortcut for moves that can be undone must not apply.
    check("k7/8/8/8/1q6/8/8/K7 b - - 0 1", "Qb2+", Some(DeadPosition));
    check("k7/8/8/8/1q6/8/8/K7 b - - 0 1", "Qc3+", None);
}

#[test]
fn law_e15_one_signal_claims_draws_or_offers() {
    // A claim, if it is valid.
    let mut table = new_table().play(&shuffle(2));
    table.apply(Action::Draw(White));
    table.ended(ThreefoldRepetition);
    check_action("7k/8/8/8/8/8/R7/K7 w - - 100 90", Action::Draw(White), Some(FiftyMoves));
    // A draw, if the opponent can never mate.
    check_action(LONE_KING, Action::Draw(Black), Some(ResignationUnwinnable { by: Black }));
    // Otherwise an offer, which the same signal from the opponent accepts.
    let mut table = new_table();
    assert_eq!(table.apply(Action::Draw(White)), [EventKind::DrawOffered { by: White }]);
    table.ended(None);
    assert_eq!(table.refuses(Action::Draw(White)), "a draw offer is already open");
    table.apply(Action::Draw(Black));
    table.ended(Agreement);
    // Only the player to move can claim; for the other player it is an offer.
    let mut table = new_table().play(&shuffle(2));
    table.apply(Action::Draw(Black));
    table.ended(None);
    assert_eq!(table.game.draw_offer(), Some(Black));
}

#[test]
fn a_second_illegal_move_against_a_lone_king_draws() {
    let mut table = Table::new(Settings { start: crate::position(LONE_KING), ..tournament("300") });
    table.apply(Action::play("Qb8"));
    table.apply(Action::play("Qb8"));
    table.ended(IllegalMovesUnwinnable { by: Black });
}
