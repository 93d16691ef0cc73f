//! The transposition table: results of earlier searches of a position, shared by all threads.
//!
//! It has no lock: an entry is two words, and the first is the key XORed with the second. If two threads write at once,
//! the words do not match, and the entry reads as missing. A wrong entry is still possible, though very rare; the
//! search checks that its move is legal and treats the rest as a hint.

use crate::score::Value;
use rules::{Intent, Move, Promotion, Square, cpu};
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// How a value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is exact.
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// A stored position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move, to be checked for legality.
    pub(crate) best: Option<Intent>,
    /// The distance to a mate is counted from this position.
    pub(crate) value: Value,
    /// The static evaluation, if it was computed.
    pub(crate) evaluation: Option<Value>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Whether it was searched as part of a principal variation.
    pub(crate) was_pv: bool,
}

#[derive(Default)]
struct Slot {
    /// The key XORed with the data.
    check: AtomicU64,
    data: AtomicU64,
}

/// The slots that one position may use, in one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The transposition table. Its size is fixed; another size needs a new table.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of this many megabytes, at least one.
    pub fn with_megabytes(megabytes: usize) -> TranspositionTable {
        let count = megabytes.max(1) * (1 << 20) / size_of::<Bucket>();
        TranspositionTable::with_buckets(count)
    }

    /// [`TranspositionTable::with_megabytes`], or an error if there is not enough memory.
    pub fn try_with_megabytes(megabytes: usize) -> Result<TranspositionTable, TryReserveError> {
        let count = megabytes.max(1).saturating_mul((1 << 20) / size_of::<Bucket>());
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        Ok(TranspositionTable::filling(buckets, count))
    }

    /// A table of this many buckets, at least one.
    pub(crate) fn with_buckets(count: usize) -> TranspositionTable {
        TranspositionTable::filling(Vec::with_capacity(count.max(1)), count.max(1))
    }

    /// A table in the memory of `buckets`, which is still empty.
    fn filling(mut buckets: Vec<Bucket>, count: usize) -> TranspositionTable {
        prefer_huge_pages(&buckets);
        buckets.resize_with(count, Bucket::default);
        TranspositionTable { buckets, generation: AtomicU8::new(0) }
    }

    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Starts a new generation; entries of older ones are replaced first.
    pub fn age(&self) {
        let next = self.generation.load(Ordering::Relaxed).wrapping_add(1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// How full the table is with entries of the current generation, in thousandths, estimated from a sample.
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

    /// Starts loading the bucket of a position that will be probed soon, so that memory latency overlaps with other
    /// work.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        cpu::prefetch(self.bucket(key));
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    #[inline]
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut place = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let known = unpack(data);
                // Keep an older move rather than none, and a deep result rather than a shallow one.
                entry.best = entry.best.or(known.best);
                let keeps = entry.bound != Bound::Exact
                    && unpack_generation(data) == generation
                    && entry.depth + 3 + 2 * i32::from(entry.was_pv) < known.depth;
                if keeps {
                    return;
                }
                place = slot;
                break;
            }
            let priority = if data == 0 {
                i32::MIN
            } else {
                let age = (GENERATIONS + generation - unpack_generation(data)) % GENERATIONS;
                unpack(data).depth - 8 * i32::from(age)
            };
            if priority < least {
                (least, place) = (priority, slot);
            }
        }
        let data = pack(entry, generation);
        place.check.store(key ^ data, Ordering::Relaxed);
        place.data.store(data, Ordering::Relaxed);
    }
}

/// Asks Linux for pages of two megabytes. Probes hit random places of the table, and with small pages most of them miss
/// the CPU's address cache (TLB).
fn prefer_huge_pages(buckets: &Vec<Bucket>) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        const HUGE: usize = 2 << 20;
        let start = buckets.as_ptr().addr().next_multiple_of(HUGE);
        let end = (buckets.as_ptr().addr() + buckets.capacity() * size_of::<Bucket>()) / HUGE * HUGE;
        if start < end {
            #[expect(unsafe_code, reason = "measured: the search is 1.05 times as fast, see docs/engine.md")]
            // SAFETY: the pages lie within the memory of `buckets`, and the advice changes nothing but their size. A
            // system that refuses it changes nothing at all.
            let _ = unsafe {
                let pages = buckets.as_ptr().with_addr(start).cast_mut().cast();
                rustix::mm::madvise(pages, end - start, rustix::mm::Advice::LinuxHugepage)
            };
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = buckets;
}

/// Generations are counted modulo this.
const GENERATIONS: u8 = 32;
/// Marks an entry without a static evaluation.
const NO_EVALUATION: i16 = i16::MIN;

/// Bit offsets of the fields: move 16 bits, value 16, evaluation 16, depth 8, bound 2, was_pv 1, generation 5.
const VALUE: u32 = 16;
const EVALUATION: u32 = 32;
const DEPTH: u32 = 48;
const BOUND: u32 = 56;
const WAS_PV: u32 = 58;
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
        | u64::from(entry.was_pv) << WAS_PV
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
        was_pv: data >> WAS_PV & 1 == 1,
    }
}

fn unpack_generation(data: u64) -> u8 {
    (data >> GENERATION) as u8
}

/// From and to are different squares, so zero can stand for no move.
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

/// A best move in the form that entries keep.
pub(crate) fn stored(best: Option<Move>) -> Option<Intent> {
    best.map(Move::intent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    fn entry(depth: i32) -> Entry {
        Entry { best: None, value: -77, evaluation: Some(-31_000), depth, bound: Bound::Lower, was_pv: true }
    }

    #[test]
    fn every_field_survives_packing() {
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
        let bare = Entry { evaluation: None, was_pv: false, ..entry(0) };
        assert_eq!(unpack(pack(bare, 0)), bare);
    }

    #[test]
    fn deep_results_outlive_shallow_ones_until_they_are_old() {
        let table = TranspositionTable::with_buckets(1);
        for key in 1..=4 {
            table.store(key, entry(20));
        }
        table.store(5, entry(1));
        assert_eq!((1..=5).filter(|key| table.probe(*key).is_some()).count(), 4);
        assert_eq!(table.probe(5), Some(entry(1)));
        for _ in 0..4 {
            table.age();
        }
        for key in 6..=9 {
            table.store(key, entry(2));
        }
        assert!((6..=9).all(|key| table.probe(key).is_some()));
        assert_eq!(table.permill_full(), 1000);
        table.clear();
        assert!((1..=9).all(|key| table.probe(key).is_none()));
    }

    #[test]
    fn torn_entries_read_as_missing() {
        let table = TranspositionTable::with_buckets(1);
        table.store(42, entry(3));
        let slot = &table.bucket(42)[0];
        slot.data.store(pack(entry(4), 0), Ordering::Relaxed);
        assert_eq!(table.probe(42), None);
    }
}
