//! Sessions: a browser is authenticated by its session cookie and by nothing else.

use crate::app::App;
use crate::http::admission::Client;
use crate::http::error::PageError;
use crate::identity::person::Person;
use crate::identity::roles::Roles;
use crate::identity::secret::{Secret, SecretHash};
use crate::ids::PlayerId;
use crate::limits::Rule;
use crate::people::accounts::Account;
use crate::people::guests;
use crate::rooms::inbox::{EndedSessions, Notification};
use crate::store::StoreError;
use axum::http::{HeaderMap, HeaderValue, header};
use game::Duration;

const COOKIE: &str = "tabiya_session";
/// How long an unused session stays valid, in days.
const MAX_IDLE_DAYS: u64 = 180;
/// How often the last use of a session is recorded.
const NOTE_INTERVAL: Duration = Duration::from_minutes(60);

/// The user of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    pub person: Person,
    pub roles: Roles,
    session: SecretHash,
}

impl Visitor {
    /// Whether the visitor has no account.
    pub fn is_guest(&self) -> bool {
        self.person.id.is_guest()
    }

    /// Whether the visitor's session is among those that have ended.
    pub fn ends_with(&self, ended: EndedSessions) -> bool {
        ended.contains(self.session)
    }
}

/// The user a request is from; `None` if it has no cookie or an unknown one.
pub async fn recognize(app: &App, headers: &HeaderMap) -> Result<Option<Visitor>, StoreError> {
    let Some(secret) = cookie(headers) else { return Ok(None) };
    let (session, now) = (secret.hash(), app.clock.now());
    let Some((person, roles, seen)) = app.store.session(session).await? else { return Ok(None) };
    let away = app.clock.age(seen);
    if away > Duration::from_seconds(MAX_IDLE_DAYS * 86_400) {
        app.store.remove_session(session).await?;
        return Ok(None);
    }
    if away > NOTE_INTERVAL {
        app.store.note_session(session, now).await?;
    }
    Ok(Some(Visitor { person, roles, session }))
}

/// Whether a visitor's session still exists.
pub async fn exists(app: &App, visitor: &Visitor) -> Result<bool, StoreError> {
    Ok(app.store.session(visitor.session).await?.is_some())
}

/// The user a request is from. A new visitor becomes a guest and gets a cookie; new guests per address are rate
/// limited.
pub async fn enter(
    app: &App,
    headers: &HeaderMap,
    client: Client,
) -> Result<(Visitor, Option<HeaderValue>), PageError> {
    if let Some(visitor) = recognize(app, headers).await? {
        return Ok((visitor, None));
    }
    app.allow(Rule::Arrival, &client.key())?;
    let guest = guests::make(&app.store, app.clock.now()).await?;
    let (session, cookie) = begin(app, &guest.id).await?;
    Ok((Visitor { person: guest, roles: Roles::NONE, session }, Some(cookie)))
}

/// Starts a new session of a player, and returns its cookie. A session is never reused, so somebody who knew an old
/// cookie gains nothing (session fixation).
async fn begin(app: &App, player: &PlayerId) -> Result<(SecretHash, HeaderValue), StoreError> {
    let secret = Secret::new("");
    app.store.add_session(secret.hash(), player, app.clock.now()).await?;
    let cookie =
        format!("{COOKIE}={}; Max-Age={}{}", secret.reveal(), MAX_IDLE_DAYS * 86_400, attributes(app));
    Ok((secret.hash(), HeaderValue::from_str(&cookie).expect("letters and digits")))
}

/// Logs the browser in as a player. It gets a new cookie and the old one becomes invalid; the account takes over what
/// the browser had as a guest.
pub async fn become_player(
    app: &App,
    headers: &HeaderMap,
    account: Account,
) -> Result<(Visitor, HeaderValue), StoreError> {
    let person = Person { id: account.id, name: account.name, title: account.title };
    if let Some(before) = recognize(app, headers).await? {
        end(app, &before).await?;
        if before.is_guest() {
            let parts = (&app.store, &app.rooms, &app.lobby, &app.inboxes);
            guests::succeed(parts, &before.person.id, &person).await?;
        }
    }
    let (session, cookie) = begin(app, &person.id).await?;
    Ok((Visitor { person, roles: account.roles, session }, cookie))
}

/// Ends one session, and the sockets that were opened with it.
pub async fn end(app: &App, visitor: &Visitor) -> Result<(), StoreError> {
    app.store.remove_session(visitor.session).await?;
    app.inboxes.tell(&visitor.person.id, &Notification::LoggedOut(EndedSessions::One(visitor.session)));
    Ok(())
}

/// Ends all sessions of a player, on every device, and the sockets that were opened with them.
pub async fn end_all(app: &App, player: &PlayerId) -> Result<(), StoreError> {
    app.store.remove_sessions(player).await?;
    app.inboxes.tell(player, &Notification::LoggedOut(EndedSessions::All));
    Ok(())
}

/// Closes the open sockets of a player; the page reconnects, and the current roles and settings apply.
pub fn end_sockets(app: &App, player: &PlayerId) {
    app.inboxes.tell(player, &Notification::LoggedOut(EndedSessions::All));
}

/// Ends all other sessions of a visitor, and the sockets that were opened with them.
pub async fn end_others(app: &App, visitor: &Visitor) -> Result<(), StoreError> {
    app.store.remove_other_sessions(&visitor.person.id, visitor.session).await?;
    app.inboxes.tell(&visitor.person.id, &Notification::LoggedOut(EndedSessions::AllBut(visitor.session)));
    Ok(())
}

fn attributes(app: &App) -> &'static str {
    if app.config.is_secure() {
        "; Path=/; HttpOnly; SameSite=Lax; Secure"
    } else {
        "; Path=/; HttpOnly; SameSite=Lax"
    }
}

fn cookie(headers: &HeaderMap) -> Option<Secret> {
    let values = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = values.flat_map(|value| value.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.find(|(name, _)| name.trim() == COOKIE).and_then(|(_, value)| Secret::parse(value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_cookie_is_found_among_others() {
        let found = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_static(text));
            cookie(&headers).map(|secret| secret.reveal().to_string())
        };
        assert_eq!(found("a=b; tabiya_session=abc; c=d").as_deref(), Some("abc"));
        assert_eq!(found("tabiya_session=abc").as_deref(), Some("abc"));
        for text in
            ["", "tabiya_session", "tabiya_session=", "tabiya_session=a-b", "other_tabiya_session=abc"]
        {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
