//! What the API consists of. Routes, access and the document of the API are made of the same list, so that they
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
    /// With `{names}` for what varies.
    pub path: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Who may use it.
    pub access: Access,
    /// Which roles may use it, beyond what the token allows.
    pub audience: Audience,
    /// What can be sent along, in the query or the body.
    pub takes: &'static [Parameter],
    pub gives: Answer,
    pub handler: MethodRouter<App>,
}

/// Something that can be sent along.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    pub name: &'static str,
    /// What it means, and which values it has.
    pub meaning: &'static str,
    /// Whether it stands in the query where something is posted.
    pub in_query: bool,
    /// Which values it takes.
    pub kind: ParameterKind,
    /// Whether nothing works without it.
    pub required: bool,
}

impl Parameter {
    /// In the query, also where something is posted.
    pub const fn in_query(self) -> Parameter {
        Parameter { in_query: true, ..self }
    }

    /// Nothing works without it.
    pub const fn required(self) -> Parameter {
        Parameter { required: true, ..self }
    }
}

/// Which values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    Text,
    /// `true` or `false`.
    Flag,
    /// A whole number in these bounds, both included.
    Integer(u64, u64),
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// What an endpoint answers.
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
    /// One JSON value of this schema; with `keepAliveStream`, lines of JSON of which it is the first.
    JsonOrStream(&'static str),
    /// Lines of JSON, each of this schema, for as long as both sides like.
    Stream(&'static str),
    /// A game as PGN, or as JSON of this schema.
    Pgn(&'static str),
    /// Several games as PGN, or as lines of JSON, each of this schema.
    Games(&'static str),
    /// No words: 204.
    Nothing,
    /// A page for a person.
    Page,
}

impl Endpoint {
    /// An endpoint that anybody may use and that answers ok, before it is said otherwise.
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

    /// For which roles; its handler checks that.
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

    /// Its handler behind its gate. Another method of the same path is another matter.
    pub fn guarded(self, app: &App) -> MethodRouter<App> {
        self.handler.route_layer(from_fn_with_state((app.clone(), self.access), gate))
    }
}
