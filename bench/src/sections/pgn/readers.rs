//! The ways to read a file; all return how many moves they found.

use pgn_reader::{SanPlus, Skip};
use shakmaty::{Chess, Position as _};
use std::hint::black_box;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use tabiya_pgn::{BoxedFault, End, Reader, TokenVisitor, Visitor, Word, last_game_start};
use tabiya_rules::LegalMove;

struct TokenCounter(u64);

impl TokenVisitor for TokenCounter {
    fn word(&mut self, word: Word<'_>) -> Result<(), BoxedFault> {
        black_box(word);
        self.0 += 1;
        Ok(())
    }
}

pub(super) fn tokens(bytes: &'static [u8]) -> u64 {
    let mut words = TokenCounter(0);
    Reader::from_slice(bytes).tokenize_all(&mut words).expect("a slice is read");
    words.0
}

struct SanCounter(u64);

impl TokenVisitor for SanCounter {
    fn word(&mut self, word: Word<'_>) -> Result<(), BoxedFault> {
        self.0 += u64::from(black_box(word.san()).is_ok());
        Ok(())
    }
}

pub(super) fn tokens_with_san(bytes: &'static [u8]) -> u64 {
    let mut sans = SanCounter(0);
    Reader::from_slice(bytes).tokenize_all(&mut sans).expect("a slice is read");
    sans.0
}

#[derive(Default)]
struct MoveCounter(u64);

impl Visitor for MoveCounter {
    fn play(&mut self, _: LegalMove<'_>) {
        self.0 += 1;
    }

    fn end(&mut self, end: End<'_>) {
        black_box(end.position);
    }
}

pub(super) fn replay(bytes: &'static [u8]) -> u64 {
    let mut played = MoveCounter::default();
    Reader::from_slice(bytes).read_all(&mut played).expect("a slice is read");
    played.0
}

pub(super) fn replay_stream(bytes: &'static [u8]) -> u64 {
    let mut played = MoveCounter::default();
    Reader::new(bytes).read_all(&mut played).expect("a slice is read");
    played.0
}

pub(super) fn trees(bytes: &'static [u8]) -> u64 {
    let trees = Reader::from_slice(bytes).trees();
    trees.map(|tree| black_box(&tree.expect("a slice is read")).len() as u64 - 1).sum()
}

/// Many more pieces than threads, so that no thread waits long for the last one.
const PIECES: usize = 32;

pub(super) fn replay_parallel(bytes: &'static [u8], threads: usize) -> u64 {
    let mut pieces = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let target = rest.len().saturating_sub(bytes.len() / PIECES);
        // Cut from the end, at the start of the last game before the target.
        let cut = if target == 0 { 0 } else { last_game_start(&rest[..target]).unwrap_or(0) };
        pieces.push(&rest[cut..]);
        rest = &rest[..cut];
    }
    let (next, moves) = (AtomicUsize::new(0), AtomicU64::new(0));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
                    moves.fetch_add(replay(piece), Ordering::Relaxed);
                }
            });
        }
    });
    moves.into_inner()
}

struct PeerTokenCounter(u64);

impl pgn_reader::Visitor for PeerTokenCounter {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, _: ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, _: &mut (), san: SanPlus) -> ControlFlow<()> {
        black_box(san);
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: ()) {}
}

pub(super) fn pgn_reader_tokens(bytes: &'static [u8]) -> u64 {
    let mut words = PeerTokenCounter(0);
    pgn_reader::Reader::new(Cursor::new(bytes)).visit_all_games(&mut words).expect("a slice is read");
    words.0
}

struct PeerMoveCounter(u64);

impl pgn_reader::Visitor for PeerMoveCounter {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, _: ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(mv) => {
                position.play_unchecked(mv);
                self.0 += 1;
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, position: Chess) {
        black_box(&position);
    }
}

pub(super) fn pgn_reader_replay(bytes: &'static [u8]) -> u64 {
    let mut played = PeerMoveCounter(0);
    pgn_reader::Reader::new(Cursor::new(bytes)).visit_all_games(&mut played).expect("a slice is read");
    played.0
}
