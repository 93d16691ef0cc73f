//! Reading and writing positions and moves. Every result is compared before anything is timed.

use super::Effort;
use crate::measure::{Case, Contestant, race};
use crate::peers::{Chess, Cozy, Library, ReadSan, Shakmaty, Tabiya, WriteFen, WriteSan, read_all};
use crate::positions::{Sample, SampleMove, samples};
use crate::progress::Progress;
use crate::report::Table;
use crate::shuffle::shuffle;
use std::hint::black_box;
use tabiya_rules::cpu::Limit;

pub(super) fn run(effort: &Effort) -> Vec<Table> {
    let samples = &samples();
    let ours = |work| Contestant::ours(Tabiya::NAME, Limit::None, work);
    let positions = samples.len();
    let moves = samples.iter().map(|sample| sample.moves.len()).sum();
    let questions = [
        (
            "FEN read",
            positions,
            vec![
                ours(read_fen::<Tabiya>(samples)),
                peer::<Cozy>(read_fen::<Cozy>(samples)),
                peer::<Chess>(read_fen::<Chess>(samples)),
                peer::<Shakmaty>(read_fen::<Shakmaty>(samples)),
            ],
        ),
        (
            "FEN write",
            positions,
            vec![
                ours(write_fen::<Tabiya>(samples)),
                peer::<Cozy>(write_fen::<Cozy>(samples)),
                peer::<Chess>(write_fen::<Chess>(samples)),
                peer::<Shakmaty>(write_fen::<Shakmaty>(samples)),
            ],
        ),
        (
            "SAN read",
            moves,
            vec![
                ours(read_san::<Tabiya>(samples)),
                peer::<Cozy>(read_san::<Cozy>(samples)),
                peer::<Chess>(read_san::<Chess>(samples)),
                peer::<Shakmaty>(read_san::<Shakmaty>(samples)),
            ],
        ),
        (
            "SAN write",
            moves,
            vec![
                ours(write_san::<Tabiya>(samples)),
                peer::<Cozy>(write_san::<Cozy>(samples)),
                peer::<Shakmaty>(write_san::<Shakmaty>(samples)),
            ],
        ),
    ];
    questions
        .into_iter()
        .map(|(name, count, contestants)| {
            let cases = [Case { name: name.to_owned(), count: count as u64, contestants }];
            let rates = race(&cases, effort.rounds, &Progress::new("text"));
            Table::new(name, "M/s", &cases, rates)
        })
        .collect()
}

type Work = Box<dyn Fn() -> u64>;

fn peer<L: Library>(work: Work) -> Contestant {
    Contestant::peer(L::NAME, work)
}

fn read_fen<L: WriteFen>(samples: &[Sample]) -> Work {
    let texts: Vec<String> = samples.iter().map(|sample| sample.fen.clone()).collect();
    for text in &texts {
        let position = L::read_fen(text).unwrap_or_else(|| panic!("{} cannot read {text}", L::NAME));
        let written = L::write_fen(&position);
        assert_eq!(fields::<L>(&written), fields::<L>(text), "{} writes another position", L::NAME);
    }
    Box::new(move || {
        let read = |text: &String| black_box(&L::read_fen(black_box(text))).is_some();
        texts.iter().filter(|text| read(text)).count() as u64
    })
}

/// The fields of a FEN that the library keeps.
fn fields<L: Library>(fen: &str) -> Vec<&str> {
    fen.split(' ').take(L::FEN_FIELDS).collect()
}

/// Compared in [`read_fen`].
fn write_fen<L: WriteFen>(samples: &[Sample]) -> Work {
    let positions = read_all::<L>(samples);
    Box::new(move || {
        let write = |position| !black_box(&L::write_fen(black_box(position))).is_empty();
        positions.iter().filter(|position| write(*position)).count() as u64
    })
}

fn read_san<L: ReadSan>(samples: &[Sample]) -> Work {
    let mut texts = Vec::new();
    for (position, sample) in read_all::<L>(samples).iter().zip(samples) {
        for SampleMove { uci, san, takes_en_passant } in &sample.moves {
            let text = L::dialect(san, *takes_en_passant);
            let (meant, read) = (L::find(position, uci), L::read_san(position, &text));
            assert!(read.is_some() && read == meant, "{} misreads {text} in {}", L::NAME, sample.fen);
            texts.push((position, text));
        }
    }
    shuffle(&mut texts);
    // One contiguous text, as in a file: this measures parsing, not waiting for memory.
    let file: String = texts.iter().map(|(_, text)| text.as_str()).collect();
    let mut end = 0;
    let places: Vec<_> = texts
        .iter()
        .map(|(position, text)| {
            end += text.len();
            (*position, end - text.len()..end)
        })
        .collect();
    Box::new(move || {
        let read = |position, text| black_box(&L::read_san(position, black_box(text))).is_some();
        places.iter().filter(|(position, place)| read(position, &file[place.clone()])).count() as u64
    })
}

fn write_san<L: WriteSan>(samples: &[Sample]) -> Work {
    let mut moves = Vec::new();
    for (position, sample) in read_all::<L>(samples).iter().zip(samples) {
        for SampleMove { uci, san, .. } in &sample.moves {
            let mv = L::find(position, uci).unwrap_or_else(|| panic!("{} refuses {uci}", L::NAME));
            assert_eq!(&L::write_san(position, mv), san, "{} in {}", L::NAME, sample.fen);
            moves.push((position, mv));
        }
    }
    shuffle(&mut moves);
    Box::new(move || {
        let write = |position, mv| !black_box(&L::write_san(position, black_box(mv))).is_empty();
        moves.iter().filter(|(position, mv)| write(position, *mv)).count() as u64
    })
}
