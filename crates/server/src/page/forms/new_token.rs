//! `/account/oauth/token/create`: programs send their users here to create a token, with the needed scopes
//! preselected.

use super::html::{page, problem, text};
use super::sign_in::{self, member};
use super::words::Words;
use crate::app::App;
use crate::http::error::PageError;
use crate::identity::scopes::{Scope, Scopes, parse_scope};
use crate::page::account::new_token;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use std::fmt::Write;

const PATH: &str = "/account/oauth/token/create";

/// The chosen description and scopes. Unknown scopes are ignored.
#[derive(Debug, Default, PartialEq, Eq)]
struct TokenForm {
    description: String,
    scopes: Vec<Scope>,
}

impl TokenForm {
    /// From a query or a form: `scopes[]=board:play&scopes[]=challenge:write&description=…`.
    fn parse(form: &[u8]) -> TokenForm {
        let mut chosen = TokenForm::default();
        for (name, value) in form_urlencoded::parse(form) {
            match name.split('[').next() {
                Some("scopes") => {
                    chosen.scopes.extend(value.split(',').filter_map(|scope| parse_scope(scope).ok()));
                }
                Some("description") => chosen.description = value.trim().to_owned(),
                _ => {}
            }
        }
        chosen
    }
}

pub(crate) async fn ask(
    State(app): State<App>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let (query, words) = (query.unwrap_or_default(), Words::of(&headers));
    if member(&app, &headers).await?.is_none() {
        let next = format!("{PATH}?{query}");
        return Ok(sign_in::form(StatusCode::OK, words, &next, "", words.log_in_first));
    }
    Ok(form(StatusCode::OK, words, &TokenForm::parse(query.as_bytes()), None))
}

/// Creates the token, and shows it this once.
pub(super) async fn make(
    State(app): State<App>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, PageError> {
    let words = Words::of(&headers);
    let chosen = TokenForm::parse(&body);
    let Some(visitor) = member(&app, &headers).await? else {
        return Ok(sign_in::form(StatusCode::UNAUTHORIZED, words, PATH, "", words.log_in_first));
    };
    let scopes = chosen.scopes.iter().copied().collect::<Scopes>();
    match new_token(&app, visitor.person.id, scopes, chosen.description.clone()).await {
        Ok(secret) => {
            let body =
                format!("<p>{}</p>\n<code class=\"secret\">{}</code>\n", words.token_once, secret.reveal());
            Ok(page(StatusCode::CREATED, words, words.new_token, &body))
        }
        Err(error) if error.status() == StatusCode::SERVICE_UNAVAILABLE => Err(error),
        Err(error) => Ok(form(error.status(), words, &chosen, Some(error.why()))),
    }
}

fn form(status: StatusCode, words: &Words, chosen: &TokenForm, why: Option<&str>) -> Response {
    let mut body = why.map(problem).unwrap_or_default();
    write!(
        body,
        "<p class=\"hint\">{}</p>\n<form method=\"post\" action=\"{PATH}\">\n\
         <label>{} <input name=\"description\" value=\"{}\" maxlength=\"100\" required></label>\n",
        words.token_hint,
        words.token_for,
        text(&chosen.description),
    )
    .expect("writing to a String cannot fail");
    for scope in Scope::ALL {
        let checked = if chosen.scopes.contains(&scope) { " checked" } else { "" };
        writeln!(
            body,
            "<label><input type=\"checkbox\" name=\"scopes[]\" value=\"{}\"{checked}>{} <code>{0}</code></label>",
            scope.name(),
            words.scope(scope),
        )
        .expect("writing to a String cannot fail");
    }
    writeln!(body, "<button>{}</button>\n</form>", words.make_token)
        .expect("writing to a String cannot fail");
    page(status, words, words.new_token, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_preselects_scopes() {
        let chosen =
            TokenForm::parse(b"scopes[]=board:play&scopes%5B%5D=challenge%3Awrite&description=my+board&x=1");
        assert_eq!(chosen.scopes, [Scope::BoardPlay, Scope::ChallengeWrite]);
        assert_eq!(chosen.description, "my board");
        assert_eq!(TokenForm::parse(b"scopes[0]=email:read&scopes=bot:play").scopes, [Scope::BotPlay]);
        assert_eq!(TokenForm::parse(b""), TokenForm::default());
    }
}
