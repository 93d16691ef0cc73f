//! Permissions: every route of the server, called by a guest, a player, an arbiter and an admin. The routes come from
//! the lists that the router is built from, and `docs/permissions.md` is the same table for people.

use crate::club::{ADMIN, ARBITER, Member, ask};
use crate::harness::{Server, Visitor};
use reqwest::{Method, StatusCode};
use serde_json::json;
use std::fmt::Write;
use std::path::Path;
use tabiya_server::api;
use tabiya_server::api::endpoint::{Answer, Endpoint};
use tabiya_server::api::gate::{Access, Kind};
use tabiya_server::http::route::Audience;
use tabiya_server::identity::roles::Roles;
use tabiya_server::identity::scopes::{Scope, Scopes};
use tabiya_server::people::admin;

/// A kind of caller, from the least to the most privileged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Caller {
    Guest,
    Player,
    Arbiter,
    Admin,
}

impl Caller {
    const ALL: [Caller; 4] = [Caller::Guest, Caller::Player, Caller::Arbiter, Caller::Admin];
    const MEMBERS: [Caller; 3] = [Caller::Player, Caller::Arbiter, Caller::Admin];

    fn roles(self) -> Roles {
        match self {
            Caller::Guest | Caller::Player => Roles::NONE,
            Caller::Arbiter => ARBITER,
            Caller::Admin => ADMIN,
        }
    }
}

fn may(audience: Audience, caller: Caller) -> bool {
    caller
        >= match audience {
            Audience::Everybody => Caller::Guest,
            Audience::Account => Caller::Player,
            Audience::Organizer => Caller::Arbiter,
            Audience::Admin | Audience::Operator => Caller::Admin,
        }
}

/// Whether a caller with a token of every scope may use an endpoint of the API; a guest has no token.
fn may_use(endpoint: &Endpoint, caller: Caller) -> bool {
    let needs_token = matches!(endpoint.access, Access::Token(..));
    may(endpoint.audience, caller) && !(needs_token && caller == Caller::Guest)
}

async fn members(server: &Server, prefix: &str) -> Vec<(Caller, Member)> {
    let mut members = Vec::new();
    for caller in Caller::MEMBERS {
        let name = format!("{prefix}{caller:?}");
        members.push((caller, Member::new(server, &name, caller.roles()).await));
    }
    members
}

/// A path with its parameters filled in.
fn concrete(path: &str) -> String {
    let part = |part: &str| if part.starts_with('{') { "none" } else { part }.to_owned();
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// An authorization request that `/oauth` accepts.
const AUTHORIZE_QUERY: &str = "response_type=code&client_id=board&redirect_uri=http://127.0.0.1:9000/back\
                    &code_challenge_method=S256&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// The status of the answer to a browser with its cookie.
async fn status(browser: &Visitor, method: &Method, path: &str, token: Option<&str>) -> StatusCode {
    let path = if path == "/oauth" { format!("{path}?{AUTHORIZE_QUERY}") } else { path.to_owned() };
    // Redirects are not followed: they lead to the application's own address.
    let client = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build();
    let request = client.expect("a client").request(method.clone(), format!("{}{path}", browser.origin()));
    let mut request = request.header("origin", browser.origin()).header("cookie", &browser.cookie);
    if *method != Method::GET {
        request = request.json(&json!({}));
    }
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    // Metrics are open to this machine, so the request must seem to come from elsewhere.
    if path == "/metrics" {
        request = request.header("x-forwarded-for", "192.0.2.1");
    }
    request.send().await.expect("an answer").status()
}

fn is_refused(status: StatusCode) -> bool {
    [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&status)
}

#[tokio::test]
async fn every_route_admits_the_right_callers() {
    let server = Server::start().await;
    let people = members(&server, "the").await;
    let mut rows = 0;
    for route in tabiya_server::server::routes() {
        let path = concrete(route.path);
        let row = format!("{} {path}", route.method);
        // Logging out ends the session, so these routes need accounts of their own.
        let guest = server.guest().await;
        let once = if path.starts_with("/app/logout") {
            members(&server, &format!("one{rows}")).await
        } else {
            Vec::new()
        };
        for caller in Caller::ALL {
            let find = |members: &[(Caller, Member)]| {
                members.iter().find(|(other, _)| *other == caller).map(|(_, member)| member.clone())
            };
            let member = find(&once).or_else(|| find(&people));
            let browser = member.as_ref().map_or(&guest, |member| &member.browser);
            let token = member.as_ref().map(|member| member.token.as_str());
            let token = token.filter(|_| route.audience == Audience::Operator);
            let answer = status(browser, &route.method, &path, token).await;
            let expected = may(route.audience, caller);
            assert_eq!(!is_refused(answer), expected, "{row}: {caller:?} gets {answer}");
            if !expected && caller == Caller::Guest && route.audience != Audience::Operator {
                assert_eq!(answer, StatusCode::UNAUTHORIZED, "{row}: a guest is asked to log in");
            }
            rows += 1;
        }
    }
    assert!(rows > 200, "{rows} rows");
    server.stop().await;
}

#[tokio::test]
async fn every_endpoint_admits_the_right_callers() {
    let server = Server::start().await;
    let people = members(&server, "the").await;
    let mut rows = 0;
    for endpoint in api::endpoints() {
        let (method, path) = (endpoint.method.clone(), concrete(endpoint.path));
        let row = format!("{method} {path}");
        let (guest, _) = ask(&server.url(), None, method.clone(), &path, json!({})).await;
        assert_eq!(!is_refused(guest), may_use(&endpoint, Caller::Guest), "{row}: a guest gets {guest}");
        if let Access::Token(scopes, _) = endpoint.access {
            assert_eq!(guest, StatusCode::UNAUTHORIZED, "{row}");
            // Even an admin's token needs the scope.
            let powerless = admin::token(&server.app().store, "theAdmin", Some(Scopes::default())).await;
            let powerless = powerless.expect("a token");
            let (without, _) =
                ask(&server.url(), Some(powerless.reveal()), method.clone(), &path, json!({})).await;
            assert_eq!(without == StatusCode::FORBIDDEN, !scopes.is_empty(), "{row}: {without}");
        }
        // These revoke the token that is used, or turn the account into a bot: each needs accounts of its own.
        let is_final =
            (method == Method::DELETE && path == "/api/token") || path == "/api/bot/account/upgrade";
        let once = if is_final { members(&server, &format!("one{rows}")).await } else { Vec::new() };
        for (caller, member) in if is_final { &once } else { &people } {
            let (status, body) = member.api(method.clone(), &path, json!({})).await;
            // These accounts are not bots; endpoints for bots say so with other codes than 401 and 403.
            let expected = may_use(&endpoint, *caller);
            assert_eq!(!is_refused(status), expected, "{row}: {caller:?} gets {status} {body}");
            rows += 1;
        }
    }
    assert!(rows > 200, "{rows} rows");
    server.stop().await;
}

/// The endpoints that return pages are for browsers: a guest is asked to log in, every account is admitted.
#[tokio::test]
async fn every_form_asks_guests_to_log_in() {
    let server = Server::start().await;
    let guest = server.guest().await;
    let people = members(&server, "the").await;
    let mut pages = 0;
    for endpoint in api::endpoints().iter().filter(|endpoint| endpoint.gives == Answer::Page) {
        let path = format!("{}?{AUTHORIZE_QUERY}", endpoint.path);
        let asks_to_log_in = async |browser: &Visitor| {
            let answer = browser.request(endpoint.method.clone(), &path).send().await.expect("an answer");
            assert_eq!(answer.status(), StatusCode::OK, "{path}");
            answer.text().await.expect("a page").contains("type=\"password\"")
        };
        assert!(asks_to_log_in(&guest).await, "{path}: a guest");
        for (_, member) in &people {
            assert!(!asks_to_log_in(&member.browser).await, "{path}: a member");
        }
        pages += 1;
    }
    assert_eq!(pages, 2);
    server.stop().await;
}

fn scopes_text(access: Access) -> String {
    let Access::Token(scopes, kind) = access else { return String::new() };
    let names: Vec<_> = scopes.iter().map(|scope: &Scope| format!("`{}`", scope.name())).collect();
    let mut text = if names.is_empty() { "any token".to_owned() } else { names.join(" or ") };
    text.push_str(match kind {
        Kind::Any => "",
        Kind::Person => "; not for bots",
        Kind::Bot => "; bots only",
    });
    text
}

/// The text of `docs/permissions.md`.
fn document() -> String {
    let mut text = String::from(
        "# Permissions\n\n\
         Who may use which route. `make permissions` writes this page from the lists that the router is made of, and a test asks\n\
         every route as everybody (`crates/server/tests/it/permissions.rs`). A route that is open to guests can still refuse\n\
         what is asked for: somebody else's game, for example, or an account while registration is closed.\n\n\
         ## The page\n\n\
         By cookie. `/metrics` is also open to programs on the machine of the server; elsewhere it needs an admin's token.\n\n\
         | route | guest | player | arbiter | admin |\n|---|---|---|---|---|\n",
    );
    let yes = |may: bool| if may { "yes" } else { "" };
    for route in tabiya_server::server::routes() {
        let cells = Caller::ALL.map(|caller| yes(may(route.audience, caller))).join(" | ");
        writeln!(text, "| `{} {}` | {cells} |", route.method, route.path).expect("a text grows");
    }
    text.push_str(
        "\n## The API\n\n\
         By token ([api.md](api.md)); a guest has none.\n\n\
         | endpoint | scope | guest | player | arbiter | admin |\n|---|---|---|---|---|---|\n",
    );
    for endpoint in api::endpoints() {
        let cells = Caller::ALL.map(|caller| yes(may_use(&endpoint, caller))).join(" | ");
        let scopes = scopes_text(endpoint.access);
        writeln!(text, "| `{} {}` | {scopes} | {cells} |", endpoint.method, endpoint.path)
            .expect("a text grows");
    }
    text
}

#[test]
fn the_table_of_permissions_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/permissions.md");
    if std::env::var_os("TABIYA_WRITE_PERMISSIONS").is_some() {
        std::fs::write(&path, document()).expect("the page can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, document(), "docs/permissions.md is out of date: make permissions");
}

/// A route that is not on a list would be missing from the table.
#[test]
fn only_the_lists_make_routes() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut folders, mut found) = (vec![source], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of the source") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if std::fs::read_to_string(&path).is_ok_and(|text| text.contains(".route(")) {
                found.push(path);
            }
        }
    }
    found.sort();
    let ends = ["src/api/mod.rs", "src/http/route.rs"];
    assert!(found.len() == 2 && found.iter().zip(ends).all(|(path, end)| path.ends_with(end)), "{found:?}");
}
