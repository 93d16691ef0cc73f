//! Checking whether a move is legal and playing it, as a server or a UCI program does.

use super::Effort;
use crate::measure::{Case, Contestant, race};
use crate::peers::{Chess, Cozy, PlayIfLegal, Shakmaty, Tabiya, WriteFen, read_all};
use crate::positions::{Sample, samples};
use crate::progress::Progress;
use crate::report::Table;
use crate::shuffle::shuffle;
use std::hint::black_box;
use tabiya_rules::Position;
use tabiya_rules::cpu::Limit;

pub(super) fn run(effort: &Effort) -> Table {
    let samples = &samples();
    let count = samples.iter().map(|sample| sample.moves.len() + sample.illegal.len()).sum::<usize>() as u64;
    let contestants = vec![
        Contestant::ours("tabiya", Limit::None, work::<Tabiya>(samples)),
        Contestant::peer("cozy-chess", work::<Cozy>(samples)),
        Contestant::peer("chess", work::<Chess>(samples)),
        Contestant::peer("shakmaty", work::<Shakmaty>(samples)),
    ];
    let cases = [Case { name: "requests".to_owned(), count, contestants }];
    let rates = race(&cases, effort.rounds, &Progress::new("legal-play"));
    Table::new("legal-play", "M/s", &cases, rates)
}

fn work<L: PlayIfLegal + WriteFen>(samples: &[Sample]) -> impl Fn() -> u64 + 'static {
    let mut questions = Vec::new();
    for (position, sample) in read_all::<L>(samples).iter().zip(samples) {
        let reference: Position = sample.fen.parse().expect("it is one of ours");
        for uci in sample.moves.iter().map(|mv| &mv.uci).chain(&sample.illegal) {
            let request = L::request(position, uci);
            let expected = reference.parse_uci(uci).ok().map(|legal| legal.play().fen());
            let reached = L::play_if_legal(position, request).map(|child| L::write_fen(&child));
            let same = reached.as_deref().map(first_fields) == expected.as_deref().map(first_fields);
            assert!(same, "{} answers {uci} in {} with {reached:?}", L::NAME, sample.fen);
            questions.push((position, request, expected.is_some()));
        }
    }
    shuffle(&mut questions);
    move || {
        let mut right = 0;
        for (position, request, legal) in &questions {
            let child = L::play_if_legal(position, black_box(*request));
            black_box(&child);
            right += u64::from(child.is_some() == *legal);
        }
        right
    }
}

/// Pieces, turn and castling rights; the libraries differ in how they write the en-passant square.
fn first_fields(fen: &str) -> Vec<&str> {
    fen.split(' ').take(3).collect()
}
