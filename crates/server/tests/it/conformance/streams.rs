//! Streams: how lines are sent, how streams begin and how they end.

use crate::harness::{BLITZ, Client, Lines, Server, StreamItem, eventually, game};
use reqwest::Method;
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Check 1: the response is chunked, and each line is in one chunk with its newline.
#[tokio::test]
async fn a_line_and_its_end_travel_in_one_chunk() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    game(&ann, &ben, BLITZ).await;
    let mut socket = TcpStream::connect(server.address()).await.expect("a connection");
    let request = format!(
        "GET /api/stream/event HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\r\n",
        server.address(),
        ann.token
    );
    socket.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    while !answer.windows(3).any(|window| window == b"}\n\r") {
        let mut buffer = [0; 4096];
        let read = tokio::time::timeout(Duration::from_secs(20), socket.read(&mut buffer)).await;
        let read = read.expect("in time").expect("read");
        assert!(read > 0, "the stream has ended");
        answer.extend_from_slice(&buffer[..read]);
    }
    let answer = String::from_utf8(answer).expect("text");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let head = head.to_ascii_lowercase();
    assert!(head.contains("transfer-encoding: chunked"), "{head}");
    assert!(head.contains("x-accel-buffering: no"), "{head}");
    let (size, rest) = body.split_once("\r\n").expect("a chunk");
    let size = usize::from_str_radix(size, 16).expect("its size");
    assert!(rest[..size].starts_with("{\"") && rest[..size].ends_with("}\n"), "{rest}");
}

/// Check 2: a stream is never silent for more than seven seconds.
#[tokio::test]
async fn a_stream_with_nothing_to_say_is_kept_alive() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let id = game(&ann, &ben, BLITZ).await;
    let mut events = ben.events().await;
    let mut moves = ben.stream(&format!("/api/board/game/stream/{id}")).await;
    for stream in [&mut events, &mut moves] {
        stream.line().await;
        let mut pulses = 0;
        let begin = Instant::now();
        while pulses < 2 {
            let before = Instant::now();
            if stream.next().await == StreamItem::KeepAlive {
                pulses += 1;
            }
            assert!(before.elapsed() < Duration::from_secs(7), "too long");
        }
        assert!(begin.elapsed() < Duration::from_secs(14));
    }
}

/// Check 3: the first line is the whole game, the last one says how it ended, and then the stream ends.
#[tokio::test]
async fn a_game_stream_has_a_first_and_a_last_line() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let id = game(&ann, &ben, BLITZ).await;
    let path = format!("/api/board/game/stream/{id}");
    let mut stream = ann.stream(&path).await;
    let first = stream.line().await;
    assert_eq!((&first["type"], &first["state"]["type"]), (&json!("gameFull"), &json!("gameState")));
    assert_eq!((&first["initialFen"], &first["state"]["moves"]), (&json!("startpos"), &json!("")));
    assert_eq!(first["clock"], json!({ "initial": 300_000, "increment": 3000 }));
    for (player, mv) in [(&ann, "f2f3"), (&ben, "e7e5"), (&ann, "g2g4"), (&ben, "d8h4")] {
        player.play(&id, mv).await;
    }
    let last = stream.last().await;
    assert_eq!((&last["type"], &last["status"]), (&json!("gameState"), &json!("mate")));
    assert_eq!((&last["winner"], &last["moves"]), (&json!("black"), &json!("f2f3 e7e5 g2g4 d8h4")));
    // A later client gets the whole game, and the stream ends at once.
    let mut late = ben.stream(&path).await;
    assert_eq!(late.line().await["state"]["status"], "mate");
    assert_eq!(late.next().await, StreamItem::End);
}

/// Check 4: one event stream for each token.
#[tokio::test]
async fn a_new_stream_of_events_ends_the_old_one() {
    let server = Server::start().await;
    let ann = Client::person(&server, "ann").await;
    let mut first = ann.events().await;
    let mut second = ann.events().await;
    while first.next().await != StreamItem::End {}
    let ben = Client::person(&server, "ben").await;
    ben.post_form("/api/challenge/ann", BLITZ).await;
    assert_eq!(second.line().await["type"], "challenge");
}

/// Check 5: an event stream begins with the live games and the open challenges.
#[tokio::test]
async fn games_and_challenges_are_told_again() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let running = game(&ann, &ben, BLITZ).await;
    let (_, pending) = ben.post_form("/api/challenge/Ann", BLITZ).await;
    let mut events = ann.events().await;
    let (start, challenge) = (events.line().await, events.line().await);
    assert_eq!((&start["type"], &start["game"]["id"]), (&json!("gameStart"), &json!(running)));
    assert_eq!((&challenge["type"], &challenge["challenge"]["id"]), (&json!("challenge"), &pending["id"]));
    assert!(challenge.get("compat").is_none());
    // The challenger is told only of new ones.
    let mut bens = ben.events().await;
    assert_eq!(bens.line().await["type"], "gameStart");
    ben.post_ok(&format!("/api/challenge/{}/cancel", pending["id"].as_str().expect("an id"))).await;
    assert_eq!(bens.line().await["type"], "challengeCanceled");
    assert_eq!(events.line().await["type"], "challengeCanceled");
}

/// Check 17: the stream of a seek ends when an opponent is found; closing it cancels the seek.
#[tokio::test]
async fn a_seek_lasts_as_long_as_its_stream() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let mut starts = [ann.events().await, ben.events().await];
    let seek = |client: &Client| {
        client.request(Method::POST, "/api/board/seek").form(&[("time", "10"), ("increment", "5")])
    };
    drop(Lines::open(seek(&ann)).await); // closed: nobody may be paired with it
    eventually(async || ann.get("/app/lobby").await.1["seeks"] == json!([])).await;
    let mut bens = Lines::open(seek(&ben)).await;
    assert_eq!(Client::send(seek(&ben)).await.0, 429, "one at a time");
    let mut anns = Lines::open(seek(&ann)).await;
    assert_eq!((bens.last().await, anns.last().await), (json!(null), json!(null)));
    let [one, other] = &mut starts;
    let (one, other) = (one.line_of("gameStart").await, other.line_of("gameStart").await);
    assert_eq!(one["game"]["gameId"], other["game"]["gameId"]);
    assert_ne!(one["game"]["color"], other["game"]["color"]);
    let gone = Client::send(ann.request(Method::DELETE, "/api/board/seek")).await;
    assert_eq!(gone.0, 204);
}

/// Watching needs no token.
#[tokio::test]
async fn a_game_can_be_watched() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let id = game(&ann, &ben, BLITZ).await;
    let nobody = Client::with_token(&server, "nobody", String::new());
    let mut stream = nobody.stream(&format!("/api/stream/game/{id}")).await;
    assert_eq!(stream.line().await["id"], json!(id));
    assert!(stream.line().await["fen"].as_str().is_some_and(|fen| fen.starts_with("rnbqkbnr/pppppppp")));
    ann.play(&id, "e2e4").await;
    assert_eq!(stream.line().await["lm"], "e2e4");
    ann.post_ok(&format!("/api/board/game/{id}/abort")).await;
    assert_eq!(stream.last().await["status"]["name"], "aborted");
}
