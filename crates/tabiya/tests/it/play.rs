use crate::{Run, run};

#[track_caller]
fn play(args: &[&str], lines: &[&str]) -> Run {
    let run = run(&[&["play", "--two"], args].concat(), lines.join("\n") + "\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    run
}

/// Checks that the output contains the expected texts, in this order.
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
    assert!(
        run.stdout.ends_with("Checkmate: Black wins. (Law E01, FIDE 5.1.1)\n\n1. f3 e5 2. g4 Qh4# 0-1\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn stalemate_is_a_draw() {
    let run = play(&["--fen", "7k/8/6K1/8/8/5Q2/8/8 w - - 0 40"], &["Qf7"]);
    says(
        &run,
        &["Stalemate: Black has no move, the game is drawn. (Law E07, FIDE 5.2.1)\n\n40. Qf7 1/2-1/2\n"],
    );
}

#[test]
fn a_game_that_is_over_is_over_at_once() {
    let run = play(&["--fen", crate::FOOLS_MATE], &[]);
    says(&run, &["Checkmate: Black wins. (Law E01, FIDE 5.1.1)\n\n0-1\n"]);
}

#[test]
fn a_bad_move_is_explained_and_asked_for_again() {
    let run = play(&[], &["Ke2", "e9", "\u{1b}[A", "♞♞", "", "e4", "quit"]);
    says(
        &run,
        &[
            "move: \"Ke2\" is not legal here: your own piece is on e2\n`moves` lists the legal moves",
            "move: expected the square to move to, such as e4, found \"9\" at byte 1\n",
            "White to move:\nThat is neither a command nor a move.\nmove: expected",
            "White to move:\nThat is neither a command nor a move.\nmove: expected",
            "White to move:\nWhite to move:\n8 ",
            "Black to move:\nThe game is left unfinished.\n\n1. e4 *\n",
        ],
    );
    let run = play(&["--fen", "7k/8/8/8/8/8/3P4/r1K5 w - - 0 1"], &["d4"]);
    says(&run, &["White to move, in check:\nmove: \"d4\" is not legal here: the king is in check\n"]);
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
fn all_commands() {
    let run = play(&["--ascii"], &["help", "moves", "flip", "board", "resign"]);
    says(
        &run,
        &[
            "undo       take the last move back",
            "Na3 Nc3 Nf3 Nh3 a3 a4 b3",
            "1  R N B K Q B N R\n",
            "   h g f e d c b a\n",
            "8  r n b k q b n r\n",
            "White resigns: Black wins. (Law E02, FIDE 5.1.2)\nBlack could mate: 1. ",
            "\n\n0-1\n",
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
    says(
        &run,
        &[
            "Dead position: neither side can checkmate, the game is drawn. (Law E08, FIDE 5.2.2)\nWhy: white cannot mate: such pieces never give mate; black cannot mate: such pieces never give mate.\n\n1. a8=N 1/2-1/2\n",
        ],
    );
}

#[test]
fn a_draw_is_offered_declined_and_agreed() {
    let run = play(&[], &["accept", "e4 draw", "decline", "draw", "draw", "accept"]);
    says(
        &run,
        &[
            "There is nothing to answer: the opponent has no open offer or request.",
            "White offers a draw: `accept` or `decline`.",
            "Black declines the draw.",
            "Black offers a draw: `accept` or `decline`.",
            "A draw offer is already open.",
            "Draw by agreement. (Law E09, FIDE 5.2.3)\n\n1. e4 (=) 1/2-1/2\n",
        ],
    );
}

#[test]
fn draws_are_claimed_from_the_record() {
    let there_and_back = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let run = play(&[], &[&there_and_back[..], &there_and_back[..], &["draw"]].concat());
    says(&run, &["Draw by threefold repetition. (Law E10, FIDE 9.2)"]);
    let run = play(&[], &[&there_and_back[..], &there_and_back[..3], &["draw Ng8"]].concat());
    says(&run, &["Draw by threefold repetition. (Law E10, FIDE 9.2)"]);
    let run = play(&[], &["draw Nf3", "quit"]);
    says(&run, &["White's claim is not correct (law E16)", "White offers a draw", "unfinished"]);
}

#[test]
fn resigning_against_a_bare_king_is_a_draw() {
    let run = play(&["--fen", "7k/8/8/8/8/8/8/KR6 w - - 0 1"], &["resign"]);
    says(
        &run,
        &[
            "Black can no longer checkmate: the game is drawn. (Law E03, FIDE 5.1.2)\nWhy: such pieces never",
            "1/2-1/2",
        ],
    );
}

/// The pipe stays open, so only the clock can end the game.
#[test]
fn a_flag_falls_while_nobody_types() {
    let mut child = crate::tabiya(&["play", "--two", "--time", "0.02"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, b"e4\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("Black to move (White 0:01.2, Black 0:01.2):"), "{told}");
    assert!(
        told.contains("Black has run out of time: White wins. (Law E04, FIDE 6.9)\nWhite could mate: 1... "),
        "{told}"
    );
    assert!(told.ends_with("\n\n1. e4 1-0\n"), "{told}");
    drop(stdin);
}

#[test]
fn the_computer_plays_at_its_level() {
    let one = |args: &[&str], lines: &str| {
        let run = run(&[&["play", "--ascii"], args].concat(), lines);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        run
    };
    let run = one(&["--level", "5", "--fen", "1r4k1/8/8/8/8/8/5PPP/6K1 b - - 0 1"], "");
    says(&run, &["Black plays Rb1#.", "Checkmate: Black wins. (Law E01, FIDE 5.1.1)\n\n1... Rb1# 0-1\n"]);
    let run = one(&["--level", "1", "--black"], "e5\nundo\nquit\n");
    says(&run, &["White plays ", "h g f e d c b a", "Black to move:", "White plays ", "is taken back."]);
    // Far ahead it declines a draw; far behind it accepts one.
    let ahead = ["--level", "4", "--time", "5 min", "--fen", "k2q4/8/8/8/8/8/6P1/6K1 b - - 0 1"];
    let run = one(&ahead, "undo\ndraw\nclock\nresign\n");
    says(&run, &["Black plays ", "There is no move to take back.", "White offers a draw.\nBlack declines"]);
    let clock = |line: &str| line.starts_with("White 5:00, Black ") || line.starts_with("White 4:5");
    assert!(run.stdout.lines().any(clock), "{}", run.stdout);
    let behind = ["--level", "4", "--fen", "k2Q4/8/8/8/8/8/p5P1/6K1 b - - 0 1"];
    let run = one(&behind, "draw\n");
    says(&run, &["Black plays ", "White offers a draw.\nDraw by agreement. (Law E09, FIDE 5.2.3)"]);
}

#[test]
fn strange_levels_and_times_are_wrong_usage() {
    for args in [["--level", "9"], ["--time", "five"], ["--time", "0"], ["--level", "1.5"]] {
        let run = run(&[&["play"], &args[..]].concat(), "");
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
    }
    let both = run(&["play", "--two", "--level", "3"], "");
    assert_eq!(both.code, 2, "{}", both.stderr);
}

#[test]
fn portuguese_is_spoken_and_read() {
    let run = play(&["--lang", "pt"], &["Cf3", "xyz", "Rf2", "lances", "d5", "abandonar"]);
    says(
        &run,
        &[
            "Escreva um lance, como e4 ou e2e4, ou `ajuda`.",
            "Brancas jogam:",
            "Pretas jogam:\nIsto não é um comando nem um lance.\nlance: esperava-se ",
            "não é legal aqui",
            "`lances` mostra os lances legais",
            "Brancas abandonam: Pretas vencem. (Lei E02, FIDE 5.1.2)\nPretas podiam dar mate: ",
        ],
    );
    let run = crate::run(&["play", "--lang", "pt", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "");
    assert_eq!(run.code, 1);
    assert!(run.stderr.starts_with("erro: peças: as brancas não têm rei"), "{}", run.stderr);
}

#[test]
fn in_portuguese_r_is_the_king() {
    // Both the king and the rook could go to d1, and only the rook to d2.
    let fen = "7k/8/8/8/8/8/8/R3K3 w - - 0 1";
    let run =
        play(&["--lang", "pt", "--fen", fen], &["Rd1", "Rg8", "Ta2", "Td7", "lances", "Rh8", "Nf3", "sair"]);
    says(&run, &["não é legal aqui", "Rf7", "1. Rd1 Rg8 2. Ta2 Rh8 *"]);
    assert!(!run.stdout.contains("Kf7"), "{}", run.stdout);
}

#[test]
fn usage_errors_in_portuguese() {
    for (args, told) in [
        (
            &["play", "--lang", "pt", "--time", "soon"][..],
            "3 dias por lance ou 10 lances em 50 dias, e encontrou-se \"soon\"",
        ),
        (&["play", "--lang", "pt", "--level", "9"], "\"9\" não serve para --level <1-8>: o valor é de 1 a 8"),
        (&["play", "--lang", "pt", "--two", "--black"], "não se usa junto com"),
        (&["play", "--lang", "pt", "--tow"], "não se conhece o argumento --tow"),
    ] {
        let bad = run(args, "");
        assert_eq!(bad.code, 2, "{}", bad.stderr);
        assert!(bad.stderr.starts_with("erro: ") && bad.stderr.contains(told), "{}", bad.stderr);
    }
    assert!(run(&["play", "--time", "soon"], "").stderr.starts_with("error: "));
}

#[test]
fn a_draw_offer_is_on_the_score_sheet() {
    let run = play(&[], &["e4 draw", "e5", "Nf3", "quit"]);
    says(&run, &["1. e4 (=) e5 2. Nf3 *"]);
}
