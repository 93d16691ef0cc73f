//! The bus makes nodes quick, and nothing depends on it.

use super::postgres;
use super::spread::{game, hear_until, stop};
use crate::harness::Server;
use serde_json::json;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tabiya_server::config::ClusterConfig;

/// A NATS server of the test's own, which ends with it.
struct Nats {
    port: u16,
    child: Child,
}

impl Nats {
    fn start() -> Nats {
        let port =
            TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
        Nats { port, child: Nats::run(port) }
    }

    fn run(port: u16) -> Child {
        let program = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/usr/bin/nats-server"]
            .into_iter()
            .find(|path| std::path::Path::new(path).is_file())
            .expect("NATS is missing. To install it: apt-get install nats-server");
        let mut command = Command::new(program);
        command
            .args(["-a", "127.0.0.1", "-p", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().expect("it starts")
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
    tokio::time::sleep(Duration::from_millis(500)).await;
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let mut slowest = Duration::ZERO;
    for (number, mv) in moves.iter().cycle().take(12).enumerate() {
        let (mover, reader) = if number % 2 == 0 { (&mut one, &mut other) } else { (&mut other, &mut one) };
        let begun = Instant::now();
        let answer = mover.act(&id, &format!("m{number}"), json!({"do": "move", "move": mv})).await;
        assert_eq!(answer["v"], number + 2, "{answer}");
        hear_until(reader, number as u64 + 2).await;
        slowest = slowest.max(begun.elapsed());
    }
    // Polling would take a second on average, and at twelve moves surely once.
    assert!(slowest < Duration::from_millis(1_500), "{slowest:?}");
    nats.kill();
    let begun = Instant::now();
    assert_eq!(one.act(&id, "last", json!({"do": "move", "move": "e4"})).await["t"], "done");
    hear_until(&mut other, 14).await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    stop(nodes).await;
}
