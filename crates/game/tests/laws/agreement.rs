use crate::{Table, claim_with, new_table, play_and_offer, tournament};
use rules::Color::{Black, White};
use tabiya_game::Termination::Agreement;
use tabiya_game::{Action, DrawOffers, EventKind, Settings};

#[test]
fn law_e09_an_offer_stands_until_it_is_answered() {
    // Offered with a move, and accepted.
    let mut table = new_table();
    let happened = table.apply(play_and_offer("e4"));
    assert_eq!(happened[1..], [EventKind::DrawOffered { by: White }]);
    assert!(table.game.record()[0].draw_offered);
    // It cannot be made twice, answered by the player who made it, or withdrawn.
    assert_eq!(table.refuses(Action::Offer(White)), "a draw offer is already open");
    for action in [Action::Accept(White), Action::Decline(White)] {
        assert!(table.refuses(action).starts_with("there is nothing to answer"));
    }
    table.apply(Action::Accept(Black));
    table.ended(Agreement);
}

#[test]
fn law_e09_declined_or_answered_by_a_move() {
    let mut table = new_table();
    table.apply(play_and_offer("e4"));
    assert_eq!(table.apply(Action::Decline(Black)), [EventKind::DrawDeclined { by: Black }]);
    assert!(table.refuses(Action::Accept(Black)).starts_with("there is nothing to answer"));
    table.apply(Action::Offer(White));
    assert_eq!(table.apply(Action::play("e5"))[1..], [EventKind::DrawOfferLapsed { by: White }]);
    assert_eq!(table.game.draw_offer(), None);
    // A player's own move does not affect that player's offer.
    table.apply(Action::Offer(White));
    table.apply(Action::play("Nf3"));
    assert_eq!(table.game.draw_offer(), Some(White));
    // A move with an offer answers one offer and makes another.
    table.apply(play_and_offer("Nc6"));
    assert_eq!(table.game.draw_offer(), Some(Black));
    // Offers by both players are an agreement.
    table.apply(Action::Offer(White));
    table.ended(Agreement);
}

#[test]
fn law_e09_in_tournaments_only_after_both_have_moved() {
    let early = "a draw can be agreed only after both players have made a move";
    let mut table = Table::new(tournament("300"));
    table.apply(play_and_offer("e4"));
    for action in [Action::Accept(Black), Action::Offer(Black), Action::Draw(Black), Action::Agree] {
        assert_eq!(table.refuses(action), early);
    }
    table.apply(Action::play("e5"));
    table.apply(Action::Offer(Black));
    table.apply(Action::Accept(White));
    table.ended(Agreement);
}

#[test]
fn law_e09_a_touched_piece_rejects_the_offer() {
    let mut table = Table::new(tournament("300")).play("e4");
    table.apply(Action::Offer(White));
    // Adjusting a piece is not touching it.
    table.apply(Action::Adjust(Black));
    let touch = |name: &str| Action::Touch { by: Black, square: name.parse().unwrap() };
    table.apply(touch("d7"));
    assert_eq!(table.game.draw_offer(), Some(White));
    let happened = table.apply(touch("e7"));
    assert_eq!(happened[1..], [EventKind::DrawOfferLapsed { by: White }]);
    assert!(table.refuses(Action::Accept(Black)).starts_with("there is nothing to answer"));
    // A touch does not reject the player's own offer.
    let mut table = Table::new(tournament("300")).play("e4 e5");
    table.apply(Action::Offer(White));
    table.apply(Action::Touch { by: White, square: "g1".parse().unwrap() });
    assert_eq!(table.game.draw_offer(), Some(White));
}

#[test]
fn law_e09_each_offer_is_on_the_score_sheet() {
    let marks =
        |table: &Table| table.game.record().iter().map(|played| played.draw_offered).collect::<Vec<_>>();
    // With the move, after the move, before the move, declined before the move, and by a wrong claim.
    let mut table = new_table();
    table.apply(play_and_offer("e4"));
    let mut table = table.play("e5 Nf3");
    table.apply(Action::Offer(White));
    table.apply(Action::Offer(Black));
    assert_eq!(marks(&table), [true, false, true]);
    let mut table = new_table().play("e4 e5");
    table.apply(Action::Offer(White));
    table.apply(Action::Decline(Black));
    assert_eq!(table.game.unwritten_offer(), Some(White));
    let mut table = table.play("Nf3");
    assert_eq!((marks(&table), table.game.unwritten_offer()), (vec![false, false, true], None));
    table.apply(claim_with(Black, "Nc6"));
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
    table.apply(play_and_offer("Bb5"));
    table.apply(Action::Accept(Black));
    table.ended(Agreement);
    assert_eq!(
        with(DrawOffers::Never).refuses(Action::Offer(White)),
        "draw offers are not allowed in this game"
    );
}
