//! Faults are reported with their place and what would have been right, and reading continues.

use crate::log::check_faults;

const NEXT: &str = "\n\n[White \"next\"]\n\n1. d4 *";
const NEXT_READ: &str = "White=next| d4 *";

/// Checks a game with one fault, and that the game after it is read without one.
#[track_caller]
fn check(text: &str, game: &str, fault: &str) {
    check_faults(format!("{text}{NEXT}"), &[game, NEXT_READ], &[fault]);
}

#[test]
fn moves() {
    check(
        "1. e4 e5\n2. Ke3 Nc6 *",
        "e4 e5 * broken",
        r#"2:4: game 1, move 2.: "Ke3" is not legal here; legal would be Ke2"#,
    );
    check(
        "1. e4 Nd4 *",
        "e4 * broken",
        r#"1:7: game 1, move 1...: "Nd4" is not legal here; legal would be Na6 Nc6 Nf6 Nh6"#,
    );
}

#[test]
fn words() {
    check(
        "1. f3 e5 2. g4 Qh4# 3. a3 0-1",
        "f3 e5 g4 Qh4# 0-1 broken",
        r#"1:24: game 1, move 3.: "a3" is not legal here; the game is over, no move is legal"#,
    );
    check(
        "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8 *",
        "FEN=4k3/P7/8/8/8/8/8/4K3 w - - 0 1|4k3/P7/8/8/8/8/8/4K3 w - - 0 1| * broken",
        r#"2:4: game 1, move 1.: "a8" does not say what the pawn becomes; legal would be a8=B a8=N a8=Q+ a8=R+"#,
    );
    check(
        "[FEN \"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1\"]\n1. Ne2 *",
        "FEN=4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1|4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1| * broken",
        r#"2:4: game 1, move 1.: "Ne2" is ambiguous; it can mean Nce2 or Nge2"#,
    );
    check(
        "[FEN \"4k3/4r3/8/8/8/8/8/4K3 w - - 0 1\"]\n1. -- *",
        "FEN=4k3/4r3/8/8/8/8/8/4K3 w - - 0 1|4k3/4r3/8/8/8/8/8/4K3 w - - 0 1| * broken",
        r#"2:4: game 1, move 1.: "--" passes, which is impossible in check; legal would be Kd1 Kd2 Kf1 Kf2"#,
    );
    check(
        "[FEN \"4k3/4r3/8/8/8/8/8/4K3 w - - 0 1\"]\n1. Hello *",
        "FEN=4k3/4r3/8/8/8/8/8/4K3 w - - 0 1|4k3/4r3/8/8/8/8/8/4K3 w - - 0 1| * broken",
        r#"2:4: game 1, move 1.: "Hello" is not a move; legal would be Kd1 Kd2 Kf1 Kf2"#,
    );
}

#[test]
fn a_fault_in_a_variation_does_not_affect_the_main_line() {
    check(
        "1. e4 (1. d4 d5 2. Kd3 {gone} (2. c4) Nf6) e5 2. Nf3 *",
        "e4 ( d4 d5 ) e5 Nf3 *",
        r#"1:20: game 1, move 2.: "Kd3" is not legal here; legal would be Kd2 Qd3"#,
    );
    check(
        "(1. d4) 1. e4 *",
        "e4 *",
        "1:1: game 1, move 1.: a variation before the first move has nothing to vary",
    );
    check(
        "1. e4 (1. d4 d5",
        "e4 ( d4 d5 ) *",
        "3:1: game 1, move 2.: the game ends inside 1 unclosed variation(s)",
    );
    check("1. e4 ) e5 *", "e4 e5 *", "1:7: game 1, move 1...: \")\" closes no variation");
}

#[test]
fn an_unclosed_comment_costs_one_game() {
    let next = "\n\n[Event \"next\"]\n\n1. d4 {x} *";
    let expected = "1:7: game 1, move 1...: the comment that begins here is never closed with \"}\"";
    check_faults(format!("1. e4 {{oops e5 *{next}"), &["e4 *", "Event=next| d4 {x} *"], &[expected]);
    check_faults("1. e4 {oops e5 *", &["e4 *"], &[expected]);
    check("1. e4 } e5 *", "e4 e5 *", r#"1:7: game 1, move 1...: "}" has no meaning here"#);
}

#[test]
fn annotations() {
    let why = "is not an annotation; expected ! ? !! ?? !? ?! or $0 to $255";
    check("1. e4!!! e5 *", "e4 e5 *", &format!(r#"1:6: game 1, move 1...: "!!!" {why}"#));
    check("1. e4 $256 e5 *", "e4 e5 *", &format!(r#"1:7: game 1, move 1...: "$256" {why}"#));
    check("1. e4 $ e5 *", "e4 e5 *", &format!(r#"1:7: game 1, move 1...: "$" {why}"#));
}

#[test]
fn tags() {
    let expected = "expected a tag pair such as [White \"Name\"], ";
    check(
        "[White \"A]\n[Black \"B\"]\n\n1. e4 *",
        "Black=B| e4 *",
        &format!("1:1: game 1: {expected}the last quote is missing in \"[White \\\"A]\""),
    );
    check(
        "[White \"A\"\n[Black \"B\"]\n\n1. e4 *",
        "Black=B| e4 *",
        &format!("1:1: game 1: {expected}the last bracket is missing in \"[White \\\"A\\\"\""),
    );
    check(
        "[White A\"]\n\n1. e4 *",
        "e4 *",
        &format!("1:1: game 1: {expected}the first quote is missing in \"[White A\\\"]\""),
    );
    check("[]\n1. e4 *", "e4 *", &format!("1:1: game 1: {expected}the name is missing in \"[]\""));
    check(
        "[White \"A\"]\n[White \"B\"]\n\n1. e4 *",
        "White=A| e4 *",
        "2:1: game 1: the tag White appears twice, the second time with \"B\"",
    );
    check(
        "[Result \"1/2\"]\n\n1. e4 1/2-1/2",
        "Result=1/2| e4 1/2-1/2",
        "1:1: game 1: the tag Result is \"1/2\"; expected 1-0, 0-1, 1/2-1/2 or *",
    );
}

#[test]
fn starts() {
    check(
        "[White \"A\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *",
        "White=A|FEN=8/8/8/8/8/8/8/8 w - - 0 1| * broken",
        "2:1: game 1: the tag FEN is not a playable position: placement: white has no king; placement: black has no king",
    );
    check(
        "[Variant \"Atomic\"]\n\n1. e4 e5 2. Nf3 *",
        "Variant=Atomic| * broken",
        "1:1: game 1: the variant \"Atomic\" is not supported; the game is skipped",
    );
    check(
        "[SetUp \"1\"]\n\n1. e4 *",
        "SetUp=1| e4 *",
        "1:1: note: game 1, move 1.: the tag SetUp is \"1\" without a FEN",
    );
    check(
        "[SetUp \"x\"]\n\n1. e4 *",
        "SetUp=x| e4 *",
        "1:1: game 1: the tag SetUp is \"x\"; expected 0 or 1",
    );
}

#[test]
fn results_that_differ_are_noted() {
    let log = crate::log::read("[Result \"1-0\"]\n\n1. e4 0-1");
    assert_eq!(log.games, ["Result=1-0| e4 0-1"]);
    assert!(log.faults[0].kind.is_note());
    assert_eq!(
        log.faults[0].to_string(),
        "3:7: note: game 1, move 1...: the tag Result says 1-0, the moves end with 0-1"
    );
}

#[test]
fn a_place_is_where_an_editor_shows_it() {
    check(
        "1. e4 {Größe ✓} e5 2. Ke3 *",
        "e4 {Größe ✓} e5 * broken",
        r#"1:23: game 1, move 2.: "Ke3" is not legal here; legal would be Ke2"#,
    );
}
