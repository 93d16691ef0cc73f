//! Endpoint descriptions. Routes, access control and the OpenAPI document are derived from the same list, so they
//! cannot drift apart.

use super::gate::{Access, gate};
use crate::app::App;
use crate::http::route::Audience;
use axum::handler::Handler;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, on};

/// One method of one path.
pub struct Endpoint {
    /// GET, POST or DELETE.
    pub method: Method,
    /// With `{name}` for each path parameter.
    pub path: &'static str,
    /// One line for the documentation.
    pub summary: &'static str,
    pub access: Access,
    /// Which roles may use it, beyond what the token allows.
    pub audience: Audience,
    /// The parameters, in the query or the body.
    pub takes: &'static [Parameter],
    pub gives: Answer,
    pub handler: MethodRouter<App>,
}

/// A parameter of an endpoint.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    pub name: &'static str,
    /// Its meaning and values.
    pub meaning: &'static str,
    /// Whether it is in the query even of a POST request.
    pub in_query: bool,
    pub kind: ParameterKind,
    pub required: bool,
}

impl Parameter {
    /// Puts it in the query even of a POST request.
    pub const fn in_query(self) -> Parameter {
        Parameter { in_query: true, ..self }
    }

    pub const fn required(self) -> Parameter {
        Parameter { required: true, ..self }
    }
}

/// The values of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    Text,
    /// `true` or `false`.
    Flag,
    /// An integer within these inclusive bounds.
    Integer(u64, u64),
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// The response of an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// `{"ok":true}`.
    Ok,
    /// One JSON value of this schema.
    Json(&'static str),
    /// One JSON value of this schema with status 201.
    Created(&'static str),
    /// A list of values of this schema.
    List(&'static str),
    /// One JSON value of this schema; with `keepAliveStream`, NDJSON that starts with it.
    JsonOrStream(&'static str),
    /// NDJSON, each line of this schema, until either side closes the stream.
    Stream(&'static str),
    /// A game as PGN, or as JSON of this schema.
    Pgn(&'static str),
    /// Several games as PGN, or as NDJSON, each line of this schema.
    Games(&'static str),
    /// 204 without a body.
    Nothing,
    /// A page for a person.
    Page,
}

impl Endpoint {
    /// An open endpoint that answers `{"ok":true}`, unless configured otherwise.
    pub fn new<T: 'static>(
        (method, path): (Method, &'static str),
        summary: &'static str,
        handler: impl Handler<T, App>,
    ) -> Endpoint {
        let filter = method.clone().try_into().expect("GET, POST and DELETE can be filtered for");
        let handler = on(filter, handler);
        let (access, audience) = (Access::Open, Audience::Everybody);
        Endpoint { method, path, summary, access, audience, takes: &[], gives: Answer::Ok, handler }
    }

    #[must_use]
    pub fn access(self, access: Access) -> Endpoint {
        Endpoint { access, ..self }
    }

    /// Sets the roles; the handler enforces them.
    #[must_use]
    pub fn audience(self, audience: Audience) -> Endpoint {
        Endpoint { audience, ..self }
    }

    #[must_use]
    pub fn takes(self, takes: &'static [Parameter]) -> Endpoint {
        Endpoint { takes, ..self }
    }

    #[must_use]
    pub fn gives(self, gives: Answer) -> Endpoint {
        Endpoint { gives, ..self }
    }

    /// The handler behind its access check. Other methods of the same path are not affected.
    pub fn guarded(self, app: &App) -> MethodRouter<App> {
        self.handler.route_layer(from_fn_with_state((app.clone(), self.access), gate))
    }
}
