//! Rounds: games with given colours, clocks that start together, results, and restarts.

use crate::club::{ADMIN, ARBITER, Member};
use crate::harness::{Server, eventually};
use reqwest::Method;
use serde_json::{Value, json};
use tabiya_server::clock::TimeSource;
use tabiya_server::identity::roles::Roles;
use tabiya_server::people::admin;

async fn players(server: &Server, count: usize) -> Vec<String> {
    let mut names = Vec::new();
    for number in 0..count {
        let name = format!("player{number}");
        admin::add(&server.app().store, &name, false, Roles::NONE).await.expect("a new account");
        names.push(name);
    }
    names
}

fn pairs(names: &[String]) -> Vec<(String, String)> {
    names.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}

fn boards(round: &Value) -> Vec<Value> {
    round["boards"].as_array().expect("boards").clone()
}

#[tokio::test]
async fn all_clocks_of_a_round_start_together() {
    let server = Server::start().await;
    let arbiter = Member::new(&server, "arb", ARBITER).await;
    let names = players(&server, 100).await;
    let new = json!({"name": "Round 1", "pairs": pairs(&names), "time": "300+3", "rated": true});
    let round = arbiter.browser.send("/app/rounds", new).await;
    let id = round["id"].as_str().expect("an id").to_owned();
    assert_eq!(boards(&round).len(), 50);
    for (board, pair) in boards(&round).iter().zip(pairs(&names)) {
        assert_eq!((board["white"].as_str(), board["black"].as_str()), (Some(&*pair.0), Some(&*pair.1)));
        assert_eq!((&board["paused"], &board["clock_white"]), (&json!(true), &json!(300_000)));
    }
    let started = arbiter.browser.send(&format!("/app/rounds/{id}"), json!({"do": "start"})).await;
    assert!(started["started_at"].is_u64(), "{started}");
    // The log of each game says when its clock started.
    let moments: Vec<u64> = boards(&started)
        .iter()
        .map(|board| {
            let room =
                server.app().rooms.get(board["id"].as_str().unwrap().parse().unwrap()).expect("a game");
            let state = room.state();
            assert!(!state.game.is_paused());
            state.game.latest().millis()
        })
        .collect();
    assert!(moments.iter().all(|moment| *moment == moments[0]), "{moments:?}");
    let paused = arbiter.browser.send(&format!("/app/rounds/{id}"), json!({"do": "pause"})).await;
    assert!(boards(&paused).iter().all(|board| board["paused"] == true));
    let resumed = arbiter.browser.send(&format!("/app/rounds/{id}"), json!({"do": "resume"})).await;
    assert!(boards(&resumed).iter().all(|board| board["paused"] == false));
    server.stop().await;
}

#[tokio::test]
async fn a_round_survives_a_restart_between_creation_and_start() {
    let server = Server::in_a_folder_with_manual_time().await;
    let arbiter = Member::new(&server, "arb", ARBITER).await;
    let names = players(&server, 4).await;
    let start_at = server.app().clock.now().millis() + 8000;
    let new = json!({"pairs": pairs(&names), "time": "300", "start_at": start_at});
    let round = arbiter.browser.send("/app/rounds", new).await;
    let id = round["id"].as_str().expect("an id").to_owned();
    let before: Vec<Value> = boards(&round).iter().map(|board| board["id"].clone()).collect();
    let server = server.restart().await;
    let path = format!("/app/rounds/{id}");
    let round = arbiter.browser.read(&path).await;
    let after: Vec<Value> = boards(&round).iter().map(|board| board["id"].clone()).collect();
    assert_eq!(before, after);
    assert!(boards(&round).iter().all(|board| board["paused"] == true && board["clock_white"] == 300_000));
    server.pass(8000);
    eventually(async || {
        let round = arbiter.browser.read(&path).await;
        boards(&round).iter().all(|board| board["paused"] == false)
    })
    .await;
    assert_eq!(arbiter.browser.read(&path).await["started_at"], start_at);
    server.stop().await;
}

#[tokio::test]
async fn results_as_text_csv_and_pgn() {
    let server = Server::start().await;
    let arbiter = Member::new(&server, "arb", ARBITER).await;
    let (anna, bert) =
        (Member::new(&server, "anna", Roles::NONE).await, Member::new(&server, "bert", Roles::NONE).await);
    let new = json!({"pairs": [["anna", "bert"]], "time": "300"});
    let round = arbiter.browser.send("/app/rounds", new).await;
    let (id, game) =
        (round["id"].as_str().unwrap().to_owned(), boards(&round)[0]["id"].as_str().unwrap().to_owned());
    let (mut white, _) = anna.browser.watch(&game).await;
    let refused = white.play(&game, "e2e4").await;
    assert_eq!(refused["t"], "refused", "nobody moves before the start: {refused}");
    arbiter.browser.send(&format!("/app/rounds/{id}"), json!({"do": "start"})).await;
    assert_eq!(white.act(&game, "m1", json!({"do": "move", "move": "e2e4"})).await["t"], "done");
    let (mut black, _) = bert.browser.watch(&game).await;
    assert_eq!(black.act(&game, "r", json!({"do": "resign"})).await["t"], "done");
    let text = arbiter.browser.text(&format!("/app/rounds/{id}/results.txt")).await;
    assert!(text.contains("anna") && text.contains("1-0"), "{text}");
    let csv = arbiter.browser.text(&format!("/app/rounds/{id}/results.csv")).await;
    assert!(csv.contains(&format!("1,anna,bert,1-0,resignation,{game}")), "{csv}");
    let canceled = arbiter.browser.send(&format!("/app/rounds/{id}"), json!({"do": "cancel"})).await;
    assert_eq!(canceled["code"], "not_now");
    server.stop().await;
}

#[tokio::test]
async fn players_are_seated_and_shown_by_their_real_names() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    let arbiter = Member::new(&server, "arb", ARBITER).await;
    let list = json!({"list": "Anna Souza\nBert Lima\nBert Lima", "once": true, "days": 1});
    boss.browser.send("/app/admin/users", list).await;
    let pair = |white: &str, black: &str| json!({"pairs": [[white, black]], "time": "300"});
    let round = boss.browser.send("/app/rounds", pair("anna souza", "Bert-Lima")).await;
    let id = round["id"].as_str().unwrap_or_else(|| panic!("{round}")).to_owned();
    assert_eq!(round["real_names"], json!({"Anna-Souza": "Anna Souza", "Bert-Lima": "Bert Lima"}));
    let two = boss.browser.send("/app/rounds", pair("Anna Souza", "Bert Lima")).await;
    assert_eq!(two["code"], "not_found", "there are two of that name: {two}");
    // An arbiter sees what everybody sees.
    let path = format!("/app/rounds/{id}");
    assert_eq!(arbiter.browser.read(&path).await["real_names"], json!({}));
    let named = arbiter.browser.send("/app/rounds", pair("Anna Souza", "Bert-Lima")).await;
    assert_eq!(named["code"], "not_found");
    let players = arbiter.browser.read("/app/players").await;
    assert_eq!(players["players"][0]["real_name"], Value::Null, "{players}");
    boss.browser.send("/app/admin/settings", json!({"real_names": true})).await;
    assert_eq!(arbiter.browser.read(&path).await["real_names"]["Anna-Souza"], "Anna Souza");
    let csv = arbiter.browser.text(&format!("{path}/results.csv")).await;
    assert!(csv.contains("1,Anna-Souza,Bert-Lima,*,,") && csv.contains(",Anna Souza,Bert Lima"), "{csv}");
    let names: Vec<_> = arbiter.browser.read("/app/players").await["players"]
        .as_array()
        .expect("players")
        .iter()
        .map(|player| (player["name"].clone(), player["real_name"].clone()))
        .collect();
    assert_eq!(names[0], (json!("Anna-Souza"), json!("Anna Souza")));
    assert_eq!(names.len(), 5);
    server.stop().await;
}

#[tokio::test]
async fn absent_players_forfeit_at_default_time() {
    let server = Server::in_a_folder().await;
    let arbiter = Member::new(&server, "arb", ARBITER).await;
    let anna = Member::new(&server, "anna", Roles::NONE).await;
    players(&server, 3).await;
    let new =
        json!({"pairs": [["anna", "player0"], ["player1", "player2"]], "time": "300", "default_minutes": 1});
    let round = arbiter.browser.send("/app/rounds", new).await;
    let id = round["id"].as_str().unwrap().to_owned();
    let game = boards(&round)[0]["id"].as_str().unwrap().to_owned();
    arbiter.browser.send(&format!("/app/rounds/{id}"), json!({"do": "start"})).await;
    // A minute passes while the server is down, so the clocks of the games do not run.
    let ahead = TimeSource::manual(server.app().clock.now() + game::Duration::from_seconds(61));
    let server = server.restart_at(ahead).await;
    let (_socket, _) = anna.browser.watch(&game).await;
    let path = format!("/app/rounds/{id}");
    eventually(async || {
        let round = arbiter.browser.read(&path).await;
        boards(&round).iter().all(|board| !board["result"].is_null())
    })
    .await;
    let round = arbiter.browser.read(&path).await;
    assert_eq!(boards(&round)[1]["result"], "0-0", "nobody came: {round}");
    server.stop().await;
}

#[tokio::test]
async fn bulk_pairing_in_the_shape_that_clients_know() {
    let server = Server::start().await;
    let arbiter = Member::new(&server, "arb", ARBITER).await;
    let (anna, bert) =
        (Member::new(&server, "anna", Roles::NONE).await, Member::new(&server, "bert", Roles::NONE).await);
    let tokens = format!("{}:{}", anna.token, bert.token);
    let form = json!({"players": tokens, "clock.limit": 300, "clock.increment": 2, "rated": true});
    // Anybody can pair players who have given their tokens; only an arbiter pairs by name.
    let (status, bulk) = anna.api(Method::POST, "/api/bulk-pairing", form).await;
    assert_eq!(status, 200, "{bulk}");
    assert_eq!(bulk["clock"], json!({"limit": 300, "increment": 2}));
    assert_eq!((&bulk["games"][0]["white"], &bulk["games"][0]["black"]), (&json!("anna"), &json!("bert")));
    assert!(bulk["pairedAt"].is_u64());
    let by_name = json!({"players": "anna:bert", "clock.limit": 300});
    assert_eq!(anna.api(Method::POST, "/api/bulk-pairing", by_name.clone()).await.0, 400);
    let soon = server.app().clock.now().millis() + 3_600_000;
    let later =
        json!({"players": "anna:bert", "clock.limit": 300, "pairAt": soon, "startClocksAt": soon + 1000});
    let (status, bulk) = arbiter.api(Method::POST, "/api/bulk-pairing", later).await;
    assert_eq!((status.as_u16(), &bulk["pairedAt"]), (200, &Value::Null), "{bulk}");
    let id = bulk["id"].as_str().expect("an id");
    let (_, list) = arbiter.api(Method::GET, "/api/bulk-pairing", json!({})).await;
    assert_eq!(list["bulks"][0]["id"], id);
    assert_eq!(arbiter.api(Method::GET, &format!("/api/bulk-pairing/{id}"), json!({})).await.1["id"], id);
    assert_eq!(anna.api(Method::GET, &format!("/api/bulk-pairing/{id}"), json!({})).await.0, 404);
    assert_eq!(
        arbiter.api(Method::DELETE, &format!("/api/bulk-pairing/{id}"), json!({})).await.1["ok"],
        true
    );
    let (_, list) = arbiter.api(Method::GET, "/api/bulk-pairing", json!({})).await;
    assert_eq!(list["bulks"], json!([]));
    for bad in [
        json!({"players": "", "clock.limit": 300}),
        json!({"players": "anna", "clock.limit": 300}),
        json!({"players": "anna:anna", "clock.limit": 300}),
        json!({"players": "anna:nobody", "clock.limit": 300}),
        json!({"players": "anna:bert", "clock.limit": 300, "pairAt": 99_999_999_999_999_u64}),
    ] {
        assert_eq!(arbiter.api(Method::POST, "/api/bulk-pairing", bad.clone()).await.0, 400, "{bad}");
    }
    server.stop().await;
}
