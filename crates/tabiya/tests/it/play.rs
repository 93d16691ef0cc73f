use crate::{Run, run};

#[track_caller]
fn play(args: &[&str], lines: &[&str]) -> Run {
    let run = run(&[&["play", "--two"], args].concat(), lines.join("\n") + "\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    run
}

/// Everything that is expected is said, in this order.
#[track_caller]
fn says(run: &Run, expected: &[&str]) {
    let mut rest = run.stdout.as_str();
    for text in expected {
        let Some((_, after)) = rest.split_once(text) else {
            panic!("{text:?} is missing in its place in:\n{}", run.stdout)
        };
        rest = after;
    }
}

#[test]
fn fools_mate_in_san_and_uci() {
    let run = play(&[], &["f3", "e7e5", "g4", "Qh4"]);
    says(&run, &["8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜", "White to move:", "Black to move:", "4  · · · · · · ♙ ♛"]);
    assert!(run.stdout.ends_with("Checkmate: Black wins.\n\n1. f3 e5 2. g4 Qh4# 0-1\n"), "{}", run.stdout);
}

#[test]
fn stalemate_is_a_draw() {
    let run = play(&["--fen", "7k/8/6K1/8/8/5Q2/8/8 w - - 0 40"], &["Qf7"]);
    says(&run, &["Stalemate: Black has no move, the game is drawn.\n\n40. Qf7 1/2-1/2\n"]);
}

#[test]
fn a_game_that_is_over_is_over_at_once() {
    let run = play(&["--fen", crate::FOOLS_MATE], &[]);
    says(&run, &["Checkmate: Black wins.\n\n0-1\n"]);
}

#[test]
fn a_bad_move_is_explained_and_asked_for_again() {
    let run = play(&[], &["Ke2", "e9", "\u{1b}[A", "♞♞", "", "e4", "quit"]);
    says(
        &run,
        &[
            "move: \"Ke2\" is not legal here\n`moves` lists what is legal",
            "move: expected the square to move to, such as e4, found \"9\" at byte 1\n",
            "White to move:\n\"\\u{1b}[A\" is no command and no move.\nmove: expected",
            "White to move:\n\"♞♞\" is no command and no move.\nmove: expected",
            "White to move:\nWhite to move:\n8 ",
            "Black to move:\nThe game is left unfinished.\n\n1. e4 *\n",
        ],
    );
    let run = play(&["--fen", "7k/8/8/8/8/8/3P4/r1K5 w - - 0 1"], &["d4"]);
    says(&run, &["White to move, in check:\nmove: \"d4\" is not legal here\nWhite is in check"]);
    let run = play(&["--fen", "8/P6k/8/8/8/8/8/K7 w - - 0 1"], &["a8", "a7a8", "a8=R"]);
    says(&run, &["\"a8\" does not say what the pawn becomes", "\"a7a8\" does not say", "8  ♖", "1. a8=R *"]);
    let run = play(&["--fen", "7k/8/8/8/8/8/8/KN3N2 w - - 0 1"], &["Nd2"]);
    says(&run, &["\"Nd2\" can mean b1d2 or f1d2"]);
}

#[test]
fn undo_takes_moves_back_to_the_start() {
    let run = play(&["--ascii"], &["e4", "e5", "undo", "undo", "undo", "d4", "fen", "quit"]);
    says(
        &run,
        &[
            "e5 is taken back.",
            "Black to move:",
            "e4 is taken back.",
            "White to move:",
            "There is no move to take back.",
            "4  . . . P . . . .",
            "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n",
            "1. d4 *",
        ],
    );
}

#[test]
fn the_words_it_knows() {
    let run = play(&["--ascii"], &["help", "moves", "flip", "board", "resign"]);
    says(
        &run,
        &[
            "undo    take the last move back",
            "Na3 Nc3 Nf3 Nh3 a3 a4 b3",
            "1  R N B K Q B N R\n",
            "   h g f e d c b a\n",
            "8  r n b k q b n r\n",
            "White resigns: Black wins.\n\n0-1\n",
        ],
    );
}

#[test]
fn a_game_can_begin_with_black_and_castle_in_chess960() {
    let run = play(
        &["--chess960", "--fen", "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 b KQkq - 0 7"],
        &["e8g8", "O-O-O", "resign"],
    );
    says(&run, &["7... O-O 8. O-O-O 1-0"]);
}

#[test]
fn a_bad_fen_begins_no_game() {
    let run = run(&["play", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "e4\n");
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.starts_with("error: placement: white has no king;"), "{}", run.stderr);
}

#[test]
fn a_dead_position_ends_the_game() {
    let run = play(&["--fen", "8/P6k/8/8/8/8/8/K7 w - - 0 1"], &["a8=N"]);
    says(&run, &["Dead position: nobody can checkmate any more, the game is drawn.\n\n1. a8=N 1/2-1/2\n"]);
}
