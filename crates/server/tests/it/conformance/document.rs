//! The OpenAPI document lists what is served, and the responses match its schemas.

use crate::harness::{BLITZ, Client, Server, game};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

/// Validates a value against a schema; covers the parts of JSON Schema that the document uses.
fn fits(document: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.strip_prefix('#').expect("a reference within the document");
        return fits(document, document.pointer(pointer).expect("the reference resolves"), value);
    }
    if let Some(schemas) = schema["anyOf"].as_array() {
        let fitting = schemas.iter().any(|schema| fits(document, schema, value).is_ok());
        return if fitting { Ok(()) } else { Err(format!("{value} fits none of {schema}")) };
    }
    let kind = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("a type that the document does not use: {other}"),
    };
    let types: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !types.is_empty() && !types.iter().any(|name| kind(name)) {
        return Err(format!("{value} is not {types:?}"));
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return Err(format!("{value} is not {}", schema["const"]));
    }
    if schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
        return Err(format!("{value} is not one of {}", schema["enum"]));
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        if value.get(name.as_str().expect("a name")).is_none() {
            return Err(format!("{name} is missing in {value}"));
        }
    }
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(value) = value.get(name) {
            fits(document, schema, value).map_err(|why| format!("{name}: {why}"))?;
        }
    }
    if let Some(others) = schema.get("additionalProperties") {
        for (name, value) in value.as_object().into_iter().flatten() {
            fits(document, others, value).map_err(|why| format!("{name}: {why}"))?;
        }
    }
    for value in value.as_array().into_iter().flatten() {
        fits(document, &schema["items"], value)?;
    }
    Ok(())
}

/// Every path of the document is served: with a token of every scope none is missing, 405 or 5xx.
#[tokio::test]
async fn everything_in_the_document_is_served() {
    let server = Server::start().await;
    Client::person(&server, "ann").await;
    let all = "challenge:read,challenge:write,board:play,bot:play,preference:read,preference:write";
    let ann = Client::with_token(&server, "ann", server.add_token("ann", all).await);
    let (_, document) = ann.get("/api/openapi.json").await;
    let paths = document["paths"].as_object().expect("paths");
    assert!(paths.len() > 40, "{}", paths.len());
    for (path, operations) in paths {
        for (method, operation) in operations.as_object().expect("operations") {
            assert!(operation["summary"].as_str().is_some_and(|summary| !summary.is_empty()), "{path}");
            let concrete =
                path.replace("{username}", "ann").replace("{id}", "Ab3dE6gH").replace("{channel}", "blitz");
            let concrete = concrete.replace("{opponent}", "ann").replace("{count}", "5");
            let concrete = concrete.replace("{perfType}", "blitz");
            let concrete =
                concrete.replace("{move}", "e2e4").replace("{accept}", "yes").replace("{seconds}", "15");
            let method: Method = method.to_uppercase().parse().expect("a method");
            if (method.clone(), path.as_str()) == (Method::DELETE, "/api/token") {
                continue; // would revoke the token in use
            }
            let response = ann.request(method.clone(), &concrete).send().await.expect("an answer");
            let status = response.status();
            assert!(
                status != StatusCode::METHOD_NOT_ALLOWED && !status.is_server_error(),
                "{method} {concrete}: {status}"
            );
            if status == StatusCode::NOT_FOUND {
                // The game or challenge does not exist, but the path does.
                let body = response.text().await.expect("a text");
                assert!(path.contains("{id}") || path.contains("{username}/"), "{method} {concrete}: {body}");
                assert!(!body.contains("No such command"), "{method} {concrete}: {body}");
            }
        }
    }
}

/// Real responses match the schemas of the document.
#[tokio::test]
async fn answers_are_as_the_document_says() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let (_, document) = ann.get("/api/openapi.json").await;
    let check = |schema: &str, value: &Value| {
        let reference = json!({ "$ref": format!("#/components/schemas/{schema}") });
        fits(&document, &reference, value).unwrap_or_else(|why| panic!("{schema}: {why}"));
    };
    let mut events = ben.events().await;
    check("Challenge", &ann.post_form("/api/challenge/ben", BLITZ).await.1);
    let id = game(&ann, &ben, BLITZ).await;
    let mut stream = ben.stream(&format!("/api/board/game/stream/{id}")).await;
    check("GameFull", &stream.line().await);
    check("Challenges", &ben.get("/api/challenge").await.1);
    check("Playing", &ann.get("/api/account/playing").await.1);
    check("Account", &ann.get("/api/account").await.1);
    check("Account", &ann.get("/api/user/ben").await.1);
    for user in ann.get("/api/users/status?ids=ann,ben").await.1.as_array().expect("a list") {
        check("Presence", user);
    }
    ann.play(&id, "e2e4").await;
    ben.play(&id, "e7e5").await;
    ann.post_form(&format!("/api/board/game/{id}/chat"), &[("room", "player"), ("text", "hello")]).await;
    ann.post_ok(&format!("/api/board/game/{id}/draw/yes")).await;
    check("Ok", &ben.post_ok(&format!("/api/board/game/{id}/resign")).await);
    loop {
        match stream.next().await {
            crate::harness::StreamItem::Line(line) => check("GameLine", &line),
            crate::harness::StreamItem::KeepAlive => {}
            crate::harness::StreamItem::End => break,
        }
    }
    loop {
        let event = events.line().await;
        check("Event", &event);
        if event["type"] == "gameFinish" {
            break;
        }
    }
    let export = ann.request(Method::GET, &format!("/game/export/{id}?pgnInJson=true"));
    check("Game", &Client::send(export.header("Accept", "application/json")).await.1);
    check("Error", &ann.post(&format!("/api/board/game/{id}/move/e2e4")).await.1);
    check("ImportedGame", &ann.post_form("/api/import", &[("pgn", "1. e4 e5 *")]).await.1);
    let (_, made) = ann.post_form("/api/challenge/ai", &[("level", "1")]).await;
    check("Description", &made);
    let mut feed = ann.stream("/api/tv/feed").await;
    check("Feed", &feed.line().await);
    check("Channels", &ann.get("/api/tv/channels").await.1);
    check("Crosstable", &ann.get("/api/crosstable/ann/ben").await.1);
    for list in ann.get("/api/user/ann/rating-history").await.1.as_array().expect("lists") {
        check("RatingHistory", list);
    }
    check("Leaders", &ann.get("/api/player").await.1);
    check("LeadersOf", &ann.get("/api/player/top/3/blitz").await.1);
    let settings = Client::with_token(&server, "ann", server.add_token("ann", "preference:read").await);
    check("Preferences", &settings.get("/api/account/preferences").await.1);
    check("KidMode", &settings.get("/api/account/kid").await.1);
    let current = ann.request(Method::POST, "/api/stream/games-by-users?withCurrentGames=1").body("ann,ben");
    let mut current = crate::harness::Lines::open(current).await;
    let on = game(&ann, &ben, BLITZ).await;
    check("GameSummary", &current.line().await);
    ann.post_ok(&format!("/api/board/game/{on}/abort")).await;
    check("GameSummary", &current.line().await);
}
