//! Tokens, scopes, kinds of accounts, and names.

use crate::harness::{BLITZ, Client, Server, game};
use reqwest::{Method, StatusCode};
use serde_json::json;

/// Check 18: a missing or unknown token is 401, a token without the scope is 403.
#[tokio::test]
async fn unknown_is_not_forbidden() {
    let server = Server::start().await;
    let ann = Client::person(&server, "ann").await;
    let bare = reqwest::Client::builder().no_proxy().build().expect("a client");
    let (status, body) = Client::send(bare.get(format!("{}/api/account", server.url()))).await;
    assert_eq!((status, &body["error"]), (StatusCode::UNAUTHORIZED, &json!("Missing authorization header")));
    let wrong = Client::with_token(&server, "ann", "lip_wrong".into());
    let (status, body) = wrong.get("/api/account").await;
    assert_eq!((status, &body["error"]), (StatusCode::UNAUTHORIZED, &json!("No such token")));
    let reads = Client::with_token(&server, "ann", server.add_token("ann", "challenge:read").await);
    let answer = reads.request(Method::POST, "/api/board/seek").send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::FORBIDDEN);
    assert_eq!(answer.headers()["x-oauth-scopes"], "challenge:read");
    assert_eq!(answer.headers()["x-accepted-oauth-scopes"], "board:play");
    let (_, body) = reads.post("/api/board/seek").await;
    assert_eq!(body["error"], "Missing scope: board:play");
    // Any one of several scopes is enough.
    assert_eq!(reads.request(Method::GET, "/api/stream/event").send().await.expect("one").status(), 200);
    let (status, _) = Client::send(ann.request(Method::DELETE, "/api/token")).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    assert_eq!(ann.get("/api/account").await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(reads.get("/api/account").await.0, StatusCode::OK);
}

/// A client that names a user in its user agent must have that user's token.
#[tokio::test]
async fn the_user_agent_is_believed_only_if_true() {
    let server = Server::start().await;
    let ann = Client::person(&server, "ann").await;
    for (agent, status) in [
        ("lichess-bot/2026 user:Ann", 200),
        ("lichess-bot/2026 user:ben", 401),
        ("board/1 as: ben", 401),
        ("board/1 (as:ann)", 200),
        // lichess-bot does not know its name before it has requested it.
        ("lichess-bot/2026 user:?", 200),
        ("canvas:renderer", 200),
        ("python-urllib3/2", 200),
    ] {
        let request = ann.request(Method::GET, "/api/account").header("User-Agent", agent);
        assert_eq!(Client::send(request).await.0, status, "{agent}");
    }
}

/// Check 19: names are accepted in any case; ids are lowercase.
#[tokio::test]
async fn names_in_any_case() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "AnnA").await, Client::person(&server, "Ben").await);
    for name in ["anna", "ANNA", "AnnA"] {
        let (_, user) = ben.get(&format!("/api/user/{name}")).await;
        assert_eq!((&user["id"], &user["username"]), (&json!("anna"), &json!("AnnA")));
        let (status, challenge) = ben.post_form(&format!("/api/challenge/{name}"), BLITZ).await;
        assert_eq!((status, &challenge["destUser"]["name"]), (StatusCode::OK, &json!("AnnA")));
    }
    let (status, body) = ann.get("/api/user/nobody").await;
    assert_eq!((status, &body["error"]), (StatusCode::NOT_FOUND, &json!("Not found")));
    let (_, status) = ann.get("/api/users/status?ids=ANNA,ben,nobody").await;
    assert_eq!(status, json!([{ "id": "anna", "name": "AnnA" }, { "id": "ben", "name": "Ben" }]));
}

/// Every speed has a rating, even before the first game.
#[tokio::test]
async fn an_account_has_a_rating_for_every_speed() {
    let server = Server::start().await;
    let ann = Client::person(&server, "ann").await;
    let (_, account) = ann.get("/api/account").await;
    for speed in ["bullet", "blitz", "rapid", "classical", "correspondence", "chess960"] {
        let perf = json!({ "games": 0, "rating": 1500, "rd": 350, "prog": 0, "prov": true });
        assert_eq!(account["perfs"][speed], perf, "{speed}");
    }
}

/// A rated game of Chess960 counts for a rating of its own, which is where bots look for opponents.
#[tokio::test]
async fn chess960_has_its_own_rating() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let mut events = ann.events().await;
    let id = game(&ann, &ben, &[BLITZ, &[("variant", "chess960"), ("rated", "true")]].concat()).await;
    let (_, playing) = ann.get("/api/account/playing").await;
    assert_eq!(playing["nowPlaying"][0]["perf"], "chess960", "{playing}");
    let mut stream = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    let fen = stream.line().await["initialFen"].as_str().expect("a position").to_owned();
    let position = rules::Position::parse_fen(&fen, rules::Variant::Chess960).expect("a position");
    let first = position.legal_moves().iter().next().expect("a move");
    ann.play(&id, &first.uci()).await;
    let next = first.play();
    let second = next.legal_moves().iter().next().expect("a move");
    ben.play(&id, &second.uci()).await;
    ben.post_ok(&format!("/api/board/game/{id}/resign")).await;
    events.line_of("gameFinish").await;
    let (_, account) = ann.get("/api/account").await;
    assert_eq!(account["perfs"]["chess960"]["games"], 1, "{account}");
    assert!(account["perfs"]["chess960"]["rating"].as_u64() > Some(1500), "{account}");
    assert_eq!(account["perfs"]["blitz"]["games"], 0, "{account}");
}

/// A wrong method is reported as such, not as a missing token.
#[tokio::test]
async fn a_wrong_method_is_named() {
    let server = Server::start().await;
    let bare = reqwest::Client::builder().no_proxy().build().expect("a client");
    for (method, path) in
        [(Method::POST, "/api/account"), (Method::GET, "/api/token"), (Method::PUT, "/api/board/seek/")]
    {
        let (status, body) = Client::send(bare.request(method, format!("{}{path}", server.url()))).await;
        assert_eq!(
            (status, &body["error"]),
            (StatusCode::METHOD_NOT_ALLOWED, &json!("Method not allowed")),
            "{path}"
        );
    }
    let head = bare.head(format!("{}/api/openapi.json", server.url())).send().await.expect("an answer");
    assert_eq!(head.status(), StatusCode::OK);
}

#[tokio::test]
async fn an_open_stream_makes_somebody_present() {
    let server = Server::start().await;
    let (ann, robo) = (Client::person(&server, "ann").await, Client::bot(&server, "robo").await);
    assert_eq!(ann.get("/api/bot/online").await.1, json!(""));
    let mut events = robo.events().await;
    events.next().await;
    let (_, status) = ann.get("/api/users/status?ids=robo").await;
    assert_eq!(status, json!([{ "id": "robo", "name": "robo", "title": "BOT", "online": true }]));
    assert_eq!(ann.get("/api/bot/online?nb=5").await.1["id"], "robo");
}

/// Endpoints for people, endpoints for bots, and turning an account into a bot.
#[tokio::test]
async fn people_and_programs_have_their_own_endpoints() {
    let server = Server::start().await;
    let (ann, robo) = (Client::person(&server, "ann").await, Client::bot(&server, "robo").await);
    let id = game(&ann, &robo, BLITZ).await;
    let all = "challenge:write,board:play,bot:play";
    let ann_as_bot = Client::with_token(&server, "ann", server.add_token("ann", all).await);
    let robo_as_person = Client::with_token(&server, "robo", server.add_token("robo", all).await);
    let (status, body) = ann_as_bot.post(&format!("/api/bot/game/{id}/move/e2e4")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(body["error"].as_str().is_some_and(|why| why.contains("only be used with a Bot account")));
    let (status, body) = robo_as_person.post(&format!("/api/board/game/{id}/move/e2e4")).await;
    let why = json!("This API endpoint is not for Bot accounts.");
    assert_eq!((status, &body["error"]), (StatusCode::FORBIDDEN, &why));
    ann.play(&id, "e2e4").await;
    robo.post_ok(&format!("/api/bot/game/{id}/move/e7e5")).await;
    // An account that has played cannot become a bot.
    let (status, _) = ann_as_bot.post("/api/bot/account/upgrade").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    Client::person(&server, "newcomer").await;
    let newcomer = Client::with_token(&server, "newcomer", server.add_token("newcomer", all).await);
    newcomer.post_ok("/api/bot/account/upgrade").await;
    assert_eq!(newcomer.get("/api/account").await.1["title"], "BOT");
}
