//! Positions that take long to judge.

use crate::harness::Server;
use serde_json::{Value, json};

/// Whether Black can still mate here is not found out within the arbiter's limits.
const HARD: &str = "1bB4b/k7/R5r1/8/1pBp1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1";

/// The test has one thread: what holds that up holds up everybody, every time. A machine that is busy elsewhere may be
/// slower with the moves than with the position, so one time of ten is enough.
#[tokio::test]
async fn a_hard_position_holds_up_no_other_game() {
    // On SQLite in any case: it is about threads, and moves take longer with another database.
    let server = Server::in_a_folder().await;
    let (white, black, id) = server.game(json!({})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];

    let mut answered_meanwhile = false;
    for attempt in 0..10 {
        let (composer, _, hard) = server.game(json!({"fen": HARD})).await;
        let (mut resigning, _) = composer.watch(&hard).await;
        resigning.say(json!({"t": "do", "game": hard, "id": "r", "action": {"do": "resign"}})).await;
        assert_eq!(one.play(&id, moves[attempt % 2 * 2]).await["t"], "done");
        assert_eq!(other.play(&id, moves[attempt % 2 * 2 + 1]).await["t"], "done");
        let path = format!("/app/games/{hard}");
        answered_meanwhile = composer.read(&path).await["state"]["result"] == Value::Null;
        assert_eq!(resigning.hear("done").await["id"], "r");
        assert_eq!(composer.read(&path).await["state"]["result"], "0-1", "what is not proved is no draw");
        let metrics = reqwest::get(format!("{}/metrics", server.url())).await.expect("an answer");
        let metrics = metrics.text().await.expect("a text");
        assert!(metrics.contains(&format!("thought_over_total {}", attempt + 1)), "{metrics}");
        if answered_meanwhile {
            break;
        }
    }
    assert!(answered_meanwhile, "no move was answered while the position was thought over");
    server.stop().await;
}
