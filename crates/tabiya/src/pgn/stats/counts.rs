//! The statistics, and their output.

use rules::{Color, Move, Outcome, Position};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The length of an opening in half-moves.
pub(super) const OPENING_PLIES: usize = 4;
/// How many openings are shown.
const MAX_SHOWN_OPENINGS: usize = 10;
/// Lengths are counted in steps of this many moves.
const LENGTH_STEP: u32 = 20;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ending {
    Checkmate,
    Stalemate,
    Dead,
    /// The value of the tag `Termination`.
    Tagged(String),
    Unknown,
}

impl Ending {
    fn name(&self) -> &str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::Dead => "dead position",
            Ending::Tagged(termination) => termination,
            Ending::Unknown => "unknown",
        }
    }
}

#[derive(Default)]
pub(super) struct Counts {
    /// White wins, Black wins, draws, both lose, half a point for one side, unknown.
    results: [u64; 6],
    openings: BTreeMap<Vec<Move>, u64>,
    lengths: BTreeMap<u32, u64>,
    longest: u32,
    half_moves: u64,
    endings: BTreeMap<Ending, u64>,
    /// Questions that the limits left open.
    pub(super) undecided: u64,
}

impl Counts {
    pub(super) fn result(&mut self, outcome: Option<Outcome>) {
        self.results[match outcome {
            Some(Outcome::Win(Color::White)) => 0,
            Some(Outcome::Win(Color::Black)) => 1,
            Some(Outcome::Draw) => 2,
            Some(Outcome::BothLose) => 3,
            Some(Outcome::HalfPoint(_)) => 4,
            None => 5,
        }] += 1;
    }

    pub(super) fn opening(&mut self, moves: &[Move]) {
        *self.openings.entry(moves.to_vec()).or_default() += 1;
    }

    pub(super) fn length(&mut self, half_moves: u32) {
        let moves = half_moves.div_ceil(2);
        *self.lengths.entry(moves / LENGTH_STEP).or_default() += 1;
        self.longest = self.longest.max(moves);
        self.half_moves += u64::from(half_moves);
    }

    pub(super) fn ending(&mut self, ending: Ending) {
        *self.endings.entry(ending).or_default() += 1;
    }

    pub(super) fn add(&mut self, other: Counts) {
        for (sum, number) in self.results.iter_mut().zip(other.results) {
            *sum += number;
        }
        add(&mut self.openings, other.openings);
        add(&mut self.lengths, other.lengths);
        add(&mut self.endings, other.endings);
        self.longest = self.longest.max(other.longest);
        self.half_moves += other.half_moves;
        self.undecided += other.undecided;
    }

    pub(super) fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let names = ["1-0", "0-1", "1/2-1/2", "0-0", "1/2-0, 0-1/2", "*"];
        let results = names.into_iter().zip(self.results).filter(|(_, count)| *count > 0);
        table(output, "results", results)?;

        let mut openings: Vec<_> = self.openings.iter().collect();
        openings.sort_by_key(|(moves, count)| (std::cmp::Reverse(**count), *moves));
        let all = openings.len();
        let shown =
            openings.into_iter().take(MAX_SHOWN_OPENINGS).map(|(moves, count)| (written(moves), *count));
        table(output, &format!("openings by their first moves ({all} different)"), shown)?;

        let games: u64 = self.lengths.values().sum();
        let average = self.half_moves as f64 / 2.0 / games.max(1) as f64;
        let lengths = self.lengths.iter().map(|(step, count)| {
            (
                format!(
                    "{}-{}",
                    (step * LENGTH_STEP).max(u32::from(*step > 0)),
                    step * LENGTH_STEP + LENGTH_STEP - 1
                ),
                *count,
            )
        });
        table(
            output,
            &format!("lengths in moves (average {average:.1}, longest {})", self.longest),
            lengths,
        )?;

        let mut endings: Vec<_> =
            self.endings.iter().map(|(ending, count)| (ending.name(), *count)).collect();
        endings.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
        table(output, "endings", endings.into_iter())
    }
}

fn add<K: Ord>(sums: &mut BTreeMap<K, u64>, others: BTreeMap<K, u64>) {
    for (key, count) in others {
        *sums.entry(key).or_default() += count;
    }
}

fn table(
    output: &mut impl Write,
    title: &str,
    rows: impl Iterator<Item = (impl AsRef<str>, u64)>,
) -> io::Result<()> {
    writeln!(output, "\n{title}")?;
    for (name, count) in rows {
        writeln!(output, "  {count:>10}  {}", name.as_ref())?;
    }
    Ok(())
}

/// The first moves of a game in SAN.
fn written(moves: &[Move]) -> String {
    let mut position = Position::start();
    let mut text = String::new();
    for mv in moves {
        let legal = position.legal(*mv).expect("these moves were played from the usual start");
        if position.turn() == Color::White {
            text += &format!("{}. ", position.fullmoves());
        }
        text += &legal.san();
        text.push(' ');
        position = legal.play();
    }
    text.trim_end().to_string()
}
