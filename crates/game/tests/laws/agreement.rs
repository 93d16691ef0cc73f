use crate::{Table, new_table, play_and_offer};
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
    assert_eq!(table.refuses(Action::Offer(White)), "the offer of a draw stands already");
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
    assert_eq!(with(DrawOffers::Never).refuses(Action::Offer(White)), "no draws may be offered in this game");
}
