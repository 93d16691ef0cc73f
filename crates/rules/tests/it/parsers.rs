//! No text makes a parser panic, and what is parsed survives a round trip.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use tabiya_rules::{CastlingStyle, Epd, Intent, Letters, Position, San, Setup, Square, Variant};

const VARIANTS: [Variant; 2] = [Variant::Standard, Variant::Chess960];
const LETTERS: [Letters; 3] = [Letters::English, Letters::Portuguese, Letters::Figurine];

const FENS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/8/8/2pP4/8/8/8/4K3 w - c6 149 65535",
    "1r2kr1r/8/8/8/8/8/8/1R2KR1R w FQfq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
    "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8# d1d8; id \"back; rank\"; c0 \"\"; hmvc 7; fmvn 12;",
];

const MOVES: [&str; 12] =
    ["e4", "Nf3", "exd6", "bxa8=Q+", "b8(N)", "Rbd1", "Qh4xe1#", "O-O-O", "0-0", "e1g1", "b7b8q", "♘b1-c3!?"];

fn config() -> Config {
    // A fixed seed and no file of past failures: every run is the same.
    let cases = if cfg!(miri) { 4 } else { 4_000 };
    Config { cases, rng_seed: RngSeed::Fixed(960), failure_persistence: None, ..Config::default() }
}

/// One change to a text, at any position.
#[derive(Clone, Debug)]
enum Change {
    Insert(char),
    Replace(char),
    Remove,
    Cut,
    Repeat(usize),
}

impl Change {
    fn apply(&self, text: &mut String, place: usize) {
        let mut chars: Vec<char> = text.chars().collect();
        let at = place % (chars.len() + 1);
        match self {
            Change::Insert(c) => chars.insert(at, *c),
            Change::Replace(c) if at < chars.len() => chars[at] = *c,
            Change::Remove if at < chars.len() => drop(chars.remove(at)),
            Change::Replace(_) | Change::Remove => {}
            Change::Cut => chars.truncate(at),
            Change::Repeat(times) => chars = chars[at..].repeat(*times),
        }
        *text = chars.into_iter().collect();
    }
}

fn change() -> impl Strategy<Value = Change> {
    let likely = prop::sample::select(
        "KQRBNPkqrbnpabcdefgh0123456789/ -+#x=()\";\t\n♘éß\u{a0}\u{1f600}".chars().collect::<Vec<_>>(),
    );
    prop_oneof![
        4 => likely.clone().prop_map(Change::Insert),
        4 => likely.prop_map(Change::Replace),
        1 => any::<char>().prop_map(Change::Insert),
        2 => Just(Change::Remove),
        1 => Just(Change::Cut),
        1 => (2usize..200).prop_map(Change::Repeat),
    ]
}

/// A valid text with a few changes.
fn mutated(texts: &'static [&'static str]) -> impl Strategy<Value = String> {
    let changes = prop::collection::vec((change(), any::<usize>()), 0..4);
    (prop::sample::select(texts), changes).prop_map(|(text, changes)| {
        let mut text = text.to_string();
        changes.iter().for_each(|(change, place)| change.apply(&mut text, *place));
        text
    })
}

#[track_caller]
fn read_fen(text: &str) {
    for variant in VARIANTS {
        if let Ok(setup) = Setup::parse_fen(text, variant) {
            for style in [CastlingStyle::XFen, CastlingStyle::Shredder] {
                assert_eq!(Setup::parse_fen(&setup.fen_with(style), variant), Ok(setup), "{text}");
            }
            // Validation does not panic, and neither does generating the moves of a playable position.
            let _ = setup.validate().map(|position| position.perft(1));
        }
        if let Ok(position) = Position::parse_fen(text, variant) {
            assert_eq!(Position::parse_fen(&position.fen(), variant), Ok(position), "{text}");
        }
    }
}

#[track_caller]
fn read_epd(text: &str) {
    for variant in VARIANTS {
        if let Ok(epd) = Epd::parse(text, variant) {
            let reread = Epd::parse(&epd.to_string(), variant).expect(text);
            assert_eq!(reread.position, epd.position, "{text}");
            assert!(
                epd.operations.iter().all(|operation| reread.operations.contains(operation)),
                "{text}: {reread}"
            );
            assert_eq!(reread.to_string(), epd.to_string(), "{text}");
            epd.operations.iter().for_each(|operation| drop(epd.moves(&operation.opcode)));
        }
    }
}

#[track_caller]
fn read_move(text: &str) {
    if let Ok(intent) = text.parse::<Intent>() {
        assert_eq!(intent.to_string(), text);
    }
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(square.to_string(), text);
    }
    for letters in LETTERS {
        let _ = San::parse_with(text, letters).map_err(|error| error.to_string());
    }
    for fen in FENS {
        let Ok(position) = Position::parse_fen(fen, Variant::Chess960) else { continue };
        for letters in LETTERS {
            if let Ok(legal) = position.parse_san_with(text, letters) {
                assert_eq!(position.parse_san(&legal.san()), Ok(legal), "{text}");
            }
        }
        if let Ok(legal) = position.parse_move(text) {
            assert_eq!(position.parse_uci(&legal.uci()), Ok(legal), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        read_fen(&text);
        read_epd(&text);
        read_move(&text);
    }

    #[test]
    fn a_changed_fen_is_read_or_refused(text in mutated(&FENS)) {
        read_fen(&text);
    }

    #[test]
    fn a_changed_epd_is_read_or_refused(text in mutated(&FENS)) {
        read_epd(&text);
    }

    #[test]
    fn a_changed_move_is_read_or_refused(text in mutated(&MOVES)) {
        read_move(&text);
    }
}
