//! A browser with its own session, and its own address behind a proxy.

use anyhow::{Context, Result, bail};
use reqwest::header::{COOKIE, ORIGIN, SET_COOKIE};
use reqwest::{Client, Method};
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Clone)]
pub(crate) struct Visitor {
    client: Client,
    pub(crate) server: SocketAddr,
    pub(crate) forwarded_for: String,
    pub(crate) cookie: String,
}

impl Visitor {
    /// A guest who opens the page for the first time.
    pub(crate) async fn arrive(client: &Client, server: SocketAddr) -> Result<Visitor> {
        static COUNT: AtomicU32 = AtomicU32::new(1);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let forwarded_for = Ipv4Addr::from_bits(Ipv4Addr::new(10, 0, 0, 0).to_bits() + number).to_string();
        let mut visitor = Visitor { client: client.clone(), server, forwarded_for, cookie: String::new() };
        let answer = visitor.request(Method::GET, "/app/me").send().await?.error_for_status()?;
        let cookie = answer.headers().get(SET_COOKIE).context("the first visit sets no cookie")?.to_str()?;
        visitor.cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        Ok(visitor)
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.server)
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.origin()));
        let request = request.header(ORIGIN, self.origin()).header("x-forwarded-for", &self.forwarded_for);
        if self.cookie.is_empty() { request } else { request.header(COOKIE, &self.cookie) }
    }

    pub(crate) async fn get(&self, path: &str) -> Result<String> {
        Ok(self.request(Method::GET, path).send().await?.error_for_status()?.text().await?)
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let answer = self.request(Method::POST, path).json(body).send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        if !status.is_success() {
            bail!("POST {path}: {status} {text}");
        }
        Ok(serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    async fn new_game(&self, opponent: Value, time: &str) -> Result<String> {
        let request = json!({"opponent": opponent, "color": "white", "time": time});
        let answer = self.post("/app/games", &request).await?;
        Ok(answer["id"].as_str().context("a new game has no id")?.to_owned())
    }

    /// Starts a game as White against the other visitor, who follows the link.
    pub(crate) async fn play(&self, other: &Visitor, time: &str) -> Result<String> {
        let id = self.new_game(json!({"link": {}}), time).await?;
        other.post(&format!("/app/challenges/{id}/accept"), &json!({})).await?;
        Ok(id)
    }

    /// Starts a game as White against the computer.
    pub(crate) async fn play_computer(&self, level: u8) -> Result<String> {
        self.new_game(json!({"computer": {"level": level}}), "-").await
    }
}
