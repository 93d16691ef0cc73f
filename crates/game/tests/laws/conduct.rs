use crate::{Table, claim, new_table, position, shuffle, tournament};
use rules::Color::{Black, White};
use tabiya_game::Termination::{IllegalMoves, ThreefoldRepetition};
use tabiya_game::{Action, Duration, EventKind, RestartReason, Settings};

fn touch(square: &str) -> Action {
    Action::Touch { by: White, square: square.parse().unwrap() }
}

/// White touches these squares. Then the `refused` moves are refused, and the `allowed` ones can be played.
#[track_caller]
fn touched(start: &str, squares: &str, refused: &str, allowed: &str) {
    let start = position(start);
    for text in allowed.split_whitespace() {
        let mut table = Table::new(Settings { start, ..tournament("300") });
        for square in squares.split_whitespace() {
            table.apply(touch(square));
        }
        for text in refused.split_whitespace() {
            let refusal = table.refuses(Action::play(text));
            assert!(refusal.ends_with("determines which moves are allowed"), "{text}: {refusal}");
        }
        table.apply(Action::play(text));
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1";

#[test]
fn law_k01_a_touched_piece_must_be_moved() {
    touched(START, "g1", "e4 Nc3", "Nf3 Nh3");
    // The first touched piece that can move decides; one that cannot move has no effect.
    touched(START, "a1 g1 e2", "e4 Nc3", "Nf3");
    touched(START, "a1", "", "e4");
    // A touched enemy piece must be captured if possible, also en passant.
    touched("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", "e5 Ke2", "exd5");
    touched("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d5", "e6 Ke2", "exd6");
    touched("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", "d5", "", "Ke2");
    // One's own piece and an enemy piece: the one must capture the other.
    touched("4k3/8/8/3p4/2B1P3/8/8/4K3 w - - 0 1", "c4 d5", "Bb3 exd5", "Bxd5");
    touched("4k3/8/8/3p4/2B1P3/8/8/4K3 w - - 0 1", "d5 c4", "Bb3 exd5", "Bxd5");
}

#[test]
fn law_k01_king_and_rook() {
    touched(CASTLING, "e1 h1", "O-O-O Kf1 Rg1", "O-O");
    touched(CASTLING, "e1 a1", "O-O Kf1", "O-O-O");
    // If castling on that side is not legal: another king move, including castling on the other side.
    touched(&CASTLING.replace("KQ", "K"), "e1 a1", "Rb1 a3", "O-O Kf1");
    // The king alone may castle; a rook touched first does not.
    touched(CASTLING, "e1", "Rg1", "O-O O-O-O Kf1");
    touched(CASTLING, "h1 e1", "O-O O-O-O Kf1", "Rg1");
    // Touching another piece and then a rook does not mean castling.
    touched(CASTLING, "a2 h1", "O-O Rg1", "a3 a4");
    touched("4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1", "h1", "O-O", "Rf1 Rg1");
}

#[test]
fn law_k01_only_the_player_to_move_and_only_pieces() {
    let mut table = Table::new(tournament("300"));
    assert_eq!(table.refuses(touch("e4")), "there is no piece on e4");
    let touch_by_black = Action::Touch { by: Black, square: "e7".parse().unwrap() };
    assert_eq!(table.refuses(touch_by_black), "it is not black's turn");
    // The obligation ends with the move.
    table.apply(touch("e2"));
    let mut table = table.play("e4 e5 Nf3");
    // E10: a player who has touched a piece must move, and can no longer claim.
    table.apply(Action::Touch { by: Black, square: "b8".parse().unwrap() });
    assert_eq!(table.refuses(claim(Black)), "a piece was touched: no claim on this move");
    let mut table = Table::new(tournament("300")).play(&shuffle(2));
    assert_eq!(table.game.claimable(None), Some(ThreefoldRepetition));
    table.apply(touch("g1"));
    assert_eq!(table.game.claimable(None), None);
    // Off in casual play.
    let free = "touch-move does not apply in casual games";
    assert_eq!(new_table().refuses(touch("e2")), free);
}

#[test]
fn law_k02_i_adjust() {
    let mut table = Table::new(tournament("300"));
    table.apply(Action::Adjust(White));
    table.apply(touch("a2"));
    let mut table = table.play("e4");
    // Only the player to move may say it, before touching, and it holds for one touch.
    assert_eq!(table.refuses(Action::Adjust(White)), "it is not white's turn");
    let mut table = table.play("e5");
    table.apply(Action::Adjust(White));
    table.apply(touch("a2"));
    table.apply(touch("d2"));
    assert!(table.refuses(Action::play("a3")).starts_with("the touched piece on d2"));
    table.play("d4");
}

#[test]
fn law_k03_a_released_piece_stays() {
    let mut table = Table::new(tournament("300")).play("e4");
    assert_eq!(table.refuses(Action::Takeback(White)), "moves can be taken back only in casual games");
    let request = tabiya_game::MoveRequest::Text("d4".into());
    let again = Action::Move { by: Some(White), request, offer_draw: false, lag: Duration::ZERO };
    assert_eq!(table.refuses(again), "it is not white's turn");
}

#[test]
fn law_k04_illegal_moves_cost_time_and_then_the_game() {
    for (control, minutes) in
        [("5400+30", 2), ("1800+30", 2), ("2700+15", 2), ("900+10", 1), ("600", 1), ("180+2", 1)]
    {
        let mut table = Table::new(tournament(control));
        let black = table.clocks(0).1;
        let happened = table.apply(Action::play("e5"));
        let time = Duration::from_minutes(minutes);
        let given = EventKind::TimeGiven { to: Black, time };
        assert_eq!(happened, [EventKind::MovedIllegally { by: White, text: "e5".into() }, given]);
        assert_eq!(table.clocks(0).1, black + time.millis());
        assert_eq!((table.game.ply(), table.game.illegal_moves(White)), (0, 1));
        assert_eq!(table.game.illegal_moves(Black), 0);
        // The second illegal move by the same player loses.
        let mut table = table.play("e4 e4 e5");
        table.ended(None);
        table.apply(Action::play("Ke3"));
        table.ended(IllegalMoves { by: White });
    }
    // Text that is not a move is not an illegal move, and in casual play an illegal move is simply refused.
    let mut table = Table::new(tournament("300"));
    assert!(table.refuses(Action::play("hello")).starts_with("move: "));
    assert_eq!(
        new_table().refuses(Action::play("e5")),
        "move: \"e5\" is not legal here: no such pawn can reach e5"
    );
}

#[test]
fn law_k05_a_wrong_setup_restarts_within_ten_moves() {
    let moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7";
    let (early, last) = moves.rsplit_once(' ').unwrap();
    let mut table = Table::new(tournament("300")).play(early);
    table.at(90_000, Action::Restart(None));
    assert_eq!((table.game.ply(), table.clocks(91_000)), (0, (299_000, 300_000)));
    table.ended(None);
    let mut table = Table::new(tournament("300")).play(early).play(last);
    assert_eq!(
        table.refuses(Action::Restart(None)),
        "it is too late to restart: each side has made ten moves"
    );
}

#[test]
fn law_k05_what_was_wrong_decides_until_when_it_is_put_right() {
    let moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7";
    let late = "it is too late to restart: each side has made ten moves";
    let setup = Action::Restart(Some(RestartReason::WrongSetup));
    let colours = Action::Restart(Some(RestartReason::WrongColors));
    for control in ["300", "900+10"] {
        let mut table = Table::new(tournament(control)).play(moves);
        assert_eq!(
            (table.refuses(setup.clone()), table.refuses(colours.clone())),
            (late.into(), late.into())
        );
    }
    // In standard play a wrong set-up is corrected whenever it is found; swapped colours are not.
    for control in ["5400+30", "1800+30", "-"] {
        let mut table = Table::new(tournament(control)).play(moves);
        assert_eq!(table.refuses(colours.clone()), late);
        let happened = table.apply(setup.clone());
        assert_eq!(happened, [EventKind::Restarted { reason: Some(RestartReason::WrongSetup) }]);
        assert_eq!(table.game.ply(), 0);
        table.apply(colours.clone());
    }
}

#[test]
fn law_e19_takeback_by_request_and_consent() {
    // The opponent has not moved since: one move is taken back.
    let mut table = new_table().play("e4 e5 Nf3");
    table.apply(Action::Takeback(White));
    assert_eq!(table.refuses(Action::Takeback(White)), "a takeback request is already open");
    table.apply(Action::Accept(Black));
    assert_eq!((table.game.ply(), table.game.turn()), (2, White));
    // On the player's own turn two moves are taken back. Asking for the same is consent.
    table.apply(Action::Takeback(White));
    table.apply(Action::Takeback(Black));
    assert_eq!(table.game.ply(), 0);
    assert_eq!(table.refuses(Action::Takeback(White)), "white has no move to take back");
    // Declined, or answered by a move.
    let mut table = table.play("e4");
    table.apply(Action::Takeback(White));
    table.apply(Action::Decline(Black));
    table.apply(Action::Takeback(White));
    assert_eq!(table.apply(Action::play("e5"))[1..], [EventKind::TakebackLapsed { by: White }]);
    assert!(table.refuses(Action::Accept(Black)).starts_with("there is nothing to answer"));
    // The player who asked can withdraw the request.
    table.apply(Action::Takeback(White));
    assert_eq!(table.apply(Action::DeclineTakeback(White)), [EventKind::TakebackLapsed { by: White }]);
    assert!(table.refuses(Action::DeclineTakeback(White)).starts_with("there is nothing to answer"));
    // A draw and a takeback at once: each can be declined by itself.
    table.apply(Action::Offer(White));
    table.apply(Action::Takeback(White));
    assert!(table.refuses(Action::DeclineDraw(White)).starts_with("there is nothing to answer"));
    assert_eq!(table.apply(Action::DeclineDraw(Black)), [EventKind::DrawDeclined { by: Black }]);
    assert_eq!(table.game.takeback_request(), Some(White));
    table.apply(Action::Offer(White));
    assert_eq!(table.apply(Action::DeclineTakeback(Black)), [EventKind::TakebackDeclined { by: Black }]);
    assert_eq!(table.game.draw_offer(), Some(White));
    table.apply(Action::Takeback(White));
    // An acceptance must say which of them is meant.
    assert_eq!(
        table.refuses(Action::Accept(Black)),
        "both a draw and a takeback were offered: say draw or takeback"
    );
    table.apply(Action::Takeback(Black));
    assert_eq!((table.game.ply(), table.game.draw_offer()), (0, None));
}

#[test]
fn a_takeback_sets_the_clocks_back() {
    let mut table = Table::new(crate::timed("60+5"));
    table.at(1_000, Action::play("e4"));
    table.at(3_000, Action::play("e5"));
    table.at(4_000, Action::play("d4"));
    table.at(9_000, Action::Takeback(White));
    table.at(10_000, Action::Accept(Black));
    // As they stood when White's turn began.
    assert_eq!(table.clocks(10_000), (64_000, 63_000));
    assert_eq!(table.clocks(11_000), (63_000, 63_000));
    // A move that is taken back does not count towards a stage.
    let mut table = Table::new(crate::timed("2/60:30"));
    for (at, text) in [(1_000, "e4"), (2_000, "e5"), (3_000, "Nf3")] {
        table.at(at, Action::play(text));
    }
    assert_eq!(table.clocks(3_000), (88_000, 59_000));
    table.at(4_000, Action::Takeback(White));
    table.at(5_000, Action::Accept(Black));
    assert_eq!(table.clocks(5_000), (59_000, 59_000));
    table.at(6_000, Action::play("Nc3"));
    assert_eq!(table.clocks(6_000), (88_000, 59_000));
}

#[test]
fn a_position_that_was_taken_back_does_not_count() {
    let mut table = new_table().play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(table.game.occurrences(), 3);
    table.apply(Action::Takeback(White));
    table.apply(Action::Accept(Black));
    assert_eq!((table.game.ply(), table.game.occurrences()), (6, 2));
    // After taking back a pawn move, the positions before it count again.
    let mut table = new_table().play("e4 Nf6 Nf3 Ng8 Ng1 a6");
    table.apply(Action::Takeback(Black));
    table.apply(Action::Accept(White));
    assert_eq!((table.game.ply(), table.game.occurrences()), (5, 2));
}
