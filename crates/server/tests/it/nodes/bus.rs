//! The bus makes other nodes learn of a move sooner, but nothing depends on it.

use super::postgres;
use super::spread::{game, receive_until, stop};
use crate::harness::{Server, eventually};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tabiya_server::config::ClusterConfig;

/// A NATS server for one test.
struct Nats {
    port: u16,
    monitor_port: u16,
    child: Child,
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port()
}

impl Nats {
    fn start() -> Nats {
        let (port, monitor_port) = (free_port(), free_port());
        Nats { port, monitor_port, child: Nats::run(port, monitor_port) }
    }

    fn run(port: u16, monitor_port: u16) -> Child {
        let program = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/usr/bin/nats-server"]
            .into_iter()
            .find(|path| std::path::Path::new(path).is_file())
            .expect("NATS is missing. To install it: apt-get install nats-server");
        let mut command = Command::new(program);
        command
            .args(["-a", "127.0.0.1", "-p", &port.to_string(), "-m", &monitor_port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().expect("it starts")
    }

    /// Whether this many nodes are connected and subscribed.
    async fn has_subscribers(&self, count: usize) -> bool {
        let Ok(answer) = reqwest::get(format!("http://127.0.0.1:{}/connz", self.monitor_port)).await else {
            return false;
        };
        let shown: Value = answer.json().await.unwrap_or_default();
        let subscribed = |node: &&Value| node["subscriptions"].as_u64() > Some(0);
        shown["connections"].as_array().is_some_and(|nodes| nodes.iter().filter(subscribed).count() == count)
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

#[tokio::test]
async fn a_move_is_seen_on_another_node_at_once_and_without_the_bus_a_little_later() {
    let mut nats = Nats::start();
    let url = postgres::shared().database().await;
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let mut cluster = ClusterConfig::new(url.clone());
        cluster.nats = Some(format!("nats://127.0.0.1:{}", nats.port));
        nodes.push(Server::start_node(cluster).await);
    }
    let (white, black, id) = game(&nodes[0], &nodes[1], json!({"time": "300"})).await;
    let (mut one, _) = white.at(&nodes[0]).watch(&id).await;
    let (mut other, _) = black.at(&nodes[1]).watch(&id).await;
    eventually(async || nats.has_subscribers(2).await).await;
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let mut slowest = Duration::ZERO;
    for (number, mv) in moves.iter().cycle().take(12).enumerate() {
        let (mover, reader) = if number % 2 == 0 { (&mut one, &mut other) } else { (&mut other, &mut one) };
        let begun = Instant::now();
        let answer = mover.act(&id, &format!("m{number}"), json!({"do": "move", "move": mv})).await;
        assert_eq!(answer["v"], number + 2, "{answer}");
        receive_until(reader, number as u64 + 2).await;
        slowest = slowest.max(begun.elapsed());
    }
    // Polling would take a second on average, and in twelve moves it would exceed this bound at least once.
    assert!(slowest < Duration::from_millis(1_500), "{slowest:?}");
    nats.kill();
    let begun = Instant::now();
    assert_eq!(one.act(&id, "last", json!({"do": "move", "move": "e4"})).await["t"], "done");
    receive_until(&mut other, 14).await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    stop(nodes).await;
}
