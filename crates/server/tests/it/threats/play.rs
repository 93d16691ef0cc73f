//! Rows 1 to 8 and 36: cheating at the board and with the clock.

use crate::harness::{Server, Visitor, assert_done, assert_refused, command};
use serde_json::{Value, json};

async fn state(visitor: &Visitor, game: &str) -> Value {
    visitor.get(&format!("/app/games/{game}")).await.1
}

#[tokio::test]
async fn threat_01_no_illegal_move_changes_anything() {
    let world = Server::start().await;
    let (white, _, game) = world.game(json!({"time": "300"})).await;
    let (mut socket, before) = white.watch(&game).await;
    let nonsense = [
        "e2e5", "e1e2", "0000", "N@e4", "@@@@", "e2e4q", "e7e5", "e1g1", "e1h1", "", " ", "--", "e2",
        "e2e4e5", "Ке2", "e2e4\n", "resign", "e9e4", "O-O", "null",
    ];
    for (number, text) in nonsense.iter().enumerate() {
        let answer =
            socket.act_at(&game, &format!("n{number}"), 0, json!({"do": "move", "move": text})).await;
        assert_refused(&answer, "illegal");
        assert_eq!(answer["v"], before["v"], "{text}");
    }
    let after = state(&white, &game).await;
    assert_eq!((&after["v"], &after["moves"]), (&before["v"], &json!([])));
    assert_eq!(after["state"]["fen"], before["state"]["fen"]);
}

#[tokio::test]
async fn threat_01_castling_has_one_spelling_in_the_log() {
    let world = Server::start().await;
    for (variant, texts) in [("standard", ["e1g1", "O-O"]), ("chess960", ["e1h1", "O-O"])] {
        let mut spellings = Vec::new();
        for text in texts {
            let (white, black) = (world.guest().await, world.guest().await);
            let fen = "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1";
            let id = white.challenge(json!({"fen": fen, "variant": variant})).await;
            black.post(&format!("/app/challenges/{id}/accept"), json!({})).await;
            let (mut socket, _) = white.watch(&id).await;
            assert_done(&socket.play_at(&id, 0, text).await);
            spellings.push(state(&white, &id).await["moves"][0]["uci"].clone());
        }
        assert_eq!(spellings[0], spellings[1], "{variant}");
    }
}

#[tokio::test]
async fn threat_02_a_seat_is_known_by_the_session_only() {
    let world = Server::start().await;
    let (white, black, game) = world.game(json!({"time": "300"})).await;
    let stranger = world.guest().await;
    let (mut of_white, shown) = white.watch(&game).await;
    assert_eq!(shown["you"], "white");
    let (mut of_black, shown) = black.watch(&game).await;
    assert_eq!(shown["you"], "black");
    let (mut of_stranger, shown) = stranger.watch(&game).await;
    assert_eq!(shown["you"], Value::Null);
    assert_refused(&of_black.play_at(&game, 0, "e7e5").await, "not_your_turn");
    assert_refused(
        &of_black.act_at(&game, "a", 0, json!({"do": "move", "move": "e2e4"})).await,
        "not_your_turn",
    );
    assert_refused(&of_stranger.play_at(&game, 0, "e2e4").await, "not_a_player");
    assert_refused(&of_stranger.act(&game, "b", json!({"do": "resign"})).await, "not_a_player");
    for arbiters in ["pause", "resume", "restart"] {
        assert_refused(&of_white.act(&game, arbiters, json!({"do": arbiters})).await, "not_allowed");
    }
    // The protocol has no field that claims a seat.
    of_stranger
        .send_json(json!({"t": "do", "game": game, "id": "c", "action": {"do": "resign", "by": "white"}}))
        .await;
    let answer = of_stranger.receive_any(&["done", "refused", "error"]).await;
    assert_eq!((&answer["t"], &answer["code"]), (&json!("error"), &json!("not_understood")), "{answer}");
    assert_done(&of_white.play_at(&game, 0, "e2e4").await);
}

#[tokio::test]
async fn threat_03_a_repeat_has_no_second_effect() {
    let world = Server::start().await;
    let (white, _, game) = world.game(json!({"time": "300"})).await;
    let mut copies = Vec::new();
    for _ in 0..10 {
        copies.push(white.watch(&game).await.0);
    }
    let message = command(&game, "the-one", Some(0), json!({"do": "move", "move": "e2e4"}));
    let tasks = copies.into_iter().map(|mut socket| {
        let message = message.clone();
        tokio::spawn(async move {
            for _ in 0..10 {
                socket.send_json(message.clone()).await;
            }
            let mut answers = Vec::new();
            for _ in 0..10 {
                answers.push(assert_done(&socket.receive_any(&["done", "refused"]).await));
            }
            answers
        })
    });
    let mut versions = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        versions.extend(task.await.expect("no panic"));
    }
    assert_eq!(versions.len(), 100);
    assert!(versions.iter().all(|version| *version == versions[0]), "{versions:?}");
    assert_eq!(state(&white, &game).await["moves"].as_array().map(Vec::len), Some(1));

    let (mut socket, _) = white.watch(&game).await;
    let other = socket.act_at(&game, "the-one", 0, json!({"do": "move", "move": "d2d4"})).await;
    assert_refused(&other, "conflict");
    // The log remembers the command, so it survives a restart.
    let _world = world.restart().await;
    let (mut socket, _) = white.watch(&game).await;
    let again = socket.act_at(&game, "the-one", 0, json!({"do": "move", "move": "e2e4"})).await;
    assert_eq!(assert_done(&again), versions[0]);
    assert_refused(&socket.act_at(&game, "the-one", 0, json!({"do": "resign"})).await, "conflict");
}

#[tokio::test]
async fn threat_04_a_move_for_another_moment_is_not_kept() {
    let world = Server::start().await;
    let (white, black, game) = world.game(json!({"time": "300"})).await;
    let (mut of_white, _) = white.watch(&game).await;
    let (mut of_black, _) = black.watch(&game).await;
    assert_refused(&of_white.play_at(&game, 2, "g1f3").await, "stale");
    assert_done(&of_white.play_at(&game, 0, "e2e4").await);
    assert_refused(&of_black.play_at(&game, 3, "e7e5").await, "stale");
    assert_done(&of_black.play_at(&game, 1, "e7e5").await);
    assert_refused(&of_white.play_at(&game, 0, "d2d4").await, "stale");
    assert_eq!(
        state(&white, &game).await["moves"].as_array().map(Vec::len),
        Some(2),
        "nothing was played later"
    );
    let v = assert_done(&of_black.act(&game, "bye", json!({"do": "resign"})).await);
    let answer = of_white.play_at(&game, 2, "g1f3").await;
    assert_refused(&answer, "over");
    assert_eq!(answer["v"], v);
}

#[tokio::test]
async fn threat_04_nothing_counts_after_the_flag() {
    let world = Server::start().await;
    let (white, black, game) = world.game(json!({"time": "1"})).await;
    let (mut of_white, _) = white.watch(&game).await;
    let (mut of_black, _) = black.watch(&game).await;
    assert_done(&of_white.play_at(&game, 0, "e2e4").await);
    assert_done(&of_black.play_at(&game, 1, "e7e5").await);
    let ended = of_black.receive_end().await;
    assert_eq!((&ended["state"]["result"], &ended["state"]["reason"]), (&json!("0-1"), &json!("time")));
    assert_refused(&of_white.play_at(&game, 2, "g1f3").await, "over");
}

#[tokio::test]
async fn threat_05_the_log_orders_simultaneous_actions() {
    let world = Server::start().await;
    for round in 0..20 {
        let (white, black, game) = world.game(json!({"time": "300"})).await;
        let (mut of_white, _) = white.watch(&game).await;
        let (mut of_black, _) = black.watch(&game).await;
        let (moved, resigned) = tokio::join!(
            of_white.play_at(&game, 0, "e2e4"),
            of_black.act(&game, "r", json!({"do": "resign"})),
        );
        assert_done(&resigned);
        let shown = state(&white, &game).await;
        assert_eq!(shown["state"]["result"], "1-0", "round {round}");
        let played = shown["moves"].as_array().map(Vec::len);
        match moved["t"].as_str() {
            Some("done") => assert_eq!(played, Some(1)),
            _ => {
                assert_refused(&moved, "over");
                assert_eq!(played, Some(0));
            }
        }
    }
}

#[tokio::test]
async fn threat_06_nobody_reports_thinking_time() {
    let world = Server::with_manual_time().await;
    let (white, black, game) = world.game(json!({"time": "60"})).await;
    let (mut of_white, _) = white.watch(&game).await;
    let (mut of_black, _) = black.watch(&game).await;
    assert_done(&of_white.play_at(&game, 0, "e2e4").await);
    assert_done(&of_black.play_at(&game, 1, "e7e5").await);
    world.pass(1_500);
    // The protocol has no field for a client's own measurements.
    for (number, claim) in
        [json!(0), json!(-1), json!(1e308), json!("NaN"), json!(10_000)].into_iter().enumerate()
    {
        let action = json!({"do": "move", "move": "g1f3", "lag": claim, "s": claim});
        let (mut socket, _) = white.watch(&game).await;
        socket.send_json(command(&game, &format!("l{number}"), Some(2), action)).await;
        let answer = socket.receive_any(&["done", "refused", "error"]).await;
        assert_eq!((&answer["t"], &answer["code"]), (&json!("error"), &json!("not_understood")), "{answer}");
    }
    assert_done(&of_white.play_at(&game, 2, "g1f3").await);
    let shown = state(&white, &game).await;
    let left = shown["moves"][2]["clock"]["white"].as_u64().expect("a clock");
    // Lag is measured in real time, and credited even while manual time stands still.
    assert!((58_500..=58_630).contains(&left), "White thought for a second and a half: {left}");
}

#[tokio::test]
async fn threat_08_leaving_does_not_stop_the_clock() {
    let world = Server::start().await;
    let (white, black, game) = world.game(json!({"time": "2"})).await;
    let (mut of_white, _) = white.watch(&game).await;
    let (mut of_black, _) = black.watch(&game).await;
    assert_done(&of_white.play_at(&game, 0, "e2e4").await);
    assert_done(&of_black.play_at(&game, 1, "e7e5").await);
    drop(of_white);
    let presence = loop {
        let message = of_black.receive("presence").await;
        if message["white"] == false {
            break message;
        }
    };
    assert_eq!(presence["black"], true);
    let early = of_black.act(&game, "now", json!({"do": "claim_victory"})).await;
    assert_eq!(early["t"], "refused", "not yet: {early}");
    let ended = of_black.receive_end().await;
    assert_eq!(ended["state"]["reason"], "time", "the clock went on without the player");
}

#[tokio::test]
async fn threat_36_no_abort_once_both_have_moved() {
    let world = Server::start().await;
    let (white, black, game) = world.game(json!({"time": "300"})).await;
    let (mut of_white, _) = white.watch(&game).await;
    let (mut of_black, _) = black.watch(&game).await;
    assert_done(&of_white.play_at(&game, 0, "e2e4").await);
    assert_done(&of_black.play_at(&game, 1, "e7e5").await);
    assert_refused(&of_white.act(&game, "a", json!({"do": "abort"})).await, "not_allowed");
    assert_eq!(state(&white, &game).await["state"]["result"], Value::Null);
}
