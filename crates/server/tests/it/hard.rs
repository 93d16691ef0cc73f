//! Positions in which the unwinnability search takes long.

use crate::harness::Server;
use serde_json::{Value, json};

/// The search cannot decide within the arbiter's limits whether Black can still mate.
const HARD: &str = "1bB4b/k7/R5r1/8/1pBp1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1";

/// The test has one thread, so a search on it would delay every other game every time. On a busy machine the moves may
/// take longer than the search, so one success in ten attempts is enough.
#[tokio::test]
async fn a_hard_position_holds_up_no_other_game() {
    // Always on SQLite: this test is about threads, and moves take longer with PostgreSQL.
    let server = Server::in_a_folder().await;
    let (white, black, id) = server.game(json!({})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];

    let mut answered_meanwhile = false;
    for attempt in 0..10 {
        let (composer, _, hard) = server.game(json!({"fen": HARD})).await;
        let (mut resigning, _) = composer.watch(&hard).await;
        resigning.send_json(json!({"t": "do", "game": hard, "id": "r", "action": {"do": "resign"}})).await;
        assert_eq!(one.play(&id, moves[attempt % 2 * 2]).await["t"], "done");
        assert_eq!(other.play(&id, moves[attempt % 2 * 2 + 1]).await["t"], "done");
        let path = format!("/app/games/{hard}");
        answered_meanwhile = composer.read(&path).await["state"]["result"] == Value::Null;
        assert_eq!(resigning.receive("done").await["id"], "r");
        assert_eq!(composer.read(&path).await["state"]["result"], "0-1", "an undecided search is not a draw");
        let metrics = reqwest::get(format!("{}/metrics", server.url())).await.expect("an answer");
        let metrics = metrics.text().await.expect("a text");
        assert!(metrics.contains(&format!("thought_over_total {}", attempt + 1)), "{metrics}");
        if answered_meanwhile {
            break;
        }
    }
    assert!(answered_meanwhile, "no move was answered during the search");
    server.stop().await;
}
