//! The hunt for a wrong answer.

mod enumerate;
mod judge;
mod mutate;
mod random;
mod seeds;

pub(crate) use judge::{Judged, judge};
pub(crate) use random::Random;

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
        random: Random::new(effort.seed),
        collected: seeds::collected(),
        pool: Vec::new(),
        seen: HashSet::new(),
        last: Verdict::Undecided,
        tally: Tally::default(),
    };
    while hunter.tally.positions < effort.positions {
        let Some(position) = hunter.next() else { continue };
        hunter.tally.positions += 1;
        for winner in Color::ALL {
            hunter.question(&position, winner, effort);
        }
        progress(&hunter.tally);
    }
    hunter.tally
}

/// How many unwinnable positions are kept to be changed a little.
const POOL: usize = 50_000;

struct Hunter {
    random: Random,
    collected: Vec<Position>,
    pool: Vec<Position>,
    seen: HashSet<u64>,
    /// The last proof that something cannot be won.
    last: Verdict,
    tally: Tally,
}

impl Hunter {
    /// A position that was not asked about before: a new one, or one with a few changes.
    fn next(&mut self) -> Option<Position> {
        let among = if self.random.one_in(5) { &self.collected } else { &self.pool };
        let position = match self.random.pick(among) {
            Some(position) if !self.random.one_in(5) => mutate(&position, &mut self.random)?,
            _ => seeds::seed(&mut self.random),
        };
        self.seen.insert(position.key()).then_some(position)
    }

    fn question(&mut self, position: &Position, winner: Color, effort: &Effort) {
        self.tally.asked += 1;
        let judged = ask(position, winner, Limits { states: effort.limit }).map(|verdict| {
            let most = self.allowance(&verdict, effort);
            (judge(position, winner, &verdict, most, &mut self.random), verdict)
        });
        match judged {
            Ok((Judged::Mates, _)) => {
                self.tally.mates += 1;
                self.forge(position, winner);
            }
            Ok((Judged::Undecided, _)) => self.tally.undecided += 1,
            Ok((Judged::Confirmed(positions), verdict)) => self.keep(position, verdict, positions, true),
            Ok((Judged::Unconfirmed(positions), verdict)) => self.keep(position, verdict, positions, false),
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
    fn keep(&mut self, position: &Position, verdict: Verdict, enumerated: usize, confirmed: bool) {
        let Verdict::Unwinnable(proof) = &verdict else { return };
        let proofs = self.tally.proofs.entry(kind(proof)).or_default();
        proofs.all += 1;
        proofs.confirmed += usize::from(confirmed);
        proofs.enumerated += enumerated;
        self.last = verdict;
        // Games that are over and a handful of men are unwinnable without an argument, and what is made of a
        // position that is too large to confirm is mostly too large as well.
        let plain = enumerated == 1 || position.board().occupied().len() < 6;
        if plain || (!confirmed && !self.random.one_in(16)) {
            return;
        }
        if self.pool.len() < POOL {
            self.pool.push(*position);
        } else {
            let place = self.random.below(POOL);
            self.pool[place] = *position;
        }
    }

    /// What can be won has no proof that it cannot: another position's proof must not be accepted.
    fn forge(&mut self, position: &Position, winner: Color) {
        if let Verdict::Unwinnable(_) = self.last
            && self.random.one_in(16)
        {
            self.tally.forgeries += 1;
            if verify(position, winner, &self.last) {
                let last = &self.last;
                self.tally.refuted.push(format!("{position}: {winner}: a wrong proof is accepted: {last:?}"));
            }
        }
    }
}

/// A proof in words, without its numbers.
fn kind(proof: &Proof) -> String {
    let words = proof.to_string();
    let parts: Vec<&str> = words.split(|letter: char| letter.is_ascii_digit()).collect();
    parts.join("#").replace("##", "#").replace("##", "#")
}
