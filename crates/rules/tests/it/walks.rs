//! Invariants along random walks.

use crate::random::walks;
use crate::slow::SlowPosition;
use std::collections::BTreeSet;
use tabiya_rules::{CastlingStyle, LegalMove, Letters, Position, SquareSet};

const LETTERS: [Letters; 3] = [Letters::English, Letters::Portuguese, Letters::Figurine];

fn reread(position: &Position, style: CastlingStyle) -> Position {
    let fen = position.fen_with(style);
    Position::parse_fen(&fen, position.variant()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn a_position_is_the_same_after_writing_and_reading() {
    walks(3, 640, |position, _| {
        for style in [CastlingStyle::XFen, CastlingStyle::Shredder] {
            let reread = reread(position, style);
            // The key too: parsing computes it from scratch, the walk updated it move by move.
            assert_eq!(reread.key(), position.key(), "{position}: key");
            assert_eq!(reread, *position, "{position}");
            assert!(reread.is_same_as(position), "{position}");
        }
        assert_eq!(position.setup().validate().as_ref(), Ok(position));
    });
}

#[test]
fn a_move_makes_another_position() {
    walks(4, 80, |position, chosen| {
        let Some(after) = chosen.map(LegalMove::play) else { return };
        assert_ne!(after.key(), position.key(), "{position}");
        assert!(!after.is_same_as(position), "{position}");
    });
}

/// What `write` gives for each legal move is parsed as that move, and no two moves are written alike.
#[track_caller]
fn unambiguous<'p>(
    position: &'p Position,
    write: impl Fn(LegalMove<'p>) -> String,
    read: impl Fn(&str) -> Option<LegalMove<'p>>,
) {
    let mut seen = BTreeSet::new();
    for legal in &position.legal_moves() {
        let text = write(legal);
        assert_eq!(read(&text), Some(legal), "{position}: {text}");
        assert!(seen.insert(text.clone()), "{position}: {text} twice");
    }
}

#[test]
fn every_move_is_read_as_it_was_written() {
    walks(5, 160, |position, _| {
        for letters in LETTERS {
            let read = |text: &str| position.parse_san_with(text, letters).ok();
            unambiguous(position, |legal| legal.san_with(letters), read);
            unambiguous(position, |legal| legal.long_algebraic(letters), read);
        }
        unambiguous(position, LegalMove::uci, |text| position.parse_uci(text).ok());
        unambiguous(position, |legal| legal.mv().intent().to_string(), |text| position.parse_uci(text).ok());
        unambiguous(position, LegalMove::uci, |text| position.parse_move(text).ok());
        unambiguous(position, LegalMove::san, |text| position.parse_move(text).ok());
    });
}

#[test]
fn tactical_moves_are_the_captures_and_promotions() {
    walks(7, 160, |position, _| {
        let all = position.legal_moves();
        let is_tactical = |legal: &LegalMove<'_>| legal.captured().is_some() || legal.promotion().is_some();
        let expected: BTreeSet<_> = all.iter().filter(is_tactical).map(LegalMove::mv).collect();
        let tactical = position.tactical_moves();
        assert_eq!(tactical.iter().map(LegalMove::mv).collect::<BTreeSet<_>>(), expected, "{position}");
        assert_eq!(tactical.len(), expected.len(), "{position}");
    });
}

#[test]
fn san_is_as_short_as_it_can_be() {
    walks(6, 40, |position, _| {
        for legal in &position.legal_moves() {
            let san = legal.san();
            let body = san.trim_end_matches(['+', '#']);
            assert_eq!(san.ends_with('#'), legal.play().is_checkmate(), "{position}: {san}");
            assert_eq!(san != body, legal.play().in_check(), "{position}: {san}");
            assert_eq!(san.contains('x'), legal.captured().is_some(), "{position}: {san}");
            // A disambiguating letter or digit cannot be left out.
            let short: String = body.char_indices().filter(|(i, _)| *i != 1).map(|(_, c)| c).collect();
            let disambiguated = body.starts_with(['N', 'B', 'R', 'Q']) && body.replace('x', "").len() > 3;
            assert!(!disambiguated || position.parse_san(&short).is_err(), "{position}: {san} or {short}");
        }
    });
}

#[test]
fn checks_and_pins_are_those_of_the_slow_rules() {
    walks(7, 320, |position, _| {
        let slow = SlowPosition::read(position);
        let set = |squares: BTreeSet<_>| squares.into_iter().collect::<SquareSet>();
        assert_eq!(position.checkers(), set(slow.checkers()), "{position}: checkers");
        assert_eq!(position.in_check(), !slow.checkers().is_empty(), "{position}: check");
        assert_eq!(position.pinned(), set(slow.pinned()), "{position}: pinned");
        let no_move = slow.legal_moves().is_empty();
        assert_eq!(position.is_checkmate(), no_move && position.in_check(), "{position}: mate");
        assert_eq!(position.is_stalemate(), no_move && !position.in_check(), "{position}: stalemate");
    });
}

#[test]
fn passing_gives_the_move_to_the_other_side() {
    walks(8, 320, |position, _| {
        let passed = position.pass();
        assert_eq!(passed.is_none(), position.in_check(), "{position}");
        let Some(passed) = passed else { return };
        assert_eq!(passed.turn(), !position.turn());
        assert_eq!((passed.board(), passed.castling()), (position.board(), position.castling()));
        assert_eq!(passed.en_passant(), None);
        assert_eq!(reread(&passed, CastlingStyle::XFen), passed, "{position}");
    });
}

#[test]
fn counters_count() {
    walks(9, 160, |position, chosen| {
        let Some(legal) = chosen else { return };
        let after = legal.play();
        let restarts = legal.captured().is_some() || legal.role() == tabiya_rules::Role::Pawn;
        assert_eq!(after.halfmoves(), if restarts { 0 } else { position.halfmoves() + 1 }, "{position}");
        let black_moved = position.turn() == tabiya_rules::Color::Black;
        assert_eq!(after.fullmoves(), position.fullmoves() + u16::from(black_moved), "{position}");
    });
}
