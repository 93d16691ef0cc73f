//! A faulty server that acknowledges a move before it is on disk. The crash test runs against it once, and must fail.

use super::journal::Head;
use crate::ids::GameId;
use crate::store::{Append, AppendError};
use std::collections::HashMap;
use tokio::sync::oneshot;

type PendingAppend = (Append, oneshot::Sender<Result<(), AppendError>>);

/// Acknowledges the rows that will be written, and passes them on with nobody waiting for the answer.
pub(super) fn answer_at_once(rows: Vec<PendingAppend>, heads: &HashMap<GameId, Head>) -> Vec<PendingAppend> {
    if !crate::control::acks_before_commit() {
        return rows;
    }
    let answer = |(row, answer): PendingAppend| {
        let expected = heads.get(&row.game).map_or(0, |head| head.seq) + 1;
        if row.seq != expected {
            return (row, answer);
        }
        let _ = answer.send(Ok(()));
        (row, oneshot::channel().0)
    };
    rows.into_iter().map(answer).collect()
}
