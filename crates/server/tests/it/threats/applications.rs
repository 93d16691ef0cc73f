//! Rows 37 to 40: applications that ask for access to an account.

use crate::conformance::oauth::{Browser, authorize_path, exchange, location, value};
use crate::harness::Server;
use reqwest::header::ORIGIN;
use reqwest::{Method, StatusCode};

async fn ann(world: &Server) -> Browser {
    Browser::registered(format!("http://{}", world.address()), "ann").await
}

#[tokio::test]
async fn threat_37_no_redirect_to_where_code_would_run() {
    let world = Server::start().await;
    let browser = ann(&world).await;
    let good = authorize_path("board:play");
    for bad in [
        "javascript:alert(1)",
        "data:text/html,hello",
        "//evil.example",
        "https://good.example@evil.example",
        "https://a.example/#x",
    ] {
        let bad: String = bad.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let path = good.replace("http%3A%2F%2F127.0.0.1%3A9%2Fback", &bad);
        assert_ne!(path, good);
        for method in [Method::GET, Method::POST] {
            let request = browser.request(method, &path).form(&[("answer", "yes")]);
            let answer = request.send().await.expect("an answer");
            assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{path}");
            assert!(!answer.headers().contains_key("location"));
        }
    }
    // A visitor who is not logged in is never redirected to the application, whatever is wrong with the request.
    let stranger = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build();
    let stranger = stranger.expect("a client");
    for query in [
        "response_type=token&client_id=x&redirect_uri=https%3A%2F%2Fevil.example%2Fphish",
        "response_type=code&client_id=x&redirect_uri=https%3A%2F%2Fevil.example%2Fphish&scope=everything",
    ] {
        let answer = stranger.get(format!("http://{}/oauth?{query}", world.address())).send().await;
        let answer = answer.expect("an answer");
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{query}");
        assert!(!answer.headers().contains_key("location"));
    }
    // Nor after logging in.
    for next in
        ["https%3A%2F%2Fevil.example", "%2F%2Fevil.example", "%2F%5Cevil.example", "%2Foauth%3F%0D%0Ax"]
    {
        let request = browser.request(Method::POST, &format!("/account/sign-in?next={next}"));
        let answer = request.form(&[("name", "ann"), ("password", "correct horse ")]).send().await;
        assert_eq!(answer.expect("an answer").status(), StatusCode::BAD_REQUEST, "{next}");
    }
}

#[tokio::test]
async fn threat_38_another_sites_page_cannot_say_yes() {
    let world = Server::start().await;
    let browser = ann(&world).await;
    for path in [
        authorize_path("board:play"),
        "/account/oauth/token/create".into(),
        "/account/sign-in?next=%2Foauth%3F".into(),
    ] {
        let form = [("answer", "yes"), ("scopes[]", "board:play"), ("description", "x")];
        for origin in [Some("https://evil.example"), Some("null"), None] {
            let mut request = browser.request(Method::POST, &path).form(&form).build().expect("a request");
            request.headers_mut().remove(ORIGIN);
            if let Some(origin) = origin {
                request.headers_mut().insert(ORIGIN, origin.parse().expect("a value"));
            }
            let answer = world.client.execute(request).await.expect("an answer");
            assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{path} {origin:?}");
        }
    }
    // The consent page alone grants nothing, and cannot be framed.
    let answer = browser.request(Method::GET, &authorize_path("board:play")).send().await.expect("an answer");
    let policy = answer.headers()["content-security-policy"].to_str().expect("text").to_owned();
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(!answer.headers().contains_key("access-control-allow-origin"));
    assert!(!answer.text().await.expect("text").contains("liu_"));
}

#[tokio::test]
async fn threat_39_a_stolen_code_is_worth_nothing() {
    let world = Server::start().await;
    let (browser, site) = (ann(&world).await, format!("http://{}", world.address()));
    let give = || async {
        value(&browser.answer(&authorize_path("board:play"), "yes").await, "code").expect("a code")
    };
    // Without the verifier.
    let code = give().await;
    let guess = ("code_verifier", "a-guess-at-what-the-verifier-could-have-been-0123456789");
    assert_eq!(exchange(&site, &code, guess).await.0, StatusCode::BAD_REQUEST);
    assert_eq!(exchange(&site, &code, ("", "")).await.0, StatusCode::BAD_REQUEST, "and it is used up");
    // Used a second time, it revokes the token that it was exchanged for.
    let code = give().await;
    let (_, answer) = exchange(&site, &code, ("", "")).await;
    let token = answer["access_token"].as_str().expect("a token").to_owned();
    let account = || world.client.get(format!("{site}/api/account")).bearer_auth(&token).send();
    assert_eq!(account().await.expect("an answer").status(), StatusCode::OK);
    let (_, again) = exchange(&site, &code, ("", "")).await;
    assert_eq!(again["error"], "invalid_grant");
    assert_eq!(account().await.expect("an answer").status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn threat_40_no_weaker_proof_than_a_hash() {
    let world = Server::start().await;
    let browser = ann(&world).await;
    let good = authorize_path("board:play");
    for bad in [
        good.replace("code_challenge_method=S256", "code_challenge_method=plain"),
        good.replace("code_challenge_method=S256&", ""),
        good.replace("code_challenge=", "code_challenge=x"),
        good.replace("response_type=code", "response_type=token"),
    ] {
        assert_ne!(bad, good);
        let answer = browser.request(Method::GET, &bad).send().await.expect("an answer");
        let back = location(&answer);
        assert!(value(&back, "error").is_some() && value(&back, "code").is_none(), "{back}");
        let back = browser.answer(&bad, "yes").await;
        assert!(value(&back, "error").is_some() && value(&back, "code").is_none(), "{back}");
    }
}
