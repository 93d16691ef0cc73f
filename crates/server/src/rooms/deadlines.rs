//! The task that acts on the deadlines of all rooms.

use super::{Room, Rooms};
use crate::ids::GameId;
use game::Timestamp;
use parking_lot::Mutex;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// Rooms with the times at which they are to be checked, the earliest first. A time is a lower bound: a room whose
/// deadline has moved is put back when its time comes, so that a move costs nothing here.
#[derive(Default)]
pub(super) struct Deadlines {
    heap: Mutex<BinaryHeap<Reverse<(Timestamp, GameId)>>>,
    added: Notify,
}

enum NextCheck {
    /// A room to be checked now.
    Now(Arc<Room>),
    /// Nothing is due before this moment.
    At(Timestamp),
}

/// How soon a room is checked again while it is unknown whether its clock is running.
const RETRY_DELAY: Duration = Duration::from_millis(250);

/// How long to sleep if no room has a deadline; a new deadline ends the sleep.
const MAX_SLEEP: game::Duration = game::Duration::from_seconds(3600);

impl Rooms {
    /// Schedules a check of a room at its next deadline, unless one is scheduled earlier.
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
        self.0.deadlines.added.notify_one();
    }

    /// Checks each room when its time has come. Runs for as long as the server does.
    pub(crate) async fn watch_deadlines(self) {
        loop {
            match self.next_due() {
                NextCheck::Now(room) => {
                    let rooms = self.clone();
                    tokio::spawn(async move { rooms.check_deadline(&room).await });
                }
                NextCheck::At(moment) => tokio::select! {
                    biased;
                    () = self.clock().sleep_until(moment) => {}
                    // A new deadline may be earlier than all others.
                    () = self.0.deadlines.added.notified() => {}
                },
            }
        }
    }

    /// The next room to be checked, or how long to wait for it.
    fn next_due(&self) -> NextCheck {
        loop {
            let now = self.clock().now();
            let mut heap = self.0.deadlines.heap.lock();
            let Some(Reverse((moment, id))) = heap.peek().copied() else {
                return NextCheck::At(now + MAX_SLEEP);
            };
            if moment > now {
                return NextCheck::At(moment);
            }
            heap.pop();
            if let Some(room) = self.get(id) {
                return NextCheck::Now(room);
            }
        }
    }

    pub(super) async fn check_deadline(&self, room: &Arc<Room>) {
        self.credit_outage().await;
        // A heartbeat may have found an outage that is not credited in this room yet.
        if !self.catch_up_beats().await || !self.credit_shared_outages(room).await {
            // It is unknown whether the clock was running: no flag falls, and the room is checked again soon.
            tokio::time::sleep(RETRY_DELAY).await;
            room.state().scheduled = None;
            return self.schedule(room);
        }
        let due = {
            let mut state = room.state();
            state.scheduled = None;
            state.deadline().filter(|deadline| *deadline <= self.clock().now())
        };
        // Nobody can move during an outage, so no flag falls. When the outage ends, every room is scheduled again.
        if self.is_out() {
            return;
        }
        if due.is_some() && self.awaits_player(room).await {
            let (rooms, room) = (self.clone(), Arc::clone(room));
            tokio::spawn(async move {
                tokio::time::sleep(RETRY_DELAY).await;
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
                Err(refused) => tracing::debug!(game = %room.id, %refused, "a deadline was not applied"),
            }
        }
        self.schedule(room);
    }
}
