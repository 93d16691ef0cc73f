//! What a client gains by answering pings late, compared with an honest client.

use crate::harness::{Server, Socket};
use rules::Position;
use serde_json::json;
use std::time::{Duration, Instant};

/// The thinking time of each move.
const THINKING_TIME: Duration = Duration::from_millis(60);
/// Moves of each side: enough to reach the lag allowance of a game, and not only that of a move.
const MOVES: u64 = 60;

/// A fixed game that does not end within this many half-moves, in UCI.
fn long_game(plies: u64) -> Vec<String> {
    let (mut random, mut moves) = (fastrand::Rng::with_seed(1), Vec::new());
    let mut position = Position::start();
    while (moves.len() as u64) < plies {
        let legal = position.legal_moves();
        let index = random.usize(..legal.iter().count());
        let chosen = legal.iter().nth(index).expect("it is less than the number of moves");
        let (uci, after) = (chosen.uci(), chosen.play());
        // The opponent must have a legal move.
        if after.legal_moves().iter().next().is_some() {
            moves.push(uci);
            position = after;
        }
    }
    moves
}

/// A player, with the thinking time as measured by the test.
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
    // The first ping comes after 200 ms. White reads nothing while either side thinks, so its pongs are late by that
    // time; Black reads all the time, so its library answers at once.
    for (number, uci) in long_game(2 * MOVES).into_iter().enumerate() {
        let player = if number % 2 == 0 { &mut late } else { &mut honest };
        let begun = Instant::now();
        if number % 2 == 0 {
            tokio::time::sleep(THINKING_TIME).await;
        } else {
            let _ = tokio::time::timeout(THINKING_TIME, player.socket.receive("nothing")).await;
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
    let allowance = (30 * (MOVES - 1)).min(1_000);
    assert!(late <= honest + allowance, "{late} ms gained by late answers, {honest} ms by an honest client");
    server.stop().await;
}
