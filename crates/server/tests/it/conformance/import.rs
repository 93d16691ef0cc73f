//! Imported games.

use crate::harness::{Client, Server};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const IMMORTAL: &str = r#"[Event "Casual"]
[Site "London"]
[Date "1851.06.21"]
[Round "?"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]
[WhiteElo "2600"]

1. e4 e5 2. f4 exf4 (2... d5) 3. Bc4 Qh4+ {a check} 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 1-0
"#;

async fn import(client: &Client, pgn: &str) -> (StatusCode, Value) {
    client.post_form("/api/import", &[("pgn", pgn)]).await
}

/// An imported game is exported as PGN and as JSON, and shown on the page.
#[tokio::test]
async fn a_game_from_elsewhere_is_kept() {
    let server = Server::in_a_folder().await;
    let ann = Client::person(&server, "ann").await;
    let (status, made) = import(&ann, IMMORTAL).await;
    assert_eq!(status, StatusCode::OK, "{made}");
    let id = made["id"].as_str().expect("an id");
    assert_eq!(made["url"], format!("{}/game/{id}", server.url()));
    let (_, pgn) = ann.get(&format!("/game/export/{id}")).await;
    let pgn = pgn.as_str().expect("text").to_owned();
    for kept in
        ["[White \"Anderssen, Adolf\"]", "[Site \"London\"]", "[Date \"1851.06.21\"]", "[WhiteElo \"2600\"]"]
    {
        assert!(pgn.contains(kept), "{kept}: {pgn}");
    }
    assert!(pgn.contains(&format!("[GameId \"{id}\"]")) && pgn.contains("6. Nf3 Qh6 1-0"), "{pgn}");
    let export = ann.request(Method::GET, &format!("/game/export/{id}")).header("Accept", "application/json");
    let game = Client::send(export).await.1;
    assert_eq!(
        (&game["source"], &game["rated"], &game["winner"]),
        (&json!("import"), &json!(false), &json!("white"))
    );
    assert_eq!(game["players"]["white"], json!({ "name": "Anderssen, Adolf", "rating": 2600 }));
    assert_eq!((&game["status"], &game["speed"]), (&json!("resign"), &json!("correspondence")));
    // The exported PGN can be imported again.
    let (status, again) = import(&ann, &pgn).await;
    assert_eq!(status, StatusCode::OK, "{again}");
    assert_eq!(server.back_up(), 2, "the check of the backup accepts both");
    let (_, shown) = ann.get(&format!("/app/games/{id}")).await;
    assert_eq!(shown["white"]["name"], "Anderssen, Adolf");
    assert_eq!(shown["moves"].as_array().map(Vec::len), Some(12));
    let mut stream = ann.stream(&format!("/api/stream/game/{id}")).await;
    assert_eq!(stream.last().await["source"], "import");
    let (_, found) = ann.get("/app/games?opening=e4+e5+f4").await;
    assert_eq!(found["games"][0]["white"]["name"], "Anderssen, Adolf", "{found}");
}

/// An imported game belongs to no account, even if a player's name matches one.
#[tokio::test]
async fn a_game_from_elsewhere_counts_for_nobody() {
    let server = Server::start().await;
    let ann = Client::person(&server, "ann").await;
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let pgn = "[White \"ann\"]\n[Black \"~ben\"]\n\n1. f3 e5 2. g4 Qh4# 0-1";
    let request = http.post(format!("{}/api/import", server.url())).form(&[("pgn", pgn)]);
    let (status, made) = Client::send(request).await;
    assert_eq!(status, StatusCode::OK, "without a token too: {made}");
    let (_, account) = ann.get("/api/account").await;
    assert_eq!(
        (&account["count"]["all"], &account["perfs"]["correspondence"]["games"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(ann.get("/api/games/user/ann").await.1, json!(""));
    let id = made["id"].as_str().expect("an id");
    let (status, refused) = ann.post(&format!("/api/board/game/{id}/resign")).await;
    assert_eq!((status, &refused["error"]), (StatusCode::NOT_FOUND, &json!("Not your game")));
    let request = http.post(format!("{}/api/import", server.url())).bearer_auth("lip_wrong");
    assert_eq!(Client::send(request.form(&[("pgn", pgn)])).await.0, StatusCode::UNAUTHORIZED);
}

/// Invalid PGN is refused with the reason; an unfinished game has an unknown end.
#[tokio::test]
async fn a_bad_game_is_named() {
    let server = Server::start().await;
    let ann = Client::person(&server, "ann").await;
    for (pgn, found) in [
        ("", "nothing"),
        ("hello", "hello"),
        ("1. e4 e5 2. Ke3 *", "Ke3"),
        ("1. e4 1-0\n\n1. d4 1-0", "more"),
    ] {
        let (status, errors) = import(&ann, pgn).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{pgn}");
        let why = errors["error"]["pgn"][0].as_str().expect("why");
        assert!(why.contains(found), "{pgn}: {why}");
    }
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let (_, made) = import(&ann, &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 Ke7 *")).await;
    let id = made["id"].as_str().expect("an id");
    let export = ann.request(Method::GET, &format!("/game/export/{id}")).header("Accept", "application/json");
    let game = Client::send(export).await.1;
    assert_eq!((&game["status"], &game["initialFen"]), (&json!("unknownFinish"), &json!(fen)));
    assert!(game.get("winner").is_none() && game.get("termination").is_none(), "{game}");
}

/// Imported names and places are cut to one short line without control characters.
#[tokio::test]
async fn names_from_elsewhere_are_plain_and_short() {
    let server = Server::start().await;
    let ann = Client::person(&server, "ann").await;
    let long = "x".repeat(20_000);
    let pgn = format!(
        "[White \"An\u{0}na\u{7}\u{202e}\u{2066}\"]\n[Black \"{long}\"]\n[WhiteTitle \"G\u{202e}M\"]\n\
         [Event \"{long}\"]\n[Site \"Lon\u{7}don\u{202e}\"]\n\n1. e4 e5 *"
    );
    let (status, made) = import(&ann, &pgn).await;
    assert_eq!(status, StatusCode::OK, "{made}");
    let id = made["id"].as_str().expect("an id");
    let (_, shown) = ann.get(&format!("/app/games/{id}")).await;
    assert_eq!((&shown["white"]["name"], &shown["white"]["title"]), (&json!("Anna"), &json!("GM")));
    let black = shown["black"]["name"].as_str().expect("a name");
    assert_eq!(black.len(), 100);
    let (_, pgn) = ann.get(&format!("/game/export/{id}")).await;
    let pgn = pgn.as_str().expect("text");
    assert!(!pgn.contains(['\u{0}', '\u{7}', '\u{202e}', '\u{2066}']), "{pgn:.200?}");
    assert!(pgn.contains("[Site \"London\"]") && pgn.len() < 2_000, "{} bytes", pgn.len());
}
