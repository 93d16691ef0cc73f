//! A small tournament, from the entries to the report file.

use crate::club::{ADMIN, ARBITER, Member};
use crate::harness::Server;
use serde_json::{Value, json};
use std::time::Duration;
use tabiya_server::identity::roles::Roles;

/// Polls a tournament until it is as expected.
async fn until(reader: &Member, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let path = format!("/app/tournaments/{id}");
    for _ in 0..100 {
        let shown = reader.browser.read(&path).await;
        if holds(&shown) {
            return shown;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{}", reader.browser.read(&path).await);
}

#[tokio::test]
async fn results_come_from_games_and_by_hand() {
    let server = Server::start().await;
    let arbiter = Member::new(&server, "arb", ARBITER).await;
    let (anna, bert) =
        (Member::new(&server, "anna", Roles::NONE).await, Member::new(&server, "bert", Roles::NONE).await);
    let (cid, dan) =
        (Member::new(&server, "cid", Roles::NONE).await, Member::new(&server, "dan", Roles::NONE).await);
    let new =
        json!({"name": "Friday", "system": "swiss", "rounds": 2, "time": "300", "players": ["anna", "bert"]});
    assert_eq!(anna.browser.send("/app/tournaments", new.clone()).await["code"], "not_allowed");
    let made = arbiter.browser.send("/app/tournaments", new).await;
    let id = made["id"].as_str().expect("an id").to_owned();
    let path = format!("/app/tournaments/{id}");
    for player in [&cid, &dan] {
        let entered = player.browser.send(&format!("{path}/entry"), json!({})).await;
        assert_eq!(entered["entered"], true, "{entered}");
    }
    let round = arbiter.browser.send(&path, json!({"do": "start_round"})).await;
    let boards = round["rounds"][0]["boards"].as_array().expect("boards").clone();
    assert_eq!(boards.len(), 2, "{round}");
    let again = arbiter.browser.send(&path, json!({"do": "start_round"})).await;
    assert_eq!(again["code"], "not_now", "results are missing");
    // The first board is played, the result of the second is entered by hand.
    let round_id = round["rounds"][0]["round"].as_str().expect("a round").to_owned();
    arbiter.browser.send(&format!("/app/rounds/{round_id}"), json!({"do": "start"})).await;
    let game = boards[0]["game"].as_str().expect("a game").to_owned();
    let players = [&anna, &bert, &cid, &dan];
    let names = ["anna", "bert", "cid", "dan"];
    let black = names.iter().position(|name| boards[0]["black"] == *name).expect("a player");
    let (mut socket, _) = players[black].browser.watch(&game).await;
    assert_eq!(socket.act(&game, "r", json!({"do": "resign"})).await["t"], "done");
    until(&arbiter, &id, |shown| shown["rounds"][0]["boards"][0]["score"] == "1-0").await;
    let by_hand = json!({"do": "result", "round": 1, "board": 2, "score": "1/2-1/2"});
    let shown = arbiter.browser.send(&path, by_hand).await;
    assert_eq!(shown["standings"][0]["points"], "1.0", "{shown}");
    // Nothing is lost in a restart, and the second round is paired.
    let server = server.restart().await;
    let shown = arbiter.browser.read(&path).await;
    assert_eq!(shown["rounds"][0]["boards"][1]["score"], "1/2-1/2");
    let second = arbiter.browser.send(&path, json!({"do": "start_round"})).await;
    assert_eq!(second["rounds"].as_array().map(Vec::len), Some(2), "{second}");
    for board in [1, 2] {
        let result = json!({"do": "result", "round": 2, "board": board, "score": "1-0"});
        arbiter.browser.send(&path, result).await;
    }
    let over = arbiter.browser.read(&path).await;
    assert_eq!(over["over"], true);
    let report = arbiter.browser.text(&format!("{path}/report.trf")).await;
    assert!(report.contains("012 Friday") && report.contains("001    1"), "{report}");
    for bad in [
        json!({"do": "result", "round": 3, "board": 1, "score": "1-0"}),
        json!({"do": "result", "round": 1, "board": 9, "score": "1-0"}),
        json!({"do": "start_round"}),
        json!({"do": "enter", "name": "nobody"}),
    ] {
        let code = arbiter.browser.send(&path, bad.clone()).await["code"].clone();
        assert!(["not_now", "not_found"].iter().any(|known| code == *known), "{bad}: {code}");
    }
    server.stop().await;
}

/// FIDE 9.8 and penalties: an arbiter can give one side half a point and the other nothing.
#[tokio::test]
async fn half_a_point_for_one_side_alone_is_in_standings_and_report() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    let list = json!({"list": "Anna Souza\nBert Lima", "once": true, "days": 1});
    boss.browser.send("/app/admin/users", list).await;
    let new = json!({"name": "Friday", "system": "round_robin", "time": "600+5", "players": ["Anna Souza", "bert-lima"]});
    let made = boss.browser.send("/app/tournaments", new).await;
    let id = made["id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
    let path = format!("/app/tournaments/{id}");
    boss.browser.send(&path, json!({"do": "start_round"})).await;
    let result = json!({"do": "result", "round": 1, "board": 1, "score": "1/2-0"});
    let shown = boss.browser.send(&path, result).await;
    let points: Vec<_> =
        shown["standings"].as_array().expect("rows").iter().map(|row| &row["points"]).collect();
    assert_eq!(points, ["0.5", "0.0"], "{shown}");
    assert_eq!(shown["over"], true);
    let report = boss.browser.text(&format!("{path}/report.trf")).await;
    let lines: Vec<&str> = report.lines().filter(|line| line.starts_with("001 ")).collect();
    assert!(lines[0].contains("Anna Souza") && lines[1].contains("Bert Lima"), "{report}");
    let (white, black) =
        (lines.iter().find(|line| line.contains(" w ")), lines.iter().find(|line| line.contains(" b ")));
    assert!(white.is_some_and(|line| line.trim_end().ends_with("w =")), "{report}");
    assert!(black.is_some_and(|line| line.trim_end().ends_with("b 0")), "{report}");
    // Our own reader accepts the report.
    pairing::trf::Document::parse(&report).unwrap_or_else(|faults| panic!("{faults}\n{report}"));
    server.stop().await;
}
