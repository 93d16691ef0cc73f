use crate::{Table, check_action, claim, claim_with, fen, new_table, shuffle, tournament};
use rules::Color::{Black, White};
use tabiya_game::Termination::*;
use tabiya_game::{Action, Duration, EventKind, FiftyMoveRule, Settings};

#[test]
fn law_e10_threefold_repetition_is_claimed() {
    // The starting position occurs for the third time.
    let mut table = new_table().play(&shuffle(2));
    table.ended(None);
    assert_eq!(table.refuses(claim(Black)), "it is not black's turn");
    table.apply(claim(White));
    table.ended(ThreefoldRepetition);
}

#[test]
fn law_e10_a_claim_with_the_move_that_repeats() {
    let mut table = new_table().play(&shuffle(1)).play("Nf3 Nf6 Ng1");
    table.apply(claim_with(Black, "Ng8"));
    table.ended(ThreefoldRepetition);
}

#[test]
fn law_e11_what_is_the_same_position() {
    // The king's first move loses the right to castle, so the starting position does not count.
    let king = "Ke2 Ke7 Ke1 Ke8 ";
    let mut table = new_table().play("e4 e5").play(&king.repeat(2));
    table.apply(claim(White));
    table.ended(None);
    let mut table = table.play("Ke2 Ke7 Ke1");
    table.apply(claim_with(Black, "Ke8"));
    table.ended(ThreefoldRepetition);
    // A pawn that can be taken en passant makes it another position…
    let kings = "Kd8 Kd1 Ke8 Ke1 ";
    let mut table = Table::new(fen("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")).play("e4").play(&kings.repeat(2));
    table.apply(claim(Black));
    table.ended(None);
    let mut table = table.play(kings);
    table.apply(claim(Black));
    table.ended(ThreefoldRepetition);
    // …but only if the capture is legal: this pawn is pinned.
    let kings = "Kc8 Kf1 Kd8 Ke1 ";
    let mut table = Table::new(fen("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1")).play("e4").play(&kings.repeat(2));
    table.apply(claim(Black));
    table.ended(ThreefoldRepetition);
}

#[test]
fn law_e13_fifty_moves_are_claimed() {
    check_action("7k/8/8/8/8/8/R7/K7 w - - 100 90", claim(White), Some(FiftyMoves));
    check_action("7k/8/8/8/8/8/R7/K7 w - - 99 90", claim_with(White, "Rb2"), Some(FiftyMoves));
    check_action("7k/8/8/8/8/8/R7/K7 w - - 99 90", claim(White), None);
    check_action("7k/8/8/8/8/8/R7/K7 w - - 98 90", claim_with(White, "Rb2"), None);
    // The intended move itself must not be a pawn move or a capture.
    check_action("7k/8/8/8/8/8/RP6/K7 w - - 99 90", claim_with(White, "b3"), None);
    check_action("7k/8/8/8/8/8/Rp6/K7 w - - 99 90", claim_with(White, "Rxb2"), None);
    let off = Settings { fifty_move_rule: FiftyMoveRule::Off, ..fen("7k/8/8/8/8/8/R7/K7 w - - 100 90") };
    let mut table = Table::new(off);
    table.apply(claim(White));
    table.ended(None);
}

#[test]
fn law_e16_a_wrong_claim_stands_as_an_offer() {
    let mut table = new_table();
    let happened = table.apply(claim(White));
    let rejected = EventKind::ClaimRejected { by: White, intended: None };
    assert_eq!(happened, [rejected, EventKind::DrawOffered { by: White }]);
    table.apply(Action::Accept(Black));
    table.ended(Agreement);
    // A claim while the opponent's offer is open is an agreement.
    let mut table = new_table();
    table.apply(Action::Offer(Black));
    table.apply(claim(White));
    table.ended(Agreement);
}

#[test]
fn law_e16_a_wrong_claim_costs_time_in_tournaments() {
    for (control, minutes) in [("5400+30", 2), ("900+10", 1), ("180+2", 1)] {
        let mut table = Table::new(tournament(control));
        let black = table.clocks(0).1;
        let happened = table.apply(claim_with(White, "Nf3"));
        let time = Duration::from_minutes(minutes);
        assert_eq!(happened[1], EventKind::TimeGiven { to: Black, time });
        assert_eq!(table.clocks(0).1, black + time.millis());
        // The move that was written down must be played.
        let must = "the move written down with the claim must be played: g1f3";
        assert_eq!(table.refuses(Action::play("e4")), must);
        table.apply(Action::play("Nf3"));
        table.apply(Action::play("e5"));
        table.apply(Action::play("e4"));
    }
    // Casual play has no such penalty.
    let mut table = new_table();
    table.apply(claim_with(White, "Nf3"));
    table.apply(Action::play("e4"));
}

#[test]
fn a_third_occurrence_without_castling_rights_does_not_count() {
    // The rook leaves and returns: the pieces stand as before, but the right is lost.
    let start = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let mut table = Table::new(fen(start)).play("Rg1 Kd8 Rh1 Ke8 Rg1 Kd8 Rh1 Ke8");
    assert_eq!(table.game.occurrences(), 2);
    table.apply(claim(White));
    table.ended(None);
    let mut table = table.play("Rg1 Kd8 Rh1");
    table.apply(claim_with(Black, "Ke8"));
    table.ended(ThreefoldRepetition);
}
