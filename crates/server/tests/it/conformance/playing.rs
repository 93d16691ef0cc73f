//! Games: moves, clocks, chat, and how they end.

use crate::harness::{BLITZ, Client, Server, game};
use reqwest::StatusCode;
use serde_json::json;
use std::time::{Duration, Instant};

/// Checks 10, 11, 12: members that clients look for, and members that must be absent.
#[tokio::test]
async fn members_that_are_present_and_members_that_are_absent() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let mut events = ben.events().await;
    let id = game(&ann, &ben, BLITZ).await;
    let challenge = events.line_of("challenge").await;
    let challenge = &challenge["challenge"];
    assert_eq!((&challenge["color"], &challenge["finalColor"]), (&json!("white"), &json!("white")));
    assert_eq!(challenge["perf"]["name"], "Blitz");
    let start = events.line_of("gameStart").await;
    let start = &start["game"];
    assert_eq!((&start["id"], &start["gameId"]), (&json!(id), &json!(id)));
    assert_eq!(start["fullId"].as_str().map(str::len), Some(12));
    assert_eq!(
        (&start["color"], &start["hasMoved"], &start["isMyTurn"]),
        (&json!("black"), &json!(false), &json!(false))
    );
    assert_eq!(start["compat"], json!({ "bot": true, "board": true }));
    assert_eq!(
        (&start["status"], &start["secondsLeft"]),
        (&json!({ "id": 20, "name": "started" }), &json!(300))
    );
    let mut stream = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    let state = stream.line().await["state"].clone();
    for absent in ["winner", "wdraw", "bdraw", "wtakeback", "btakeback", "rematch"] {
        assert!(state.get(absent).is_none(), "{absent}: {state}");
    }
    ann.play(&id, "e2e4").await;
    ben.play(&id, "e7e5").await;
    ann.post_ok(&format!("/api/board/game/{id}/draw/yes")).await;
    ben.post_ok(&format!("/api/board/game/{id}/draw/yes")).await;
    let last = stream.last().await;
    assert_eq!(last["status"], "draw");
    assert!(last.get("winner").is_none() && last.get("wdraw").is_none(), "{last}");
    let finish = events.line_of("gameFinish").await;
    assert_eq!(finish["game"]["status"], json!({ "id": 34, "name": "draw" }));
    assert!(finish["game"].get("winner").is_none());
    let aborted = game(&ann, &ben, BLITZ).await;
    ann.post_ok(&format!("/api/board/game/{aborted}/resign")).await; // aborts a game that has hardly begun
    let finish = events.line_of("gameFinish").await;
    assert_eq!(finish["game"]["status"], json!({ "id": 25, "name": "aborted" }));
    assert!(finish["game"].get("winner").is_none());
}

/// Check 13: the clocks do not run until both have moved.
#[tokio::test]
async fn the_first_moves_are_free() {
    let server = Server::with_manual_time().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let id = game(&ann, &ben, &[("clock.limit", "60"), ("clock.increment", "0")]).await;
    let mut stream = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    let clocks = |state: &serde_json::Value| (state["wtime"].as_u64(), state["btime"].as_u64());
    server.pass(300);
    assert_eq!(clocks(&stream.line().await["state"]), (Some(60_000), Some(60_000)));
    ann.play(&id, "e2e4").await;
    server.pass(300);
    assert_eq!(clocks(&stream.line().await), (Some(60_000), Some(60_000)));
    ben.play(&id, "e7e5").await;
    assert_eq!(clocks(&stream.line().await).1, Some(60_000), "White's clock runs");
    server.pass(300);
    ann.play(&id, "g1f3").await;
    let (white, black) = clocks(&stream.line().await);
    assert_eq!((white, black), (Some(59_700), Some(60_000)));
}

/// Check 14: castling is accepted in both notations, and sent in one.
#[tokio::test]
async fn castling_in_both_forms() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    for (castles, opponents) in [("e1g1", "e8h8"), ("e1h1", "e8g8")] {
        let fen = "4k2r/4pp2/8/8/8/8/4PP2/4K2R w Kk - 0 1";
        let id = game(&ann, &ben, &[("fen", fen), ("clock.limit", "300"), ("clock.increment", "0")]).await;
        ann.play(&id, castles).await;
        ben.play(&id, opponents).await;
        let mut stream = ann.stream(&format!("/api/board/game/stream/{id}")).await;
        let full = stream.line().await;
        assert_eq!(full["state"]["moves"], "e1g1 e8g8");
        assert_eq!((&full["variant"]["name"], &full["initialFen"]), (&json!("From Position"), &json!(fen)));
    }
    let fen = "4k2r/4pp2/8/8/8/8/4PP2/4K2R w Kk - 0 1";
    let id = game(&ann, &ben, &[("fen", fen), ("variant", "chess960")]).await;
    ann.play(&id, "e1h1").await;
    let mut stream = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    let full = stream.line().await;
    assert_eq!((&full["state"]["moves"], &full["variant"]["key"]), (&json!("e1h1"), &json!("chess960")));
    assert_eq!(full["state"]["wtime"], 2_147_483_647_u32, "no clock");
}

/// Check 15: a move that is sent twice is made once.
#[tokio::test]
async fn a_move_that_is_sent_twice() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let id = game(&ann, &ben, BLITZ).await;
    let path = format!("/api/board/game/{id}/move/e2e4");
    let (one, other) = tokio::join!(ann.post(&path), ann.post(&path));
    let mut answers = [one, other];
    answers.sort_by_key(|(status, _)| *status);
    assert_eq!(answers[0], (StatusCode::OK, json!({ "ok": true })));
    assert_eq!(
        answers[1],
        (StatusCode::BAD_REQUEST, json!({ "error": "Not your turn, or game already over" }))
    );
    let (_, playing) = ann.get("/api/account/playing").await;
    let game = &playing["nowPlaying"][0];
    assert_eq!(
        (&game["lastMove"], &game["isMyTurn"], &playing["nbMyTurn"]),
        (&json!("e2e4"), &json!(false), &json!(0))
    );
    for (mv, why) in
        [("e9e4", "Invalid UCI"), ("0000", "Invalid UCI"), ("N@e4", "Invalid UCI"), ("e7e4", "e7e4")]
    {
        let (status, body) = ben.post(&format!("/api/board/game/{id}/move/{mv}")).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(body["error"].as_str().is_some_and(|text| text.contains(why)), "{mv}: {body}");
    }
    let cid = Client::person(&server, "cid").await;
    let (status, body) = cid.post(&path).await;
    assert_eq!((status, &body["error"]), (StatusCode::NOT_FOUND, &json!("Not your game")));
    let (status, body) = cid.post("/api/board/game/Ab3dE6gH/move/e2e4").await;
    assert_eq!((status, &body["error"]), (StatusCode::NOT_FOUND, &json!("No such game")));
}

/// Check 16: moves are answered within two seconds, also under load.
#[tokio::test]
async fn moves_are_answered_at_once() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let mut games = Vec::new();
    for _ in 0..10 {
        games.push(game(&ann, &ben, BLITZ).await);
    }
    let mut slowest = Duration::ZERO;
    for (player, mv) in [(&ann, "g1f3"), (&ben, "g8f6"), (&ann, "f3g1"), (&ben, "f6g8")] {
        let plays = games.iter().map(|id| async move {
            let before = Instant::now();
            player.play(id, mv).await;
            before.elapsed()
        });
        slowest = futures_util::future::join_all(plays).await.into_iter().fold(slowest, Duration::max);
    }
    assert!(slowest < Duration::from_secs(2), "{slowest:?}");
}

/// A draw offer with a move is accepted by the next one, and a claim with a move ends the game.
#[tokio::test]
async fn draws_that_come_with_moves() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let id = game(&ann, &ben, BLITZ).await;
    ann.play(&id, "e2e4?offeringDraw=false").await;
    ben.play(&id, "e7e5?offeringDraw=true").await;
    let mut stream = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    assert_eq!(stream.line().await["state"]["bdraw"], true);
    ann.play(&id, "g1f3?offeringDraw=true").await;
    let last = stream.last().await;
    assert_eq!((&last["status"], &last["termination"]), (&json!("draw"), &json!("agreement")));
    let id = game(&ann, &ben, BLITZ).await;
    for _ in 0..2 {
        for (player, mv) in [(&ann, "g1f3"), (&ben, "g8f6"), (&ann, "f3g1"), (&ben, "f6g8")] {
            player.play(&id, mv).await;
        }
    }
    ann.play(&id, "e2e4?offeringDraw=true").await;
    let (_, game) = Client::send(
        ann.request(reqwest::Method::GET, &format!("/game/export/{id}")).header("Accept", "application/json"),
    )
    .await;
    assert_eq!((&game["status"], &game["termination"]), (&json!("draw"), &json!("threefold repetition")));
}

/// A flag falls without any request.
#[tokio::test]
async fn a_flag_falls_by_itself() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let id = game(&ann, &ben, &[("clock.limit", "0"), ("clock.increment", "1")]).await;
    let mut stream = ben.stream(&format!("/api/board/game/stream/{id}")).await;
    ann.play(&id, "e2e4").await;
    ben.play(&id, "e7e5").await;
    let before = Instant::now();
    let last = stream.last().await;
    assert_eq!((&last["status"], &last["winner"]), (&json!("outoftime"), &json!("black")));
    assert!(before.elapsed() < Duration::from_secs(5));
}

/// Chat reaches both players, and can be read later.
#[tokio::test]
async fn chat_between_the_players() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let id = game(&ann, &ben, BLITZ).await;
    let mut stream = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    stream.line().await;
    let path = format!("/api/board/game/{id}/chat");
    let (status, _) = ann.post_form(&path, &[("room", "player"), ("text", "hello <b>")]).await;
    assert_eq!(status, StatusCode::OK);
    let line = stream.line_of("chatLine").await;
    assert_eq!(
        (&line["username"], &line["text"], &line["room"]),
        (&json!("ann"), &json!("hello <b>"), &json!("player"))
    );
    assert_eq!(ben.get(&path).await.1, json!([{ "user": "ann", "text": "hello <b>" }]));
    for text in [String::new(), "x".repeat(141)] {
        let (status, errors) = ann.post_form(&path, &[("room", "player"), ("text", &text)]).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(errors["text"][0].is_string(), "{errors}");
    }
}

/// The spectators' chat is sent to bots, but not to people who play.
#[tokio::test]
async fn bots_receive_spectator_chat() {
    let server = Server::start().await;
    let (ann, robo) = (Client::person(&server, "ann").await, Client::bot(&server, "robo").await);
    let id = game(&ann, &robo, BLITZ).await;
    let mut program = robo.stream(&format!("/api/bot/game/stream/{id}")).await;
    let mut person = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    program.line().await;
    person.line().await;
    for (room, text) in [("spectator", "hello all"), ("player", "hello")] {
        let (status, _) =
            robo.post_form(&format!("/api/bot/game/{id}/chat"), &[("room", room), ("text", text)]).await;
        assert_eq!(status, StatusCode::OK);
    }
    assert_eq!(program.line_of("chatLine").await["text"], "hello all");
    assert_eq!(program.line_of("chatLine").await["text"], "hello");
    assert_eq!(person.line_of("chatLine").await["text"], "hello", "a person does not receive it");
}

/// A game as PGN with its clocks, read back by our own reader.
#[tokio::test]
async fn a_game_as_pgn() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "Ann").await, Client::person(&server, "ben").await);
    let id = game(&ann, &ben, BLITZ).await;
    for (player, mv) in [(&ann, "f2f3"), (&ben, "e7e5"), (&ann, "g2g4"), (&ben, "d8h4")] {
        player.play(&id, mv).await;
    }
    let (_, pgn) = ann.get(&format!("/game/export/{id}")).await;
    let pgn = pgn.as_str().expect("a text");
    let tree = pgn::Reader::from_slice(pgn.as_bytes()).read_tree().expect("readable").expect("a game");
    assert!(tree.faults.is_empty() && tree.complete, "{:?}", tree.faults);
    let tag = |name| tree.tags.get(name);
    assert_eq!((tag("White"), tag("Black"), tag("Result")), (Some("Ann"), Some("ben"), Some("0-1")));
    assert_eq!(
        (tag("TimeControl"), tag("Termination"), tag("GameId")),
        (Some("300+3"), Some("Normal"), Some(id.as_str()))
    );
    assert_eq!(tag("Site"), Some(format!("{}/game/{id}", server.url()).as_str()), "it leads to the game");
    assert!(pgn.contains("1. f3 {[%clk 0:05:0"), "{pgn}");
    let (_, bare) = ann.get(&format!("/game/export/{id}?clocks=false&tags=false")).await;
    assert_eq!(bare, json!("1. f3 e5 2. g4 Qh4# 0-1\n\n"));
    let lines =
        ann.request(reqwest::Method::GET, "/api/games/user/ANN").header("Accept", "application/x-ndjson");
    server.archived(&id).await;
    let listed = Client::send(lines).await.1;
    assert_eq!(
        (&listed["id"], &listed["winner"], &listed["moves"]),
        (&json!(id), &json!("black"), &json!("f3 e5 g4 Qh4#"))
    );
}

/// The addresses that clients print for a game redirect to it: `/ID`, `/ID/white`, and a 12-letter `fullId`.
#[tokio::test]
async fn short_addresses_lead_to_the_game() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let id = game(&ann, &ben, BLITZ).await;
    let http = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build();
    let http = http.expect("a client");
    for path in [format!("/{id}"), format!("/{id}/white"), format!("/{id}/black"), format!("/{id}whit")] {
        let answer = http.get(format!("{}{path}", server.url())).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{path}");
        assert_eq!(answer.headers()["location"], format!("/game/{id}"), "{path}");
    }
    for path in ["/Ab3dE6gH", "/Ab3dE6gH/white", &format!("/{id}/green"), "/analysis"] {
        let answer = http.get(format!("{}{path}", server.url())).send().await.expect("an answer");
        assert_ne!(answer.status(), StatusCode::SEE_OTHER, "{path}");
    }
}
