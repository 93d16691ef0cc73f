//! Rows 9 to 13, 24, 25 and 27: malformed and malicious text.

use crate::harness::{Server, assert_refused};
use crate::source;
use reqwest::StatusCode;
use serde_json::json;

#[tokio::test]
async fn threat_09_a_bad_position_makes_no_game() {
    let world = Server::start().await;
    let guest = world.guest().await;
    let long = format!("{} w - - 0 1", "1".repeat(500));
    let nonsense: Vec<&str> = vec![
        &long,
        "",
        "8/8/8/8/8/8/8/8",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
        "ppppppppp/8/8/8/8/8/8/4K2k w - - 0 1",
        "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/0/8/8/8/8/8/4K3 w - - 0 1",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2r b - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 4294967296 1",
        "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
        "4k3/8/8/8/8/8/8/4K3\tw\t-\t-\t0\t1\0",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 １",
        "4k3/8/8/8/8/8/8/4K3 \u{202e}w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1",
    ];
    for fen in nonsense {
        let (status, answer) = guest.try_challenge(json!({"fen": fen})).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{fen:?}: {answer}");
        assert!(answer["error"].as_str().is_some_and(|why| !why.is_empty()), "{fen:?}: {answer}");
    }
}

#[tokio::test]
async fn threat_10_a_body_has_its_limit() {
    let world = Server::start().await;
    let guest = world.guest().await;
    for (size, expected) in
        [(80 << 10, StatusCode::PAYLOAD_TOO_LARGE), (2 << 20, StatusCode::PAYLOAD_TOO_LARGE)]
    {
        let body = json!({"opponent": {"link": {}}, "fen": "(".repeat(size)}).to_string();
        let (status, _) = guest.post_text("/app/games", body).await;
        assert_eq!(status, expected, "{size}");
    }
}

#[tokio::test]
async fn threat_11_a_move_is_read_whole_or_not_at_all() {
    let world = Server::start().await;
    let (white, black) = (world.guest().await, world.guest().await);
    // Both knights can reach d2, and a pawn can promote.
    let fen = "4k3/P7/8/8/8/5N2/8/1N2K3 w - - 0 1";
    let id = white.challenge(json!({"fen": fen, "time": "300"})).await;
    black.post(&format!("/app/challenges/{id}/accept"), json!({})).await;
    let (mut socket, _) = white.watch(&id).await;
    let long = "N".repeat(255);
    for (number, text) in
        ["Nd2", "a8=K", "a8K", "Кe2", "♘bd2", "Nb\u{200d}d2", "a7a8", "a7a8k", &long, "0-0", "a8=Q?!!?extra"]
            .iter()
            .enumerate()
    {
        let answer = socket.act_at(&id, &format!("s{number}"), 0, json!({"do": "move", "move": text})).await;
        assert_refused(&answer, "illegal");
    }
}

#[tokio::test]
async fn threat_12_names_that_could_be_taken_for_others() {
    let world = Server::start().await;
    let guest = world.guest().await;
    let long = "a".repeat(64 << 10);
    for name in [
        "",
        "a",
        "аdmin",
        "admin",
        "Admin",
        "anonymous",
        "..",
        "a/b",
        "%2e%2e",
        "a b",
        "-abc",
        "_abc",
        "a\nb",
        "a\0b",
        "~guest",
        "пользователь",
        "name\u{202e}",
        "aaaaaaaaaaaaaaaaaaaaa",
        "<b>bold</b>",
        &long,
    ] {
        let (status, answer) =
            guest.post("/app/register", json!({"name": name, "password": "correct horse"})).await;
        assert!(
            status == StatusCode::BAD_REQUEST || status == StatusCode::PAYLOAD_TOO_LARGE,
            "{name:.30?}: {status} {answer}"
        );
    }
}

#[tokio::test]
async fn threat_12_case_makes_no_second_name() {
    let world = Server::start().await;
    let (first, second) = (world.guest().await, world.guest().await);
    let (status, answer) =
        first.post("/app/register", json!({"name": "Bobby", "password": "correct horse"})).await;
    assert!(status.is_success(), "{answer}");
    // The same name in another case is taken; a really different one is free.
    let (status, answer) =
        second.post("/app/register", json!({"name": "bOBBY", "password": "correct horse"})).await;
    assert_eq!((status, &answer["code"]), (StatusCode::CONFLICT, &json!("taken")), "{answer}");
    let (status, answer) =
        second.post("/app/register", json!({"name": "bOBBY2", "password": "correct horse"})).await;
    assert!(status.is_success(), "{answer}");
}

#[tokio::test]
async fn threat_13_what_somebody_writes_stays_text() {
    let world = Server::start().await;
    let (white, black, game) = world.game(json!({"time": "300"})).await;
    let (mut of_white, _) = white.watch(&game).await;
    let (mut of_black, _) = black.watch(&game).await;
    let text = "<img src=x onerror=alert(1)>&\"'";
    of_white.send_json(json!({"t": "chat", "game": game, "text": text})).await;
    assert_eq!(of_black.receive("chat").await["text"], text, "stored as it is; the page shows it as text");
    let answer =
        white.request(reqwest::Method::GET, &format!("/app/games/{game}")).send().await.expect("an answer");
    let headers = answer.headers();
    assert!(headers["content-type"].to_str().is_ok_and(|kind| kind.starts_with("application/json")));
    assert_eq!(headers["x-content-type-options"], "nosniff");
    let policy = headers["content-security-policy"].to_str().expect("text");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"), "{policy}");
}

#[tokio::test]
async fn threat_24_quotes_are_plain_text() {
    let world = Server::start().await;
    let guest = world.guest().await;
    for text in ["'", "\"", "' OR '1'='1", "'; DROP TABLE archive; --", "%"] {
        let path = format!("/app/games?player={}", percent(text));
        let (status, answer) = guest.get(&path).await;
        assert_eq!((status, &answer["games"]), (StatusCode::OK, &json!([])), "{path}: {answer}");
        for field in ["result", "reason", "opening", "before", "limit", "from", "color", "sort"] {
            let (status, _) = guest.get(&format!("/app/games?{field}={}", percent(text))).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{field}={text}");
        }
        let (status, _) = guest.post("/app/login", json!({"name": text, "password": text})).await;
        assert!(status.is_client_error(), "{text}: {status}");
    }
    let (status, _) = guest.get("/app/games").await;
    assert_eq!(status, StatusCode::OK, "the archive is still there");
}

/// The calls of `format!`, `write!` or `push_str` that build SQL, recognized by keywords or an interpolated constant.
fn formatted_sql(code: &str) -> Vec<&str> {
    const WORDS: [&str; 12] = [
        "SELECT ", "INSERT ", "UPDATE ", "DELETE ", "PRAGMA ", "FROM ", "WHERE ", "VALUES", "JOIN ",
        "ORDER BY", "LIMIT ", "SET ",
    ];
    let mut found = Vec::new();
    for start in ["format!(", "write!(", "push_str("] {
        for (at, _) in code.match_indices(start) {
            let rest = &code[at..];
            // Up to the end of the statement, which includes all arguments.
            let call = &rest[..rest.find(';').unwrap_or(rest.len())];
            let has_words = WORDS.iter().any(|word| call.contains(word));
            let has_constant = call.split('{').skip(1).any(|name| {
                let name = name.split(['}', ':']).next().unwrap_or_default();
                name.len() > 1 && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
            });
            if has_words || has_constant {
                found.push(call);
            }
        }
    }
    found
}

#[test]
fn formatted_sql_is_noticed() {
    for bad in [
        "db.prepare(&format!(\"{ACCOUNT} WHERE a.id = ?1\"))?;",
        "db.prepare(&format!(\"{ACCOUNT} {rest}\"))?;",
        "let sql = format!(\n    \"SELECT * FROM players \\\n     WHERE id = '{id}'\"\n);",
        "sql.push_str(\" ORDER BY ended\");",
    ] {
        assert_eq!(formatted_sql(bad).len(), 1, "{bad}");
    }
    for good in
        ["faults.add(format!(\"game {}: {why}\", name(game)));", "db.execute(\"DELETE FROM x\", [])?;"]
    {
        assert_eq!(formatted_sql(good), Vec::<&str>::new());
    }
}

/// SQL occurs only in the store, and is never built from values.
#[test]
fn threat_24_no_sql_is_formatted() {
    for (path, code) in source::files() {
        let in_store = path.starts_with(source::folder().join("store"));
        for (number, line) in code.lines().enumerate() {
            let sql = ["SELECT ", "INSERT ", "UPDATE ", "DELETE FROM", "PRAGMA "];
            let comment = line.trim_start().starts_with("//");
            if comment || !sql.iter().any(|word| line.contains(word)) {
                continue;
            }
            assert!(in_store, "{}:{}: SQL outside of the store: {line}", path.display(), number + 1);
        }
        if in_store {
            assert_eq!(formatted_sql(&code), Vec::<&str>::new(), "{}", path.display());
        }
    }
}

#[tokio::test]
async fn threat_25_json_bombs() {
    let world = Server::start().await;
    let guest = world.guest().await;
    let good = r#""opponent":{"link":{}},"color":"white","time":"300""#;
    let deep = format!("{{{good},\"fen\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000));
    let keys: String = (0..5_000).map(|number| format!("\"k{number}\":1,")).collect();
    for body in [
        deep,
        format!("{{{keys}{good}}}"),
        format!("{{{good},\"time\":\"60\"}}"),
        format!("{{{good},\"draw_offers_from_move\":1e400}}"),
        format!("{{{good},\"draw_offers_from_move\":99999999999999999999}}"),
        format!("{{{good},\"fen\":\"\\ud800\"}}"),
        format!("{{{good}}} trailing"),
        format!("{{{good}"),
        "[]".into(),
        "null".into(),
        String::new(),
        "\u{feff}".into(),
    ] {
        let (status, _) = guest.post_text("/app/games", body.clone()).await;
        assert!(
            [StatusCode::BAD_REQUEST, StatusCode::UNPROCESSABLE_ENTITY].contains(&status),
            "{body:.80}: {status}"
        );
    }
}

#[tokio::test]
async fn threat_27_no_line_reaches_an_engine() {
    let world = Server::start().await;
    let guest = world.guest().await;
    for fen in [
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1\nsetoption name Debug Log File value /tmp/x",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1\r\nquit",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1;go infinite",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1\0",
    ] {
        let request =
            json!({"opponent": {"computer": {"level": 1}}, "color": "white", "time": "300", "fen": fen});
        let (status, answer) = guest.post("/app/games", request).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{fen:?}: {answer}");
    }
}

fn percent(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}
