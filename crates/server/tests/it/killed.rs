//! Rounds on a server that is killed with SIGKILL at an arbitrary moment.

use crate::club::{ARBITER, ask};
use crate::nodes::postgres;
use reqwest::Method;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tabiya_server::clock::TimeSource;
use tabiya_server::config::ClusterConfig;
use tabiya_server::identity::roles::Roles;
use tabiya_server::identity::scopes::Scopes;
use tabiya_server::people::admin;
use tabiya_server::store::Store;
use tabiya_server::{Config, Server};

/// The environment variable with the data folder of the server below.
const FOLDER: &str = "TABIYA_TEST_KILLED_FOLDER";
/// The environment variable with the database that it uses instead, if any.
const DATABASE: &str = "TABIYA_TEST_KILLED_DATABASE";
/// What it prints before its address.
const ADDRESS_PREFIX: &str = "listens at ";
/// Long enough for a busy machine, and for a node to notice that another one has died.
const WAIT_TIMEOUT: Duration = Duration::from_secs(120);
const BOARDS: usize = 40;

/// A server in a process of its own.
struct Process {
    child: Child,
    site: String,
}

impl Process {
    /// Starts this test program once more, as the server below.
    fn start(folder: &Path, database: Option<&str>) -> Process {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command
            .args(["--exact", "killed::serve_until_killed", "--ignored", "--nocapture"])
            .env(FOLDER, folder);
        if let Some(database) = database {
            command.env(DATABASE, database);
        }
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("it prints")).lines();
        let address = lines.find_map(|line| {
            let line = line.expect("a line");
            line.split_once(ADDRESS_PREFIX).map(|(_, address)| address.to_owned())
        });
        Process { child, site: format!("http://{}", address.expect("an address")) }
    }

    fn kill(mut self) {
        self.child.kill().expect("it is there");
        self.child.wait().expect("it has ended");
    }

    async fn api(&self, token: &str, method: Method, path: &str, body: Value) -> Value {
        ask(&self.site, Some(token), method, path, body).await.1
    }

    /// Polls a round until it is as expected.
    async fn until(&self, token: &str, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let path = format!("/api/admin/rounds/{id}");
        let polling = async {
            loop {
                let round = self.api(token, Method::GET, &path, json!({})).await;
                if holds(&round) {
                    return round;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        match tokio::time::timeout(WAIT_TIMEOUT, polling).await {
            Ok(round) => round,
            Err(_) => panic!("{}", self.api(token, Method::GET, &path, json!({})).await),
        }
    }
}

#[tokio::test]
#[ignore = "a server for the tests below, which run it as a process of its own"]
async fn serve_until_killed() {
    let folder = std::env::var_os(FOLDER).expect("a folder");
    let mut config = Config::new(([127, 0, 0, 1], 0).into(), folder.into());
    config.computer_threads = 1;
    config.cluster = std::env::var(DATABASE).ok().map(ClusterConfig::new);
    let server = Server::start(config, TimeSource::default()).await.expect("a server starts");
    println!("{ADDRESS_PREFIX}{}", server.address);
    // Standard input is closed when the process that started this one ends.
    let read = tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new()));
    let _ = read.await;
}

fn every_board(round: &Value, holds: impl Fn(&Value) -> bool) -> bool {
    round["boards"].as_array().is_some_and(|boards| boards.len() == BOARDS && boards.iter().all(holds))
}

/// The clocks are stopped and full.
fn is_waiting(board: &Value) -> bool {
    board["paused"] == true && board["clock_white"] == 300_000 && board["clock_black"] == 300_000
}

fn ids(round: &Value) -> Vec<Value> {
    round["boards"].as_array().expect("boards").iter().map(|board| board["id"].clone()).collect()
}

async fn a_kill_loses_nothing(folder: &Path, database: Option<&str>) {
    let server = Process::start(folder, database);
    let store = match database {
        Some(database) => Store::connect_for_cli(database).await.expect("a store"),
        None => Store::open_for_cli(folder).expect("a store"),
    };
    let mut pairs = Vec::new();
    for board in 0..BOARDS {
        let names = [format!("white{board}"), format!("black{board}")];
        for name in &names {
            admin::add(&store, name, false, Roles::NONE).await.expect("a new account");
        }
        pairs.push(names);
    }
    admin::add(&store, "arb", false, ARBITER).await.expect("a new account");
    let token = admin::token(&store, "arb", Some(Scopes::all())).await.expect("a token");
    let token = token.reveal();
    drop(store);
    let new = json!({"pairs": pairs, "time": "300"});

    // Killed while the games are being created: as soon as the round is visible.
    let (site, body) = (server.site.clone(), new.clone());
    let bearer = token.to_owned();
    let creating = tokio::spawn(async move {
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        // The server is killed before it can answer.
        let _ = client.post(format!("{site}/api/admin/rounds")).bearer_auth(bearer).json(&body).send().await;
    });
    let id = loop {
        let list = server.api(token, Method::GET, "/api/admin/rounds", json!({})).await;
        if let Some(id) = list["rounds"][0]["id"].as_str() {
            break id.to_owned();
        }
    };
    server.kill();
    creating.await.expect("it has ended");
    let server = Process::start(folder, database);
    let seated = server.until(token, &id, |round| every_board(round, is_waiting)).await;
    assert!(seated["paired_at"].is_u64() && seated["started_at"].is_null(), "{seated}");

    // Killed between creation and start.
    server.kill();
    let server = Process::start(folder, database);
    let again = server.until(token, &id, |round| every_board(round, is_waiting)).await;
    assert_eq!((ids(&again), &again["paired_at"]), (ids(&seated), &seated["paired_at"]));

    // Killed while the clocks are being started: as soon as the start is visible.
    let (site, bearer, path) = (server.site.clone(), token.to_owned(), format!("/api/admin/rounds/{id}"));
    let starting = tokio::spawn(async move {
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        let request = client.post(format!("{site}{path}")).bearer_auth(bearer);
        let _ = request.json(&json!({"do": "start"})).send().await;
    });
    let started = server.until(token, &id, |round| round["started_at"].is_u64()).await;
    server.kill();
    starting.await.expect("it has ended");
    let server = Process::start(folder, database);
    let runs = server.until(token, &id, |round| every_board(round, |board| board["paused"] == false)).await;
    assert_eq!((ids(&runs), &runs["started_at"]), (ids(&seated), &started["started_at"]));

    // A second round with the same players is not affected.
    let second = server.api(token, Method::POST, "/api/admin/rounds", new).await;
    assert!(every_board(&second, is_waiting), "{second}");
    server.kill();
}

#[tokio::test]
async fn a_kill_loses_nothing_of_a_round() {
    let folder = tempfile::tempdir().expect("a folder");
    a_kill_loses_nothing(folder.path(), None).await;
}

#[tokio::test]
async fn a_kill_loses_nothing_of_a_round_in_a_shared_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = postgres::shared().database().await;
    a_kill_loses_nothing(folder.path(), Some(&database)).await;
}
