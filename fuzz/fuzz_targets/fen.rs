//! A FEN is refused, or it can be written, read again and played from.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_rules::{CastlingStyle, Position, Setup, Variant};

fuzz_target!(|text: &str| {
    for variant in [Variant::Standard, Variant::Chess960] {
        let Ok(setup) = Setup::parse_fen(text, variant) else { continue };
        for style in [CastlingStyle::XFen, CastlingStyle::Shredder] {
            assert_eq!(Setup::parse_fen(&setup.fen_with(style), variant), Ok(setup));
        }
        let Ok(position) = setup.validate() else { continue };
        assert_eq!(Position::parse_fen(&position.fen(), variant), Ok(position));
        assert_eq!(position.legal_moves().iter().count(), position.count_legal_moves());
        for legal in &position.legal_moves() {
            let after = legal.play();
            assert_eq!(after.setup().validate(), Ok(after), "{}", legal.uci());
        }
    }
});
