//! Deleting the journal's rows of archived games.
//!
//! Rows of many games share a page, and a page that loses one row is written as a whole. So rows wait until their
//! neighbours are dead too: a run of them empties pages, which costs next to nothing. What stays alone among the rows of
//! slow games is deleted a little at a time.

use super::{Store, StoreError, journal};
use std::ops::RangeInclusive;

/// So many dead rows in a row are worth a deletion of their own: about as many as fit on a page.
const RUN: i64 = 16;
/// Rows of a run that one job deletes.
const RUN_AT_ONCE: i64 = 250;
/// Lone rows that one job deletes: few, because each is on a page of its own and moves wait meanwhile.
const LONE_AT_ONCE: usize = 4;
/// Lone rows deleted by one sweep. At one sweep every ten seconds that is most of a million rows a day.
const LONE: usize = 100;

impl Store {
    /// Deletes rows of archived games, where that is cheap. Rows that are left wait for a later sweep.
    pub async fn sweep_journal(&self) -> Result<(), StoreError> {
        let mut dead = std::mem::take(&mut *self.0.trash.lock());
        dead.sort_unstable();
        let (runs, mut lone) = split(&dead);
        let left = lone.split_off(lone.len().min(LONE));
        self.0.trash.lock().extend(left);
        for run in runs.into_iter().flat_map(pieces) {
            self.write(move |connection| journal::delete_run(connection, run)).await?;
        }
        for some in lone.chunks(LONE_AT_ONCE) {
            let some = some.to_vec();
            self.write(move |connection| journal::delete(connection, &some)).await?;
        }
        Ok(())
    }
}

/// Runs of keys that follow one another, and the keys that are in none. The keys are sorted.
fn split(keys: &[i64]) -> (Vec<RangeInclusive<i64>>, Vec<i64>) {
    let (mut runs, mut lone) = (Vec::new(), Vec::new());
    for run in keys.chunk_by(|a, b| a + 1 == *b) {
        if run.len() as i64 >= RUN {
            runs.push(run[0]..=run[run.len() - 1]);
        } else {
            lone.extend_from_slice(run);
        }
    }
    (runs, lone)
}

/// A run in pieces that one job can delete.
fn pieces(run: RangeInclusive<i64>) -> impl Iterator<Item = RangeInclusive<i64>> {
    let end = *run.end();
    run.step_by(RUN_AT_ONCE as usize).map(move |first| first..=end.min(first + RUN_AT_ONCE - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_a_run_and_the_rest_is_alone() {
        let keys: Vec<i64> = (1..=15).chain(17..=40).chain([50, 52, 53]).collect();
        let (runs, lone) = split(&keys);
        assert_eq!(runs, [17..=40]);
        assert_eq!(lone, (1..=15).chain([50, 52, 53]).collect::<Vec<_>>());
    }

    #[test]
    fn pieces_cover_a_run_and_nothing_else() {
        let covered: Vec<i64> = pieces(7..=1_006).flatten().collect();
        assert_eq!(covered, (7..=1_006).collect::<Vec<_>>());
        assert!(pieces(7..=1_006).all(|piece| piece.count() <= 250));
    }
}
