use crate::{Table, claim_with, new_table, play_and_offer, tournament};
use rules::Color::{Black, White};
use tabiya_game::Termination::Agreement;
use tabiya_game::{Action, DrawOffers, EventKind, Settings};

#[test]
fn law_e09_an_offer_stands_until_it_is_answered() {
    // With the own move, and accepted.
    let mut table = new_table();
    let happened = table.does(play_and_offer("e4"));
    assert_eq!(happened[1..], [EventKind::DrawOffered { by: White }]);
    assert!(table.game.record()[0].draw_offered);
    // It cannot be made twice, answered by who made it, or withdrawn.
    assert_eq!(table.refuses(Action::Offer(White)), "a draw offer is already open");
    for action in [Action::Accept(White), Action::Decline(White)] {
        assert!(table.refuses(action).starts_with("there is nothing to answer"));
    }
    table.does(Action::Accept(Black));
    table.ended(Agreement);
}

#[test]
fn law_e09_declined_or_answered_by_a_move() {
    let mut table = new_table();
    table.does(play_and_offer("e4"));
    assert_eq!(table.does(Action::Decline(Black)), [EventKind::DrawDeclined { by: Black }]);
    assert!(table.refuses(Action::Accept(Black)).starts_with("there is nothing to answer"));
    table.does(Action::Offer(White));
    assert_eq!(table.does(Action::play("e5"))[1..], [EventKind::DrawOfferLapsed { by: White }]);
    assert_eq!(table.game.draw_offer(), None);
    // An own move does not touch the own offer.
    table.does(Action::Offer(White));
    table.does(Action::play("Nf3"));
    assert_eq!(table.game.draw_offer(), Some(White));
    // A move with an offer answers one offer and makes another.
    table.does(play_and_offer("Nc6"));
    assert_eq!(table.game.draw_offer(), Some(Black));
    // Two offers are an agreement.
    table.does(Action::Offer(White));
    table.ended(Agreement);
}

#[test]
fn law_e09_in_tournaments_only_after_both_have_moved() {
    let early = "a draw can be agreed only after both players have made a move";
    let mut table = Table::new(tournament("300"));
    table.does(play_and_offer("e4"));
    for action in [Action::Accept(Black), Action::Offer(Black), Action::Draw(Black), Action::Agree] {
        assert_eq!(table.refuses(action), early);
    }
    table.does(Action::play("e5"));
    table.does(Action::Offer(Black));
    table.does(Action::Accept(White));
    table.ended(Agreement);
}

#[test]
fn law_e09_a_touched_piece_rejects_the_offer() {
    let mut table = Table::new(tournament("300")).play("e4");
    table.does(Action::Offer(White));
    // Adjusting a piece is not touching it.
    table.does(Action::Adjust(Black));
    let touch = |name: &str| Action::Touch { by: Black, square: name.parse().unwrap() };
    table.does(touch("d7"));
    assert_eq!(table.game.draw_offer(), Some(White));
    let happened = table.does(touch("e7"));
    assert_eq!(happened[1..], [EventKind::DrawOfferLapsed { by: White }]);
    assert!(table.refuses(Action::Accept(Black)).starts_with("there is nothing to answer"));
    // One's own offer is not rejected by one's own touch.
    let mut table = Table::new(tournament("300")).play("e4 e5");
    table.does(Action::Offer(White));
    table.does(Action::Touch { by: White, square: "g1".parse().unwrap() });
    assert_eq!(table.game.draw_offer(), Some(White));
}

#[test]
fn law_e09_each_offer_is_on_the_score_sheet() {
    let marks =
        |table: &Table| table.game.record().iter().map(|played| played.draw_offered).collect::<Vec<_>>();
    // With the move, after the move, before the move, declined before the move, and by a wrong claim.
    let mut table = new_table();
    table.does(play_and_offer("e4"));
    let mut table = table.play("e5 Nf3");
    table.does(Action::Offer(White));
    table.does(Action::Offer(Black));
    assert_eq!(marks(&table), [true, false, true]);
    let mut table = new_table().play("e4 e5");
    table.does(Action::Offer(White));
    table.does(Action::Decline(Black));
    assert_eq!(table.game.unwritten_offer(), Some(White));
    let mut table = table.play("Nf3");
    assert_eq!((marks(&table), table.game.unwritten_offer()), (vec![false, false, true], None));
    table.does(claim_with(Black, "Nc6"));
    let table = table.play("Nc6 Bb5");
    assert_eq!(marks(&table), [false, false, true, true, false]);
}

#[test]
fn law_e09_an_organiser_may_forbid_offers() {
    let with = |draw_offers| Table::new(Settings { draw_offers, ..Settings::default() });
    let mut table = with(DrawOffers::FromMove(3)).play("e4 e5 Nf3");
    let early = "a draw may be offered from move 3 on, and this is move 2";
    for action in [Action::Offer(Black), Action::Draw(White), play_and_offer("Nc6")] {
        assert_eq!(table.refuses(action), early);
    }
    let mut table = table.play("Nc6");
    table.does(play_and_offer("Bb5"));
    table.does(Action::Accept(Black));
    table.ended(Agreement);
    assert_eq!(
        with(DrawOffers::Never).refuses(Action::Offer(White)),
        "draw offers are not allowed in this game"
    );
}
