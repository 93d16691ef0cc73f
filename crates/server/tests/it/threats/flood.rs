//! Rows 14, 15 and 21: floods of chat, frames, sockets and challenges.

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
    of_white.send_json(json!({"t": "chat", "game": game, "text": "good\u{202e} luck\u{0} \u{200f}!"})).await;
    let received = of_black.receive("chat").await["text"].as_str().expect("text").to_owned();
    assert!(!received.contains(['\u{202e}', '\0', '\u{200f}']), "{received:?}");
    for text in ["a".repeat(5000), "a\u{301}\u{301}".repeat(200)] {
        of_white.send_json(json!({"t": "chat", "game": game, "text": text})).await;
    }
    for number in 0..15 {
        of_white.send_json(json!({"t": "chat", "game": game, "text": format!("line {number}")})).await;
    }
    of_white.send_json(json!({"t": "ping", "n": 1})).await;
    of_white.receive("pong").await;
    let (_, shown) = black.watch(&game).await;
    let lines = shown["chat"].as_array().expect("a list");
    assert!(lines.len() <= 6, "{} lines within a moment", lines.len());
    for line in lines {
        assert!(line["text"].as_str().is_some_and(|text| text.chars().count() <= 140), "{line}");
    }
    assert_eq!(shown["v"], 1, "chat is not part of the game");
}

#[tokio::test]
async fn threat_15_flooding_closes_the_socket() {
    let world = Server::start().await;
    let guest = world.guest().await;
    let mut socket = guest.socket().await;
    for number in 0..2000 {
        socket.send_json(json!({"t": "ping", "n": number})).await;
    }
    let end = socket.end().await;
    assert!(matches!(end, End::Closed(1008) | End::Gone), "{end:?}");
    // Everybody else is still served.
    let mut other = world.guest().await.socket().await;
    other.send_json(json!({"t": "ping", "n": 7})).await;
    assert_eq!(other.receive("pong").await["n"], 7);
}

#[tokio::test]
async fn threat_15_invalid_frames() {
    let world = Server::start().await;
    let guest = world.guest().await;
    let mut socket = guest.socket().await;
    socket.send(Message::text("x".repeat((8 << 10) + 1))).await;
    assert_eq!(socket.end().await, End::Closed(1009));
    // The limit also applies to a message in two frames.
    let mut socket = guest.socket().await;
    let half = "x".repeat(5 << 10);
    let mut frames = vec![0x01, 0xfe, 0x14, 0, 0, 0, 0, 0];
    frames.extend(half.bytes());
    frames.extend([0x80, 0xfe, 0x14, 0, 0, 0, 0, 0]);
    frames.extend(half.bytes());
    socket.tcp().write_all(&frames).await.expect("it is open");
    assert_eq!(socket.end().await, End::Closed(1009));
    // An unmasked frame, invalid UTF-8 (with a zero mask), a reserved opcode.
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
            Ok(answer) => assert_eq!(answer["t"], "error", "{text}: {answer}"),
            Err(end) => assert!(matches!(end, End::Closed(1002 | 1003 | 1008 | 4000)), "{text}: {end:?}"),
        }
    }
    let mut socket = guest.socket().await;
    socket.send(Message::binary(vec![0; 100])).await;
    let answer = socket.next().await;
    assert!(answer.as_ref().map_or(true, |answer| answer["t"] == "error"), "{answer:?}");
}

#[tokio::test]
async fn threat_15_clients_that_do_not_read_delay_nobody() {
    let world = Server::start().await;
    let (white, black, game) = world.game(json!({"time": "300"})).await;
    let (mut of_white, _) = white.watch(&game).await;
    let (mut of_black, _) = black.watch(&game).await;
    // Watches the game on many sockets and reads nothing.
    let silent = world.guest().await;
    let mut sockets = Vec::new();
    for _ in 0..10 {
        let mut socket = silent.socket().await;
        socket.send_json(json!({"t": "watch", "game": game})).await;
        sockets.push(socket);
    }
    let there_and_back = [["g1f3", "g8f6"], ["f3g1", "f6g8"]];
    for ply in 0..12_usize {
        let socket = if ply % 2 == 0 { &mut of_white } else { &mut of_black };
        let uci = there_and_back[ply / 2 % 2][ply % 2];
        // Nobody claims the threefold repetition, and a fivefold one is not reached.
        let answer = tokio::time::timeout(Duration::from_secs(5), socket.play_at(&game, ply, uci)).await;
        assert_eq!(answer.expect("sockets that do not read delay nobody")["t"], "done");
    }
}

#[tokio::test]
async fn threat_15_sockets_per_player_are_limited() {
    let world = Server::start().await;
    let guest = world.guest().await;
    let mut open = Vec::new();
    let mut refused = 0;
    for _ in 0..40 {
        let headers = [("cookie", guest.cookie.as_str()), ("origin", &guest.origin())];
        match Socket::open(world.address(), &headers).await {
            Ok(mut socket) => {
                socket.send_json(json!({"t": "ping", "n": 1})).await;
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
    socket.send_json(json!({"t": "ping", "n": 7})).await;
    assert_eq!(socket.receive("pong").await["n"], 7);
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
async fn threat_21_only_one_acceptance_succeeds() {
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
