//! Restarts of the server, and what its players find afterwards.

use crate::harness::Server;
use serde_json::json;
use std::time::{Duration, Instant};
use tabiya_server::clock::TimeSource;
#[cfg(target_os = "linux")]
use tabiya_server::computer::{Computer, leave_idle_class};

#[tokio::test]
async fn a_restart_restores_games_and_charges_nobody_for_the_outage() {
    let server = Server::in_a_folder_with_manual_time().await;
    let (white, black, id) = server.game(json!({"time": "60"})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    one.play(&id, "e4").await;
    other.play(&id, "e5").await;
    let before = one.act(&id, "third", json!({"do": "move", "move": "Nf3"})).await;
    server.pass(1_500); // Black thinks
    server.app().store.prove_service(server.app().clock.now()).await.expect("it is written");
    let server = server.restart_after(90_000).await;
    assert_eq!(one.closed().await, 1012);

    let (mut one, shown) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    let moves: Vec<_> =
        shown["moves"].as_array().expect("a list").iter().map(|mv| mv["san"].clone()).collect();
    assert_eq!(moves, ["e4", "e5", "Nf3"]);
    assert_eq!((&shown["state"]["paused"], &shown["state"]["running"]), (&json!(false), &json!("black")));
    let left = shown["state"]["clock"]["black"].as_u64().expect("a clock");
    assert_eq!(left, 58_500, "a minute and a half of outage must not be charged");
    // The same command, repeated after the restart, gets its old answer.
    assert_eq!(one.act(&id, "third", json!({"do": "move", "move": "Nf3"})).await, before);
    assert_eq!(other.play(&id, "Nc6").await["t"], "done");
    server.stop().await;
}

#[tokio::test]
async fn a_stop_does_not_wait_for_clients_that_do_not_read() {
    let mut quickest = Duration::MAX;
    // On a machine that is busy with other tests, one fast attempt of three is enough.
    for _ in 0..3 {
        let server = Server::start().await;
        let (white, _, id) = server.game(json!({"time": "60"})).await;
        let (mut silent, _) = white.watch(&id).await;
        let begun = Instant::now();
        server.stop().await;
        quickest = quickest.min(begun.elapsed());
        assert_eq!(silent.closed().await, 1012, "the close frame can still be read later");
    }
    assert!(quickest < Duration::from_millis(900), "{quickest:?}");
}

#[tokio::test]
async fn finished_games_are_kept() {
    let server = Server::start().await;
    let (white, _, id) = server.game(json!({"time": "60"})).await;
    let (mut one, _) = white.watch(&id).await;
    one.play(&id, "e4").await;
    let done = one.act(&id, "resign", json!({"do": "resign"})).await;
    assert_eq!(done["t"], "done");
    // Restart only after it has left the journal.
    server.archived(&id).await;
    let server = server.restart().await;
    let shown = white.read(&format!("/app/games/{id}")).await;
    assert_eq!((&shown["you"], &shown["state"]["reason"]), (&json!("white"), &json!("resignation")));
    assert_eq!(shown["state"]["result"], "0-1");
    assert!(white.read("/app/me").await["playing"].as_array().expect("a list").is_empty());
    // A client that missed the answer repeats the command, and gets it.
    let (mut one, _) = white.watch(&id).await;
    assert_eq!(one.act(&id, "resign", json!({"do": "resign"})).await, done);
    assert_eq!(one.act(&id, "again", json!({"do": "resign"})).await["code"], "over");
    server.stop().await;
}

#[tokio::test]
async fn two_servers_do_not_share_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = tabiya_server::Config::new(([127, 0, 0, 1], 0).into(), folder.path().into());
    let time = TimeSource::default;
    let first = tabiya_server::Server::start(config.clone(), time()).await.expect("the first one starts");
    let second = tabiya_server::Server::start(config, time()).await;
    assert!(second.err().is_some_and(|why| why.to_string().contains("another server is running here")));
    first.stop().await;
}

#[tokio::test]
async fn a_clock_that_was_briefly_ahead_leaves_no_trace() {
    const DAY: u64 = 24 * 3600;
    for ahead in [3650 * DAY, 300 * DAY, 30 * DAY] {
        let server = Server::with_manual_time().await;
        let guest = server.guest().await;
        let player = guest.id().await;
        let game = json!({"opponent": {"link": {}}, "time": "60"});
        let challenge = guest.send("/app/games", game).await;
        let path = format!("/app/challenges/{}", challenge["id"].as_str().expect("a name"));
        let known = async || {
            assert_eq!(guest.id().await, player, "{ahead}");
            let shown = guest.read(&path).await;
            assert_eq!(shown["id"], challenge["id"], "{ahead}: {shown}");
        };
        let right = server.time().clone();
        let wrong = TimeSource::manual(right.now() + game::Duration::from_seconds(ahead));
        let server = server.restart_at(wrong).await;
        known().await;
        let server = server.restart_at(right).await;
        known().await;
        let difference = server.app().clock.behind().millis();
        assert!(difference < 60_000, "{ahead}: {difference} ms after the machine's clock");
        server.stop().await;
    }
}

/// The scheduling policy of the thread with this name: 0 is `SCHED_OTHER`, 5 is `SCHED_IDLE`.
#[cfg(target_os = "linux")]
fn policy(name: &str) -> Option<u32> {
    let name = format!("({name})");
    let tasks = std::fs::read_dir("/proc/self/task").ok()?.flatten();
    let mut stats = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("stat")).ok());
    let stat = stats.find(|stat| stat.contains(&name))?;
    // Field 41 of `stat`; the field after the name is number 3.
    stat.rsplit_once(") ")?.1.split(' ').nth(38)?.parse().ok()
}

/// A process that ends waits for all its threads, and on a busy machine an idle-class thread takes seconds to end.
#[cfg(target_os = "linux")]
#[test]
fn threads_leave_the_idle_class_before_the_process_ends() {
    // More threads than any other test starts, so that the name of the last one is unique.
    let _computer = Computer::start(64);
    let wait_for = |wanted| {
        let begun = Instant::now();
        while policy("engine-63") != Some(wanted) {
            assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", policy("engine-63"));
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    wait_for(5);
    leave_idle_class();
    // Only root may leave the idle class.
    if rustix::process::geteuid().is_root() {
        wait_for(0);
    }
}
