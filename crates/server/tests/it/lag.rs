//! What a client gains by answering pings late, compared with an honest one.

use crate::harness::{Server, Socket};
use rules::Position;
use serde_json::json;
use std::time::{Duration, Instant};

/// How long each move is thought over.
const THINKING: Duration = Duration::from_millis(60);
/// So many moves of each side that the allowance of a game is met, and not only that of a move.
const MOVES: u64 = 60;

/// A game that does not end within so many half-moves, in UCI. Always the same one.
fn long_game(plies: u64) -> Vec<String> {
    let (mut random, mut moves) = (0x9e37_79b9_7f4a_7c15_u64, Vec::new());
    let mut position = Position::start();
    while (moves.len() as u64) < plies {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let legal = position.legal_moves();
        let index = usize::try_from(random >> 33).unwrap_or_default() % legal.iter().count();
        let chosen = legal.iter().nth(index).expect("it is less than the number of moves");
        let (uci, after) = (chosen.uci(), chosen.play());
        // The next one must have a move.
        if after.legal_moves().iter().next().is_some() {
            moves.push(uci);
            position = after;
        }
    }
    moves
}

/// A player who has thought for so long, by a watch beside the board.
struct Player {
    socket: Socket,
    thought: Duration,
}

#[tokio::test]
async fn late_answers_to_pings_gain_little_over_an_honest_twin() {
    let server = Server::start().await;
    let (white, black, id) = server.game(json!({"time": "600"})).await;
    let mut late = Player { socket: white.watch(&id).await.0, thought: Duration::ZERO };
    let mut honest = Player { socket: black.watch(&id).await.0, thought: Duration::ZERO };
    // The first ping comes after 200 ms. White reads nothing until it moves, so that its answers are late by as long
    // as both think; Black's library answers at once, because Black reads all the time.
    for (number, uci) in long_game(2 * MOVES).into_iter().enumerate() {
        let player = if number % 2 == 0 { &mut late } else { &mut honest };
        let begun = Instant::now();
        if number % 2 == 0 {
            tokio::time::sleep(THINKING).await;
        } else {
            let _ = tokio::time::timeout(THINKING, player.socket.hear("nothing")).await;
        }
        // The clocks start when both have moved.
        if number >= 2 {
            player.thought += begun.elapsed();
        }
        let answer = player.socket.act(&id, &number.to_string(), json!({"do": "move", "move": uci})).await;
        assert_eq!(answer["t"], "done", "{uci}: {answer}");
    }
    let shown = white.read(&format!("/app/games/{id}")).await;
    let gained = |color: &str, player: &Player| {
        let used = 600_000 - shown["state"]["clock"][color].as_u64().expect("a clock");
        u64::try_from(player.thought.as_millis()).expect("a small number").saturating_sub(used)
    };
    let (late, honest) = (gained("white", &late), gained("black", &honest));
    let most = (30 * (MOVES - 1)).min(1_000);
    assert!(late <= honest + most, "{late} ms gained by late answers, {honest} ms by an honest twin");
    server.stop().await;
}
