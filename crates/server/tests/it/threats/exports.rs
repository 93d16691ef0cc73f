//! Row 46: exports of many games.

use crate::harness::Server;
use reqwest::{Method, StatusCode};
use serde_json::Value;
use std::time::Instant;
use tabiya_server::config::LimitMode;
use tabiya_server::identity::roles::Roles;
use tabiya_server::people::admin;

#[tokio::test]
async fn threat_46_exports_per_address_are_rate_limited() {
    let world = Server::start().await;
    admin::add(&world.app().store, "ann", false, Roles::NONE).await.expect("a new account");
    let (here, elsewhere) = (world.guest_at([127, 0, 6, 1]).await, world.guest_at([127, 0, 6, 2]).await);
    let path = "/api/games/user/ann";
    // Three at a time: more than four at once would hit another limit.
    let (mut allowed, begun) = (0, Instant::now());
    let refused = loop {
        let three = (0..3).map(|_| here.request(Method::GET, path).send());
        let mut refused = None;
        for answer in futures_util::future::join_all(three).await {
            let answer = answer.expect("an answer");
            if answer.status() == StatusCode::OK {
                answer.text().await.expect("the export runs to its end");
                allowed += 1;
            } else {
                refused = Some(answer);
            }
        }
        if let Some(refused) = refused {
            break refused;
        }
        assert!(allowed <= 63 + begun.elapsed().as_secs(), "one more each second: {allowed}");
    };
    assert!(allowed >= 60, "{allowed}");
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.headers().contains_key("retry-after"));
    assert_eq!(elsewhere.get(path).await.0, StatusCode::OK, "another address");
}

#[tokio::test]
async fn threat_46_four_exports_at_once_per_address() {
    // Without the rate limits, so that only this limit applies.
    let world = Server::with(|config| config.limits = LimitMode::Off).await;
    let (here, elsewhere) = (world.guest_at([127, 0, 6, 1]).await, world.guest_at([127, 0, 6, 2]).await);
    let game = format!("{}*", "Nf3 Nf6 Ng1 Ng8 ".repeat(1_500));
    let mut ids = Vec::new();
    for _ in 0..20 {
        let import = here.request(Method::POST, "/api/import").form(&[("pgn", &game)]);
        let made: Value = import.send().await.expect("an answer").json().await.expect("JSON");
        ids.push(made["id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned());
    }
    let ids = ids.join(",");
    let export = async |visitor: &crate::harness::Visitor| {
        let request = visitor.request(Method::POST, "/api/games/export/_ids").body(ids.clone());
        request.send().await.expect("an answer")
    };
    // An export runs until its last game is written. These have begun, and nobody reads them yet.
    let mut running = Vec::new();
    for _ in 0..4 {
        let answer = export(&here).await;
        assert_eq!(answer.status(), StatusCode::OK);
        running.push(answer);
    }
    let refused = export(&here).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS, "the fifth at once");
    assert!(refused.headers().contains_key("retry-after"));
    assert_eq!(export(&elsewhere).await.status(), StatusCode::OK, "another address");
    for answer in running {
        let pgn = answer.text().await.expect("the whole export");
        assert_eq!(pgn.matches("[GameId ").count(), 20);
    }
    assert_eq!(export(&here).await.status(), StatusCode::OK, "there is room again");
}
