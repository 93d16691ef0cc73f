//! Messages between nodes. They are only hints about where to look: the database holds the truth. A message that is
//! lost, late, duplicated or out of order only changes how soon a node looks.

use crate::ids::GameId;
use async_nats::{Client, ConnectOptions, Subscriber};
use futures_util::StreamExt;
use std::time::Duration;

/// How long sending may take; after that, other nodes find out by polling.
const SEND_TIMEOUT: Duration = Duration::from_millis(200);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Hint {
    /// The game's log has a row with this sequence number.
    Game(GameId, u64),
    /// There are new notices.
    Notices,
    /// The content of a row, for a node that trusts the bus: a deliberately wrong server that the fault test must
    /// detect.
    #[cfg(any(test, feature = "crash-test-control"))]
    Row(GameId, u64, i64, String),
}

#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The address is invalid.
    #[error("--nats: {0}")]
    Address(String),
    #[error("--nats: {0}")]
    Subscribe(String),
}

/// Sends and receives hints. Without a bus nothing is sent, and every node polls.
pub(crate) struct Bus(Option<Nats>);

struct Nats {
    client: Client,
    subject: String,
}

/// Hints received from other nodes.
pub(crate) struct Hints(Option<Subscriber>);

impl Bus {
    /// No bus: nodes poll the database.
    pub(crate) fn none() -> Bus {
        Bus(None)
    }

    /// Connects to a NATS server; the client reconnects by itself. `cluster` separates nodes that use different
    /// databases.
    pub(crate) async fn connect(url: &str, cluster: &str) -> Result<Bus, BusError> {
        let options = ConnectOptions::new()
            .name("tabiya")
            .no_echo()
            .retry_on_initial_connect()
            .connection_timeout(Duration::from_secs(2))
            .ping_interval(Duration::from_secs(1))
            .reconnect_delay_callback(|attempt| Duration::from_millis(100 * (attempt as u64).clamp(1, 10)));
        let client = options.connect(url).await.map_err(|error| BusError::Address(error.to_string()))?;
        Ok(Bus(Some(Nats { client, subject: format!("tabiya.{cluster}") })))
    }

    /// Sends hints to the other nodes, as far as possible.
    pub(crate) async fn send(&self, hints: &[Hint]) {
        let Some(Nats { client, subject }) = &self.0 else { return };
        let text: String = hints.iter().map(encode).collect();
        // A node that misses the message finds out by polling.
        let _ = tokio::time::timeout(SEND_TIMEOUT, client.publish(subject.clone(), text.into())).await;
    }

    /// Subscribes to the hints of the other nodes.
    pub(crate) async fn listen(&self) -> Result<Hints, BusError> {
        let Some(Nats { client, subject }) = &self.0 else { return Ok(Hints(None)) };
        let subscriber = client.subscribe(subject.clone()).await;
        Ok(Hints(Some(subscriber.map_err(|error| BusError::Subscribe(error.to_string()))?)))
    }
}

impl Hints {
    /// The next hints. Without a bus this waits forever.
    pub(crate) async fn next(&mut self) -> Vec<Hint> {
        if let Some(subscriber) = &mut self.0
            && let Some(message) = subscriber.next().await
        {
            return str::from_utf8(&message.payload).unwrap_or_default().lines().filter_map(decode).collect();
        }
        std::future::pending().await
    }
}

fn encode(hint: &Hint) -> String {
    match hint {
        Hint::Game(game, seq) => format!("{game} {seq}\n"),
        Hint::Notices => "notices\n".into(),
        #[cfg(any(test, feature = "crash-test-control"))]
        Hint::Row(game, seq, token, payload) => format!("row {game} {seq} {token} {payload}\n"),
    }
}

/// Parses one line; `None` if it was written by another version.
fn decode(line: &str) -> Option<Hint> {
    if line == "notices" {
        return Some(Hint::Notices);
    }
    #[cfg(any(test, feature = "crash-test-control"))]
    if let Some(row) = line.strip_prefix("row ") {
        let mut parts = row.splitn(4, ' ');
        let mut next = || parts.next();
        return Some(Hint::Row(
            next()?.parse().ok()?,
            next()?.parse().ok()?,
            next()?.parse().ok()?,
            next()?.into(),
        ));
    }
    let (game, seq) = line.split_once(' ')?;
    Some(Hint::Game(game.parse().ok()?, seq.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_is_a_line() {
        for hint in [Hint::Game(GameId::random(), 17), Hint::Notices] {
            let line = encode(&hint);
            assert_eq!(decode(line.trim_end()), Some(hint));
        }
        for line in ["", "short 1", "AbcdEf12 x", "something new"] {
            assert_eq!(decode(line), None, "{line:?}");
        }
    }
}
