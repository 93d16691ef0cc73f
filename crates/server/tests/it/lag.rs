//! What a client gains by answering pings late.

use crate::browser::Running;
use serde_json::json;
use std::time::Duration;

/// How long each move is thought over.
const THINKING: Duration = Duration::from_millis(100);
/// Moves after which nothing ends the game.
const MOVES: [(&str, &str); 12] = [
    ("a3", "a6"),
    ("b3", "b6"),
    ("c3", "c6"),
    ("d3", "d6"),
    ("e3", "e6"),
    ("f3", "f6"),
    ("g3", "g6"),
    ("h3", "h6"),
    ("a4", "a5"),
    ("c4", "c5"),
    ("e4", "e5"),
    ("g4", "g5"),
];

#[tokio::test]
async fn late_answers_to_pings_gain_little() {
    let server = Running::start().await;
    let (white, black, id) = server.game(json!({"time": "60"})).await;
    let (mut late, _) = white.watch(&server, &id).await;
    let (mut honest, _) = black.watch(&server, &id).await;
    // The first ping comes after 200 ms. White does not read it for long; Black's library has answered by then.
    let _ = tokio::time::timeout(Duration::from_millis(500), honest.hear("nothing")).await;
    let mut moves = 0;
    for (one, other) in MOVES {
        for (socket, san) in [(&mut late, one), (&mut honest, other)] {
            tokio::time::sleep(THINKING).await;
            let answer = socket.act(&id, &format!("{moves}"), json!({"do": "move", "move": san})).await;
            assert_eq!(answer["t"], "done", "{answer}");
            moves += 1;
        }
    }
    let shown = white.get(&server, &format!("/app/games/{id}")).await;
    let used = |color: &str| 60_000 - shown["state"]["clock"][color].as_u64().expect("a clock");
    // The clocks start when both have moved: eleven moves of each side are timed.
    let thought = 11 * u64::try_from(THINKING.as_millis()).expect("a small number");
    for color in ["white", "black"] {
        let gained = thought.saturating_sub(used(color));
        assert!(gained <= 11 * 30, "{color} has thought for {thought} ms and is charged {} ms", used(color));
    }
    server.stop().await;
}
