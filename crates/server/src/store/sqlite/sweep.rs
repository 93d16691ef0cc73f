//! Deleting the journal rows of archived games.
//!
//! The rows of many games share a page, and deleting one row rewrites its whole page. So rows wait until their
//! neighbours are dead too: deleting a run of them empties whole pages, which costs next to nothing. Dead rows that
//! stay alone among the rows of slow games are deleted a few at a time.

use super::{Store, StoreError, journal};
use std::ops::RangeInclusive;

/// The shortest run of dead rows that is deleted as a run: about as many rows as fit on a page.
const MIN_RUN: i64 = 16;
/// The most rows of a run that one job deletes.
const MAX_RUN_PER_JOB: i64 = 250;
/// The most lone rows that one job deletes: few, because each is on a different page and moves wait meanwhile.
const MAX_LONE_PER_JOB: usize = 4;
/// The most lone rows that one sweep deletes. At one sweep every ten seconds that is most of a million rows a day.
const MAX_LONE_PER_SWEEP: usize = 100;

impl Store {
    /// Deletes rows of archived games where that is cheap. The rest waits for a later sweep.
    pub async fn sweep_journal(&self) -> Result<(), StoreError> {
        let mut dead = std::mem::take(&mut *self.0.trash.lock());
        dead.sort_unstable();
        let (runs, mut lone) = split(&dead);
        let left = lone.split_off(lone.len().min(MAX_LONE_PER_SWEEP));
        let deleted = self.delete_rows(runs, &lone).await;
        // After a failure all of them wait for the next sweep: deleting a row twice does no harm.
        self.0.trash.lock().extend(if deleted.is_ok() { left } else { dead });
        deleted
    }

    async fn delete_rows(&self, runs: Vec<RangeInclusive<i64>>, lone: &[i64]) -> Result<(), StoreError> {
        for run in runs.into_iter().flat_map(pieces) {
            self.write(move |connection| journal::delete_run(connection, run)).await?;
        }
        for some in lone.chunks(MAX_LONE_PER_JOB) {
            let some = some.to_vec();
            self.write(move |connection| journal::delete(connection, &some)).await?;
        }
        Ok(())
    }
}

/// Splits sorted keys into runs of consecutive keys and lone keys.
fn split(keys: &[i64]) -> (Vec<RangeInclusive<i64>>, Vec<i64>) {
    let (mut runs, mut lone) = (Vec::new(), Vec::new());
    for run in keys.chunk_by(|a, b| a + 1 == *b) {
        if run.len() as i64 >= MIN_RUN {
            runs.push(run[0]..=run[run.len() - 1]);
        } else {
            lone.extend_from_slice(run);
        }
    }
    (runs, lone)
}

/// Splits a run into pieces that one job can delete.
fn pieces(run: RangeInclusive<i64>) -> impl Iterator<Item = RangeInclusive<i64>> {
    let end = *run.end();
    run.step_by(MAX_RUN_PER_JOB as usize).map(move |first| first..=end.min(first + MAX_RUN_PER_JOB - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_keys_form_runs() {
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
