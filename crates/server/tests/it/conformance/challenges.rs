//! Challenges and seeks, from creation to the end.

use crate::harness::{BLITZ, Client, Lines, Server, StreamItem, game};
use reqwest::{Method, StatusCode};
use serde_json::json;

#[tokio::test]
async fn both_players_are_told_what_becomes_of_a_challenge() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let (mut anns, mut bens) = (ann.events().await, ben.events().await);
    let (_, challenge) = ann.post_form("/api/challenge/ben", BLITZ).await;
    let id = challenge["id"].as_str().expect("an id");
    for events in [&mut anns, &mut bens] {
        let event = events.line().await;
        assert_eq!((&event["type"], &event["challenge"]["id"]), (&json!("challenge"), &json!(id)));
        assert!(event["challenge"].get("direction").is_none() && event.get("compat").is_some(), "{event}");
    }
    assert_eq!(ann.get("/api/challenge").await.1["out"][0]["direction"], "out");
    assert_eq!(ben.get("/api/challenge").await.1["in"][0]["id"], json!(id));
    // Nobody else can see or answer it.
    let cid = Client::person(&server, "cid").await;
    for path in ["accept", "decline", "cancel"] {
        assert_eq!(cid.post(&format!("/api/challenge/{id}/{path}")).await.0, StatusCode::NOT_FOUND);
    }
    assert_eq!(cid.get(&format!("/api/challenge/{id}/show")).await.0, StatusCode::NOT_FOUND);
    let (status, _) = ben.post_form(&format!("/api/challenge/{id}/decline"), &[("reason", "tooFast")]).await;
    assert_eq!(status, StatusCode::OK);
    for events in [&mut anns, &mut bens] {
        let event = events.line().await;
        assert_eq!(event["type"], "challengeDeclined");
        assert_eq!(event["challenge"]["declineReasonKey"], "toofast");
    }
    let (_, shown) = ann.get(&format!("/api/challenge/{id}/show")).await;
    assert_eq!((&shown["status"], &shown["direction"]), (&json!("declined"), &json!("out")));
    assert_eq!(ben.post(&format!("/api/challenge/{id}/accept")).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_challenge_is_accepted_once() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let (_, challenge) = ann.post_form("/api/challenge/ben", BLITZ).await;
    let path = format!("/api/challenge/{}/accept", challenge["id"].as_str().expect("an id"));
    let answers = futures_util::future::join_all((0..20).map(|_| ben.post(&path))).await;
    let accepted = answers.iter().filter(|(status, _)| *status == StatusCode::OK).count();
    assert_eq!(accepted, 1, "{answers:?}");
    assert_eq!(ann.get("/api/account/playing").await.1["nowPlaying"].as_array().map(Vec::len), Some(1));
    // Canceling a challenge whose game has just begun aborts the game.
    let cancel = path.replace("accept", "cancel");
    ann.post_ok(&cancel).await;
    assert_eq!(ann.get("/api/account/playing").await.1["nowPlaying"], json!([]));
}

#[tokio::test]
async fn a_challenge_stream_reports_the_outcome() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let form = [("clock.limit", "300"), ("clock.increment", "3"), ("keepAliveStream", "true")];
    let ask = || ann.request(Method::POST, "/api/challenge/ben").form(&form);
    let mut stream = Lines::open(ask()).await;
    let challenge = stream.line().await;
    let id = challenge["id"].as_str().expect("an id");
    ben.post_ok(&format!("/api/challenge/{id}/accept")).await;
    assert_eq!(stream.line().await, json!({ "done": "accepted" }));
    assert_eq!(stream.next().await, StreamItem::End);
    let mut stream = Lines::open(ask()).await;
    let challenge = stream.line().await;
    let id = challenge["id"].as_str().expect("an id");
    ben.post_ok(&format!("/api/challenge/{id}/decline")).await;
    assert_eq!(stream.last().await, json!({ "done": "declined" }));
}

#[tokio::test]
async fn anybody_with_the_link() {
    let server = Server::start().await;
    let nobody = Client::with_token(&server, "nobody", String::new());
    let (status, challenge) = nobody.post_form("/api/challenge/open", BLITZ).await;
    assert_eq!((status, &challenge["challenger"]), (StatusCode::OK, &json!(null)));
    assert!(challenge["urlWhite"].is_string() && challenge["urlBlack"].is_string());
    let id = challenge["id"].as_str().expect("an id");
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    ann.post_ok(&format!("/api/challenge/{id}/accept?color=black")).await;
    assert_eq!(ann.get("/api/account/playing").await.1["nowPlaying"], json!([]), "one is missing");
    ben.post_ok(&format!("/api/challenge/{id}/accept")).await;
    let (_, playing) = ann.get("/api/account/playing").await;
    assert_eq!(
        (&playing["nowPlaying"][0]["gameId"], &playing["nowPlaying"][0]["color"]),
        (&json!(id), &json!("black"))
    );
}

#[tokio::test]
async fn a_game_against_the_computer() {
    let server = Server::start().await;
    let ann = Client::person(&server, "ann").await;
    for bad in ["", "0", "9", "x"] {
        let (status, errors) = ann.post_form("/api/challenge/ai", &[("level", bad)]).await;
        assert_eq!(
            (status, errors["level"][0].is_string()),
            (StatusCode::BAD_REQUEST, true),
            "{bad}: {errors}"
        );
    }
    let mut events = ann.events().await;
    let form = [("level", "1"), ("clock.limit", "300"), ("clock.increment", "3"), ("color", "black")];
    let (status, game) = ann.post_form("/api/challenge/ai", &form).await;
    assert_eq!(
        (status, &game["source"], &game["player"]),
        (StatusCode::CREATED, &json!("ai"), &json!("white"))
    );
    let id = game["id"].as_str().expect("an id");
    let start = events.line_of("gameStart").await;
    assert_eq!((&start["game"]["gameId"], &start["game"]["opponent"]["ai"]), (&json!(id), &json!(1)));
    let mut stream = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    let mut line = stream.line().await;
    assert_eq!(line["white"], json!({ "aiLevel": 1 }));
    let mut state = line["state"].take();
    while state["moves"] == "" {
        state = stream.line_of("gameState").await; // the computer has White
    }
    assert_eq!(state["moves"].as_str().map(|moves| moves.split(' ').count()), Some(1));
    ann.post_ok(&format!("/api/board/game/{id}/resign")).await; // aborts a game that has hardly begun
    assert_eq!(stream.last().await["status"], "aborted");
}

#[tokio::test]
async fn nobody_floods_the_server_with_challenges() {
    let server = Server::start().await;
    let (ann, _ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let mut refused = 0;
    for _ in 0..30 {
        let (status, body) = ann.post_form("/api/challenge/ben", BLITZ).await;
        if status == StatusCode::TOO_MANY_REQUESTS {
            assert_eq!(body["error"], "Too many requests. Try again later.");
            refused += 1;
        }
    }
    assert!(refused >= 5, "{refused}");
    let challenges = ann.get("/api/challenge").await.1["out"].as_array().map(Vec::len);
    assert_eq!(challenges, Some(20));
    assert_eq!(
        game(&Client::person(&server, "cid").await, &ann, BLITZ).await.len(),
        8,
        "others are not affected"
    );
}

/// A rematch is offered on the board of the old game, arrives as a challenge, and is accepted by its id.
#[tokio::test]
async fn a_rematch_is_a_challenge() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let id = game(&ann, &ben, BLITZ).await;
    for (player, mv) in [(&ann, "e2e4"), (&ben, "e7e5")] {
        player.play(&id, mv).await;
    }
    ann.post_ok(&format!("/api/board/game/{id}/resign")).await;
    let accept = format!("/api/challenge/{id}/accept");
    assert_eq!(ben.post(&accept).await.0, StatusCode::NOT_FOUND, "nothing is offered yet");
    let mut events = ben.events().await;
    events.next().await;
    server.offer_rematch(&id, "ann").await;
    let offer = events.line_of("challenge").await;
    let offer = &offer["challenge"];
    // lichess-bot counts an accepted challenge as a running game until a game with that id ends.
    let next = offer["id"].as_str().expect("an id").to_string();
    assert_ne!(next, id);
    assert_eq!(offer["rematchOf"], json!(id));
    let accept = format!("/api/challenge/{next}/accept");
    assert_eq!((&offer["challenger"]["id"], &offer["finalColor"]), (&json!("ann"), &json!("black")));
    assert_eq!(ann.post(&accept).await.0, StatusCode::NOT_FOUND, "one's own");
    ben.post_ok(&accept).await;
    let start = events.line_of("gameStart").await;
    assert_eq!(start["game"]["color"], "white");
    assert_eq!(start["game"]["gameId"], json!(next));
    let mut stream = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    assert_eq!(stream.line().await["state"]["rematch"], start["game"]["gameId"]);
}

/// A correspondence seek does not block a real-time seek, and a client that has to wait is told how long.
#[tokio::test]
async fn seeks_of_days_and_of_minutes_stand_side_by_side() {
    let server = Server::start().await;
    let ann = Client::person(&server, "ann").await;
    let (status, made) = ann.post_form("/api/board/seek", &[("days", "2")]).await;
    assert_eq!((status, made["id"].is_string()), (StatusCode::OK, true), "{made}");
    let rapid = || ann.request(Method::POST, "/api/board/seek").form(&[("time", "30"), ("increment", "20")]);
    let first = Lines::open(rapid()).await;
    let second = rapid().send().await.expect("an answer");
    assert_eq!(second.status(), StatusCode::TOO_MANY_REQUESTS);
    let wait: u64 = second.headers()["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!((1..=60).contains(&wait), "{wait}");
    drop(first);
}

/// A seek appears neither in its maker's event stream nor in the list of challenges.
#[tokio::test]
async fn a_seek_is_no_challenge() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let mut events = ann.events().await;
    ann.post_form("/api/board/seek", &[("days", "2")]).await;
    assert_eq!(ann.get("/api/challenge").await.1, json!({ "in": [], "out": [] }));
    let (status, _) = Client::send(ann.request(Method::DELETE, "/api/board/seek")).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    // The first event is the next challenge to the maker.
    ben.post_form("/api/challenge/ann", BLITZ).await;
    let event = events.line().await;
    assert_eq!(
        (&event["type"], &event["challenge"]["challenger"]["id"]),
        (&json!("challenge"), &json!("ben"))
    );
}

/// Nobody can read a random colour before the game begins, nor choose it by accepting.
#[tokio::test]
async fn a_random_colour_is_drawn_when_the_game_begins() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let mut whites = 0;
    for _ in 0..16 {
        let (_, challenge) = ann.post_form("/api/challenge/ben", BLITZ).await;
        let id = challenge["id"].as_str().expect("an id");
        // Clients need `finalColor`; until then it is the same for every challenge.
        assert_eq!((&challenge["color"], &challenge["finalColor"]), (&json!("random"), &json!("white")));
        ben.post_ok(&format!("/api/challenge/{id}/accept?color=white")).await;
        let (_, playing) = ben.get("/api/account/playing").await;
        let bens = playing["nowPlaying"][0]["color"].clone();
        let (_, shown) = ann.get(&format!("/api/challenge/{id}/show")).await;
        assert_ne!(shown["finalColor"], bens, "afterwards it is the challenger's real colour");
        whites += u32::from(bens == "white");
        ann.post_ok(&format!("/api/board/game/{id}/abort")).await;
    }
    assert!((1..16).contains(&whites), "{whites} of 16");
}

/// A challenge to one player is shown to these two and to nobody else, at every endpoint.
#[tokio::test]
async fn a_challenge_to_one_player_is_private() {
    let server = Server::start().await;
    let (ann, _ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let (_, challenge) = ann.post_form("/api/challenge/ben", BLITZ).await;
    let id = challenge["id"].as_str().expect("an id");
    for path in [format!("/app/challenges/{id}"), format!("/app/games/{id}")] {
        let (status, body) = ann.get(&path).await; // these endpoints ignore tokens, so this is a stranger
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}: {body}");
    }
    let (_, link) = ann.post_form("/api/challenge/open", BLITZ).await;
    let id = link["id"].as_str().expect("an id");
    assert_eq!(ann.get(&format!("/app/challenges/{id}")).await.0, StatusCode::OK, "a link is for everybody");
}
