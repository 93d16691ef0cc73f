//! State that all nodes share: settings, rounds, tournaments, presence, and the featured games.

use super::postgres;
use super::spread::{game, nodes, stop};
use crate::club::Member;
use crate::harness::{Server, Visitor, eventually};
use serde_json::{Value, json};
use std::time::Duration;
use tabiya_server::config::ClusterConfig;
use tabiya_server::identity::roles::Roles;

const ADMIN: Roles = Roles { admin: true, arbiter: false };
const ARBITER: Roles = Roles { admin: false, arbiter: true };

/// Polls a path for up to a minute until its JSON is as expected.
async fn until(reader: &Visitor, path: &str, holds: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..600 {
        let shown = reader.read(path).await;
        if holds(&shown) {
            return shown;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{path}: {}", reader.read(path).await);
}

#[tokio::test]
async fn settings_hold_on_every_node() {
    let nodes = nodes(2).await;
    let boss = Member::new(&nodes[0], "boss", ADMIN).await;
    let before = boss.browser.at(&nodes[1]).read("/app/admin/settings").await;
    assert_ne!(before["name"], "Two nodes", "{before}");
    boss.browser.send("/app/admin/settings", json!({"name": "Two nodes", "guests": false})).await;
    let there = boss.browser.at(&nodes[1]);
    until(&there, "/app/admin/settings", |shown| shown["name"] == "Two nodes").await;
    // A change on the other node builds upon it.
    there.send("/app/admin/settings", json!({"welcome": "Hello"})).await;
    until(&boss.browser, "/app/admin/settings", |shown| {
        shown["welcome"] == "Hello" && shown["name"] == "Two nodes" && shown["guests"] == false
    })
    .await;
    stop(nodes).await;
}

#[tokio::test]
async fn a_tournament_is_run_from_any_node() {
    let nodes = nodes(2).await;
    let arbiter = Member::new(&nodes[0], "arb", ARBITER).await;
    let anna = Member::new(&nodes[0], "anna", Roles::NONE).await;
    let bert = Member::new(&nodes[1], "bert", Roles::NONE).await;
    let new = json!({"name": "Friday", "system": "swiss", "rounds": 1, "time": "300"});
    let made = arbiter.browser.send("/app/tournaments", new).await;
    let path = format!("/app/tournaments/{}", made["id"].as_str().expect("an id"));
    // Entries on either node count.
    let entry = format!("{path}/entry");
    let there = arbiter.browser.at(&nodes[1]);
    until(&there, &path, |shown| shown["name"] == "Friday").await;
    for player in [anna.browser.at(&nodes[0]), bert.browser.at(&nodes[1])] {
        let entered = player.send(&entry, json!({})).await;
        assert_eq!(entered["entered"], true, "{entered}");
    }
    let round = there.send(&path, json!({"do": "start_round"})).await;
    let board = &round["rounds"][0]["boards"][0];
    let id = round["rounds"][0]["round"].as_str().expect("a round").to_owned();
    // The clocks of a round that one node has paired are started on the other.
    until(&arbiter.browser, &format!("/app/rounds/{id}"), |shown| shown["boards"][0]["id"].is_string()).await;
    let started = arbiter.browser.send(&format!("/app/rounds/{id}"), json!({"do": "start"})).await;
    assert!(started["started_at"].is_u64(), "{started}");
    let game = board["game"].as_str().expect("a game").to_owned();
    let loser = if board["black"] == "anna" { &anna } else { &bert };
    let (mut socket, _) = loser.browser.at(&nodes[0]).watch(&game).await;
    assert_eq!(socket.act(&game, "r", json!({"do": "resign"})).await["t"], "done");
    for node in &nodes {
        let reader = arbiter.browser.at(node);
        until(&reader, &path, |shown| shown["rounds"][0]["boards"][0]["score"] == "1-0").await;
    }
    let records = client(&nodes[0]).await;
    let sql = "SELECT count(*) FROM records WHERE kind = 'tournament' AND payload LIKE '%esult%'";
    let count: i64 = records.query_one(sql, &[]).await.expect("an answer").get(0);
    assert_eq!(count, 1, "exactly one node has entered the result");
    stop(nodes).await;
}

async fn client(node: &Server) -> tokio_postgres::Client {
    postgres::client(&node.app().config.cluster.as_ref().expect("a node").database).await
}

#[tokio::test]
async fn a_player_online_on_one_node_is_online_on_all() {
    let nodes = nodes(2).await;
    let anna = Member::new(&nodes[0], "anna", Roles::NONE).await;
    let reader = nodes[1].guest().await;
    let online = |shown: &Value| shown[0]["online"] == true;
    let path = "/api/users/status?ids=anna";
    let socket = anna.browser.at(&nodes[0]).socket().await;
    until(&reader, path, online).await;
    let guest = nodes[0].guest().await;
    let guests = guest.socket().await;
    until(&reader, "/app/online", |shown| shown["players"][0]["name"] == "anna" && shown["guests"] == 1)
        .await;
    drop((socket, guests));
    until(&reader, path, |shown| !online(shown)).await;
    until(&reader, "/app/online", |shown| shown["accounts"] == 0 && shown["guests"] == 0).await;
    stop(nodes).await;
}

#[tokio::test]
async fn the_best_game_is_the_same_on_every_node() {
    let nodes = nodes(2).await;
    let (_, _, id) = game(&nodes[0], &nodes[0], json!({"time": "300"})).await;
    for node in &nodes {
        let reader = node.guest().await;
        until(&reader, "/api/tv/channels", |shown| shown["best"]["gameId"] == id).await;
    }
    stop(nodes).await;
}

/// A killed process records nothing, but the database knows who was connected to it.
#[tokio::test]
async fn a_player_coming_from_a_dead_node_gets_the_time_back() {
    let url = postgres::shared().database().await;
    let (one, other) = (
        Server::start_node(ClusterConfig::new(url.clone())).await,
        Server::start_node(ClusterConfig::new(url.clone())).await,
    );
    let (white, _, id) = game(&one, &other, json!({"time": "300", "conduct": "tournament"})).await;
    let database = postgres::client(&url).await;
    // White was connected to a node that was killed four seconds ago.
    let ended =
        "INSERT INTO nodes (name, started, beat) VALUES ('killed', 0, now_ms() - 4000) RETURNING node";
    let node: i32 = database.query_one(ended, &[]).await.expect("a node").get(0);
    let number = i64::from_be_bytes(id.as_bytes().try_into().expect("eight letters"));
    let attached = "INSERT INTO attached (game, color, node, since) VALUES ($1, 'white', $2, 0)";
    database.execute(attached, &[&number, &node]).await.expect("a row");
    let (mut socket, _) = white.at(&other).watch(&id).await;
    let given = socket.receive("update").await;
    let kinds: Vec<_> =
        given["events"].as_array().expect("events").iter().map(|one| one["event"].clone()).collect();
    assert_eq!(kinds, ["pause", "resume"], "{given}");
    // Only once: the next connection finds nothing to credit.
    drop(socket);
    let (mut socket, shown) = white.at(&one).watch(&id).await;
    assert_eq!(shown["v"], 2, "{shown}");
    assert_eq!(socket.play(&id, "e4").await["v"], 3);
    stop(vec![one, other]).await;
}

/// A flag waits for a player whose node has died: the clock counts as stopped from then on, which is recorded only when
/// the player is back.
#[tokio::test]
async fn no_flag_falls_while_a_player_reconnects_from_a_dead_node() {
    let url = postgres::shared().database().await;
    let (one, other) = (
        Server::start_node(ClusterConfig::new(url.clone())).await,
        Server::start_node(ClusterConfig::new(url.clone())).await,
    );
    let database = postgres::client(&url).await;
    let ended = "INSERT INTO nodes (name, started, beat) VALUES ('killed', 0, now_ms()) RETURNING node";
    let node: i32 = database.query_one(ended, &[]).await.expect("a node").get(0);
    let (white, _, id) = game(&one, &other, json!({"time": "3", "conduct": "tournament"})).await;
    let number = i64::from_be_bytes(id.as_bytes().try_into().expect("eight letters"));
    let attached = "INSERT INTO attached (game, color, node, since) VALUES ($1, 'white', $2, 0)";
    database.execute(attached, &[&number, &node]).await.expect("a row");
    // The clock of three seconds would have run out by now.
    let passed = "SELECT now_ms() > beat + 4500 FROM nodes WHERE node = $1";
    eventually(async || database.query_one(passed, &[&node]).await.expect("a row").get::<_, bool>(0)).await;
    let (mut socket, shown) = white.at(&other).watch(&id).await;
    assert!(shown["state"]["result"].is_null(), "{shown}");
    let given = socket.receive("update").await;
    assert!(given["state"]["result"].is_null(), "{given}");
    assert_eq!(socket.play(&id, "e4").await["t"], "done");
    stop(vec![one, other]).await;
}

/// One node's housekeeping runs while another node is starting and has not sent its first heartbeat.
#[tokio::test]
async fn housekeeping_leaves_a_node_alone_that_is_starting() {
    let url = postgres::shared().database().await;
    let node = Server::start_node(ClusterConfig::new(url.clone())).await;
    let database = postgres::client(&url).await;
    let starting = "INSERT INTO nodes (name, started, beat) VALUES ('starting', now_ms(), 0) RETURNING node";
    let number: i32 = database.query_one(starting, &[]).await.expect("a node").get(0);
    let ended = "INSERT INTO nodes (name, started, beat) VALUES ('ended', 1, 1)";
    database.execute(ended, &[]).await.expect("a node");
    node.app().store.sweep_journal().await.expect("swept");
    let left = database.query("SELECT node FROM nodes WHERE name IN ('starting', 'ended')", &[]).await;
    let left: Vec<i32> = left.expect("an answer").iter().map(|row| row.get(0)).collect();
    assert_eq!(left, [number]);
    node.stop().await;
}

/// A disconnect that cannot be recorded now is recorded as soon as possible. Otherwise the player would seem connected
/// to two nodes, and would get no time back when one of them dies.
#[tokio::test]
async fn a_disconnect_is_recorded_once_the_database_allows_it() {
    let url = postgres::shared().database().await;
    let node = Server::start_node(ClusterConfig::new(url.clone())).await;
    let (white, _, id) = game(&node, &node, json!({"time": "300"})).await;
    let (socket, _) = white.watch(&id).await;
    let mut database = postgres::client(&url).await;
    let here = "SELECT count(*) FROM attached WHERE gone IS NULL";
    eventually(async || database.query_one(here, &[]).await.expect("an answer").get::<_, i64>(0) > 0).await;
    let lock = database.transaction().await.expect("a transaction");
    lock.batch_execute("LOCK TABLE attached IN ACCESS EXCLUSIVE MODE").await.expect("a lock");
    drop(socket);
    // Longer than the node waits for a lock, so that its first attempt fails.
    tokio::time::sleep(Duration::from_secs(3)).await;
    lock.rollback().await.expect("the lock is gone");
    eventually(async || database.query_one(here, &[]).await.expect("an answer").get::<_, i64>(0) == 0).await;
    node.stop().await;
}
