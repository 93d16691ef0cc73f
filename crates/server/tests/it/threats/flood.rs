//! Rows 14, 15, 21, 29: too much of everything.

use crate::harness::{End, Server, Socket};
use reqwest::StatusCode;
use serde_json::json;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn threat_14_chat_is_short_rare_and_plain() {
    let world = Server::start().await;
    let (white, black, game) = world.game(json!({"time": "300"})).await;
    let (mut of_white, _) = white.watch(&game).await;
    let (mut of_black, _) = black.watch(&game).await;
    of_white.say(json!({"t": "chat", "game": game, "text": "good\u{202e} luck\u{0} \u{200f}!"})).await;
    let said = of_black.hear("chat").await["text"].as_str().expect("text").to_owned();
    assert!(!said.contains(['\u{202e}', '\0', '\u{200f}']), "{said:?}");
    for text in ["a".repeat(5000), "a\u{301}\u{301}".repeat(200)] {
        of_white.say(json!({"t": "chat", "game": game, "text": text})).await;
    }
    for number in 0..15 {
        of_white.say(json!({"t": "chat", "game": game, "text": format!("line {number}")})).await;
    }
    of_white.say(json!({"t": "ping", "n": 1})).await;
    of_white.hear("pong").await;
    let (_, shown) = black.watch(&game).await;
    let lines = shown["chat"].as_array().expect("a list");
    assert!(lines.len() <= 6, "{} lines within a moment", lines.len());
    for line in lines {
        assert!(line["text"].as_str().is_some_and(|text| text.chars().count() <= 140), "{line}");
    }
    assert_eq!(shown["v"], 1, "talk is no part of the game");
}

#[tokio::test]
async fn threat_15_who_floods_a_socket_loses_it() {
    let world = Server::start().await;
    let guest = world.guest().await;
    let mut socket = guest.socket().await;
    for number in 0..2000 {
        socket.say(json!({"t": "ping", "n": number})).await;
    }
    let end = socket.end().await;
    assert!(matches!(end, End::Closed(1008) | End::Gone), "{end:?}");
    // Everybody else is served.
    let mut other = world.guest().await.socket().await;
    other.say(json!({"t": "ping", "n": 7})).await;
    assert_eq!(other.hear("pong").await["n"], 7);
}

#[tokio::test]
async fn threat_15_frames_that_are_none() {
    let world = Server::start().await;
    let guest = world.guest().await;
    let mut socket = guest.socket().await;
    socket.send(Message::text("x".repeat((8 << 10) + 1))).await;
    assert_eq!(socket.end().await, End::Closed(1009));
    // A message in two frames is as long as both.
    let mut socket = guest.socket().await;
    let half = "x".repeat(5 << 10);
    let mut frames = vec![0x01, 0xfe, 0x14, 0, 0, 0, 0, 0];
    frames.extend(half.bytes());
    frames.extend([0x80, 0xfe, 0x14, 0, 0, 0, 0, 0]);
    frames.extend(half.bytes());
    socket.tcp().write_all(&frames).await.expect("it is open");
    assert_eq!(socket.end().await, End::Closed(1009));
    // An unmasked frame, bad UTF-8 (masked with nothing), a reserved kind.
    let frames: [(&[u8], u16); 3] =
        [(b"\x81\x02hi", 1002), (b"\x81\x82\0\0\0\0\xff\xfe", 1007), (b"\x83\x80\0\0\0\0", 1002)];
    for (bytes, code) in frames {
        let mut socket = guest.socket().await;
        socket.tcp().write_all(bytes).await.expect("it is open");
        assert_eq!(socket.end().await, End::Closed(code), "{bytes:?}");
    }
    for text in
        ["", "{", "[]", "null", "{\"t\":\"nothing\"}", "{\"t\":\"watch\"}", "{\"t\":\"watch\",\"game\":7}"]
    {
        let mut socket = guest.socket().await;
        socket.send(Message::text(text)).await;
        match socket.next().await {
            Ok(told) => assert_eq!(told["t"], "error", "{text}: {told}"),
            Err(end) => assert!(matches!(end, End::Closed(1002 | 1003 | 1008 | 4000)), "{text}: {end:?}"),
        }
    }
    let mut socket = guest.socket().await;
    socket.send(Message::binary(vec![0; 100])).await;
    let told = socket.next().await;
    assert!(told.as_ref().map_or(true, |told| told["t"] == "error"), "{told:?}");
}

#[tokio::test]
async fn threat_15_who_does_not_read_is_dropped() {
    let world = Server::start().await;
    let (white, black, game) = world.game(json!({"time": "300"})).await;
    let (mut of_white, _) = white.watch(&game).await;
    let (mut of_black, _) = black.watch(&game).await;
    // Follows the game on many sockets and reads nothing.
    let deaf = world.guest().await;
    let mut sockets = Vec::new();
    for _ in 0..10 {
        let mut socket = deaf.socket().await;
        socket.say(json!({"t": "watch", "game": game})).await;
        sockets.push(socket);
    }
    let there_and_back = [["g1f3", "g8f6"], ["f3g1", "f6g8"]];
    for ply in 0..12_usize {
        let socket = if ply % 2 == 0 { &mut of_white } else { &mut of_black };
        let uci = there_and_back[ply / 2 % 2][ply % 2];
        // Threefold repetition is claimed by nobody, and fivefold is far.
        let answer = tokio::time::timeout(Duration::from_secs(5), socket.play_at(&game, ply, uci)).await;
        assert_eq!(answer.expect("nobody waits for the deaf")["t"], "done");
    }
}

#[tokio::test]
async fn threat_15_one_player_has_so_many_sockets() {
    let world = Server::start().await;
    let guest = world.guest().await;
    let mut open = Vec::new();
    let mut refused = 0;
    for _ in 0..40 {
        let headers = [("cookie", guest.cookie.as_str()), ("origin", &guest.origin())];
        match Socket::open(world.address(), &headers).await {
            Ok(mut socket) => {
                socket.say(json!({"t": "ping", "n": 1})).await;
                match socket.next().await {
                    Ok(_) => open.push(socket),
                    Err(_) => refused += 1,
                }
            }
            Err(status) => {
                assert!([429, 503].contains(&status), "{status}");
                refused += 1;
            }
        }
    }
    assert!(open.len() <= 16 && refused >= 24, "{} open, {refused} refused", open.len());
    let other = world.guest().await;
    let mut socket = other.socket().await;
    socket.say(json!({"t": "ping", "n": 7})).await;
    assert_eq!(socket.hear("pong").await["n"], 7);
}

#[tokio::test]
async fn threat_21_challenges_have_their_limits() {
    let world = Server::start().await;
    let guest = world.guest().await;
    let mut made = Vec::new();
    let mut refused = 0;
    for _ in 0..60 {
        let (status, answer) = guest.try_challenge(json!({})).await;
        match status {
            StatusCode::CREATED => made.push(answer["id"].as_str().expect("an id").to_owned()),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::BAD_REQUEST | StatusCode::CONFLICT => refused += 1,
            other => panic!("{other} {answer}"),
        }
    }
    assert!(made.len() <= 30 && refused >= 30, "{} made, {refused} refused", made.len());
    let (status, _) = guest.post(&format!("/app/challenges/{}/accept", made[0]), json!({})).await;
    assert_eq!(status, StatusCode::CONFLICT, "one's own");
}

#[tokio::test]
async fn threat_21_of_many_who_accept_one_plays() {
    let world = Server::start().await;
    let host = world.guest().await;
    let id = host.challenge(json!({})).await;
    let mut accepting = Vec::new();
    for _ in 0..10 {
        let guest = world.guest().await;
        let path = format!("/app/challenges/{id}/accept");
        accepting.push(tokio::spawn(async move { guest.post(&path, json!({})).await.0 }));
    }
    let mut accepted = 0;
    for task in accepting {
        let status = task.await.expect("no panic");
        assert!(
            status.is_success() || status == StatusCode::CONFLICT || status == StatusCode::NOT_FOUND,
            "{status}"
        );
        accepted += usize::from(status.is_success());
    }
    assert_eq!(accepted, 1);
    assert_eq!(host.get("/app/playing").await.0, StatusCode::OK);
}
