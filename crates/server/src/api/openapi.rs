//! `GET /api/openapi.json`: the OpenAPI document, generated from the same list as the routes.

use super::endpoint::{Answer, Endpoint, Parameter, ParameterKind};
use super::gate::Access;
use axum::http::Method;
use serde_json::{Map, Value, json};

/// The schemas of the responses. Tests compare real responses with them.
const SCHEMAS: &str = include_str!("schemas.json");

pub fn document(endpoints: &[Endpoint]) -> Value {
    let mut paths = Map::new();
    for endpoint in endpoints {
        let path = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        path[endpoint.method.as_str().to_ascii_lowercase()] = operation(endpoint);
    }
    let schemas: Value = serde_json::from_str(SCHEMAS).expect("the file is JSON");
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tabiya",
            "description": "Play chess over HTTP: Lichess-compatible Board, Bot and Challenge endpoints.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "GPL-3.0-or-later" },
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

fn operation(endpoint: &Endpoint) -> Value {
    let mut parameters: Vec<_> = names(endpoint.path).map(path_parameter).collect();
    let mut operation = json!({
        "summary": endpoint.summary,
        "operationId": operation_id(endpoint),
        "responses": responses(endpoint),
    });
    let is_in_query = |parameter: &&Parameter| parameter.in_query || endpoint.method != Method::POST;
    let (query, body): (Vec<_>, Vec<_>) = endpoint.takes.iter().partition(is_in_query);
    parameters.extend(query.into_iter().map(query_parameter));
    if !body.is_empty() {
        let required: Vec<_> =
            body.iter().filter(|parameter| parameter.required).map(|parameter| parameter.name).collect();
        let properties: Map<_, _> = body.into_iter().map(property).collect();
        let mut schema = json!({ "type": "object", "properties": properties });
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        let schema = json!({ "schema": schema });
        operation["requestBody"] = json!({
            "content": { "application/x-www-form-urlencoded": schema, "application/json": schema },
        });
    }
    match endpoint.access {
        Access::Token(scopes, _) => {
            let scopes: Vec<_> = scopes.iter().map(|scope| scope.name()).collect();
            operation["security"] = json!([{ "token": scopes }]);
        }
        Access::Either => operation["security"] = json!([{}, { "token": [] }]),
        Access::Open => {}
    }
    operation["parameters"] = parameters.into();
    operation
}

/// `GET /api/account` is `get_api_account`.
fn operation_id(endpoint: &Endpoint) -> String {
    let path = endpoint.path.replace(['{', '}'], "").replace(['/', '-', '.'], "_");
    format!("{}{path}", endpoint.method.as_str().to_ascii_lowercase())
}

/// The names of the path parameters.
fn names(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

fn path_parameter(name: &str) -> Value {
    json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } })
}

fn query_parameter(parameter: &Parameter) -> Value {
    let Parameter { name, meaning, required, .. } = parameter;
    json!({ "name": name, "in": "query", "description": meaning, "required": required, "schema": values(parameter.kind) })
}

fn property(Parameter { name, meaning, kind, .. }: &Parameter) -> (String, Value) {
    let mut schema = values(*kind);
    schema["description"] = json!(meaning);
    ((*name).to_string(), schema)
}

/// The schema of a parameter.
fn values(kind: ParameterKind) -> Value {
    match kind {
        ParameterKind::Text => json!({ "type": "string" }),
        ParameterKind::Flag => json!({ "type": "boolean" }),
        ParameterKind::Integer(min, max) => {
            json!({ "type": "integer", "minimum": min, "maximum": max })
        }
        ParameterKind::Choice(words) => json!({ "type": "string", "enum": words }),
    }
}

fn responses(endpoint: &Endpoint) -> Value {
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let content = |kind: &str, schema: Value| json!({ (kind): { "schema": schema } });
    let json = |schema| content("application/json", schema);
    let (status, content) = match endpoint.gives {
        Answer::Ok => ("200", Some(json(reference("Ok")))),
        Answer::Json(name) => ("200", Some(json(reference(name)))),
        Answer::Created(name) => ("201", Some(json(reference(name)))),
        Answer::List(name) => ("200", Some(json(json!({ "type": "array", "items": reference(name) })))),
        Answer::JsonOrStream(name) => {
            let mut both = json(reference(name));
            both["application/x-ndjson"] = json!({ "schema": { "type": "object" } });
            ("200", Some(both))
        }
        Answer::Stream(name) => ("200", Some(content("application/x-ndjson", reference(name)))),
        Answer::Pgn(name) => {
            let mut both = json(reference(name));
            both["application/x-chess-pgn"] = json!({ "schema": { "type": "string" } });
            ("200", Some(both))
        }
        Answer::Games(name) => {
            let mut both = content("application/x-ndjson", reference(name));
            both["application/x-chess-pgn"] = json!({ "schema": { "type": "string" } });
            ("200", Some(both))
        }
        Answer::Nothing => ("204", None),
        Answer::Page => ("200", Some(content("text/html", json!({ "type": "string" })))),
    };
    let mut answer = json!({ "description": "Success." });
    if let Some(content) = content {
        answer["content"] = content;
    }
    let mut responses = json!({ (status): answer });
    let no = |why: &str| json!({ "description": why, "content": json(reference("Error")) });
    if endpoint.access != Access::Open {
        responses["401"] = no("The token is missing or invalid.");
        responses["403"] = no("The token does not allow this.");
    }
    responses["default"] = no("An error, with its reason.");
    responses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::endpoints;

    /// All texts under the key `$ref`.
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(object) => {
                for (key, value) in object {
                    match value.as_str() {
                        Some(text) if key == "$ref" => found.push(text.to_string()),
                        _ => references(value, found),
                    }
                }
            }
            Value::Array(list) => list.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_resolves() {
        let document = document(&endpoints());
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 50);
        for reference in found {
            let pointer = reference.strip_prefix('#').expect("within the document");
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
    }

    #[test]
    fn operation_ids_are_unique() {
        let mut names: Vec<_> = endpoints().iter().map(operation_id).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
