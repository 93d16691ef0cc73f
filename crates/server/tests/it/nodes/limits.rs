//! The limits on password guessing hold for all nodes together.

use super::spread::{nodes, stop};
use crate::harness::Visitor;
use reqwest::StatusCode;
use serde_json::json;

const PASSWORD: &str = "correct horse battery";

async fn log_in(visitor: &Visitor, password: &str) -> StatusCode {
    visitor.post("/app/login", json!({"name": "Bobby", "password": password})).await.0
}

#[tokio::test]
async fn wrong_passwords_are_counted_on_all_nodes_together() {
    let nodes = nodes(3).await;
    let owner = nodes[0].guest().await;
    let made = owner.post("/app/register", json!({"name": "Bobby", "password": PASSWORD})).await;
    assert!(made.0.is_success(), "{made:?}");
    let mut visitors = Vec::new();
    for node in &nodes {
        visitors.push(node.guest().await);
    }
    // Correct passwords do not count.
    for visitor in visitors.iter().cycle().take(12) {
        assert_eq!(log_in(visitor, PASSWORD).await, StatusCode::OK);
    }
    let mut answers = Vec::new();
    for (number, visitor) in visitors.iter().cycle().take(15).enumerate() {
        answers.push(log_in(visitor, &format!("wrong password {number}")).await);
    }
    let wrong = answers.iter().filter(|answer| **answer == StatusCode::UNAUTHORIZED).count();
    assert_eq!(wrong, 10, "{answers:?}");
    for visitor in &visitors {
        assert_eq!(
            log_in(visitor, PASSWORD).await,
            StatusCode::TOO_MANY_REQUESTS,
            "even the correct password"
        );
    }
    let thief_elsewhere = nodes[1].guest_at([127, 0, 9, 1]).await;
    assert_eq!(log_in(&thief_elsewhere, PASSWORD).await, StatusCode::OK, "another address has its own ten");
    stop(nodes).await;
}
