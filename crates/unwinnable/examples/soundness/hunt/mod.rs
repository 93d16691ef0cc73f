//! The search for a wrong answer.

mod enumerate;
mod judge;
mod mutate;
mod seeds;

pub(crate) use judge::{Assessment, judge};

use fastrand::Rng;
use judge::ask;
use mutate::mutate;
use rules::{Color, Position};
use std::collections::{BTreeMap, HashSet};
use tabiya_unwinnable::{Limits, Proof, Verdict, verify};

/// How long and how hard to search.
pub(crate) struct Effort {
    /// The number of different positions.
    pub(crate) positions: usize,
    pub(crate) seed: u64,
    /// How many positions the solver may visit for an answer.
    pub(crate) limit: usize,
    /// The maximum number of positions that are enumerated to confirm one answer.
    pub(crate) most: usize,
    /// The average of that number over all positions, for each kind of proof. Large graphs are enumerated as far as
    /// this budget allows, and frequent kinds of proof do not use up the budget of rare ones.
    pub(crate) mean: usize,
}

/// The counts so far.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) positions: usize,
    pub(crate) asked: usize,
    pub(crate) mates: usize,
    pub(crate) undecided: usize,
    pub(crate) forgeries: usize,
    /// The answers "cannot win", by kind of proof.
    pub(crate) proofs: BTreeMap<String, Proofs>,
    /// The wrong answers: the position, the side and the reason.
    pub(crate) refuted: Vec<String>,
}

/// The answers "cannot win" with the same kind of proof.
#[derive(Clone, Default)]
pub(crate) struct Proofs {
    pub(crate) all: usize,
    /// Those confirmed by enumerating every reachable position.
    pub(crate) confirmed: usize,
    /// How many positions were enumerated, unconfirmed answers included.
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

/// Checks as many positions as asked for. `progress` is called after each.
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
            hunter.check(&position, winner, parent, effort);
        }
        progress(&hunter.tally);
    }
    hunter.tally
}

/// How many unwinnable positions are kept for mutation.
const MAX_POOL: usize = 50_000;

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
    /// A position that was not checked before: a new one, or a mutation of one in the pool with its index there.
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

    fn check(&mut self, position: &Position, winner: Color, parent: Option<usize>, effort: &Effort) {
        self.tally.asked += 1;
        let judged = ask(position, winner, Limits::states(effort.limit)).map(|verdict| {
            let most = self.allowance(&verdict, effort);
            (judge(position, winner, &verdict, most, &mut self.random), verdict)
        });
        let unwinnable = |verdict| Unwinnable { position: *position, winner, verdict };
        match judged {
            Ok((Assessment::Mates, _)) => {
                self.tally.mates += 1;
                self.forge(position, winner, parent);
            }
            Ok((Assessment::Undecided, _)) => self.tally.undecided += 1,
            Ok((Assessment::Confirmed(positions), verdict)) => {
                self.keep(unwinnable(verdict), positions, true);
            }
            Ok((Assessment::Unconfirmed(positions), verdict)) => {
                self.keep(unwinnable(verdict), positions, false);
            }
            Ok((Assessment::Refuted(why), _)) | Err(why) => {
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

    /// Counts an unwinnable position, and keeps it in the pool for mutation if it is worth it.
    fn keep(&mut self, unwinnable: Unwinnable, enumerated: usize, confirmed: bool) {
        let Verdict::Unwinnable(proof) = &unwinnable.verdict else { return };
        let proofs = self.tally.proofs.entry(kind(proof)).or_default();
        proofs.all += 1;
        proofs.confirmed += usize::from(confirmed);
        proofs.enumerated += enumerated;
        // Finished games and positions with few pieces are trivially unwinnable, and the mutations of a position that
        // is too large to confirm are mostly too large as well.
        let trivial = enumerated == 1 || unwinnable.position.board().occupied().len() < 6;
        if trivial || (!confirmed && self.random.usize(..16) != 0) {
            return;
        }
        if self.pool.len() < MAX_POOL {
            self.pool.push(unwinnable);
        } else {
            let place = self.random.usize(..MAX_POOL);
            self.pool[place] = unwinnable;
        }
    }

    /// There is no proof that a winnable position cannot be won, so the proof for its parent must not be accepted here.
    fn forge(&mut self, position: &Position, winner: Color, parent: Option<usize>) {
        let Some(parent) = parent.map(|place| &self.pool[place]) else { return };
        // Only sometimes, because some proofs are slow to check.
        if parent.winner == winner && self.random.usize(..4) == 0 {
            self.tally.forgeries += 1;
            if verify(position, winner, &parent.verdict) {
                let wrong = format!("{position}: {winner}: the proof for {} is accepted", parent.position);
                self.tally.refuted.push(wrong);
            }
        }
    }
}

/// A random item; `None` from an empty slice.
fn pick<T: Copy>(random: &mut Rng, among: &[T]) -> Option<T> {
    random.choice(among).copied()
}

/// The text of a proof with its numbers replaced by `#`.
fn kind(proof: &Proof) -> String {
    let words = proof.to_string();
    let parts: Vec<&str> = words.split(|letter: char| letter.is_ascii_digit()).collect();
    parts.join("#").replace("##", "#").replace("##", "#")
}
