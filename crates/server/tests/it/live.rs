//! The live channel: two people play, others watch.

use crate::harness::{Server, Socket, eventually};
use serde_json::{Value, json};

/// Plays moves in turn, White first, and returns the last answer.
async fn play_out(game: &str, white: &mut Socket, black: &mut Socket, moves: &str) -> Value {
    let mut last = Value::Null;
    for (number, mv) in moves.split(' ').enumerate() {
        let mover = if number % 2 == 0 { &mut *white } else { &mut *black };
        last = mover.act(game, &format!("m{number}"), json!({"do": "move", "move": mv})).await;
        assert_eq!(last["t"], "done", "{mv}: {last}");
    }
    last
}

#[tokio::test]
async fn a_game_to_mate_that_everybody_sees() {
    let server = Server::start().await;
    let (white, black, id) = server.game(json!({"time": "180+2"})).await;
    let (mut one, shown) = white.watch(&id).await;
    assert_eq!((&shown["you"], &shown["v"], &shown["state"]["ply"]), (&json!("white"), &json!(1), &json!(0)));
    assert_eq!(shown["state"]["dests"]["e2"], json!(["e3", "e4"]));
    let (mut other, shown) = black.watch(&id).await;
    assert_eq!((&shown["you"], &shown["state"]["dests"]), (&json!("black"), &Value::Null));
    let (mut spectator, shown) = server.guest().await.watch(&id).await;
    assert_eq!((&shown["you"], &shown["white"]["guest"]), (&Value::Null, &json!(true)));

    let last = play_out(&id, &mut one, &mut other, "f3 e7e5 g4 Qh4#").await;
    assert_eq!(last["v"], 5);
    for v in 2..=5 {
        let update = spectator.receive("update").await;
        assert_eq!(update["v"], v);
        assert_eq!(update["state"]["dests"], Value::Null, "only for the player to move");
        if v == 5 {
            assert_eq!(update["events"][0], json!({"event": "move", "san": "Qh4#", "uci": "d8h4"}));
            let state = &update["state"];
            assert_eq!((&state["result"], &state["reason"]), (&json!("0-1"), &json!("checkmate")));
        }
    }
    assert_eq!(one.play(&id, "a3").await["code"], "over");
    assert!(white.read("/app/playing").await["playing"].as_array().expect("a list").is_empty());
    server.stop().await;
}

#[tokio::test]
async fn a_seat_belongs_to_the_cookie_alone() {
    let server = Server::start().await;
    let (white, black, id) = server.game(json!({})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    let (mut stranger, _) = server.guest().await.watch(&id).await;
    assert_eq!(other.play(&id, "e5").await["code"], "not_your_turn");
    assert_eq!(stranger.play(&id, "e4").await["code"], "not_a_player");
    assert_eq!(one.act(&id, "p", json!({"do": "pause"})).await["code"], "not_allowed");
    for illegal in ["e2e5", "0000", "N@e4", "e7e8q", "e1h1", "e2e4q", "", "--"] {
        assert_eq!(one.play(&id, illegal).await["code"], "illegal", "{illegal:?}");
    }
    assert_eq!(one.play(&id, "e2e4").await["v"], 2, "none of it was written");
    server.stop().await;
}

#[tokio::test]
async fn a_repeat_has_no_second_effect() {
    let server = Server::start().await;
    let (white, black, id) = server.game(json!({})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    let nf3 = json!({"do": "move", "move": "Nf3"});
    let first = one.act(&id, "same", nf3.clone()).await;
    other.play(&id, "Nf6").await;
    assert_eq!(one.act(&id, "same", nf3).await, first);
    let another = one.act(&id, "same", json!({"do": "move", "move": "Ng1"})).await;
    assert_eq!(another["code"], "conflict");
    one.send_json(
        json!({"t": "do", "game": id, "id": "old", "ply": 0, "action": {"do": "move", "move": "Ng1"}}),
    )
    .await;
    assert_eq!(one.receive("refused").await["code"], "stale");
    assert_eq!(one.play(&id, "Ng1").await["v"], 4);
    server.stop().await;
}

#[tokio::test]
async fn a_reconnecting_client_receives_the_updates_it_missed() {
    let server = Server::start().await;
    let (white, black, id) = server.game(json!({})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    play_out(&id, &mut one, &mut other, "e4 e5 Nf3 Nc6").await;
    let mut spectator = server.guest().await.socket().await;
    spectator.send_json(json!({"t": "watch", "game": id, "since": 3})).await;
    assert_eq!(
        (spectator.receive("update").await["v"].clone(), spectator.receive("update").await["v"].clone()),
        (json!(4), json!(5))
    );
    spectator.send_json(json!({"t": "watch", "game": id, "since": 99})).await;
    assert_eq!(spectator.receive("game").await["v"], 5, "a version that does not exist yet");
    spectator.send_json(json!({"t": "watch", "game": "Nosuch00"})).await;
    assert_eq!(spectator.receive("error").await["code"], "no_such_game");
    server.stop().await;
}

#[tokio::test]
async fn offers_chat_and_a_rematch_with_colours_swapped() {
    let server = Server::start().await;
    let (white, black, id) = server.game(json!({"time": "300"})).await;
    let (mut one, first) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    one.send_json(json!({"t": "chat", "game": id, "text": "good luck"})).await;
    assert_eq!(other.receive("chat").await["text"], "good luck");
    play_out(&id, &mut one, &mut other, "e4 e5").await;
    assert_eq!(one.act(&id, "o", json!({"do": "offer"})).await["t"], "done");
    assert_eq!(other.act(&id, "a", json!({"do": "accept"})).await["t"], "done");
    let ended = one.receive_end().await;
    assert_eq!(ended["state"]["reason"], "agreement");
    for name in ["r", "r again"] {
        assert_eq!(one.act(&id, name, json!({"do": "rematch"})).await["t"], "done");
    }
    let offered = &black.read(&format!("/app/games/{id}")).await["rematch"];
    assert_eq!(offered, "offered_by_white", "nobody can accept their own offer");
    assert_eq!(other.receive("rematch").await["by"], "white");
    assert_eq!(other.act(&id, "r", json!({"do": "rematch"})).await["t"], "done");
    let next = one.receive("rematch").await;
    let next = if next["next"].is_null() { one.receive("rematch").await } else { next };
    let (_, shown) = white.watch(next["next"].as_str().expect("a name")).await;
    assert_eq!((&shown["you"], &shown["settings"]["rematch_of"]), (&json!("black"), &json!(id)));
    let began = |shown: &Value| shown["began"].as_u64().expect("a moment");
    assert!(began(&shown) > began(&first), "a game of its own");
    server.stop().await;
}

#[tokio::test]
async fn a_flag_falls_by_itself_and_never_early() {
    let server = Server::start().await;
    let (white, black, id) = server.game(json!({"time": "1"})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    play_out(&id, &mut one, &mut other, "e4 e5").await;
    let deadline = loop {
        let update = one.receive("update").await;
        if update["v"] == 3 {
            break update["state"]["deadline"].as_u64().expect("a moment");
        }
    };
    let flagged = one.receive("update").await;
    let fell = flagged["now"].as_u64().expect("a moment");
    assert_eq!((&flagged["state"]["result"], &flagged["state"]["reason"]), (&json!("0-1"), &json!("time")));
    assert!(fell >= deadline, "{} ms early", deadline - fell);
    server.stop().await;
}

#[tokio::test]
async fn the_computer_answers() {
    let server = Server::start().await;
    let browser = server.guest().await;
    let new_game = json!({"opponent": {"computer": {"level": 1}}, "color": "black", "time": "60"});
    let game = browser.send("/app/games", new_game).await;
    let (mut socket, shown) = browser.watch(game["id"].as_str().expect("a name")).await;
    if shown["state"]["ply"] == 0 {
        assert_eq!(socket.receive("update").await["events"][0]["event"], "move");
    }
    let id = game["id"].as_str().expect("a name");
    assert_eq!(socket.play(id, "a6").await["t"], "done");
    let mut plies = 0;
    while plies < 3 {
        plies = socket.receive("update").await["state"]["ply"].as_u64().expect("a number");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_computer_plays_another_game_at_once() {
    let server = Server::start().await;
    let browser = server.guest().await;
    let new_game = json!({"opponent": {"computer": {"level": 1}}, "color": "white", "time": "60"});
    let game = browser.send("/app/games", new_game).await;
    let id = game["id"].as_str().expect("a name");
    let (mut socket, _) = browser.watch(id).await;
    assert_eq!(socket.play(id, "e4").await["t"], "done");
    assert_eq!(socket.act(id, "resign", json!({"do": "resign"})).await["t"], "done");
    assert_eq!(socket.act(id, "again", json!({"do": "rematch"})).await["t"], "done");
    let rematch = socket.receive("rematch").await;
    let (_, shown) = browser.watch(rematch["next"].as_str().expect("it has begun")).await;
    assert_eq!(shown["you"], "black");
    server.stop().await;
}

/// Offers the computer a draw in this position, and returns the first two events or the reason of the end.
async fn offered_to_the_computer(fen: &str) -> Vec<String> {
    let server = Server::start().await;
    let browser = server.guest().await;
    let new_game = json!({"opponent": {"computer": {"level": 5}}, "color": "white", "fen": fen});
    let game = browser.send("/app/games", new_game).await;
    let id = game["id"].as_str().expect("a name");
    let (mut socket, _) = browser.watch(id).await;
    assert_eq!(socket.act(id, "offer", json!({"do": "offer"})).await["t"], "done");
    let mut events = Vec::new();
    while events.len() < 2 {
        let update = socket.receive("update").await;
        let event = update["events"][0]["event"].as_str().expect("a word").to_owned();
        events.push(update["state"]["reason"].as_str().map_or(event, str::to_owned));
    }
    server.stop().await;
    events
}

#[tokio::test]
async fn the_computer_accepts_a_draw_unless_it_is_ahead() {
    // An equal rook ending, late in the game; then a queen behind.
    let events = offered_to_the_computer("8/5k2/4p3/8/8/3RK3/4P3/5r2 w - - 0 40").await;
    assert_eq!(events, ["draw_offer", "agreement"]);
    let events = offered_to_the_computer("4k3/pppp4/8/8/8/8/PPPP1Q2/4K3 w - - 0 5").await;
    assert_eq!(events, ["draw_offer", "agreement"]);
    // A queen ahead, it declines instead of leaving the offer open.
    let events = offered_to_the_computer("3qk3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 40").await;
    assert_eq!(events, ["draw_offer", "draw_declined"]);
}

#[tokio::test]
async fn the_computer_answers_what_is_played_and_not_what_was_taken_back() {
    let server = Server::start().await;
    let browser = server.guest().await;
    // After a quiet move the pawn promotes and wins; after the check it may not.
    let fen = "6k1/8/8/8/8/7R/p7/4K3 w - - 0 1";
    let new_game = json!({"opponent": {"computer": {"level": 8}}, "color": "white", "fen": fen});
    let game = browser.send("/app/games", new_game).await;
    let id = game["id"].as_str().expect("a name");
    let (mut socket, _) = browser.watch(id).await;
    assert_eq!(socket.play(id, "Kd2").await["t"], "done");
    // It has begun to think.
    eventually(async || server.app().computer.thinking() > 0).await;
    assert_eq!(socket.act(id, "back", json!({"do": "takeback"})).await["t"], "done");
    let check = socket.act(id, "check", json!({"do": "move", "move": "Rh8+"})).await;
    assert_eq!(check["t"], "done", "{check}");
    let answered = loop {
        let update = socket.receive("update").await;
        if update["state"]["ply"] == 2 {
            break update;
        }
    };
    assert_eq!(answered["state"]["turn"], "white", "{answered}");
    server.stop().await;
}

#[tokio::test]
async fn the_computer_claims_a_draw_when_it_is_worse() {
    let server = Server::start().await;
    let browser = server.guest().await;
    // Two half-moves short of fifty moves: White plays a waiting move, and any move of Black completes them.
    let fen = "7k/8/8/8/8/8/1R3R2/K7 w - - 98 90";
    let new_game = json!({"opponent": {"computer": {"level": 5}}, "color": "white", "fen": fen});
    let game = browser.send("/app/games", new_game).await;
    let id = game["id"].as_str().expect("a name");
    let (mut socket, _) = browser.watch(id).await;
    assert_eq!(socket.play(id, "Rb3").await["t"], "done");
    let ended = loop {
        let update = socket.receive("update").await;
        if !update["state"]["result"].is_null() {
            break update["state"].clone();
        }
    };
    assert_eq!((&ended["result"], &ended["law"]), (&json!("1/2-1/2"), &json!("E13")));
    server.stop().await;
}

#[tokio::test]
async fn nonsense_closes_the_socket_with_an_error() {
    let server = Server::start().await;
    let guest = server.guest().await;
    for nonsense in
        ["", "{}", "[]", "{\"t\":\"fly\"}", "{\"t\":\"ping\",\"n\":1e400}", "\u{0}", "{\"t\":\"ping\""]
    {
        let mut socket = guest.socket().await;
        socket.send_text(nonsense).await;
        assert_eq!(socket.receive("error").await["code"], "not_understood", "{nonsense:?}");
        assert_eq!(socket.closed().await, 4000, "{nonsense:?}");
    }
    let mut socket = guest.socket().await;
    socket.send_bytes(b"bytes").await;
    assert_eq!(socket.closed().await, 4000);
    let mut flood = guest.socket().await;
    for number in 0..400 {
        flood.send_json(json!({"t": "ping", "n": number})).await;
    }
    assert_eq!(flood.closed().await, 1008);
    server.stop().await;
}

#[tokio::test]
async fn a_refusal_carries_the_code_of_the_laws() {
    let server = Server::start().await;
    let (white, black, id) = server.game(json!({"time": "180+2"})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    assert_eq!(one.play(&id, "e2e5").await["reason"], "illegal");
    assert_eq!(other.play(&id, "e7e5").await["reason"], "not_your_turn");
    server.stop().await;
}

#[tokio::test]
async fn a_player_who_watches_again_has_not_left() {
    let server = Server::start().await;
    let (white, black, id) = server.game(json!({"time": "180+2"})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    play_out(&id, &mut one, &mut other, "e4 e5").await;
    other.send_json(json!({"t": "watch", "game": id})).await;
    assert_eq!(other.receive("game").await["presence"]["black"], true);
    let action = json!({"do": "move", "move": "g1f3"});
    one.send_json(json!({"t": "do", "game": id, "id": "next", "action": action})).await;
    // The server sends in order: what it said about Black comes before the update.
    loop {
        let message = one.next().await.unwrap_or_else(|end| panic!("{end:?} instead of an update"));
        assert_ne!(message["t"], "gone", "{message}");
        if message["events"][0]["uci"] == "g1f3" {
            break;
        }
    }
    assert_eq!(other.receive("update").await["events"][0]["uci"], "g1f3", "Black still follows the game");
    server.stop().await;
}

#[tokio::test]
async fn presence_follows_disconnects_and_reconnects() {
    let server = Server::start().await;
    let (white, black, id) = server.game(json!({"time": "180+2"})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    play_out(&id, &mut one, &mut other, "e4 e5").await;
    drop(other);
    let gone = one.receive("gone").await;
    assert_eq!((&gone["color"], &gone["claim_in_ms"]), (&json!("black"), &json!(60_000)));
    assert_eq!(one.receive("presence").await["black"], false);
    assert_eq!(
        one.act(&id, "claim", json!({"do": "claim_victory"})).await["code"],
        "not_allowed",
        "too soon"
    );
    let (_other, shown) = black.watch(&id).await;
    assert_eq!(shown["presence"]["black"], true);
    assert_eq!(one.receive("gone").await["claim_in_ms"], Value::Null);
    server.stop().await;
}

#[tokio::test]
async fn player_actions_other_than_moves() {
    let server = Server::start().await;
    let (white, black, id) = server.game(json!({"time": "300", "chat": false})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    one.send_json(json!({"t": "chat", "game": id, "text": "hello"})).await;
    assert_eq!(one.receive("error").await["code"], "chat_off");
    play_out(&id, &mut one, &mut other, "e4 e5 Ke2").await;
    assert_eq!(one.act(&id, "t", json!({"do": "takeback"})).await["t"], "done");
    assert_eq!(other.act(&id, "t", json!({"do": "accept"})).await["t"], "done");
    assert_eq!(other.act(&id, "g", json!({"do": "add_time", "seconds": 15})).await["t"], "done");
    let state = white.read(&format!("/app/games/{id}")).await["state"].clone();
    assert_eq!((&state["ply"], &state["turn"]), (&json!(2), &json!("white")));
    assert!(state["clock"]["white"].as_u64().expect("a clock") > 310_000);
    assert_eq!(one.act(&id, "a", json!({"do": "abort"})).await["code"], "not_allowed", "too late");
    assert_eq!(one.act(&id, "r", json!({"do": "rematch"})).await["code"], "not_allowed", "too early");
    assert_eq!(other.act(&id, "x", json!({"do": "resign"})).await["t"], "done");
    server.stop().await;
}
