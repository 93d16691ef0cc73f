//! Report files: all faults are reported, and a file is written back byte for byte.

use tabiya_pairing::generate::{Config, generate};
use tabiya_pairing::trf::{Dialect, Document};
use tabiya_pairing::{Entry, PlayerResult};

const TWO: &str = "\
142 3
152 W
001    1      Anand                             2600                             1.0    1     2 w 1
001    2      Botvinnik                         2500                             0.0    2     1 b 0
";

#[test]
fn generated_files_say_the_same_in_both_dialects() {
    for seed in 1..200 {
        let mut tournament = generate(&Config::any(seed), |_| {});
        for player in &mut tournament.players {
            while player.rounds.last() == Some(&Entry::Blank) {
                player.rounds.pop();
            }
        }
        for dialect in [Dialect::Trf26, Dialect::Trf16] {
            let text = Document::new(tournament.clone(), dialect).to_string();
            let document =
                Document::parse(&text).unwrap_or_else(|faults| panic!("seed {seed}: {faults}\n{text}"));
            assert_eq!(document.to_string(), text, "seed {seed}");
            assert!(document.notes.is_empty(), "seed {seed}: {:?}", document.notes);
            assert_eq!(document.tournament.players, tournament.players, "seed {seed}");
            assert_eq!(document.tournament.points, tournament.points, "seed {seed}");
            for ending in ["\r", "\r\n"] {
                let text = text.replace('\n', ending);
                let document = Document::parse(&text).expect("valid");
                assert_eq!(document.to_string(), text, "seed {seed}");
            }
        }
    }
}

#[track_caller]
fn fault(from: &str, to: &str, expected: &str) {
    assert!(TWO.contains(from));
    let faults = Document::parse(&TWO.replace(from, to)).expect_err("a fault");
    assert_eq!(faults.0[0].to_string(), expected);
}

#[test]
fn faults_name_the_line_and_the_column() {
    fault("142 3", "142 x", r#"line 1, column 5: expected a number of rounds from 1 to 999, found "x""#);
    fault("142 3", "142 3\nXXR 4", r#"line 2, column 5: expected 3 rounds, as another line says, found "4""#);
    fault("152 W", "152 G", r#"line 2, column 5: expected W or B, the initial colour, found "G""#);
    fault("2 w 1", "2 x 1", r#"line 3, column 97: expected w, b or -, found "x""#);
    fault(
        "2 w 1",
        "2 w ?",
        r#"line 3, column 99: expected a result: 1 = 0 W D L + - H F U Z or blank, found "?""#,
    );
    fault(
        "2 w 1",
        "7 w 1",
        r#"line 3, column 92: expected the starting number of a player in this file, found "7""#,
    );
    fault(
        "1 b 0",
        "1 w 0",
        r#"line 3, column 97: expected opposite colours of the two players of a game, found "player 2 has another""#,
    );
    fault(
        "2600                             1.0",
        "26x0                             1.0",
        r#"line 3, column 49: expected a rating, found "26x0""#,
    );
    fault(
        " 1.0 ",
        " 2.0 ",
        r#"line 3, column 81: expected 1.0 points, the sum of the results by the point system of this file, found "2.0""#,
    );
    fault(
        "152 W",
        "240 H 002    9",
        r#"line 2, column 14: expected the starting number of a player in this file, found "9""#,
    );
}

#[test]
fn lines_without_effect_are_noted_and_kept() {
    let text = format!("{TWO}XXY what\n013 Team\n### a comment\n");
    let document = Document::parse(&text).expect("valid");
    let notes: Vec<usize> = document.notes.iter().map(|note| note.line).collect();
    assert_eq!(notes, [5, 6]);
    assert_eq!(document.to_string(), text);
}

#[test]
fn only_changed_lines_are_written_anew() {
    let mut document = Document::parse(TWO).expect("valid");
    let draw = |opponent, color| Entry::Game { opponent, color, result: PlayerResult::Draw, rated: true };
    document.tournament.players[0].set_entry(1, draw(2, tabiya_pairing::Color::White));
    document.tournament.players[1].set_entry(1, draw(1, tabiya_pairing::Color::Black));
    document.update_points();
    let text = document.to_string();
    assert!(text.starts_with("142 3\n152 W\n"), "{text}");
    assert!(text.contains(" 0.5    1     2 w =\n"), "{text}");
    document.tournament.rounds = Some(5);
    assert!(document.to_string().starts_with("142 5\n152 W\n"), "{document}");
}

#[test]
fn byes_of_their_own_lines_are_entered() {
    let text = format!("{TWO}240 H 002    2\n");
    let document = Document::parse(&text).expect("valid");
    assert_eq!(document.tournament.players[1].entry(2), Entry::HalfPointBye);
    assert_eq!(document.tournament.available(2), [0]);
    assert_eq!(document.to_string(), text);
}
