//! What was found about positions before, shared by all threads ("transposition table").
//!
//! No lock: an entry is two words, and the first is the key mixed with the second. Where two threads write
//! at once the words do not fit together, and the entry reads as missing. A wrong entry is still possible,
//! once in a long while; the search checks that its move is legal and takes the rest as an opinion.

use crate::score::Value;
use rules::{Intent, Move, Promotion, Square};
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// How a value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// It is at least this good.
    Lower,
    /// It is at most this good.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move, to be checked for legality.
    pub(crate) best: Option<Intent>,
    /// Mates count from this position.
    pub(crate) value: Value,
    /// What the evaluation alone said, if it was asked.
    pub(crate) evaluation: Option<Value>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Whether it lies on a line that both sides would choose.
    pub(crate) principal: bool,
}

#[derive(Default)]
struct Slot {
    /// The key, mixed with the data.
    check: AtomicU64,
    data: AtomicU64,
}

/// Slots that one position may use: a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The table. Its size is fixed; a new one is made for another.
pub struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

impl Table {
    /// A table of so many megabytes, at least one.
    pub fn with_megabytes(megabytes: usize) -> Table {
        Table::with_buckets(megabytes.max(1) * (1 << 20) / size_of::<Bucket>())
    }

    /// The same, or an error where the machine has no room for it.
    pub fn try_with_megabytes(megabytes: usize) -> Result<Table, TryReserveError> {
        let count = megabytes.max(1).saturating_mul((1 << 20) / size_of::<Bucket>());
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Table { buckets, generation: AtomicU8::new(0) })
    }

    /// A table that is small enough to be made for a single move.
    pub(crate) fn with_buckets(count: usize) -> Table {
        let buckets = (0..count.max(1)).map(|_| Bucket::default()).collect();
        Table { buckets, generation: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// A new search begins: what older ones found gives way sooner.
    pub fn age(&self) {
        let next = self.generation.load(Ordering::Relaxed).wrapping_add(1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// How full it is with what this search found, in thousandths, judged by a part of it.
    pub fn permill_full(&self) -> usize {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let is_recent = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && unpack_generation(data) == generation
        };
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(is_recent).count();
        used * 1000 / (sample.len() * 4)
    }

    fn bucket(&self, key: u64) -> &[Slot; 4] {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }

    /// A position will be looked up soon. Its place is read now and used later, so that memory brings it
    /// while something else is done.
    #[inline(always)]
    pub(crate) fn expect(&self, key: u64) {
        let _ = self.bucket(key)[0].check.load(Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    #[inline]
    pub(crate) fn put(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut place = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let known = unpack(data);
                // A move found before is better than none, and a deep result than a shallow guess.
                entry.best = entry.best.or(known.best);
                let keeps = entry.bound != Bound::Exact
                    && unpack_generation(data) == generation
                    && entry.depth + 3 + 2 * i32::from(entry.principal) < known.depth;
                if keeps {
                    return;
                }
                place = slot;
                break;
            }
            let worth = if data == 0 {
                i32::MIN
            } else {
                let age = (GENERATIONS + generation - unpack_generation(data)) % GENERATIONS;
                unpack(data).depth - 8 * i32::from(age)
            };
            if worth < least {
                (least, place) = (worth, slot);
            }
        }
        let data = pack(entry, generation);
        place.check.store(key ^ data, Ordering::Relaxed);
        place.data.store(data, Ordering::Relaxed);
    }
}

/// Searches are numbered round in so many steps.
const GENERATIONS: u8 = 32;
/// Stands for an evaluation that was not asked for.
const NO_EVALUATION: i16 = i16::MIN;

/// Places of the parts: move 16 bits, value 16, evaluation 16, depth 8, bound 2, principal 1, generation 5.
const VALUE: u32 = 16;
const EVALUATION: u32 = 32;
const DEPTH: u32 = 48;
const BOUND: u32 = 56;
const PRINCIPAL: u32 = 58;
const GENERATION: u32 = 59;

fn pack(entry: Entry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let evaluation = entry.evaluation.map_or(NO_EVALUATION, |value| value as i16);
    u64::from(entry.best.map_or(0, pack_intent))
        | u64::from(entry.value as i16 as u16) << VALUE
        | u64::from(evaluation as u16) << EVALUATION
        | u64::from(entry.depth.clamp(-128, 127) as i8 as u8) << DEPTH
        | bound << BOUND
        | u64::from(entry.principal) << PRINCIPAL
        | u64::from(generation) << GENERATION
}

fn unpack(data: u64) -> Entry {
    let evaluation = (data >> EVALUATION) as i16;
    Entry {
        best: unpack_intent(data as u16),
        value: Value::from((data >> VALUE) as i16),
        evaluation: (evaluation != NO_EVALUATION).then_some(Value::from(evaluation)),
        depth: i32::from((data >> DEPTH) as i8),
        bound: match data >> BOUND & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        principal: data >> PRINCIPAL & 1 == 1,
    }
}

fn unpack_generation(data: u64) -> u8 {
    (data >> GENERATION) as u8
}

/// From and to are different squares, so that zero stands for none.
fn pack_intent(intent: Intent) -> u16 {
    let promotion = match intent.promotion {
        None => 0,
        Some(Promotion::Knight) => 1,
        Some(Promotion::Bishop) => 2,
        Some(Promotion::Rook) => 3,
        Some(Promotion::Queen) => 4,
    };
    intent.from.index() as u16 | (intent.to.index() as u16) << 6 | promotion << 12
}

fn unpack_intent(bits: u16) -> Option<Intent> {
    let square = |bits: u16| Square::from_index(usize::from(bits & 63));
    let promotion = match bits >> 12 {
        0 => None,
        1 => Some(Promotion::Knight),
        2 => Some(Promotion::Bishop),
        3 => Some(Promotion::Rook),
        _ => Some(Promotion::Queen),
    };
    if bits == 0 {
        return None;
    }
    Some(Intent { from: square(bits)?, to: square(bits >> 6)?, promotion })
}

/// A best move as entries keep it.
pub(crate) fn stored(best: Option<Move>) -> Option<Intent> {
    best.map(Move::intent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    fn entry(depth: i32) -> Entry {
        Entry {
            best: None,
            value: -77,
            evaluation: Some(-31_000),
            depth,
            bound: Bound::Lower,
            principal: true,
        }
    }

    #[test]
    fn every_part_survives() {
        let moves = ["4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"];
        for position in moves.map(|fen| fen.parse::<Position>().unwrap()) {
            for legal in &position.legal_moves() {
                let best = stored(Some(legal.mv()));
                for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                    let written = Entry { best, bound, ..entry(-3) };
                    assert_eq!(unpack(pack(written, 31)), written);
                    assert_eq!(unpack_generation(pack(written, 31)), 31);
                    assert_eq!(position.legal(best.unwrap()), Some(legal));
                }
            }
        }
        let bare = Entry { evaluation: None, principal: false, ..entry(0) };
        assert_eq!(unpack(pack(bare, 0)), bare);
    }

    #[test]
    fn deep_results_outlive_shallow_ones_until_they_are_old() {
        let table = Table::with_buckets(1);
        for key in 1..=4 {
            table.put(key, entry(20));
        }
        table.put(5, entry(1));
        assert_eq!((1..=5).filter(|key| table.get(*key).is_some()).count(), 4);
        assert_eq!(table.get(5), Some(entry(1)));
        for _ in 0..4 {
            table.age();
        }
        for key in 6..=9 {
            table.put(key, entry(2));
        }
        assert!((6..=9).all(|key| table.get(key).is_some()));
        assert_eq!(table.permill_full(), 1000);
        table.clear();
        assert!((1..=9).all(|key| table.get(key).is_none()));
    }

    #[test]
    fn torn_entries_read_as_missing() {
        let table = Table::with_buckets(1);
        table.put(42, entry(3));
        let slot = &table.bucket(42)[0];
        slot.data.store(pack(entry(4), 0), Ordering::Relaxed);
        assert_eq!(table.get(42), None);
    }
}
