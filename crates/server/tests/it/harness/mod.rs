//! Test harness: a server for each test, browsers and sockets that talk to it, and API clients with a token.

mod client;
mod server;
mod socket;
mod visitor;

pub(crate) use client::{BLITZ, Client, Lines, StreamItem, game};
pub(crate) use server::{Server, manual_time};
pub(crate) use socket::{End, Socket, assert_done, assert_refused, command};
pub(crate) use visitor::Visitor;

use std::time::Duration;

/// Longer than anything that a test waits for should take.
pub(crate) const WAIT_TIMEOUT: Duration = Duration::from_secs(20);

/// The pause between two looks at a condition.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Polls a condition until it holds.
#[track_caller]
pub(crate) fn eventually(mut condition: impl AsyncFnMut() -> bool) -> impl Future<Output = ()> {
    let caller = std::panic::Location::caller();
    async move {
        let polling = async {
            while !condition().await {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        if tokio::time::timeout(WAIT_TIMEOUT, polling).await.is_err() {
            panic!("{caller}: the condition does not hold after {WAIT_TIMEOUT:?}");
        }
    }
}
