//! Logging in on the way to another form.

use super::html::{page, problem, see_other, text};
use super::words::Words;
use crate::app::App;
use crate::http::admission::Client;
use crate::http::error::PageError;
use crate::http::form::Fields;
use crate::http::session::{self, Visitor};
use crate::page::account::{AccountOrLimit, check_password};
use crate::people::accounts::AccountError;
use axum::Extension;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use wire::page::PageErrorCode;

/// The forms that the login may continue to. Anything else would be an open redirect.
const TARGETS: [&str; 2] = ["/oauth?", "/account/oauth/token/create"];

/// The logged-in user, if any.
pub(super) async fn member(app: &App, headers: &HeaderMap) -> Result<Option<Visitor>, PageError> {
    Ok(session::recognize(app, headers).await?.filter(|visitor| !visitor.is_guest()))
}

/// The login form; after logging in, the user continues to `next`.
pub(super) fn form(status: StatusCode, words: &Words, next: &str, name: &str, why: &str) -> Response {
    let next: String = form_urlencoded::byte_serialize(next.as_bytes()).collect();
    let body = format!(
        "{}<form method=\"post\" action=\"/account/sign-in?next={}\">\n\
         <label>{} <input name=\"name\" value=\"{}\" autocomplete=\"username\" maxlength=\"20\" required></label>\n\
         <label>{} <input name=\"password\" type=\"password\" autocomplete=\"current-password\" required></label>\n\
         <button>{}</button>\n</form>\n<p><a href=\"/login\">{}</a></p>\n",
        problem(why),
        text(&next),
        words.name,
        text(name),
        words.password,
        words.log_in,
        words.no_account,
    );
    page(status, words, words.log_in, &body)
}

/// Checks name and password, and redirects to `next`.
pub(super) async fn sign_in(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, PageError> {
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    let next = query.text("next").filter(|next| is_ours(next));
    let next = next
        .ok_or_else(|| PageError::bad(PageErrorCode::BadNext, "the address to continue to is not allowed"))?;
    let name = fields.text("name").unwrap_or_default();
    let password = fields.exact("password").unwrap_or_default().to_owned();
    let player = match check_password(&app, client, name, password).await {
        Ok(player) => player,
        Err(AccountOrLimit::Account(error @ AccountError::WrongPassword)) => {
            let words = Words::of(&headers);
            return Ok(form(StatusCode::UNAUTHORIZED, words, next, name, &error.to_string()));
        }
        Err(error) => return Err(error.into()),
    };
    let account = app.store.account(&player).await?;
    let account = account.ok_or_else(|| PageError::not_found("there is no such account"))?;
    let (_, cookie) = session::become_player(&app, &headers, account).await?;
    let mut response = see_other(next);
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

fn is_ours(next: &str) -> bool {
    let plain = next.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    plain && TARGETS.iter().any(|target| next.starts_with(target))
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn only_our_own_forms_are_targets() {
        assert!(is_ours("/oauth?client_id=x") && is_ours("/account/oauth/token/create?scopes[]=board:play"));
        for other in
            ["", "/", "//evil.example/oauth?", "/\\evil", "https://evil.example", "/oauth?\r\nx", "/login"]
        {
            assert!(!is_ours(other), "{other:?}");
        }
    }
}
