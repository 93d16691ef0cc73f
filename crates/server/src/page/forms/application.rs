//! `/oauth`: an application asks for authorization, and the user allows or refuses.

use super::html::{page, problem, see_other, text};
use super::sign_in::{self, member};
use super::words::Words;
use crate::app::App;
use crate::http::error::PageError;
use crate::http::form::Fields;
use crate::http::headers::policy_for_form;
use crate::http::session::Visitor;
use crate::people::oauth::code_store;
use crate::people::oauth::codes::Grant;
use crate::people::oauth::{AuthorizationError, AuthorizationRequest};
use axum::extract::{RawQuery, State};
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use std::fmt::Write;

/// Asks the user, who has to log in first.
pub(crate) async fn ask(
    State(app): State<App>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let (query, words) = (query.unwrap_or_default(), Words::of(&headers));
    let visitor = member(&app, &headers).await?;
    let request = match read(&query, words, visitor.as_ref()) {
        Ok(request) => request,
        Err(answer) => return Ok(*answer),
    };
    let meant = request.username.as_deref();
    let is_meant =
        |visitor: &Visitor| meant.is_none_or(|name| visitor.person.id.as_str().eq_ignore_ascii_case(name));
    let why = match visitor {
        Some(visitor) if is_meant(&visitor) => return Ok(consent(words, &query, &request, &visitor)),
        Some(_) => words.other_player,
        None => words.log_in_first,
    };
    let next = format!("/oauth?{query}");
    Ok(sign_in::form(StatusCode::OK, words, &next, meant.unwrap_or_default(), why))
}

/// Handles the user's answer: the application gets a code or a refusal.
pub(super) async fn answer(
    State(app): State<App>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, PageError> {
    let (query, words) = (query.unwrap_or_default(), Words::of(&headers));
    let visitor = member(&app, &headers).await?;
    let request = match read(&query, words, visitor.as_ref()) {
        Ok(request) => request,
        Err(answer) => return Ok(*answer),
    };
    let Some(visitor) = visitor else {
        let next = format!("/oauth?{query}");
        return Ok(sign_in::form(StatusCode::UNAUTHORIZED, words, &next, "", words.log_in_first));
    };
    if fields.text("answer") != Some("yes") {
        return Ok(see_other(&request.denied()));
    }
    let grant = Grant::new(visitor.person.id, &request);
    let code = code_store::issue(&app.store, &app.codes, app.clock.now(), grant).await?;
    Ok(see_other(&request.granted(code.reveal())))
}

/// Parses the request, or returns the response to an invalid one. Only a logged-in user is redirected to the
/// application with an error: otherwise this would be an open redirect.
fn read(
    query: &str,
    words: &Words,
    visitor: Option<&Visitor>,
) -> Result<AuthorizationRequest, Box<Response>> {
    let fields = Fields::from_form(query.as_bytes());
    AuthorizationRequest::parse(|name| fields.text(name)).map_err(|refused| {
        Box::new(match refused {
            AuthorizationError::ToApplication { address, .. } if visitor.is_some() => see_other(&address),
            AuthorizationError::ToApplication { why, .. } | AuthorizationError::ToUser(why) => {
                page(StatusCode::BAD_REQUEST, words, words.cannot_be_let_in, &problem(&why))
            }
        })
    })
}

fn consent(words: &Words, query: &str, request: &AuthorizationRequest, visitor: &Visitor) -> Response {
    let mut body = format!(
        "<p><b>{}</b></p>\n<p>{} <code>{}</code></p>\n",
        text(&request.client_id),
        words.will_be_sent_to,
        text(request.redirect.place()),
    );
    if request.scopes.iter().next().is_some() {
        write!(body, "<p>{}</p>\n<ul>", words.it_may).expect("writing to a String cannot fail");
        for scope in request.scopes.iter() {
            write!(body, "<li>{} <code>{}</code></li>", words.scope(scope), scope.name())
                .expect("writing to a String cannot fail");
        }
        body.push_str("</ul>\n");
    } else {
        writeln!(body, "<p>{}</p>", words.it_may_nothing).expect("writing to a String cannot fail");
    }
    write!(
        body,
        "<p class=\"hint\">{} <b>{}</b>.</p>\n<form method=\"post\" action=\"/oauth?{}\">\n\
         <button name=\"answer\" value=\"yes\">{}</button> <button name=\"answer\" value=\"no\">{}</button>\n</form>\n",
        words.logged_in_as,
        text(&visitor.person.name),
        text(query),
        words.allow,
        words.refuse,
    )
    .expect("writing to a String cannot fail");
    let mut response = page(StatusCode::OK, words, words.wants_in, &body);
    // Browsers apply the form-action policy to the redirect as well.
    if let Some(policy) = policy_for_form(request.redirect.place()) {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}
