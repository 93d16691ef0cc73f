//! The generator and the slow rules agree on every move and on every position after it.

use crate::random::walks;
use crate::slow::SlowPosition;
use std::collections::BTreeSet;
use tabiya_rules::{File, Intent, LegalMove, Position, Promotion, Rank, Role, Square, SquareSet, Variant};

#[track_caller]
fn agree(position: &Position) {
    let slow = SlowPosition::read(position);
    let moves = position.legal_moves();
    let fast: BTreeSet<Intent> = moves.iter().map(Intent::from).collect();
    assert_eq!(fast, slow.legal_moves(), "{position}");
    assert_eq!(moves.iter().count(), fast.len(), "{position}: a move twice");
    assert_eq!(moves.len(), fast.len(), "{position}: len");
    assert_eq!(position.count_legal_moves(), fast.len(), "{position}: count");
    assert_eq!(moves.is_empty(), fast.is_empty(), "{position}: is_empty");
    for legal in &moves {
        let after = SlowPosition::read(&legal.play());
        assert_eq!(after, slow.after(legal.into()), "{position}: {}", legal.uci());
    }
}

/// An intent is legal exactly if it is in the list, or is castling written as the king's move.
#[track_caller]
fn agree_on_every_intent(position: &Position) {
    let slow = SlowPosition::read(position);
    let listed = slow.legal_moves();
    let long: BTreeSet<Intent> = listed.iter().filter_map(|intent| slow.long_king_move(*intent)).collect();
    let promotions: Vec<Option<Promotion>> = [None].into_iter().chain(Promotion::ALL.map(Some)).collect();
    for from in Square::all() {
        for to in Square::all() {
            for promotion in &promotions {
                let intent = Intent { from, to, promotion: *promotion };
                let expected = listed.contains(&intent) || long.contains(&intent);
                let found = position.legal(intent);
                assert_eq!(found.is_some(), expected, "{position}: {intent}");
                let means = found.map(LegalMove::mv).map(Intent::from);
                let castles = |meant| slow.long_king_move(meant) == Some(intent);
                assert!(means.is_none_or(|meant| meant == intent || castles(meant)), "{position}: {intent}");
            }
        }
    }
}

fn chess960(fen: &str) -> Position {
    Position::parse_fen(fen, Variant::Chess960).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn legal_moves_and_their_positions_are_those_of_the_slow_rules() {
    walks(1, 320, |position, _| agree(position));
}

#[test]
fn an_intent_is_legal_if_it_is_in_the_list() {
    let mut number = 0;
    walks(2, 320, |position, _| {
        number += 1;
        if number % 20 == 0 {
            agree_on_every_intent(position);
        }
    });
}

/// Unusual castling in Chess960, in both notations.
#[test]
#[cfg_attr(miri, ignore = "tests a hundred thousand intents")]
fn castling_from_anywhere() {
    for fen in [
        "4k3/8/8/8/8/8/8/RK6 w A - 0 1",   // the king steps toward the middle
        "4k3/8/8/8/8/8/8/5RKR w HF - 0 1", // the king stays where it is
        "4k3/8/8/8/8/8/8/R1K4R w HA - 0 1",
        "4k3/8/8/8/8/8/8/1R1K1R2 w FB - 0 1",
        "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",  // king and rook change places
        "4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", // the rook shields the king that would land beside it
        "4k3/8/8/8/8/8/8/1RK4q w B - 0 1",
        "4k3/8/8/8/8/8/8/1K5R w H - 0 1",
    ] {
        agree(&chess960(fen));
        agree_on_every_intent(&chess960(fen));
    }
}

#[test]
fn castling_may_be_the_only_move() {
    // The king stays on g1 and the rook goes to the attacked f1 (law S08); no other move is legal.
    let position = chess960("k4r2/8/8/8/8/7p/7P/6KR w H - 0 1");
    assert_eq!(position.legal_moves().iter().map(LegalMove::uci).collect::<Vec<_>>(), ["g1h1"]);
    agree(&position);
    assert!(!position.is_stalemate());
}

#[test]
fn more_pieces_than_a_game_begins_with() {
    for fen in [
        "6rk/6pp/Q1Q1Q3/QQQQQQQQ/8/QQQQQQQQ/8/QQQQQQQK w - -",
        "6rk/PPPPP1pp/8/QRBQRBQR/8/RBQNRBQN/PPPPPP2/K7 w - -",
        "1b3b2/2p1p1b1/2PbPpkp/2pPpPbP/2PpPpBb/2pBpPp1/2P1P1P1/5BRK b - -",
    ] {
        agree(&Position::parse_fen(fen, Variant::Standard).unwrap_or_else(|error| panic!("{fen}: {error}")));
    }
}

/// `only_move` finds a move exactly if the list has one such move from the given squares.
#[test]
fn only_moves_are_those_of_the_list() {
    walks(11, 160, |position, _| {
        let moves: Vec<_> = position.legal_moves().iter().collect();
        let plain = |legal: &LegalMove<'_>| !legal.mv().is_castling() && legal.promotion().is_none();
        for role in Role::ALL {
            for to in Square::all() {
                let files = File::ALL.map(SquareSet::file);
                let ranks = Rank::ALL.map(SquareSet::rank);
                for among in [SquareSet::ALL].into_iter().chain(files).chain(ranks) {
                    let listed: Vec<_> = moves
                        .iter()
                        .filter(|legal| {
                            legal.role() == role && legal.to() == to && among.contains(legal.from())
                        })
                        .filter(|legal| plain(legal))
                        .collect();
                    let expected = if let [only] = listed[..] { Some(*only) } else { None };
                    assert_eq!(
                        position.only_move(role, among, to),
                        expected,
                        "{role} to {to} among {among:?} in {}",
                        position.fen()
                    );
                }
            }
        }
    });
}
