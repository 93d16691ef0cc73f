//! A game that is written is read back as the same game.

use crate::log::{Log, read};
use crate::random::tree;
use fastrand::Rng;
use proptest::prelude::*;
use tabiya_pgn::{GameTree, Reader, Writer};

/// The game without its tags, which the writer sorts and completes.
fn moves(tree: &GameTree) -> String {
    let mut log = Log::default();
    tree.visit(&mut log);
    let tags: usize = tree.tags.iter().map(|(name, value)| name.len() + value.len() + 2).sum();
    log.games.remove(0).get(tags..).unwrap_or_default().trim_start().to_string()
}

#[test]
fn random_trees() {
    let mut random = Rng::with_seed(7);
    for number in 0..400 {
        let tree = tree(&mut random);
        let text = tree.to_string();
        let again = Reader::from_slice(text.as_bytes()).read_tree().unwrap().unwrap();
        assert_eq!(again.faults, [], "{number}: {text}");
        assert_eq!(moves(&again), moves(&tree), "{number}: {text}");
        for (name, value) in tree.tags.iter() {
            assert_eq!(again.tags.get(name), Some(value), "{number}: {text}");
        }
        assert_eq!(again.to_string(), text);
        assert_columns(&text);
    }
}

/// Checks that lines have at most 80 columns, unless a single word or a parenthesis needs more.
fn assert_columns(text: &str) {
    for line in text.lines().filter(|line| !line.starts_with('[')) {
        let is_special =
            line.contains(';') || line.contains('%') || line.contains("  ") || line.contains(')');
        let longest = line.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
        assert!(is_special || line.chars().count() <= 80.max(longest), "{line:?}");
    }
}

#[test]
fn export_format() {
    let text = "[Site \"x\"]\n[Annotator \"A \\\"B\\\" \\\\ C\"]\n[ECO \"C60\"]\n[Event \"e\"]\n\n{start} 1.e4! e5 {a} (1... c5 {b}) (1...e6) 2.Nf3 \
        Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O Be7 6.Re1 b5 7.Bb3 d6 8.c3 O-O 9.h3 Nb8 10.d4 Nbd7 1/2";
    let mut writer = Writer::default();
    Reader::from_slice(text.as_bytes()).read_all(&mut writer).unwrap();
    assert_eq!(
        writer.text(),
        "[Event \"e\"]\n[Site \"x\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
        [Result \"1/2-1/2\"]\n[Annotator \"A \\\"B\\\" \\\\ C\"]\n[ECO \"C60\"]\n\n\
        {start} 1. e4 $1 e5 {a} (1... c5 {b}) (1... e6) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6\n\
        5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 1/2-1/2\n\n"
    );
}

#[test]
fn a_brace_in_a_comment_does_not_end_it() {
    let mut writer = Writer::default();
    Reader::from_slice(b"1. e4 ; a } b\n1... e5 *").read_all(&mut writer).unwrap();
    assert!(writer.text().ends_with("\n\n1. e4 {a ) b} 1... e5 *\n\n"), "{}", writer.text());
}

/// A tag that is read in any spelling is written once, in the canonical spelling, and contradicts nothing.
#[test]
fn a_set_up_tag_in_any_spelling_is_written_once() {
    let tree =
        Reader::from_slice(b"[Setup \"1\"]\n[setup \"1\"]\n\n1. e4 *").trees().next().unwrap().unwrap();
    let written = tree.to_string();
    assert!(written.contains("[SetUp \"0\"]") && !written.contains("etup"), "{written}");
    let again = Reader::from_slice(written.as_bytes()).trees().next().unwrap().unwrap();
    assert_eq!((again.faults.len(), again.to_string()), (0, written));
}

#[test]
fn a_reader_and_a_tree_report_the_same() {
    let text = "[White \"A\"]\n\n{x} 1. e4 $1 {a} {b} (1. d4 d5 (1... Nf6 {c}) 2. c4) (1. c4) e5 2. -- Nf6 *";
    let tree = Reader::from_slice(text.as_bytes()).read_tree().unwrap().unwrap();
    let mut log = Log::default();
    tree.visit(&mut log);
    assert_eq!(log.games, read(text).games);
}

#[test]
fn deep_trees_need_no_stack() {
    let depth = tabiya_pgn::Limits::default().nesting;
    let text = format!("1. e4 {} {} *", "(1. e4".repeat(depth), ")".repeat(depth));
    let tree = Reader::from_slice(text.as_bytes()).read_tree().unwrap().unwrap();
    assert_eq!(tree.len(), depth + 2);
    let written = tree.to_string();
    assert_eq!(Reader::from_slice(written.as_bytes()).read_tree().unwrap().unwrap().faults, []);
}

/// Texts made of pieces that are likely in a file.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("e4"),
        Just("e5"),
        Just("Nf3"),
        Just("Nc6"),
        Just("O-O"),
        Just("0-0"),
        Just("--"),
        Just("1."),
        Just("1..."),
        Just("{"),
        Just("}"),
        Just("("),
        Just(")"),
        Just(";"),
        Just("\n"),
        Just("\n\n"),
        Just("\r\n"),
        Just("%"),
        Just("$1"),
        Just("$"),
        Just("!?"),
        Just("!!!"),
        Just("*"),
        Just("1-0"),
        Just("1/2-1/2"),
        Just("["),
        Just("]"),
        Just("\""),
        Just("\\"),
        Just("[Event \"x\"]"),
        Just("[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]"),
        Just("[Result \"0-0\"]"),
        Just("a8(Q)"),
        Just("[%clk 0:01]"),
        Just("é"),
        Just("Z0"),
        Just("[SetUp \"1\"]"),
        Just("[Setup \"1\"]"),
        Just("[Variant \"Chess960\"]"),
    ];
    proptest::collection::vec((piece, prop_oneof![Just(" "), Just("")]), 0..40)
        .prop_map(|pieces| pieces.into_iter().map(|(piece, space)| [piece, space].concat()).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Any text is read without a panic, and what was read is written and read back unchanged.
    #[test]
    fn any_pieces(text in pieces()) {
        check_any(text.as_bytes());
    }

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        check_any(&bytes);
    }
}

fn check_any(bytes: &[u8]) {
    let mut stream = Log::default();
    Reader::new(bytes).read_all(&mut stream).unwrap();
    let slice = read(bytes);
    assert_eq!((stream.games, stream.faults), (slice.games, slice.faults));
    let mut writer = Writer::default();
    Reader::from_slice(bytes).read_all(&mut writer).unwrap();
    let once = writer.take();
    let again = read(&once);
    assert_eq!(again.faults, [], "{once}");
    Reader::from_slice(once.as_bytes()).read_all(&mut writer).unwrap();
    assert_eq!(writer.text(), once);
}
