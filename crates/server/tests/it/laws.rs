//! Tournament conduct over the network: draw odds, default time, forfeits and sealed moves.

use crate::harness::{Server, Socket, Visitor};
use parking_lot::Mutex;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tabiya_server::identity::roles::Roles;
use tabiya_server::people::admin;
use tokio::time::timeout;

/// A game between the accounts anna (White) and bert.
async fn accounts_at_a_board(server: &Server, settings: Value) -> (Visitor, Visitor, String) {
    let (mut white, mut black) = (server.guest().await, server.guest().await);
    white.become_account("/app/register", "anna").await;
    black.become_account("/app/register", "bert").await;
    let id = white.challenge(settings).await;
    let accepted = black.send(&format!("/app/challenges/{id}/accept"), json!({})).await;
    assert_eq!(accepted["id"], *id, "{accepted}");
    (white, black, id)
}

/// A finished game as PGN and as JSON.
async fn exported(reader: &Visitor, id: &str) -> (String, Value) {
    let path = format!("/game/export/{id}");
    let request = reader.request(Method::GET, &path).header("accept", "application/json");
    let answer = request.send().await.expect("an answer");
    (reader.text(&path).await, answer.json().await.expect("JSON"))
}

async fn agree(white: &mut Socket, black: &mut Socket, id: &str) -> Value {
    for (mover, mv) in [(&mut *white, "e4"), (&mut *black, "e5")] {
        assert_eq!(mover.play(id, mv).await["t"], "done");
    }
    assert_eq!(white.act(id, "o", json!({"do": "offer"})).await["t"], "done");
    assert_eq!(black.act(id, "a", json!({"do": "accept"})).await["t"], "done");
    white.receive_end().await["state"].clone()
}

#[tokio::test]
async fn with_draw_odds_a_draw_wins_for_one_side() {
    let server = Server::start().await;
    let settings = json!({"time": "300", "draw_odds": "black"});
    let (white, black, id) = accounts_at_a_board(&server, settings).await;
    let (mut one, shown) = white.watch(&id).await;
    assert_eq!(shown["settings"]["draw_odds"], "black");
    let (mut other, _) = black.watch(&id).await;
    let state = agree(&mut one, &mut other, &id).await;
    assert_eq!(
        (&state["result"], &state["reason"], &state["by_draw_odds"], &state["article"]),
        (&json!("0-1"), &json!("agreement"), &json!(true), &json!("5.2.3"))
    );
    server.archived(&id).await;
    let (pgn, game) = exported(&white, &id).await;
    assert!(pgn.contains("[DrawOdds \"black\"]") && pgn.contains("[Result \"0-1\"]"), "{pgn}");
    assert_eq!(
        (&game["winner"], &game["drawOdds"], &game["byDrawOdds"], &game["article"]),
        (&json!("black"), &json!("black"), &json!(true), &json!("5.2.3")),
        "{game}"
    );
    // An import keeps all of it.
    let request = white.request(Method::POST, "/api/import").form(&[("pgn", &pgn)]);
    let imported: Value = request.send().await.expect("an answer").json().await.expect("JSON");
    let copy = imported["id"].as_str().expect("an id").to_owned();
    let (again, game) = exported(&white, &copy).await;
    assert!(pgn.contains("white (=)") && again.contains("white (=)"), "{pgn}\n{again}");
    assert_eq!(
        (&game["winner"], &game["termination"], &game["byDrawOdds"]),
        (&json!("black"), &json!("agreement"), &json!(true)),
        "{game}"
    );
    // The rematch has the same settings: the odds belong to a colour, not to a player.
    assert_eq!(one.act(&id, "r", json!({"do": "rematch"})).await["t"], "done");
    assert_eq!(other.act(&id, "r", json!({"do": "rematch"})).await["t"], "done");
    let next = loop {
        if let Some(next) = one.receive("rematch").await["next"].as_str() {
            break next.to_owned();
        }
    };
    let (_, shown) = white.watch(&next).await;
    assert_eq!((&shown["you"], &shown["settings"]["draw_odds"]), (&json!("black"), &json!("black")));
    let (status, refused) = white.try_challenge(json!({"draw_odds": "black", "rated": true})).await;
    assert_eq!((status.as_u16(), &refused["error"]), (400, &json!("games at odds are not rated")));
    server.stop().await;
}

#[tokio::test]
async fn a_round_with_draw_odds() {
    let server = Server::start().await;
    let judge = server.arbiter().await;
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    anna.become_account("/app/register", "anna").await;
    bert.become_account("/app/register", "bert").await;
    let new = json!({"pairs": [["anna", "bert"]], "time": "300", "draw_odds": "white"});
    let round = judge.send("/app/rounds", new).await;
    assert_eq!(round["draw_odds"], "white", "{round}");
    let id = round["boards"][0]["id"].as_str().expect("a game").to_owned();
    let path = format!("/app/rounds/{}", round["id"].as_str().expect("an id"));
    judge.send(&path, json!({"do": "start"})).await;
    let (mut one, _) = anna.watch(&id).await;
    let (mut other, _) = bert.watch(&id).await;
    let state = agree(&mut one, &mut other, &id).await;
    assert_eq!((&state["result"], &state["by_draw_odds"]), (&json!("1-0"), &json!(true)));
    let board = &judge.read(&path).await["boards"][0];
    assert_eq!((&board["result"], &board["reason"]), (&json!("1-0"), &json!("agreement")), "{board}");
    server.stop().await;
}

#[tokio::test]
async fn the_score_of_a_match_of_guests() {
    let server = Server::start().await;
    let (white, black, id) = server.game(json!({"time": "300"})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    agree(&mut one, &mut other, &id).await;
    server.archived(&id).await;
    let score = white.read(&format!("/app/games/{id}/match")).await;
    assert_eq!(score, json!({"white": 0.5, "black": 0.5, "games": 1}));
    assert_eq!(one.act(&id, "r", json!({"do": "rematch"})).await["t"], "done");
    assert_eq!(other.act(&id, "r", json!({"do": "rematch"})).await["t"], "done");
    let next = loop {
        if let Some(next) = one.receive("rematch").await["next"].as_str() {
            break next.to_owned();
        }
    };
    // Colours are swapped, and so are the points.
    let (mut one, _) = white.watch(&next).await;
    assert_eq!(one.act(&next, "q", json!({"do": "resign"})).await["t"], "done");
    server.archived(&next).await;
    let score = black.read(&format!("/app/games/{next}/match")).await;
    assert_eq!(score, json!({"white": 1.5, "black": 0.5, "games": 2}));
    assert_eq!(black.get("/app/games/nosuch00/match").await.0, 404);
    server.stop().await;
}

/// FIDE 11.7: the opponent of a player who forfeits may get half a point, which ratings do not count.
#[tokio::test]
async fn half_a_point_is_counted_everywhere_but_in_ratings() {
    let server = Server::start().await;
    let judge = server.arbiter().await;
    let settings = json!({"time": "300", "conduct": "tournament", "rated": true});
    let (white, black, id) = accounts_at_a_board(&server, settings.clone()).await;
    let (mut table, _) = judge.watch(&id).await;
    let forfeit = json!({"do": "forfeit", "who": "black", "opponent": "1/2", "reason": "a phone"});
    assert_eq!(table.act(&id, "f", forfeit).await["t"], "done");
    server.archived(&id).await;
    let counts = async |name: &str| {
        let user = white.read(&format!("/api/user/{name}")).await;
        ["win", "draw", "loss"].map(|kind| user["count"][kind].as_u64().expect("a number"))
    };
    assert_eq!(counts("anna").await, [0, 1, 0]);
    assert_eq!(counts("bert").await, [0, 0, 1]);
    let table_of_two = white.read("/api/crosstable/anna/bert").await;
    assert_eq!(table_of_two, json!({"users": {"anna": 0.5, "bert": 0.0}, "nbGames": 1}));
    let found = white.read("/app/games?player=anna&result=1/2-0").await;
    assert_eq!((&found["games"][0]["id"], &found["games"][0]["result"]), (&json!(id), &json!("1/2-0")));
    let (pgn, game) = exported(&black, &id).await;
    assert!(pgn.contains("[Result \"*\"]") && pgn.contains("[Score \"1/2-0\"]"), "{pgn}");
    assert_eq!((&game["result"], &game["forfeitReason"]), (&json!("1/2-0"), &json!("a phone")));
    assert_eq!(game["players"]["white"]["ratingDiff"], Value::Null);

    // A win by forfeit is rated only if both players have moved.
    for moves in [0, 2] {
        let next = white.challenge(settings.clone()).await;
        black.send(&format!("/app/challenges/{next}/accept"), json!({})).await;
        let ((mut one, _), (mut other, _)) = (white.watch(&next).await, black.watch(&next).await);
        if moves == 2 {
            assert_eq!(one.play(&next, "e4").await["t"], "done");
            assert_eq!(other.play(&next, "e5").await["t"], "done");
        }
        let (mut table, _) = judge.watch(&next).await;
        assert_eq!(table.act(&next, "f", json!({"do": "forfeit", "who": "black"})).await["t"], "done");
        server.archived(&next).await;
        let (_, game) = exported(&black, &next).await;
        assert_eq!(game["players"]["white"]["ratingDiff"].is_null(), moves == 0, "{game}");
    }
    server.stop().await;
}

const DEFAULT_TIME: u64 = 60_000;

#[tokio::test]
async fn a_player_who_arrives_too_late_forfeits() {
    let server = Server::with_manual_time().await;
    let settings = json!({"time": "300", "conduct": "tournament", "default_time": DEFAULT_TIME});
    let (white, black, id) = server.game(settings.clone()).await;
    // Opening the game counts as arriving at the board.
    let (mut one, shown) = white.watch(&id).await;
    assert_eq!(shown["settings"]["default_time"], DEFAULT_TIME);
    let appeared = one.receive("update").await;
    assert_eq!(appeared["events"], json!([{"event": "appear", "by": "white"}]));
    assert_eq!(appeared["state"]["awaited"], "black");
    server.pass(DEFAULT_TIME + 1);
    let ended = one.receive_end().await;
    assert_eq!(ended["events"][0], json!({"event": "default_time", "absent": "black"}));
    let state = &ended["state"];
    assert_eq!(
        (&state["result"], &state["reason"], &state["article"]),
        (&json!("1-0"), &json!("forfeit"), &json!("6.7.1"))
    );
    assert_eq!(state["rulings"][0]["article"], "6.7.1");
    let (mut other, _) = black.watch(&id).await;
    assert_eq!(other.play(&id, "e5").await["code"], "over");
    let (pgn, _) = exported(&white, &id).await;
    assert!(pgn.contains("[DefaultTime \"60\"]") && pgn.contains("(6.7.1)"), "{pgn}");

    // If both arrive in time, only the clocks count.
    let (white, black, id) = server.game(settings).await;
    let (mut one, _) = white.watch(&id).await;
    let (_other, _) = black.watch(&id).await;
    loop {
        if one.receive("update").await["state"]["awaited"].is_null() {
            break;
        }
    }
    server.pass(DEFAULT_TIME + 1);
    assert_eq!(one.play(&id, "e4").await["t"], "done");
    server.stop().await;
}

#[tokio::test]
async fn downtime_makes_nobody_late() {
    let server = Server::in_a_folder_with_manual_time().await;
    let settings = json!({"time": "300", "conduct": "tournament", "default_time": DEFAULT_TIME});
    let (white, black, id) = server.game(settings).await;
    let server = server.restart_after(10 * DEFAULT_TIME).await;
    let (mut one, shown) = white.watch(&id).await;
    assert_eq!(shown["state"]["result"], Value::Null, "{shown}");
    let (_other, _) = black.watch(&id).await;
    assert_eq!(one.play(&id, "e4").await["t"], "done");
    server.stop().await;
}

/// A sealed move must not keep the opponent waiting forever: the player who has to reply may open the envelope.
#[tokio::test]
async fn the_player_who_has_to_reply_resumes_the_game() {
    let server = Server::start().await;
    let (white, black, id) = server.game(json!({"time": "300", "conduct": "tournament"})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    assert_eq!(other.act(&id, "r", json!({"do": "resume"})).await["code"], "not_allowed");
    assert_eq!(one.act(&id, "s", json!({"do": "adjourn", "move": "e4"})).await["t"], "done");
    assert_eq!(one.act(&id, "r", json!({"do": "resume"})).await["code"], "not_allowed");
    let (mut spectator, _) = server.guest().await.watch(&id).await;
    assert_eq!(spectator.act(&id, "r", json!({"do": "resume"})).await["code"], "not_allowed");
    assert_eq!(other.act(&id, "q", json!({"do": "resume"})).await["t"], "done");
    assert_eq!(white.read(&format!("/app/games/{id}")).await["moves"][0]["san"], "e4");
    server.stop().await;
}

/// Collects what the server logs.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Every spelling of the sealed move. No id and no other move contains any of them.
const SEALED: [&str; 3] = ["O-O-O", "0-0-0", "e1c1"];

#[track_caller]
fn assert_not_revealed(place: &str, text: &str) {
    for sealed in SEALED {
        assert!(!text.contains(sealed), "{place}: {text}");
    }
}

/// Everything that these readers can read about a game.
async fn readable_texts(id: &str, readers: &[&Visitor]) -> Vec<(String, String)> {
    let mut read = Vec::new();
    for reader in readers {
        for path in [
            format!("/app/games/{id}"),
            format!("/game/export/{id}"),
            format!("/game/export/{id}?pgnInJson=true&lastFen=true&clocks=true"),
            "/api/games/user/anna?ongoing=true".into(),
            "/api/games/user/anna?ongoing=true&pgnInJson=true".into(),
            "/api/user/anna/current-game".into(),
            "/api/user/anna".into(),
            "/api/crosstable/anna/bert".into(),
            "/api/tv/channels".into(),
            "/api/tv/best".into(),
            "/app/me".into(),
            "/app/playing".into(),
            "/app/online".into(),
            "/app/lobby".into(),
            "/app/games".into(),
            "/app/account/export".into(),
            "/app/admin/games".into(),
            "/app/admin/audit".into(),
            "/metrics".into(),
        ] {
            for accept in ["application/json", "application/x-chess-pgn"] {
                let request = reader.request(Method::GET, &path).header("accept", accept);
                let answer = request.send().await.expect("an answer");
                read.push((format!("{path} as {accept}"), answer.text().await.expect("a text")));
            }
        }
    }
    read
}

/// Reads a stream until nothing has come for half a second: an idle stream does not end.
async fn read_until_quiet(mut stream: Response) -> String {
    let mut text = String::new();
    while let Ok(Ok(Some(chunk))) = timeout(Duration::from_millis(500), stream.chunk()).await {
        text.push_str(&String::from_utf8_lossy(&chunk));
    }
    text
}

#[tokio::test]
async fn nobody_reads_a_sealed_move_before_it_is_played() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    let server = Server::start().await;
    let judge = server.arbiter().await;
    // Also an admin, so that the admin pages are among the texts.
    let roles = Roles { arbiter: true, admin: true };
    admin::set_roles(&server.app().store, "judge", roles).await.expect("there is such an account");
    let fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    let settings = json!({"time": "300", "conduct": "tournament", "fen": fen});
    let (white, black, id) = accounts_at_a_board(&server, settings).await;
    let stranger = server.guest().await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    let (mut table, _) = judge.watch(&id).await;
    let (mut spectator, _) = stranger.watch(&id).await;
    assert_eq!(one.play(&id, "e4").await["t"], "done");
    assert_eq!(other.play(&id, "e5").await["t"], "done");
    let token = admin::token(&server.app().store, "bert", None).await.expect("a token");
    let mut streams = Vec::new();
    for path in [
        format!("/api/stream/game/{id}"),
        "/api/tv/feed".into(),
        "/api/tv/blitz/feed".into(),
        format!("/api/board/game/stream/{id}"),
    ] {
        let request = stranger.request(Method::GET, &path).bearer_auth(token.reveal());
        let stream = request.send().await.expect("an answer");
        assert!(stream.status().is_success(), "{path}: {}", stream.status());
        streams.push((path, stream));
    }
    let sealed = json!({"do": "adjourn", "move": "O-O-O"});
    assert_eq!(one.act(&id, "seal", sealed.clone()).await["t"], "done");
    // Repeated, as after a lost connection; then refused, with the move in the request.
    assert_eq!(one.act(&id, "seal", sealed.clone()).await["t"], "done");
    let refused = one.act(&id, "again", sealed.clone()).await;
    assert_eq!(refused["t"], "refused");
    assert_not_revealed("the refusal", &refused.to_string());
    let refused = other.act(&id, "seal", sealed).await;
    assert_not_revealed("the refusal of the opponent", &refused.to_string());
    for (who, socket) in [
        ("white", &mut one),
        ("black", &mut other),
        ("the arbiter", &mut table),
        ("a spectator", &mut spectator),
    ] {
        // Every message until the answer to a ping.
        socket.send_json(json!({"t": "ping", "n": 7})).await;
        loop {
            let message = socket.next().await.expect("it stays open");
            assert_not_revealed(who, &message.to_string());
            if message["t"] == "pong" {
                break;
            }
        }
    }
    for (place, text) in readable_texts(&id, &[&white, &black, &judge, &stranger]).await {
        assert_not_revealed(&place, &text);
    }
    for (path, stream) in streams {
        let text = read_until_quiet(stream).await;
        assert!(text.contains("e2e4") || text.contains("4P3"), "{path} shows the game: {text}");
        assert_not_revealed(&path, &text);
    }
    for viewer in [&white, &black, &judge, &stranger] {
        let (_, shown) = viewer.watch(&id).await;
        assert_eq!(shown["state"]["adjourned"], "white");
        assert_not_revealed("the game", &shown.to_string());
    }
    // The same after a restart, and the move can still be played.
    let server = server.restart().await;
    for (place, text) in readable_texts(&id, &[&black]).await {
        assert_not_revealed(&place, &text);
    }
    assert_not_revealed("the log", &String::from_utf8_lossy(&log.0.lock()));
    let (mut table, _) = judge.watch(&id).await;
    assert_eq!(table.act(&id, "open", json!({"do": "resume"})).await["t"], "done");
    let shown = stranger.read(&format!("/app/games/{id}")).await;
    assert_eq!(shown["moves"][2]["san"], "O-O-O");
    server.stop().await;
}
