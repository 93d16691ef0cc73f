//! Entry links: a school's login card, or a new password from an admin.

use super::html::{page, problem, see_other, text};
use super::words::Words;
use crate::app::App;
use crate::http::admission::Client;
use crate::http::error::PageError;
use crate::http::form::Fields;
use crate::http::session;
use crate::people::{accounts, entry};
use crate::store::{Account, EntryKind, EntryLink};
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;

/// Shows what the link is for. Viewing does not use it up, because link previews do that, too.
pub(super) async fn ask(
    State(app): State<App>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let words = Words::of(&headers);
    Ok(match find(&app, &secret).await? {
        Some((link, account)) => form(StatusCode::OK, words, &secret, (&link, &account), ""),
        None => expired(words),
    })
}

pub(super) async fn enter(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path(secret): Path<String>,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, PageError> {
    let words = Words::of(&headers);
    let Some((link, account)) = find(&app, &secret).await? else { return Ok(expired(words)) };
    let is_used = if link.kind == EntryKind::Reset {
        let new = fields.exact("password").unwrap_or_default().to_owned();
        let (source, now) = (client.key(), app.clock.now());
        let reset =
            accounts::reset_password(&app.store, &app.passwords, &source, now, (&link, &account), new).await;
        match reset {
            Ok(is_used) => is_used,
            Err(error) => {
                let error = PageError::from(error);
                return Ok(form(error.status(), words, &secret, (&link, &account), error.why()));
            }
        }
    } else {
        app.store.use_entry_link(link.hash, app.clock.now()).await?
    };
    if !is_used {
        return Ok(expired(words));
    }
    if link.kind == EntryKind::Reset {
        session::end_sockets(&app, &account.id);
    }
    let (_, cookie) = session::become_player(&app, &headers, account).await?;
    let mut response = see_other("/");
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

async fn find(app: &App, secret: &str) -> Result<Option<(EntryLink, Account)>, PageError> {
    let Some(link) = entry::find(&app.store, app.clock.now(), secret).await? else { return Ok(None) };
    let Some(player) = &link.player else { return Ok(None) };
    let account = app.store.account(player).await?.filter(Account::is_active);
    Ok(account.map(|account| (link, account)))
}

fn form(
    status: StatusCode,
    words: &Words,
    secret: &str,
    (link, account): (&EntryLink, &Account),
    why: &str,
) -> Response {
    let real_name = account.real_name.as_deref().map(|name| format!(" ({})", text(name))).unwrap_or_default();
    let password = match link.kind {
        EntryKind::Reset => format!(
            "<label>{} <input name=\"password\" type=\"password\" autocomplete=\"new-password\" required></label>\n",
            words.new_password
        ),
        EntryKind::LogIn | EntryKind::Invite => String::new(),
    };
    let body = format!(
        "{}<p><b>{}</b>{real_name}</p>\n<form method=\"post\" action=\"/enter/{}\">\n{password}<button>{}</button>\n</form>\n",
        if why.is_empty() { String::new() } else { problem(why) },
        text(&account.name),
        text(secret),
        words.log_in,
    );
    page(status, words, words.log_in, &body)
}

fn expired(words: &Words) -> Response {
    let body = format!("<p>{}</p>\n<p><a href=\"/login\">{}</a></p>\n", words.link_ended, words.log_in);
    page(StatusCode::GONE, words, words.log_in, &body)
}
