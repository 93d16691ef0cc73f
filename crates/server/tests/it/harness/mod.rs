//! What every test of a running server needs: a server of its own, browsers and sockets, and programs with a token.

mod client;
mod server;
mod socket;
mod visitor;

pub(crate) use client::{BLITZ, Client, Lines, Next, game};
pub(crate) use server::{Server, manual_time};
pub(crate) use socket::{End, Socket, command, done, refused};
pub(crate) use visitor::Visitor;

use std::time::Duration;

/// Longer than anything takes that a test waits for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Asks again and again until the answer is yes.
#[track_caller]
pub(crate) fn eventually(mut is_so: impl AsyncFnMut() -> bool) -> impl Future<Output = ()> {
    let place = std::panic::Location::caller();
    async move {
        let asking = async {
            while !is_so().await {
                tokio::task::yield_now().await;
            }
        };
        if tokio::time::timeout(PATIENCE, asking).await.is_err() {
            panic!("{place}: it has not come about within {PATIENCE:?}");
        }
    }
}
