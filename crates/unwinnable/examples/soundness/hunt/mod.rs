//! The hunt for a wrong answer.

mod enumerate;
mod judge;
mod mutate;
mod seeds;

pub(crate) use judge::{Judged, judge};

use fastrand::Rng;
use judge::ask;
use mutate::mutate;
use rules::{Color, Position};
use std::collections::{BTreeMap, HashSet};
use tabiya_unwinnable::{Limits, Proof, Verdict, verify};

/// How long to hunt, and how hard.
pub(crate) struct Effort {
    /// So many different positions.
    pub(crate) positions: usize,
    pub(crate) seed: u64,
    /// What the solver may look at for an answer.
    pub(crate) limit: usize,
    /// The most positions that are enumerated to confirm one answer.
    pub(crate) most: usize,
    /// The mean of that over all positions, for each kind of proof: large graphs are enumerated where this
    /// leaves room, and the proofs that abound take nothing from those that are rare.
    pub(crate) mean: usize,
}

/// What has been seen so far.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) positions: usize,
    pub(crate) asked: usize,
    pub(crate) mates: usize,
    pub(crate) undecided: usize,
    pub(crate) forgeries: usize,
    /// Answers of "cannot win", by what proves them.
    pub(crate) proofs: BTreeMap<String, Proofs>,
    /// What was found wrong: the position, the side and why.
    pub(crate) refuted: Vec<String>,
}

/// Answers of "cannot win" that have the same kind of proof.
#[derive(Clone, Default)]
pub(crate) struct Proofs {
    pub(crate) all: usize,
    /// By enumerating everything.
    pub(crate) confirmed: usize,
    /// How many positions that took, and those that were too large.
    pub(crate) enumerated: usize,
}

impl Tally {
    /// All kinds of proofs together.
    pub(crate) fn unwinnable(&self) -> Proofs {
        self.proofs.values().fold(Proofs::default(), |sum, kind| Proofs {
            all: sum.all + kind.all,
            confirmed: sum.confirmed + kind.confirmed,
            enumerated: sum.enumerated + kind.enumerated,
        })
    }
}

/// Goes on until it has seen so many positions; `progress` is called with each.
pub(crate) fn hunt(effort: &Effort, mut progress: impl FnMut(&Tally)) -> Tally {
    let mut hunter = Hunter {
        random: Rng::with_seed(effort.seed),
        pool: Vec::new(),
        seen: HashSet::new(),
        tally: Tally::default(),
    };
    while hunter.tally.positions < effort.positions {
        let Some((position, parent)) = hunter.next() else { continue };
        hunter.tally.positions += 1;
        for winner in Color::ALL {
            hunter.question(&position, winner, parent, effort);
        }
        progress(&hunter.tally);
    }
    hunter.tally
}

/// How many unwinnable positions are kept to be changed a little.
const POOL: usize = 50_000;

/// A position that one side cannot win, with the proof.
struct Unwinnable {
    position: Position,
    winner: Color,
    verdict: Verdict,
}

struct Hunter {
    random: Rng,
    pool: Vec<Unwinnable>,
    seen: HashSet<u64>,
    tally: Tally,
}

impl Hunter {
    /// A position that was not asked about before: a new one, or one with a few changes, and where in the pool
    /// it comes from.
    fn next(&mut self) -> Option<(Position, Option<usize>)> {
        let random = &mut self.random;
        let (position, parent) = match random.usize(..5) {
            0 => (seeds::seed(random), None),
            _ if !self.pool.is_empty() => {
                let place = random.usize(..self.pool.len());
                (mutate(&self.pool[place].position, random)?, Some(place))
            }
            _ => (seeds::seed(random), None),
        };
        self.seen.insert(position.key()).then_some((position, parent))
    }

    fn question(&mut self, position: &Position, winner: Color, parent: Option<usize>, effort: &Effort) {
        self.tally.asked += 1;
        let judged = ask(position, winner, Limits::states(effort.limit)).map(|verdict| {
            let most = self.allowance(&verdict, effort);
            (judge(position, winner, &verdict, most, &mut self.random), verdict)
        });
        let unwinnable = |verdict| Unwinnable { position: *position, winner, verdict };
        match judged {
            Ok((Judged::Mates, _)) => {
                self.tally.mates += 1;
                self.forge(position, winner, parent);
            }
            Ok((Judged::Undecided, _)) => self.tally.undecided += 1,
            Ok((Judged::Confirmed(positions), verdict)) => self.keep(unwinnable(verdict), positions, true),
            Ok((Judged::Unconfirmed(positions), verdict)) => self.keep(unwinnable(verdict), positions, false),
            Ok((Judged::Refuted(why), _)) | Err(why) => {
                self.tally.refuted.push(format!("{position}: {winner}: {why}"));
            }
        }
    }

    /// How many positions may be enumerated to confirm this answer.
    fn allowance(&self, verdict: &Verdict, effort: &Effort) -> usize {
        let Verdict::Unwinnable(proof) = verdict else { return 0 };
        let spent = self.tally.proofs.get(&kind(proof)).map_or(0, |kind| kind.enumerated);
        let saved = (self.tally.positions * effort.mean).saturating_sub(spent);
        effort.most.min(saved.max(effort.mean))
    }

    /// An unwinnable position is counted, and others are made of it.
    fn keep(&mut self, unwinnable: Unwinnable, enumerated: usize, confirmed: bool) {
        let Verdict::Unwinnable(proof) = &unwinnable.verdict else { return };
        let proofs = self.tally.proofs.entry(kind(proof)).or_default();
        proofs.all += 1;
        proofs.confirmed += usize::from(confirmed);
        proofs.enumerated += enumerated;
        // Games that are over and a handful of men are unwinnable without an argument, and what is made of a
        // position that is too large to confirm is mostly too large as well.
        let plain = enumerated == 1 || unwinnable.position.board().occupied().len() < 6;
        if plain || (!confirmed && self.random.usize(..16) != 0) {
            return;
        }
        if self.pool.len() < POOL {
            self.pool.push(unwinnable);
        } else {
            let place = self.random.usize(..POOL);
            self.pool[place] = unwinnable;
        }
    }

    /// What can be won has no proof that it cannot: that of the position it was made of must not be accepted.
    fn forge(&mut self, position: &Position, winner: Color, parent: Option<usize>) {
        let Some(parent) = parent.map(|place| &self.pool[place]) else { return };
        // Not always: some proofs are slow to check.
        if parent.winner == winner && self.random.usize(..4) == 0 {
            self.tally.forgeries += 1;
            if verify(position, winner, &parent.verdict) {
                let wrong = format!("{position}: {winner}: the proof for {} is accepted", parent.position);
                self.tally.refuted.push(wrong);
            }
        }
    }
}

/// One of these; none from nothing.
fn pick<T: Copy>(random: &mut Rng, among: &[T]) -> Option<T> {
    random.choice(among).copied()
}

/// A proof in words, without its numbers.
fn kind(proof: &Proof) -> String {
    let words = proof.to_string();
    let parts: Vec<&str> = words.split(|letter: char| letter.is_ascii_digit()).collect();
    parts.join("#").replace("##", "#").replace("##", "#")
}
