//! Messages between nodes. They are hints: each says where to look, and the database has what is true. A message that is
//! lost, late, doubled or out of order changes nothing but how soon a node looks.

use crate::ids::GameId;
use async_nats::{Client, ConnectOptions, Subscriber};
use futures_util::StreamExt;
use std::time::Duration;

/// How long a message may take to leave; after that the others find out by themselves.
const SEND_TIMEOUT: Duration = Duration::from_millis(200);

/// Something that other nodes should look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// A game has a row with this number.
    Game(GameId, u64),
    /// There are new notices.
    Notices,
    /// What a row says, for a node that believes it: the server of a control, which the fault test must notice.
    #[cfg(any(test, feature = "crash-test-control"))]
    Row(GameId, u64, i64, String),
}

/// Why there is no bus.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The address makes no sense.
    #[error("--nats: {0}")]
    Address(String),
    #[error("--nats: {0}")]
    Subscribe(String),
}

/// Where hints are sent and come from. Without a bus nobody hears, and every node polls.
pub struct Bus(Option<Nats>);

struct Nats {
    client: Client,
    subject: String,
}

/// The hints of other nodes.
pub struct Hints(Option<Subscriber>);

impl Bus {
    /// No bus: nodes find out by polling.
    pub fn none() -> Bus {
        Bus(None)
    }

    /// A NATS server, which may come and go. `cluster` keeps the nodes of different databases apart.
    pub async fn connect(url: &str, cluster: &str) -> Result<Bus, BusError> {
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

    /// Whether there is one.
    pub fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// Tells the other nodes where to look, if it can.
    pub async fn send(&self, hints: &[Hint]) {
        let Some(Nats { client, subject }) = &self.0 else { return };
        let text: String = hints.iter().map(encode).collect();
        // Whoever misses it looks by itself a little later.
        let _ = tokio::time::timeout(SEND_TIMEOUT, client.publish(subject.clone(), text.into())).await;
    }

    /// What the other nodes say from now on.
    pub async fn listen(&self) -> Result<Hints, BusError> {
        let Some(Nats { client, subject }) = &self.0 else { return Ok(Hints(None)) };
        let subscriber = client.subscribe(subject.clone()).await;
        Ok(Hints(Some(subscriber.map_err(|error| BusError::Subscribe(error.to_string()))?)))
    }
}

impl Hints {
    /// The next ones. Without a bus this waits for ever.
    pub async fn next(&mut self) -> Vec<Hint> {
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

/// What a line says; nothing, if another version wrote it.
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
