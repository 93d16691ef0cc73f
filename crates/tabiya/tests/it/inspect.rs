use crate::{FOOLS_MATE, START, run, tabiya};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};

/// Checks the answer to one FEN as text, so that the order of the keys counts, too.
#[track_caller]
fn check(args: &[&str], fen: &str, expected: &str) {
    let run = run(&[&["inspect", "--json"], args, &[fen]].concat(), "");
    assert_eq!(run.stdout, format!("{expected}\n"));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

/// One field of the answer.
#[track_caller]
fn field(args: &[&str], fen: &str, name: &str) -> Value {
    let run = run(&[&["inspect", "--json"], args, &[fen]].concat(), "");
    run.json().remove(0)[name].take()
}

#[track_caller]
fn names(args: &[&str], fen: &str, notation: &str) -> Vec<String> {
    let legal = field(args, fen, "legal");
    legal.as_array().unwrap().iter().map(|named| named[notation].as_str().unwrap().to_string()).collect()
}

#[test]
fn the_start_position() {
    let moves = "a2a3 a3, a2a4 a4, b1a3 Na3, b1c3 Nc3, b2b3 b3, b2b4 b4, c2c3 c3, c2c4 c4, d2d3 d3, d2d4 d4, \
                 e2e3 e3, e2e4 e4, f2f3 f3, f2f4 f4, g1f3 Nf3, g1h3 Nh3, g2g3 g3, g2g4 g4, h2h3 h3, h2h4 h4";
    let legal: Vec<_> = moves
        .split(", ")
        .map(|names| names.split_once(' ').unwrap())
        .map(|(uci, san)| format!(r#"{{"uci":"{uci}","san":"{san}"}}"#))
        .collect();
    let legal = legal.join(",");
    let expected = format!(
        r#"{{"fen":"{START}","turn":"white","check":false,"legal":[{legal}],"status":"ongoing","can_win":{{"white":true,"black":true}}}}"#
    );
    check(&[], START, &expected);
    check(&["--chess960"], START, &expected);
}

#[test]
fn mate_stalemate_and_check() {
    check(
        &[],
        FOOLS_MATE,
        &format!(
            r#"{{"fen":"{FOOLS_MATE}","turn":"white","check":true,"legal":[],"status":"checkmate","can_win":{{"white":false,"black":true}},"article":"5.1.1"}}"#
        ),
    );
    check(
        &[],
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        r#"{"fen":"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1","turn":"black","check":false,"legal":[],"status":"stalemate","can_win":{"white":false,"black":false},"article":"5.2.1"}"#,
    );
    check(
        &[],
        "7k/8/8/8/8/8/r7/1K6 w - - 5 9",
        concat!(
            r#"{"fen":"7k/8/8/8/8/8/r7/1K6 w - - 5 9","turn":"white","check":false,"#,
            r#""legal":[{"uci":"b1a2","san":"Kxa2"},{"uci":"b1c1","san":"Kc1"}],"status":"ongoing","can_win":{"white":false,"black":true}}"#
        ),
    );
    check(
        &[],
        "7k/8/8/8/8/8/8/r1K5 w - - 5 9",
        concat!(
            r#"{"fen":"7k/8/8/8/8/8/8/r1K5 w - - 5 9","turn":"white","check":true,"#,
            r#""legal":[{"uci":"c1b2","san":"Kb2"},{"uci":"c1c2","san":"Kc2"},{"uci":"c1d2","san":"Kd2"}],"#,
            r#""status":"ongoing","can_win":{"white":false,"black":true}}"#
        ),
    );
}

#[test]
fn promotions_have_their_letter_and_are_sorted() {
    assert_eq!(
        names(&[], "8/P6k/8/8/8/8/8/K7 w - - 0 1", "uci"),
        ["a1a2", "a1b1", "a1b2", "a7a8b", "a7a8n", "a7a8q", "a7a8r"]
    );
}

#[test]
fn castling_is_written_as_the_variant_wants_it() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let castling = |args: &[&str]| -> Vec<String> {
        let (uci, san) = (names(args, fen, "uci"), names(args, fen, "san"));
        let both = uci.into_iter().zip(san);
        both.filter(|(_, san)| san.starts_with("O-O")).map(|(uci, san)| format!("{uci} {san}")).collect()
    };
    assert_eq!(castling(&[]), ["e1c1 O-O-O", "e1g1 O-O"]);
    assert_eq!(castling(&["--chess960"]), ["e1a1 O-O-O", "e1h1 O-O"]);

    // Both notations of castling rights are read; one is written.
    let inner = "7k/8/8/8/8/8/8/2R1K1R1 w GC - 0 1";
    assert_eq!(field(&["--chess960"], inner, "fen"), "7k/8/8/8/8/8/8/2R1K1R1 w KQ - 0 1");
    assert!(field(&[], inner, "error").as_str().unwrap().starts_with("castling: "));
}

#[track_caller]
fn normalises(given: &str, expected: &str) {
    assert_eq!(field(&[], given, "fen"), expected);
}

#[test]
fn the_first_double_step_of_a_game_leaves_no_en_passant_square() {
    normalises(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    );
}

#[test]
fn a_double_step_that_cannot_have_happened_is_refused() {
    let error = field(&[], "7k/8/8/8/3pP3/8/4P3/7K b - e3 0 1", "error");
    assert_eq!(error, "en passant: no pawn can just have passed over e3");
}

#[test]
fn an_en_passant_square_stays_only_where_the_capture_is_legal() {
    normalises("7k/8/8/8/3pP3/8/8/7K b - e3 0 1", "7k/8/8/8/3pP3/8/8/7K b - e3 0 1");
    normalises("7k/8/8/8/4P3/8/8/7K b - e3 0 1", "7k/8/8/8/4P3/8/8/7K b - - 0 1");
    // Both pawns would leave the rank, and the rook would attack the king.
    normalises("8/8/8/8/k2pP2R/8/8/7K b - e3 0 1", "8/8/8/8/k2pP2R/8/8/7K b - - 0 1");
    normalises("  7k/8/8/8/3pP3/8/8/7K   b - - ", "7k/8/8/8/3pP3/8/8/7K b - - 0 1");
}

#[test]
fn bad_lines_do_not_stop_good_ones() {
    let input = format!("{START}\nnonsense\n\n   \n{FOOLS_MATE}\n8/8/8/8/8/8/8/8 w - - 0 1\n{START} more\n");
    let run = run(&["inspect", "--json"], input);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let lines = run.json();
    let inputs: Vec<_> = lines.iter().map(|line| line["input"].as_str()).collect();
    let more = format!("{START} more");
    assert_eq!(
        inputs,
        [None, Some("nonsense"), None, Some("8/8/8/8/8/8/8/8 w - - 0 1"), Some(more.as_str())]
    );
    assert_eq!(lines[3]["error"], "placement: white has no king; placement: black has no king");
    assert!(run.stdout.lines().nth(1).unwrap().starts_with(r#"{"error":"placement: "#));
}

#[test]
fn people_find_bad_lines_by_their_number() {
    let run = run(&["inspect"], format!("{START}\r\n\r\nx\r\n{FOOLS_MATE}\r\n"));
    assert_eq!(run.code, 1);
    assert_eq!(
        run.stderr,
        "error: line 3: placement: expected a piece letter, a digit 1-8 or '/', found \"x\" at byte 0 in \"x\"\n"
    );
    assert_eq!(run.stdout.matches("FEN: ").count(), 2);
    assert!(run.stdout.contains("White to move.\n20 legal moves:\na3 a4 Na3 Nc3"), "{}", run.stdout);
    assert!(
        run.stdout.contains("Checkmate: Black wins. (Law E01, FIDE 5.1.1)\nNo legal move.\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn no_input_no_output() {
    for input in ["", "\n", "\r\n \t\r\n"] {
        for args in [&["inspect"][..], &["inspect", "--json"]] {
            let run = run(args, input);
            assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
        }
    }
}

#[test]
fn line_ends_do_not_matter() {
    let expected = run(&["inspect", "--json"], format!("{START}\n{FOOLS_MATE}\n")).stdout;
    for input in [format!("{START}\r\n{FOOLS_MATE}\r\n"), format!("\n{START}\n{FOOLS_MATE}")] {
        let run = run(&["inspect", "--json"], input);
        assert_eq!((run.code, run.stdout), (0, expected.clone()));
    }
}

#[test]
fn bytes_that_are_not_text_are_reported_like_any_bad_line() {
    let input = [b"8/8\xff\xfe w\r\n", START.as_bytes()].concat();
    let json = run(&["inspect", "--json"], &input);
    assert_eq!(json.code, 1);
    assert_eq!(
        json.stdout.lines().next().unwrap(),
        "{\"error\":\"text: expected UTF-8, found the byte 0xff at byte 3\",\"input\":\"8/8\u{fffd}\u{fffd} w\"}"
    );
    assert_eq!(json.json()[1]["fen"], START);
    let text = run(&["inspect"], &input);
    assert_eq!((text.code, text.stdout.matches("FEN: ").count()), (1, 1));
    assert!(text.stderr.starts_with("error: line 1: text: expected UTF-8"), "{}", text.stderr);
}

#[test]
fn each_answer_comes_before_the_next_question() {
    let mut child = tabiya(&["inspect", "--json"]).spawn().unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (question, key) in
        [(format!("{START}\n"), "fen"), ("bad\n".into(), "error"), (format!("{FOOLS_MATE}\r\n\r\n\n"), "fen")]
    {
        questions.write_all(question.as_bytes()).unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert!(answer[key].is_string(), "{question:?}: {answer}");
    }
    drop(questions);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = tabiya(&["inspect", "--json"]).spawn().unwrap();
    let mut questions = child.stdin.take().unwrap();
    drop(child.stdout.take());
    for _ in 0..1000 {
        if writeln!(questions, "{START}").is_err() {
            break; // it has ended already
        }
    }
    drop(questions);
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""));
}

/// Random bytes, some of which are almost positions.
fn noise(random: &mut fastrand::Rng) -> Vec<u8> {
    let mut line: Vec<u8> = match random.u8(..4) {
        0 => (0..random.usize(..100)).map(|_| random.u8(..)).collect(),
        1 => {
            let letters = b"rnbqkpRNBQKP12345678/ wb-KQkqaAhH0\t\r\n";
            (0..random.usize(..100)).map(|_| letters[random.usize(..letters.len())]).collect()
        }
        2 => START.as_bytes().to_vec(),
        _ => FOOLS_MATE.as_bytes().to_vec(),
    };
    for _ in 0..random.u8(..3) {
        if !line.is_empty() {
            let at = random.usize(..line.len());
            line[at] = random.u8(..);
        }
    }
    line
}

#[test]
fn every_line_of_random_input_is_answered() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut input = Vec::new();
    for _ in 0..5000 {
        input.extend(noise(&mut random));
        input.push(b'\n');
    }
    let questions = input.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).count();
    for args in [&["inspect", "--json"][..], &["inspect", "--json", "--chess960"]] {
        let run = run(args, &input);
        let answers = run.json();
        assert_eq!((run.code, answers.len()), (1, questions));
        for answer in answers {
            assert!(answer["fen"].is_string() != answer["error"].is_string(), "{answer}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let run = run(&["inspect", "--json"], format!("\u{feff}{START}\r\n"));
    assert_eq!((run.code, run.json()[0]["fen"].as_str()), (0, Some(START)));
}

#[test]
fn an_overlong_line_is_refused_as_a_whole() {
    // Neither the beginning nor the rest of such a line may be taken for a position.
    let spaces = " ".repeat(70_000);
    for line in ["8".repeat(300_000), format!("{START}{spaces}garbage"), format!("{spaces}{START}")] {
        let run = run(&["inspect", "--json"], format!("{line}\n{START}\n"));
        assert_eq!(run.code, 1);
        let answers = run.json();
        assert_eq!(answers.len(), 2);
        assert_eq!(answers[0]["error"], "line: expected less than 65536 bytes, found more");
        assert_eq!(answers[1]["fen"], START);
    }
}

#[test]
fn hints_for_common_slips() {
    let unquoted = run(&["inspect", "8/8/8/8/8/8/8/8", "w", "-", "-"], "");
    assert_eq!(
        (unquoted.code, unquoted.stderr.as_str()),
        (2, "error: a FEN is one argument: put it in quotes\n")
    );
    let chess960 = run(&["inspect", "rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w KQkq - 0 1"], "");
    assert_eq!(chess960.code, 1);
    assert!(chess960.stderr.contains("exists only in Chess960; --chess960 allows it"), "{}", chess960.stderr);
}

#[test]
fn who_can_still_checkmate_and_why() {
    let wall = "8/8/2k4p/p1p2p1P/P1P2P2/6K1/8/8 b - - 0 61";
    let answer = run(&["inspect", "--json", "--why", wall], "").json().remove(0);
    assert_eq!(answer["status"], "dead");
    assert_eq!(answer["can_win"], serde_json::json!({"white": false, "black": false}));
    let why = answer["why"]["white"].as_str().unwrap();
    assert!(why.starts_with("cannot checkmate: nobody gets through the wall"), "{why}");

    let text = run(&["inspect", "--why", "7k/8/6K1/8/8/8/8/R7 w - - 0 1"], "").stdout;
    assert!(text.contains("White can checkmate: "), "{text}");
    assert!(text.contains("Black cannot checkmate: such pieces never give mate."), "{text}");
}

#[test]
fn portuguese_is_spoken() {
    let run = run(&["inspect", "--lang", "pt", "--why", "7k/8/8/8/8/8/8/K7 w - - 0 1"], "");
    assert!(run.stdout.contains("Posição morta: nenhum dos lados pode dar xeque-mate"), "{}", run.stdout);
    assert!(
        run.stdout.contains("Brancas não podem dar mate: com estas peças não há mate."),
        "{}",
        run.stdout
    );
    let bad = crate::run(&["inspect", "--lang", "pt", "8/8 w"], "");
    assert_eq!(bad.code, 1);
    assert_eq!(
        bad.stderr,
        "erro: peças: esperava-se oito fileiras separadas por '/', e nada se encontrou no byte 3 em \"8/8 w\"\n"
    );
    // Output for programs is the same in every language.
    let json = |lang: &str| crate::run(&["inspect", "--json", "--why", "--lang", lang, "8/8 w"], "").stdout;
    assert_eq!(json("pt"), json("en"));
}

/// Each parser says in Portuguese what it expected, as it does in English.
#[test]
fn portuguese_errors_say_what_was_expected() {
    let fen = |placement: &str, rest: &str| format!("{placement} {rest}");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (text, expected) in [
        (fen("8/8/8/8/8/8/8/8/8", "w - - 0 1"), "no máximo oito fileiras, e encontrou-se \"/\" no byte 15"),
        (fen("9/8/8/8/8/8/8/8", "w - - 0 1"), "a letra de uma peça, um algarismo de 1 a 8 ou '/'"),
        (fen("44/8/8/8/8/8/8/8", "w - - 0 1"), "um só algarismo, e não dois seguidos"),
        (fen(start, "x KQkq - 0 1"), "vez: esperava-se w ou b, e encontrou-se \"x\" no byte 44"),
        (fen(start, "w KQxx - 0 1"), "roque: esperava-se '-' ou as letras KQkq"),
        (fen(start, "w KQkq e9 0 1"), "en passant: esperava-se '-' ou uma casa, e encontrou-se \"e9\""),
        (fen(start, "w KQkq - x 1"), "contador de meios-lances: esperava-se um número até 65535"),
        (fen(start, "w KQkq - 0 x"), "número do lance: esperava-se um número até 65535"),
        (fen(start, "w KQkq - 0 1 x"), "fim: esperava-se no máximo seis campos, e encontrou-se \"x\""),
    ] {
        let bad = run(&["inspect", "--lang", "pt", &text], "");
        assert_eq!(bad.code, 1);
        assert!(bad.stderr.contains(expected), "{text}: {}", bad.stderr);
    }
    for args in [&["inspect", "--lang", "pt", "--jsn"][..], &["inspect", "--lang=pt", "--chess961"]] {
        let bad = run(args, "");
        assert_eq!(bad.code, 2);
        assert!(bad.stderr.starts_with("erro: não se conhece o argumento --"), "{}", bad.stderr);
    }
}
