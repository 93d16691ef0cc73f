//! Request formats: every way in which clients send parameters.

use crate::harness::{BLITZ, Client, Server, game};
use reqwest::{Method, StatusCode};
use serde_json::json;

/// Check 6: tokens are sent as a body without a content type.
#[tokio::test]
async fn tokens_are_tested_without_a_content_type() {
    let server = Server::start().await;
    let ann = Client::person(&server, "Ann").await;
    let body = format!(" {} ,lip_nobody", ann.token);
    let (status, answer) = Client::send(ann.request(Method::POST, "/api/token/test").body(body)).await;
    assert_eq!(status, StatusCode::OK);
    let known = &answer[&ann.token];
    assert_eq!((&known["userId"], &known["expires"]), (&json!("ann"), &json!(null)));
    assert_eq!(known["scopes"], "challenge:read,challenge:write,board:play");
    assert_eq!(answer["lip_nobody"], json!(null));
    assert_eq!(answer.as_object().map(serde_json::Map::len), Some(2));
}

/// Check 7: JSON with dotted keys and nulls, nested JSON, forms, multipart, and unknown fields.
#[tokio::test]
async fn a_challenge_in_every_form() {
    let server = Server::start().await;
    let (ann, _ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let post = || ann.request(Method::POST, "/api/challenge/ben");
    let dotted = json!({
        "rated": false, "clock.limit": 300, "clock.increment": "3", "days": null, "fen": null, "color": "black",
        "variant": null, "somethingNew": { "deep": [1, 2] },
    });
    let nested = json!({ "clock": { "limit": "300", "increment": 3 }, "color": "black" });
    let form = [("clock.limit", "300"), ("clock.increment", "3"), ("color", "black"), ("new", "1")];
    let multipart = "--x\r\nContent-Disposition: form-data; name=\"clock.limit\"\r\n\r\n300\r\n\
        --x\r\nContent-Disposition: form-data; name=\"clock.increment\"\r\n\r\n3\r\n\
        --x\r\nContent-Disposition: form-data; name=\"color\"\r\n\r\nblack\r\n--x--\r\n";
    for request in [
        post().json(&dotted),
        post().json(&nested),
        post().form(&form),
        post().body(dotted.to_string()),
        post().body("clock.limit=300&clock.increment=3&color=black"),
        post().header("Content-Type", "multipart/form-data; boundary=x").body(multipart),
    ] {
        let (status, challenge) = Client::send(request).await;
        assert_eq!(status, StatusCode::OK, "{challenge}");
        let time = json!({ "type": "clock", "limit": 300, "increment": 3, "show": "5+3" });
        assert_eq!((&challenge["timeControl"], &challenge["finalColor"]), (&time, &json!("black")));
        assert_eq!((&challenge["status"], &challenge["direction"]), (&json!("created"), &json!("out")));
        ann.post_ok(&format!("/api/challenge/{}/cancel", challenge["id"].as_str().expect("an id"))).await;
    }
}

/// Wrong parameters are reported in two places, because clients differ in where they look.
#[tokio::test]
async fn wrong_parameters_are_named() {
    let server = Server::start().await;
    let (ann, _ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let (status, errors) = ann.post_form("/api/challenge/ben", &[("clock.limit", "99999")]).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(
        errors["clock.limit"][0].is_string() && errors["error"]["clock.limit"][0].is_string(),
        "{errors}"
    );
    let zero = [("clock.limit", "0"), ("clock.increment", "0")];
    let (status, errors) = ann.post_form("/api/challenge/ben", &zero).await;
    assert_eq!((status, &errors["global"][0]), (StatusCode::BAD_REQUEST, &json!("Invalid time control")));
    let (status, errors) = ann.post_form("/api/challenge/nobody", BLITZ).await;
    assert_eq!((status, &errors["error"]), (StatusCode::BAD_REQUEST, &json!("No such user: nobody")));
    let (status, errors) = ann.post_form("/api/challenge/Ann", BLITZ).await;
    assert_eq!(
        (status, &errors["error"]),
        (StatusCode::BAD_REQUEST, &json!("You cannot challenge yourself"))
    );
    let long = ann.request(Method::POST, "/api/challenge/ben").body("x".repeat(70_000));
    assert_eq!(Client::send(long).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}

/// Check 8: the words for yes and no, all of them always fine.
#[tokio::test]
async fn the_words_for_draws_and_takebacks() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let id = game(&ann, &ben, BLITZ).await;
    ann.play(&id, "e2e4").await;
    ben.play(&id, "e7e5").await;
    let path = format!("/api/board/game/{id}");
    for word in ["no", "0", "false", "off", "maybe"] {
        for what in ["draw", "takeback"] {
            ann.post_ok(&format!("{path}/{what}/{word}")).await;
        }
    }
    for yes in ["yes", "true", "1", "True", "on"] {
        let id = game(&ann, &ben, BLITZ).await;
        ann.play(&id, "e2e4").await;
        ben.play(&id, "e7e5").await;
        let mut stream = ann.stream(&format!("/api/board/game/stream/{id}")).await;
        stream.line().await;
        ann.post_ok(&format!("/api/board/game/{id}/draw/{yes}")).await;
        assert_eq!(stream.line().await["wdraw"], true, "{yes}");
        ben.post_ok(&format!("/api/board/game/{id}/draw/no")).await;
        assert!(stream.line().await.get("wdraw").is_none(), "{yes}");
    }
    let mut stream = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    stream.line().await;
    ann.post_ok(&format!("{path}/takeback/yes")).await;
    assert_eq!(stream.line().await["wtakeback"], true);
    ben.post_ok(&format!("{path}/takeback/true")).await;
    let taken_back = stream.line().await;
    assert_eq!(taken_back["moves"], "");
    assert!(taken_back.get("wtakeback").is_none());
}

/// Check 9: a slash at the end makes no difference.
#[tokio::test]
async fn a_trailing_slash_is_ignored() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let id = game(&ann, &ben, BLITZ).await;
    assert_eq!(ann.get("/api/account/").await.1["id"], "ann");
    let (status, refused) = ann.post(&format!("/api/board/game/{id}/claim-victory/")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_eq!(refused["error"], "This is not the time to claim victory");
    let (status, unknown) = ann.post(&format!("/api/board/game/{id}/castle-through-check")).await;
    assert_eq!((status, &unknown["error"]), (StatusCode::NOT_FOUND, &json!("No such command")));
    let (status, unknown) = ann.get("/api/nothing/here").await;
    assert_eq!((status, &unknown["error"]), (StatusCode::NOT_FOUND, &json!("Not found")));
}

/// CORS: pages of other sites may use the API.
#[tokio::test]
async fn browsers_may_ask_from_anywhere() {
    let server = Server::start().await;
    let ann = Client::person(&server, "ann").await;
    let preflight = ann.request(Method::OPTIONS, "/api/account").header("Origin", "https://board.example");
    let answer = preflight.send().await.expect("an answer");
    assert_eq!(answer.headers()["access-control-max-age"], "86400");
    assert_eq!(answer.headers()["access-control-allow-origin"], "*");
    let allowed = answer.headers()["access-control-allow-headers"].to_str().expect("text");
    assert!(allowed.contains("Authorization"));
    let answer = ann.request(Method::GET, "/api/account").send().await.expect("an answer");
    assert_eq!(answer.headers()["access-control-allow-origin"], "*");
}
