//! A server for a club or a school: settings, accounts and moderation.

use crate::harness::{Client, Server, Socket, Visitor};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tabiya_server::identity::roles::Roles;
use tabiya_server::identity::scopes::Scopes;
use tabiya_server::ids::PlayerId;
use tabiya_server::people::admin;

pub(crate) const ADMIN: Roles = Roles { admin: true, arbiter: false };
pub(crate) const ARBITER: Roles = Roles { admin: false, arbiter: true };

/// An account with a cookie and a token with every scope.
#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) browser: Visitor,
    pub(crate) token: String,
    site: String,
}

impl Member {
    pub(crate) async fn new(server: &Server, name: &str, roles: Roles) -> Member {
        let store = &server.app().store;
        admin::add(store, name, false, roles).await.expect("a new account");
        admin::set_password(store, name, Some("correct horse".into())).await.expect("a password");
        let mut browser = server.guest().await;
        browser.become_account("/app/login", name).await;
        let token = admin::token(store, name, Some(Scopes::all())).await.expect("a token");
        Member { browser, token: token.reveal().into(), site: server.url() }
    }

    pub(crate) async fn api(&self, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
        ask(&self.site, Some(&self.token), method, path, body).await
    }
}

pub(crate) async fn ask(
    site: &str,
    token: Option<&str>,
    method: Method,
    path: &str,
    body: Value,
) -> (StatusCode, Value) {
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let mut request = client.request(method.clone(), format!("{site}{path}"));
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    if method != Method::GET {
        request = request.json(&body);
    }
    let answer = request.send().await.expect("an answer");
    let status = answer.status();
    // A stream does not end, so its body is not read.
    let is_stream = answer.headers().get("content-type").is_some_and(|kind| kind == "application/x-ndjson");
    let text = if is_stream { String::new() } else { answer.text().await.unwrap_or_default() };
    (status, serde_json::from_str(&text).unwrap_or_default())
}

async fn settings(admin: &Member, change: Value) -> Value {
    admin.browser.send("/app/admin/settings", change).await
}

#[tokio::test]
async fn settings_hold_at_once_and_after_a_restart() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    let info = boss.browser.read("/app/server").await;
    assert_eq!(
        (&info["registration"], &info["guests"], &info["chat"]),
        (&json!("open"), &json!(true), &json!("on"))
    );
    let changed = settings(&boss,
        json!({"name": "Chess club", "guests": false, "registration": "closed", "levels": [2], "time_controls": ["300+3"]}),
    )
    .await;
    assert_eq!(changed["name"], "Chess club");
    let guest = server.guest().await;
    let computer = |level: u8, time: &str| json!({"opponent": {"computer": {"level": level}}, "time": time});
    assert_eq!(guest.send("/app/games", computer(2, "300+3")).await["code"], "not_allowed");
    assert_eq!(
        guest.send("/app/register", json!({"name": "anna", "password": "correct horse"})).await["code"],
        "registration_closed"
    );
    assert_eq!(boss.browser.send("/app/games", computer(3, "300+3")).await["code"], "bad_game");
    assert_eq!(boss.browser.send("/app/games", computer(2, "60")).await["code"], "bad_game");
    assert!(boss.browser.send("/app/games", computer(2, "300+3")).await["id"].is_string());
    for bad in [json!({"levels": [9]}), json!({"time_controls": ["soon"]})] {
        assert_eq!(settings(&boss, bad).await["code"], "bad_setting");
    }
    assert_eq!(settings(&boss, json!({"colour": "red"})).await["code"], "not_understood");
    let server = server.restart().await;
    let info = server.guest().await.read("/app/server").await;
    assert_eq!((&info["name"], &info["guests"]), (&json!("Chess club"), &json!(false)));
    let (_, audit) = boss_again(&server, &boss).api(Method::GET, "/api/admin/audit", json!({})).await;
    assert_eq!(audit["entries"][0]["by"], "boss");
    assert!(audit["entries"][0]["action"].as_str().expect("a text").contains("Chess club"));
    server.stop().await;
}

/// The same admin at the server's new address.
fn boss_again(server: &Server, boss: &Member) -> Member {
    Member { browser: boss.browser.clone(), token: boss.token.clone(), site: server.url() }
}

#[tokio::test]
async fn a_line_without_an_account_says_why_as_a_code() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    let body = json!({"list": "a; Anna\nroot; Rita\nboss; Boris\ncarl; Carl", "once": true, "days": 7});
    let made = boss.browser.send("/app/admin/users", body).await;
    let cards = made["cards"].as_array().expect("cards");
    let codes: Vec<_> = cards.iter().map(|card| &card["code"]).collect();
    assert_eq!(codes, [&json!("bad_name"), &json!("bad_name"), &json!("taken"), &Value::Null], "{made}");
    assert_eq!((&cards[1]["error"], &cards[3]["error"]), (&json!("this name is reserved"), &Value::Null));
    server.stop().await;
}

#[tokio::test]
async fn thirty_pupils_from_a_pasted_list() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    settings(&boss, json!({"registration": "closed"})).await;
    let list: String = (1..=30).map(|number| format!("Pupil Número {number}\n")).collect();
    let body = json!({"list": list, "once": true, "days": 7, "kid": true});
    let made = boss.browser.send("/app/admin/users", body).await;
    let cards = made["cards"].as_array().expect("cards");
    assert_eq!(cards.len(), 30);
    let names: std::collections::HashSet<_> = cards.iter().map(|card| card["name"].as_str()).collect();
    assert_eq!(names.len(), 30, "every pupil has a name of their own");
    let card = &cards[7];
    let link = card["link"].as_str().expect("a link");
    let path = link.strip_prefix(&server.url()).expect("a link to this server");
    // Opening a link does not use it up.
    let client = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build();
    let client = client.expect("a client");
    let page = client.get(link).send().await.expect("an answer").text().await.expect("a text");
    assert!(page.contains("Pupil Número 8") && page.contains("Pupil-Numero-8"), "{page}");
    let enter = || client.post(link).header("origin", server.url()).form(&[("x", "y")]).send();
    let answer = enter().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    let cookie = answer.headers()["set-cookie"].to_str().expect("a text").to_owned();
    let me = client.get(format!("{}/app/me", server.url())).header("cookie", cookie).send().await;
    let me: Value = me.expect("an answer").json().await.expect("JSON");
    assert_eq!(me["player"]["name"], card["name"]);
    assert_eq!(enter().await.expect("an answer").status(), StatusCode::GONE, "{path} works once");
    let users = boss.browser.read("/app/admin/users?q=n%C3%BAmero%208").await;
    assert_eq!(users["users"].as_array().map(Vec::len), Some(1), "{users}");
    assert_eq!(users["users"][0]["kid"], true);
    server.stop().await;
}

#[tokio::test]
async fn an_admin_looks_after_people() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    let anna = Member::new(&server, "anna", Roles::NONE).await;
    let act = async |name: &str, action: Value| {
        boss.browser.send(&format!("/app/admin/users/{name}"), action).await
    };
    assert_eq!(act("nobody", json!({"do": "close"})).await["code"], "not_found");
    assert_eq!(act("boss", json!({"do": "block", "on": true})).await["code"], "yourself");
    // Blocked: the cookie, the password and the token all stop working.
    assert_eq!(act("anna", json!({"do": "block", "on": true})).await["user"]["status"], "blocked");
    assert_eq!(anna.browser.read("/app/me").await["player"]["guest"], true);
    let log_in = json!({"name": "anna", "password": "correct horse"});
    let answer = server.guest().await.send("/app/login", log_in.clone()).await;
    assert_eq!(answer["code"], "account_blocked");
    assert_eq!(anna.api(Method::GET, "/api/account", json!({})).await.0, StatusCode::UNAUTHORIZED);
    act("anna", json!({"do": "block", "on": false})).await;
    assert_eq!(anna.api(Method::GET, "/api/account", json!({})).await.0, StatusCode::OK);
    // A new password by a link.
    let link = act("anna", json!({"do": "reset"})).await["link"].as_str().expect("a link").to_owned();
    let client = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build();
    let client = client.expect("a client");
    let reset = async |password: &str| {
        let form = [("password", password)];
        client
            .post(&link)
            .header("origin", server.url())
            .form(&form)
            .send()
            .await
            .expect("an answer")
            .status()
    };
    assert_eq!(reset("short").await, StatusCode::BAD_REQUEST);
    assert_eq!(reset("battery staple").await, StatusCode::SEE_OTHER);
    assert_eq!(reset("another word").await, StatusCode::GONE);
    let wrong = server.guest().await.send("/app/login", log_in).await;
    assert_eq!(wrong["code"], "wrong_password");
    // Renamed: the account stays the same, both names lead to it, and nobody else can take either.
    assert_eq!(act("anna", json!({"do": "rename", "name": "Annie"})).await["user"]["name"], "Annie");
    let again = json!({"name": "annie", "password": "battery staple"});
    assert_eq!(server.guest().await.send("/app/login", again).await["player"]["id"], "anna");
    for taken in ["anna", "Annie"] {
        let body = json!({"name": taken, "password": "correct horse"});
        assert_eq!(server.guest().await.send("/app/register", body).await["code"], "taken", "{taken}");
    }
    assert_eq!(act("annie", json!({"do": "rename", "name": "boss"})).await["code"], "taken");
    assert_eq!(
        act("annie", json!({"do": "real_name", "name": "Anna Souza"})).await["user"]["real_name"],
        "Anna Souza"
    );
    let roles = act("annie", json!({"do": "roles", "admin": false, "arbiter": true})).await;
    assert_eq!(roles["user"]["roles"], json!(["arbiter"]));
    // Closed permanently.
    assert_eq!(act("annie", json!({"do": "close"})).await["user"]["status"], "closed");
    assert_eq!(act("annie", json!({"do": "block", "on": false})).await["code"], "closed");
    server.stop().await;
}

/// Hashing takes long enough that both requests find the link before either of them uses it.
#[tokio::test]
async fn a_link_for_a_new_password_works_once_for_two_at_the_same_moment() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    let anna = Member::new(&server, "anna", Roles::NONE).await;
    let made = boss.browser.send("/app/admin/users/anna", json!({"do": "reset"})).await;
    let link = made["link"].as_str().expect("a link").to_owned();
    let client = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build();
    let client = client.expect("a client");
    let reset = async |password: &'static str| {
        let request = client.post(&link).header("origin", server.url()).form(&[("password", password)]);
        (password, request.send().await.expect("an answer").status())
    };
    let (one, other) = tokio::join!(reset("battery staple"), reset("another word"));
    let (mut done, mut refused) = (Vec::new(), Vec::new());
    for (password, status) in [one, other] {
        match status {
            StatusCode::SEE_OTHER => done.push(password),
            StatusCode::GONE => refused.push(password),
            other => panic!("{password}: {other}"),
        }
    }
    assert_eq!((done.len(), refused.len()), (1, 1));
    let log_in = async |password: &str| {
        server.guest().await.send("/app/login", json!({"name": "anna", "password": password})).await
    };
    assert_eq!(log_in(refused[0]).await["code"], "wrong_password");
    assert_eq!(log_in(done[0]).await["player"]["name"], "anna");
    assert_eq!(anna.browser.read("/app/me").await["player"]["guest"], true, "the old session has ended");
    server.stop().await;
}

#[tokio::test]
async fn an_invitation_for_one_makes_one_account_for_two_at_the_same_moment() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    settings(&boss, json!({"registration": "invite"})).await;
    let made = boss.browser.send("/app/admin/invites", json!({"uses": 1, "days": 1})).await;
    let link = made["link"].as_str().expect("a link");
    let (_, invite) = link.split_once("invite=").expect("an invitation");
    let (first, second) = (server.guest().await, server.guest().await);
    let register = async |guest: &Visitor, name: &str| {
        guest
            .send("/app/register", json!({"name": name, "password": "correct horse", "invite": invite}))
            .await
    };
    let (one, other) = tokio::join!(register(&first, "anna"), register(&second, "bert"));
    let made = [&one, &other].into_iter().filter(|answer| answer["player"].is_object()).count();
    let refused = [&one, &other].into_iter().filter(|answer| answer["code"] == "invite_needed").count();
    assert_eq!((made, refused), (1, 1), "{one} {other}");
    let users = boss.browser.read("/app/admin/users").await;
    assert_eq!(users["users"].as_array().map(Vec::len), Some(2), "{users}");
    server.stop().await;
}

#[tokio::test]
async fn invitations_count_down() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    settings(&boss, json!({"registration": "invite"})).await;
    let register = async |name: &str, invite: &str| {
        let body = json!({"name": name, "password": "correct horse", "invite": invite});
        server.guest().await.send("/app/register", body).await
    };
    assert_eq!(register("anna", "").await["code"], "invite_needed");
    let made = boss.browser.send("/app/admin/invites", json!({"uses": 1, "days": 1})).await;
    let link = made["link"].as_str().expect("a link");
    let (_, invite) = link.split_once("invite=").expect("an invitation");
    assert_eq!(register("b", invite).await["code"], "bad_name", "a refused name does not use it up");
    assert_eq!(register("anna", invite).await["player"]["name"], "anna");
    assert_eq!(register("bert", invite).await["code"], "invite_needed");
    server.stop().await;
}

#[tokio::test]
async fn players_block_and_report_each_other() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    let anna = Member::new(&server, "anna", Roles::NONE).await;
    let bert = Member::new(&server, "bert", Roles::NONE).await;
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let put = client.put(format!("{}/app/blocks/bert", server.url())).header("cookie", &anna.browser.cookie);
    put.header("origin", server.url()).send().await.expect("an answer");
    assert_eq!(anna.browser.read("/app/blocks").await["blocked"], json!(["bert"]));
    let challenge = json!({"opponent": {"user": {"name": "anna"}}, "time": "300"});
    assert_eq!(bert.browser.send("/app/games", challenge).await["code"], "not_allowed");
    let (status, _) = bert.api(Method::POST, "/api/challenge/anna", json!({"clock.limit": 300})).await;
    assert!(status.is_client_error(), "{status}");
    let report = json!({"name": "bert", "text": " He  is\nrude. "});
    assert_eq!(anna.browser.send("/app/reports", report).await["ok"], true);
    let reports = boss.browser.read("/app/admin/reports").await;
    assert_eq!(
        (&reports["reports"][0]["by"], &reports["reports"][0]["about"], &reports["reports"][0]["text"]),
        (&json!("anna"), &json!("bert"), &json!("He is rude."))
    );
    assert_eq!(bert.browser.read("/app/admin/reports").await["code"], "not_allowed");
    let data = anna.browser.read("/app/account/export").await;
    assert_eq!((&data["name"], &data["blocked"]), (&json!("anna"), &json!(["bert"])));
    let closed = anna.browser.send("/app/account/close", json!({"password": "wrong horse"})).await;
    assert_eq!(closed["code"], "wrong_password");
    let closed = anna.browser.send("/app/account/close", json!({"password": "correct horse"})).await;
    assert_eq!(closed["ok"], true);
    assert_eq!(anna.browser.read("/app/me").await["player"]["guest"], true);
    server.stop().await;
}

/// A text that no other player may ever see.
const SECRET: &str = "meetmeat";

/// Sends a chat line that must be refused, and returns the error.
async fn refused_chat(socket: &mut Socket, game: &str, text: &str) -> Value {
    socket.send_json(json!({"t": "chat", "game": game, "text": text, "room": "player"})).await;
    socket.receive("error").await
}

#[tokio::test]
async fn with_chat_off_no_endpoint_carries_text() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    let anna = Member::new(&server, "anna", Roles::NONE).await;
    let bert = Member::new(&server, "bert", Roles::NONE).await;
    // Earlier chat is hidden as well.
    let new_game = json!({"opponent": {"user": {"name": "bert"}}, "time": "300", "color": "white"});
    let game = anna.browser.send("/app/games", new_game).await["id"].as_str().expect("an id").to_owned();
    bert.browser.send(&format!("/app/challenges/{game}/accept"), json!({})).await;
    let (mut white, _) = anna.browser.watch(&game).await;
    white.send_json(json!({"t": "chat", "game": game, "text": SECRET, "room": "player"})).await;
    white.receive("chat").await;
    settings(&boss, json!({"chat": "off"})).await;
    // A socket that was already open.
    assert_eq!(refused_chat(&mut white, &game, SECRET).await["code"], "chat_off");
    let (_, shown) = bert.browser.watch(&game).await;
    assert_eq!(shown["chat"], json!([]));
    assert_eq!(bert.browser.read(&format!("/app/games/{game}")).await["chat"], json!([]));
    // The API.
    let chat = format!("/api/board/game/{game}/chat");
    let (status, _) = anna.api(Method::POST, &chat, json!({"room": "player", "text": SECRET})).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert_eq!(bert.api(Method::GET, &chat, json!({})).await.1, json!([]));
    // Names: nobody can choose one.
    let register = json!({"name": SECRET, "password": "correct horse"});
    assert_eq!(server.guest().await.send("/app/register", register).await["code"], "registration_closed");
    let rename = anna.browser.send("/app/account/name", json!({"name": SECRET})).await;
    assert_eq!(rename["code"], "not_allowed");
    // Imports: names and tags are text.
    let pgn = format!("[Event \"{SECRET}\"]\n[White \"{SECRET}\"]\n\n1. e4 e5 *");
    let (status, _) = anna.api(Method::POST, "/api/import", json!({"pgn": pgn})).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let nobody = ask(&server.url(), None, Method::POST, "/api/import", json!({"pgn": pgn})).await;
    assert_eq!(nobody.0, StatusCode::FORBIDDEN);
    // Challenges: every text field is either parsed or refused.
    for (field, value) in [
        ("rematch_of", SECRET),
        ("time", SECRET),
        ("time_white", SECRET),
        ("time_black", SECRET),
        ("fen", SECRET),
    ] {
        let mut new_game = json!({"opponent": {"user": {"name": "bert"}}, "time": "300"});
        new_game[field] = json!(value);
        assert_eq!(anna.browser.send("/app/games", new_game).await["code"], "bad_game", "{field}");
    }
    let form = json!({"clock.limit": 300, "message": SECRET, "rules": SECRET, "name": SECRET});
    let (status, challenge) = anna.api(Method::POST, "/api/challenge/bert", form).await;
    assert_eq!(status, StatusCode::OK);
    assert!(!challenge.to_string().contains(SECRET), "{challenge}");
    let id = challenge["id"].as_str().expect("an id");
    let decline = format!("/api/challenge/{id}/decline");
    bert.api(Method::POST, &decline, json!({"reason": SECRET})).await;
    let (_, declined) = anna.api(Method::GET, &format!("/api/challenge/{id}/show"), json!({})).await;
    assert!(!declined.to_string().contains(SECRET), "{declined}");
    // Everything that Bert can read.
    for path in
        ["/app/me", "/app/playing", "/app/lobby", "/app/server", &format!("/app/games/{game}"), "/app/games"]
    {
        assert!(!bert.browser.read(path).await.to_string().contains(SECRET), "{path}");
    }
    for path in ["/api/account", "/api/challenge", "/api/account/playing", "/api/user/anna"] {
        assert!(!bert.api(Method::GET, path, json!({})).await.1.to_string().contains(SECRET), "{path}");
    }
    // Only admins see reports.
    anna.browser.send("/app/reports", json!({"name": "bert", "text": SECRET})).await;
    assert_eq!(bert.browser.read("/app/admin/reports").await["code"], "not_allowed");
    server.stop().await;
}

/// Kid mode can be set for one account on a server where others chat.
#[tokio::test]
async fn a_child_neither_chats_nor_imports_though_others_do() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    let anna = Member::new(&server, "anna", Roles::NONE).await;
    let bert = Member::new(&server, "bert", Roles::NONE).await;
    let new_game = json!({"opponent": {"user": {"name": "bert"}}, "time": "300", "color": "white"});
    let game = anna.browser.send("/app/games", new_game).await["id"].as_str().expect("an id").to_owned();
    bert.browser.send(&format!("/app/challenges/{game}/accept"), json!({})).await;
    let (mut before, _) = anna.browser.watch(&game).await;
    boss.browser.send("/app/admin/users/anna", json!({"do": "kid", "on": true})).await;
    before.closed().await;
    let (mut white, shown) = anna.browser.watch(&game).await;
    assert_eq!(shown["chat"], json!([]));
    assert_eq!(refused_chat(&mut white, &game, SECRET).await["code"], "chat_off");
    let pgn = json!({"pgn": format!("[White \"{SECRET}\"]\n\n1. e4 e5 *")});
    assert_eq!(anna.api(Method::POST, "/api/import", pgn.clone()).await.0, StatusCode::FORBIDDEN);
    assert_eq!(bert.api(Method::POST, "/api/import", pgn).await.0, StatusCode::OK);
    let rename = anna.browser.send("/app/account/name", json!({"name": SECRET})).await;
    assert_eq!(rename["code"], "not_allowed");
    server.stop().await;
}

#[tokio::test]
async fn arbiter_decisions_at_a_board_are_logged() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    let arbiter = Member::new(&server, "arb", ARBITER).await;
    let (white, black, game) = server.game(json!({"time": "300"})).await;
    let (mut player, _) = white.watch(&game).await;
    let (mut opponent, _) = black.watch(&game).await;
    player.play(&game, "e2e4").await;
    opponent.play(&game, "e7e5").await;
    assert_eq!(player.act(&game, "p", json!({"do": "pause"})).await["t"], "refused");
    let (mut socket, _) = arbiter.browser.watch(&game).await;
    assert_eq!(socket.act(&game, "p", json!({"do": "pause"})).await["t"], "done");
    let lost = json!({"do": "forfeit", "who": "white", "opponent": "1/2", "reason": "a telephone"});
    assert_eq!(socket.act(&game, "f", lost).await["t"], "done");
    let form = json!({"players": "arb:boss", "clock.limit": 300});
    assert_eq!(arbiter.api(Method::POST, "/api/bulk-pairing", form).await.0, StatusCode::OK);
    let audit = boss.browser.read("/app/admin/audit").await;
    let entries = audit["entries"].as_array().expect("entries");
    assert_eq!(entries.len(), 3, "{audit}");
    assert!(entries.iter().all(|entry| entry["by"] == "arb"), "{audit}");
    assert!(entries[0]["action"].as_str().is_some_and(|action| action.contains("create_round")), "{audit}");
    for (entry, word) in [(&entries[1], "a telephone"), (&entries[2], "pause")] {
        assert_eq!(entry["about"], game.as_str(), "{audit}");
        assert!(entry["action"].as_str().is_some_and(|action| action.contains(word)), "{audit}");
    }
    server.stop().await;
}

#[tokio::test]
async fn with_preset_chat_only_presets_are_accepted() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    settings(&boss, json!({"chat": "presets"})).await;
    let (white, _, game) = server.game(json!({"time": "300"})).await;
    let (mut socket, _) = white.watch(&game).await;
    assert_eq!(refused_chat(&mut socket, &game, "Hello").await["code"], "chat_off");
    socket.send_json(json!({"t": "chat", "game": game, "text": "Good luck!", "room": "player"})).await;
    assert_eq!(socket.receive("chat").await["text"], "Good luck!");
    server.stop().await;
}

/// Each row names a reader and the players that this reader sees.
#[tokio::test]
async fn the_online_list_shows_each_reader_the_right_names() {
    let server = Server::start().await;
    let anna = Member::new(&server, "Anna", Roles::NONE).await;
    let bert = Member::new(&server, "bert", Roles::NONE).await;
    let kim = Member::new(&server, "kim", Roles::NONE).await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    let store = &server.app().store;
    store.set_kid(&PlayerId::account("kim"), true).await.expect("a child");
    store.set_block(&PlayerId::account("anna"), &PlayerId::account("bert"), true).await.expect("a block");
    let guest = server.guest().await;
    let sockets = (
        anna.browser.socket().await,
        bert.browser.socket().await,
        kim.browser.socket().await,
        guest.socket().await,
    );
    let online = async |reader: &Visitor, names: &[&str]| {
        for _ in 0..200 {
            let shown = reader.read("/app/online").await;
            let listed: Vec<_> =
                shown["players"].as_array().expect("a list").iter().map(|one| &one["name"]).collect();
            if listed == names && shown["accounts"] == names.len() && shown["guests"] == 1 {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("{names:?}: {}", reader.read("/app/online").await);
    };
    for (reader, names) in [
        (&guest, &["Anna", "bert"][..]),
        (&anna.browser, &["Anna", "kim"]),
        (&bert.browser, &["Anna", "bert", "kim"]),
        (&boss.browser, &["Anna", "bert", "kim"]),
    ] {
        online(reader, names).await;
    }
    settings(&boss, json!({"guests": false})).await;
    online(&guest, &[]).await;
    online(&bert.browser, &["Anna", "bert", "kim"]).await;
    drop(sockets);
    server.stop().await;
}

/// A teacher who opens the page on the server's own machine prints cards that work on every other machine.
#[tokio::test]
async fn links_for_others_do_not_name_this_machine() {
    let server = Server::with(|config| config.lan = true).await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    // `None` if this machine has no network.
    let site = match &server.app().config.lan_host {
        Some(host) => format!("http://{host}/"),
        None => format!("{}/", server.url()),
    };
    assert_eq!(boss.browser.read("/app/server").await["address"], site);
    let made =
        boss.browser.send("/app/admin/users", json!({"list": "Anna Souza", "once": true, "days": 1})).await;
    let link = made["cards"][0]["link"].as_str().expect("a link");
    assert!(link.starts_with(&format!("{site}enter/")), "{link}");
    let made = boss.browser.send("/app/admin/invites", json!({"uses": 1, "days": 1})).await;
    assert!(made["link"].as_str().is_some_and(|link| link.starts_with(&site)), "{made}");
    server.stop().await;
}

/// `/api/admin/events` reports every game to a club's own script, whoever plays it.
#[tokio::test]
async fn a_script_hears_of_every_game_of_the_server() {
    let server = Server::start().await;
    let boss = Member::new(&server, "boss", ADMIN).await;
    let script = Client::with_token(&server, "boss", boss.token.clone());
    let mut events = script.stream("/api/admin/events").await;
    let (white, black, game) = server.game(json!({"time": "300"})).await;
    let started = events.line_of("gameStart").await;
    assert_eq!(started["game"]["id"], game.as_str(), "{started}");
    let (mut of_white, _) = white.watch(&game).await;
    of_white.play(&game, "e2e4").await;
    let (mut of_black, _) = black.watch(&game).await;
    assert_eq!(of_black.act(&game, "r", json!({"do": "resign"})).await["t"], "done");
    let finished = events.line_of("gameFinish").await;
    assert_eq!(finished["game"]["winner"], "white", "{finished}");
    server.stop().await;
}
