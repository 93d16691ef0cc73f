//! Every construct found in real files, in its smallest form.

use crate::log::check;

#[test]
fn tags() {
    check("[White \"A\"]\n[Black \"B\"]\n\n1. e4 *", &["White=A|Black=B| e4 *"]);
    check("[White \"A\"][Black \"B\"]1. e4 *", &["White=A|Black=B| e4 *"]);
    check("[ White\t \"A\" ]\n1. e4 *", &["White=A| e4 *"]);
    check("[White \"\"]\n\n*", &["White=| *"]);
    check("[Event \"closing ] and [ opening\"]\n*", &["Event=closing ] and [ opening| *"]);
    check(r#"[Event "a \"quote\" and a \\"] *"#, &[r#"Event=a "quote" and a \| *"#]);
}

#[test]
fn unescaped_quotes_and_backslashes() {
    check("[Event \"The \"Big\" One\"]\n*", &["Event=The \"Big\" One| *"]);
    check("[Event \"Club \"Victory\"\"]\n*", &["Event=Club \"Victory\"| *"]);
    check("[Event \"Cup \\\"]\n[Site \"x\"]\n*", &["Event=Cup \\|Site=x| *"]);
    check("[Site \"C:\\chess\\new.pgn\"]\n*", &["Site=C:\\chess\\new.pgn| *"]);
}

#[test]
fn encodings() {
    check(b"[White \"J\xf6rg\"]\n1. e4 {Z\xfcge} *", &["White=Jörg| e4 {Züge} *"]);
    check("[White \"Jörg\"]\n1. e4 {Züge} *", &["White=Jörg| e4 {Züge} *"]);
    check("\u{feff}[White \"A\"]\n\n1. e4 *", &["White=A| e4 *"]);
    check("\u{feff}1. e4 *", &["e4 *"]);
}

#[test]
fn line_ends_and_blank_lines() {
    let expected = ["White=A|Black=B| e4 e5 *", "White=C| d4 *"];
    for (line, blank) in [("\n", "\n"), ("\r\n", "\r\n"), ("\n", ""), ("\n", "\n\n\n"), ("\n", " \t\n")] {
        let text = format!(
            "{blank}[White \"A\"]{line}[Black \"B\"]{line}{blank}1. e4{line}e5 *{line}{blank}[White \"C\"]{line}{blank}1. d4 *{line}{blank}"
        );
        check(text, &expected);
    }
    check("[White \"A\"]\n\n[Black \"B\"]\n\n1. e4 *", &["White=A|Black=B| e4 *"]);
}

#[test]
fn games_without_tags_without_moves_without_results() {
    check("", &[]);
    check(" \n\t\n", &[]);
    check("1. e4 e5", &["e4 e5 *"]);
    check("1. e4 * 1. d4 1-0", &["e4 *", "d4 1-0"]);
    check("[White \"A\"]\n", &["White=A| *"]);
    check("[Event \"A\"]\n\n[Event \"B\"]\n\n*", &["Event=A| *", "Event=B| *"]);
    check("[White \"A\"]\n\n1. e4\n\n[White \"B\"]\n\n1. d4", &["White=A| e4 *", "White=B| d4 *"]);
    check("[Result \"1-0\"]\n\n1. e4", &["Result=1-0| e4 1-0"]);
    check("1. e4 [White \"A\"] 1. d4", &["e4 *", "White=A| d4 *"]);
}

#[test]
fn results() {
    for (marker, outcome) in [
        ("1-0", "1-0"),
        ("0-1", "0-1"),
        ("1/2-1/2", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("*", "*"),
    ] {
        check(format!("1. e4 {marker}"), &[&format!("e4 {outcome}")]);
    }
    // Both lose: nothing follows, so it is not castling.
    check("[Result \"0-0\"]\n\n1. e4 0-0", &["Result=0-0| e4 0-0"]);
    check("[Result \"0-0\"]\n\n1. e4 *", &["Result=0-0| e4 0-0"]);
    check("[Result \"?\"]\n\n1. e4 1-0", &["Result=?| e4 1-0"]);
    // ChessBase ends variations with a result.
    check("1. e4 (1. d4 d5 1/2-1/2) e5 (1... c5 *) 1-0", &["e4 ( d4 d5 ) e5 ( c5 ) 1-0"]);
    check(
        "1. e4 1-0 {after the result} ; and more\n\n1. d4 *",
        &["e4 {after the result} {and more} 1-0", "d4 *"],
    );
}

#[test]
fn numbers() {
    let expected = &["e4 e5 Nf3 Nc6 *"];
    check("1. e4 e5 2. Nf3 Nc6 *", expected);
    check("1.e4 e5 2.Nf3 Nc6 *", expected);
    check("1.e4 1...e5 2.Nf3 2...Nc6 *", expected);
    check("1 e4 e5 2 Nf3 Nc6 *", expected);
    check("1e4 e5 2Nf3 Nc6*", expected);
    check("e4 e5 Nf3 Nc6 *", expected);
    check("1. e4 1. ... e5 2. Nf3 2. .. Nc6 *", expected);
    check("1. e4 1… e5 2. Nf3 … Nc6 *", expected);
    check("99. e4 7. e5 0. Nf3 Nc6 *", expected);
    check("1.\ne4\n1...\ne5\n2.\nNf3\nNc6\n*", expected);
}

#[test]
fn comments() {
    check("{before} 1. e4 {after} e5 {two} {of them} *", &["{before} e4 {after} e5 {two} {of them} *"]);
    check("1. e4 ; to the end of the line } {\n1... e5 *", &["e4 {to the end of the line } {} e5 *"]);
    check("1. e4{glued}e5{}*", &["e4 {glued} e5 {} *"]);
    check(
        "1. e4 {over\nlines\r\nand ( [ ; $1 % { everything} e5 *",
        &["e4 {over lines and ( [ ; $1 % { everything} e5 *"],
    );
    check("1. e4 {\n%no escape\n} e5 *", &["e4 {%no escape} e5 *"]);
    check("1. e4 {x\n\n[Event of the day]} e5 *", &["e4 {x  [Event of the day]} e5 *"]);
}

#[test]
fn escaped_lines() {
    check(
        "% nothing\n[White \"A\"]\n%[Black \"B\"]\n\n%\n1. e4\n%e5\n1... c5 *\n% end",
        &["White=A| e4 c5 *"],
    );
}

#[test]
fn annotations() {
    check("1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! *", &["e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6 *"]);
    check("1. e4 ! e5 $2$14 2. Nf3$255 *", &["e4 $1 e5 $2 $14 Nf3 $255 *"]);
    check("1. e4 = e5 +/- 2. Nf3 -+ Nc6 ± 3. Bb5 N *", &["e4 $10 e5 $16 Nf3 $19 Nc6 $16 Bb5 $146 *"]);
}

#[test]
fn variations() {
    check(
        "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 *",
        &["e4 ( d4 d5 ( Nf6 c4 ) c4 ) ( c4 ) e5 *"],
    );
    check("1. e4 ({or} 1. d4 {so}) {then} e5 *", &["e4 ( {or} d4 {so} ) {then} e5 *"]);
    check("1. e4 e5 (c5)(e6 2. d4)2. Nf3 *", &["e4 e5 ( c5 ) ( e6 d4 ) Nf3 *"]);
    check("1. e4 () e5 *", &["e4 ( ) e5 *"]);
}

#[test]
fn castling() {
    let fen = "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]";
    for (kingside, queenside) in
        [("O-O", "O-O-O"), ("0-0", "0-0-0"), ("o-o", "o-o-o"), ("e1g1", "e8c8"), ("e1h1", "e8a8")]
    {
        check(
            format!("{fen}\n1. {kingside} {queenside} *"),
            &["FEN=r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1|r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1| O-O O-O-O *"],
        );
    }
}

#[test]
fn promotions() {
    let fen = "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1";
    for (white, black) in [
        ("a8=Q", "a1=N"),
        ("a8Q", "a1N"),
        ("a8(Q)+", "a1(N)"),
        ("a8=(Q)", "a1=(N)"),
        ("a8/Q", "a1/N"),
        ("a7a8q", "a2a1n"),
        ("a7-a8=q+", "a2-a1n"),
        ("a8=Q+!", "a1=N?"),
    ] {
        let nags = if white.ends_with('!') { [" $1", " $2"] } else { ["", ""] };
        // Black is in check, so the pawn must wait.
        let expected = format!("FEN={fen}|{fen}| a8=Q+{} Ke7 Kd2 a1=N{} *", nags[0], nags[1]);
        check(format!("[FEN \"{fen}\"]\n1. {white} Ke7 2. Kd2 {black} *"), &[&expected]);
    }
    check(
        format!("[FEN \"{fen}\"]\n1. Kd2 (1. a8=Q+) (1. Kf1) Kd7 *"),
        &[&format!("FEN={fen}|{fen}| Kd2 ( a8=Q+ ) ( Kf1 ) Kd7 *")],
    );
}

#[test]
fn moves_as_people_write_them() {
    check("1. e2e4 e7-e5 2. Ng1f3 Nb8-c6 3. Bf1b5 *", &["e4 e5 Nf3 Nc6 Bb5 *"]);
    check("1. ♘f3 ♞f6 2. Pe4 NXe4 *", &["Nf3 Nf6 e4 Nxe4 *"]);
    check(
        "1. e4 d5 2. exd5 nf6 3. d4+ e5 4. dxe6e.p. Bxe6 5. d5 *",
        &["e4 d5 exd5 Nf6 d4 e5 dxe6 Bxe6 d5 *"],
    );
    check("1. e4 e5 2. d4 d6 3. d5 c5 4. dxc6 e.p. *", &["e4 e5 d4 d6 d5 c5 dxc6 *"]);
    check("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7 # 1-0", &["e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7# 1-0"]);
}

#[test]
fn null_moves() {
    for null in ["--", "Z0", "@@@@", "0000"] {
        check(format!("1. e4 {null} 2. d4 e5 *"), &["e4 -- d4 e5 *"]);
    }
}

#[test]
fn other_starts() {
    let fen = "4k3/8/8/8/8/8/8/4K2R b K - 3 17";
    check(
        format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n17... Kd7 18. O-O *"),
        &[&format!("SetUp=1|FEN={fen}|{fen}| Kd7 O-O *")],
    );
    check(format!("[fen \"{fen}\"]\n\n17... Kd7 18. O-O *"), &[&format!("fen={fen}|{fen}| Kd7 O-O *")]);
    check(
        format!("[Variant \"From Position\"]\n[FEN \"{fen}\"]\n\n*"),
        &[&format!("Variant=From Position|FEN={fen}|{fen}| *")],
    );
}

#[test]
fn chess960() {
    // The king stands on its castling square, next to the rook.
    let fen = "bqnb1rkr/pppppppp/5n2/8/8/5N2/PPPPPPPP/BQNB1RKR w KQkq - 2 2";
    let shredder = "bqnb1rkr/pppppppp/5n2/8/8/5N2/PPPPPPPP/BQNB1RKR w HFhf - 2 2";
    for (variant, tag) in [("Chess960", fen), ("fischerandom", shredder), ("Fischer Random", fen)] {
        let text = format!("[Variant \"{variant}\"]\n[FEN \"{tag}\"]\n\n2. g3 g6 *");
        check(text, &[&format!("Variant={variant}|FEN={tag}|{fen}| g3 g6 *")]);
    }
    let fen = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
    let xfen = "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1";
    for castling in ["O-O", "0-0", "e1g1"] {
        let text = format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n\n1. {castling} Kd7 *");
        check(text, &[&format!("Variant=Chess960|FEN={fen}|{xfen}| O-O Kd7 *")]);
    }
    // Without the tag Variant: only Chess960 castles like this.
    check(format!("[FEN \"{fen}\"]\n\n1. O-O-O Kf7 *"), &[&format!("FEN={fen}|{xfen}| O-O-O Kf7 *")]);
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check("[Variant \"Chess960\"]\n\n1. e4 *", &[&format!("Variant=Chess960|{usual}| e4 *")]);
}
