//! `/oauth`: an application asks, and its user says yes or no.

use super::html::{page, problem, see_other, text};
use super::sign_in::{self, member};
use super::words::Words;
use crate::app::App;
use crate::http::error::PageError;
use crate::http::form::Fields;
use crate::http::headers::policy_for_form;
use crate::http::session::Visitor;
use crate::people::oauth::codes::Grant;
use crate::people::oauth::keeping;
use crate::people::oauth::{AuthorizationRequest, Refused};
use axum::extract::{RawQuery, State};
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use std::fmt::Write;

/// Asks the user; whoever is not logged in does that first.
pub async fn ask(
    State(app): State<App>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let (query, words) = (query.unwrap_or_default(), Words::of(&headers));
    let visitor = member(&app, &headers).await?;
    let wish = match read(&query, words, visitor.as_ref()) {
        Ok(wish) => wish,
        Err(answer) => return Ok(*answer),
    };
    let meant = wish.username.as_deref();
    let is_meant =
        |visitor: &Visitor| meant.is_none_or(|name| visitor.person.id.as_str().eq_ignore_ascii_case(name));
    let why = match visitor {
        Some(visitor) if is_meant(&visitor) => return Ok(consent(words, &query, &wish, &visitor)),
        Some(_) => words.other_player,
        None => words.log_in_first,
    };
    let next = format!("/oauth?{query}");
    Ok(sign_in::form(StatusCode::OK, words, &next, meant.unwrap_or_default(), why))
}

/// The user has answered: the application gets its code, or hears no.
pub(super) async fn answer(
    State(app): State<App>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, PageError> {
    let (query, words) = (query.unwrap_or_default(), Words::of(&headers));
    let visitor = member(&app, &headers).await?;
    let wish = match read(&query, words, visitor.as_ref()) {
        Ok(wish) => wish,
        Err(answer) => return Ok(*answer),
    };
    let Some(visitor) = visitor else {
        let next = format!("/oauth?{query}");
        return Ok(sign_in::form(StatusCode::UNAUTHORIZED, words, &next, "", words.log_in_first));
    };
    if fields.text("answer") != Some("yes") {
        return Ok(see_other(&wish.denied()));
    }
    let grant = Grant::new(visitor.person.id, &wish);
    let code = keeping::issue(&app.store, &app.codes, app.clock.now(), grant).await?;
    Ok(see_other(&wish.granted(code.reveal())))
}

/// What is asked for, or the answer to what cannot be. Only somebody who is logged in is sent on to the application
/// with an error: otherwise any link to this server could lead anybody anywhere.
fn read(
    query: &str,
    words: &Words,
    visitor: Option<&Visitor>,
) -> Result<AuthorizationRequest, Box<Response>> {
    let fields = Fields::from_form(query.as_bytes());
    AuthorizationRequest::parse(|name| fields.text(name)).map_err(|refused| {
        Box::new(match refused {
            Refused::There { address, .. } if visitor.is_some() => see_other(&address),
            Refused::There { why, .. } | Refused::Here(why) => {
                page(StatusCode::BAD_REQUEST, words, words.cannot_be_let_in, &problem(&why))
            }
        })
    })
}

fn consent(words: &Words, query: &str, wish: &AuthorizationRequest, visitor: &Visitor) -> Response {
    let mut body = format!(
        "<p><b>{}</b></p>\n<p>{} <code>{}</code></p>\n",
        text(&wish.client_id),
        words.will_be_sent_to,
        text(wish.redirect.place()),
    );
    if wish.scopes.iter().next().is_some() {
        write!(body, "<p>{}</p>\n<ul>", words.it_may).expect("a text grows");
        for scope in wish.scopes.iter() {
            write!(body, "<li>{} <code>{}</code></li>", words.scope(scope), scope.name())
                .expect("a text grows");
        }
        body.push_str("</ul>\n");
    } else {
        writeln!(body, "<p>{}</p>", words.it_may_nothing).expect("a text grows");
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
    .expect("a text grows");
    let mut response = page(StatusCode::OK, words, words.wants_in, &body);
    // Browsers ask the policy of a form about where its answer leads, too.
    if let Some(policy) = policy_for_form(wish.redirect.place()) {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}
