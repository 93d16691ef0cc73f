//! A disk that is really full: a small file system in a mount namespace of its own, which only Linux has.

use crate::harness::{Server, eventually, manual_time};
use serde_json::json;
use std::path::PathBuf;
use std::process::Command;

/// The environment variable with the path of the small file system.
const SMALL_DISK: &str = "TABIYA_TEST_SMALL_DISK";

/// Runs the test below on a file system of eight megabytes.
#[test]
fn a_full_disk_costs_nobody_time() {
    let namespace = mount_namespace().unwrap_or_else(|missing| panic!("{missing}"));
    let place = tempfile::tempdir().expect("a folder");
    let script = "mount -t tmpfs -o size=8m tmpfs \"$TABIYA_TEST_SMALL_DISK\" && exec \"$0\" \
        --exact full_disk::on_a_small_disk --ignored --nocapture";
    let run = Command::new("unshare")
        .args(namespace)
        .args(["sh", "-c", script])
        .arg(std::env::current_exe().expect("this program"))
        .env(SMALL_DISK, place.path())
        .output()
        .expect("it runs");
    let output = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success() && output.contains("1 passed"), "{output}");
}

/// The arguments with which `unshare` may mount a file system here, or how to allow it.
fn mount_namespace() -> Result<&'static [&'static str], String> {
    let namespaces: [&[&str]; 2] = [&["--mount"], &["--user", "--map-root-user", "--mount"]];
    let mut reason = String::new();
    for namespace in namespaces {
        let script = "mount -t tmpfs -o size=64k tmpfs /tmp";
        let tried = match Command::new("unshare").args(namespace).args(["sh", "-c", script]).output() {
            Ok(tried) => tried,
            Err(error) => {
                return Err(format!(
                    "unshare is missing ({error}). To install it: apt-get install util-linux"
                ));
            }
        };
        if tried.status.success() {
            return Ok(namespace);
        }
        reason = String::from_utf8_lossy(&tried.stderr).trim().replace('\n', "; ");
    }
    Err(format!(
        "Mounting a file system in a namespace is not allowed here ({reason}). To allow it: run the tests as root, \
        or sysctl -w kernel.unprivileged_userns_clone=1, or on Ubuntu sysctl -w \
        kernel.apparmor_restrict_unprivileged_userns=0"
    ))
}

#[tokio::test]
#[ignore = "needs a small file system: the test above runs it on one"]
async fn on_a_small_disk() {
    let place = PathBuf::from(std::env::var_os(SMALL_DISK).expect("a small file system"));
    let folder = tempfile::tempdir_in(&place).expect("a folder");
    let server = Server::start_in(folder, manual_time(), |config| config.cluster = None).await;
    let ready =
        || async { reqwest::get(format!("{}/readyz", server.url())).await.expect("an answer").status() };
    let (white, black, id) = server.game(json!({"time": "5"})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    assert_eq!(one.play(&id, "e4").await["t"], "done");
    assert_eq!(other.play(&id, "e5").await["t"], "done");
    assert_eq!(ready().await, 200);

    let filler = place.join("filler");
    let full = std::fs::write(&filler, vec![0; 16 << 20]).expect_err("there is not so much room");
    assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
    // SQLite's write-ahead log may have room left.
    for number in 0.. {
        let word = if number % 2 == 0 { "takeback" } else { "decline_takeback" };
        let answer = one.act(&id, &format!("fill-{number}"), json!({"do": word})).await;
        if answer["t"] == "refused" {
            assert_eq!(answer["code"], "unavailable", "{answer}");
            break;
        }
        assert!(number < 400, "the disk is full, but every write succeeds");
    }
    assert_eq!(one.play(&id, "Nf3").await["code"], "unavailable");
    // Longer than White has.
    for _ in 0..12 {
        server.pass(500);
        assert_eq!(ready().await, 503);
        assert_eq!(one.play(&id, "Nf3").await["code"], "unavailable");
    }

    std::fs::remove_file(&filler).expect("it is there");
    // Writes succeed again.
    eventually(async || ready().await == 200).await;
    assert_eq!(one.play(&id, "Nf3").await["t"], "done");
    let shown = white.read(&format!("/app/games/{id}")).await;
    let left = shown["state"]["clock"]["white"].as_u64().expect("a clock");
    assert!(shown["state"]["result"].is_null() && left > 0, "{shown}");
    server.stop().await;
}
