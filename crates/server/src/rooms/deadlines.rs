//! One task that knows when the next thing happens by time alone, in any room.

use super::{Room, Rooms};
use crate::ids::GameId;
use game::Timestamp;
use parking_lot::Mutex;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// Rooms and the moments at which they are to be looked at, the next one first. A moment is a lower bound: a room
/// whose deadline has moved away is put back when its moment comes, so that a move costs nothing here.
#[derive(Default)]
pub(super) struct Deadlines {
    heap: Mutex<BinaryHeap<Reverse<(Timestamp, GameId)>>>,
    bell: Notify,
}

/// What comes next.
enum Due {
    /// A room whose moment has come.
    Now(Arc<Room>),
    /// Nothing until then.
    At(Timestamp),
}

/// When a room is looked at again while the database does not answer.
const UNKNOWN: Duration = Duration::from_millis(250);

/// How long to wait where no room has a deadline; a new one rings the bell.
const NOTHING_DUE: game::Duration = game::Duration::from_seconds(3600);

impl Rooms {
    /// Puts a room on the list, unless it is there for an earlier moment.
    pub(super) fn schedule(&self, room: &Arc<Room>) {
        let deadline = {
            let mut state = room.state();
            let Some(deadline) = state.deadline() else { return };
            if state.scheduled.is_some_and(|scheduled| scheduled <= deadline) {
                return;
            }
            state.scheduled = Some(deadline);
            deadline
        };
        self.0.deadlines.heap.lock().push(Reverse((deadline, room.id)));
        self.0.deadlines.bell.notify_one();
    }

    /// Looks at each room when its moment has come. Runs for as long as the server does.
    pub(crate) async fn watch_deadlines(self) {
        loop {
            match self.next_due() {
                Due::Now(room) => {
                    let rooms = self.clone();
                    tokio::spawn(async move { rooms.look_at(&room).await });
                }
                Due::At(moment) => tokio::select! {
                    biased;
                    () = self.clock().sleep_until(moment) => {}
                    // A new deadline may come before all others.
                    () = self.0.deadlines.bell.notified() => {}
                },
            }
        }
    }

    /// A room whose moment has come, or until when there is to wait.
    fn next_due(&self) -> Due {
        loop {
            let now = self.clock().now();
            let mut heap = self.0.deadlines.heap.lock();
            let Some(Reverse((moment, id))) = heap.peek().copied() else { return Due::At(now + NOTHING_DUE) };
            if moment > now {
                return Due::At(moment);
            }
            heap.pop();
            if let Some(room) = self.get(id) {
                return Due::Now(room);
            }
        }
    }

    pub(super) async fn look_at(&self, room: &Arc<Room>) {
        self.credit_outage().await;
        // The beat may have learned of an outage that is not credited in every room yet.
        if !self.catch_up_beats().await || !self.credit_shared_outages(room).await {
            // Nobody knows whether the clocks ran: no flag falls, and it is looked at again soon.
            tokio::time::sleep(UNKNOWN).await;
            room.state().scheduled = None;
            return self.schedule(room);
        }
        let due = {
            let mut state = room.state();
            state.scheduled = None;
            state.deadline().filter(|deadline| *deadline <= self.clock().now())
        };
        // Nobody can move, so no flag falls. When it is over, every room is looked at again.
        if self.is_out() {
            return;
        }
        if due.is_some() && self.awaits_player(room).await {
            let (rooms, room) = (self.clone(), Arc::clone(room));
            tokio::spawn(async move {
                tokio::time::sleep(UNKNOWN).await;
                rooms.schedule(&room);
            });
            return;
        }
        if let Some(deadline) = due {
            match self.tick(room).await {
                Ok(_) => {
                    let late = self.clock().now().since(deadline).millis();
                    self.metrics().flag_lateness.observe(Duration::from_millis(late));
                }
                Err(refused) => tracing::debug!(game = %room.id, %refused, "time was not told"),
            }
        }
        self.schedule(room);
    }
}
