//! Accounts, managed by an admin: searching, creating from a list, changing.

use super::audit::{self, AuditAction, Creation};
use super::staff::Admin;
use crate::app::App;
use crate::http::error::PageError;
use crate::http::form::{Fields, read_json};
use crate::http::session;
use crate::http::site::Site;
use crate::identity::name::UserName;
use crate::identity::roles::Roles;
use crate::ids::PlayerId;
use crate::people::accounts::{self, AccountError};
use crate::people::{entry, roster};
use crate::sanitize::display_name;
use crate::store::{Account, AccountStatus, EntryKind, NewAccount};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use wire::club::{
    AccountAction, AccountAnswer, AccountJson, Accounts, Card, Cards, LinkAnswer, NewAccounts, NewInvite,
};
use wire::page::PageErrorCode;

/// The most accounts shown at once.
const MAX_SHOWN: u32 = 500;

/// Accounts whose name or real name contains `q`.
pub(crate) async fn list(
    State(app): State<App>,
    _: Admin,
    RawQuery(query): RawQuery,
) -> Result<Json<Accounts>, PageError> {
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    let found = app.store.search_accounts(query.text("q").unwrap_or_default(), MAX_SHOWN).await?;
    let mut users = Vec::with_capacity(found.len());
    for account in &found {
        users.push(shown(&app, account).await?);
    }
    Ok(Json(Accounts { users }))
}

async fn shown(app: &App, account: &Account) -> Result<AccountJson, PageError> {
    let playing = app.rooms.playing(&account.id).await?;
    Ok(AccountJson {
        id: account.id.to_string(),
        name: account.name.clone(),
        title: account.title.clone(),
        real_name: account.real_name.clone(),
        roles: account.roles.list(),
        status: account.status,
        muted: account.muted,
        kid: account.kid,
        created: account.created.millis(),
        seen: account.seen.millis(),
        online: app.is_online(&account.id),
        playing: playing.iter().map(|room| room.id.to_string()).collect(),
    })
}

async fn find(app: &App, name: &str) -> Result<Account, PageError> {
    let account = app.store.account(&PlayerId::account(name)).await?;
    account.ok_or_else(|| PageError::not_found(format!("there is no account {name:?}")))
}

/// Carries out an admin's action on an account.
pub(crate) async fn act(
    State(app): State<App>,
    Admin(admin): Admin,
    site: Site,
    Path(name): Path<String>,
    body: Bytes,
) -> Result<Json<AccountAnswer>, PageError> {
    let action: AccountAction = read_json(&body)?;
    let account = find(&app, &name).await?;
    let id = &account.id;
    let revokes_access = match &action {
        AccountAction::Roles { admin, .. } => !admin,
        AccountAction::Block { on } => *on,
        AccountAction::Close {} => true,
        _ => false,
    };
    if revokes_access && *id == admin.id {
        // Otherwise the last admin could lose access.
        return Err(PageError::conflict(
            PageErrorCode::Yourself,
            "another admin has to do that for your account",
        ));
    }
    let mut link = None;
    match &action {
        AccountAction::Roles { admin, arbiter } => {
            app.store.set_roles(id, Roles { admin: *admin, arbiter: *arbiter }).await?;
            // Sockets learn the roles when they connect.
            session::end_sockets(&app, id);
        }
        AccountAction::Mute { on } => app.store.set_muted(id, *on).await?,
        AccountAction::Kid { on } => {
            app.store.set_kid(id, *on).await?;
            // Sockets learn whether chat is off when they connect.
            session::end_sockets(&app, id);
        }
        AccountAction::Block { on } => {
            let status = if *on { AccountStatus::Blocked } else { AccountStatus::Active };
            set_status(&app, &account, status).await?;
        }
        AccountAction::Close {} => set_status(&app, &account, AccountStatus::Closed).await?,
        AccountAction::RealName { name } => app.store.set_real_name(id, display_name(name)).await?,
        AccountAction::Rename { name } => rename(&app, id, name).await?,
        AccountAction::Reset {} => {
            let made = (entry::RESET_DAYS, Some(1));
            link = Some(make_link(&app, &account, EntryKind::Reset, made, &site).await?.link);
        }
        AccountAction::Link { once, days } => {
            let made = (*days, once.then_some(1));
            link = Some(make_link(&app, &account, EntryKind::LogIn, made, &site).await?.link);
        }
    }
    audit::note(&app, &admin, &account.name, AuditAction::ChangeAccount(&action)).await?;
    let account = find(&app, id.as_str()).await?;
    Ok(Json(AccountAnswer { user: shown(&app, &account).await?, link }))
}

/// Blocks, closes or reopens an account. A blocked or closed account is logged out everywhere at once.
pub(crate) async fn set_status(app: &App, account: &Account, status: AccountStatus) -> Result<(), PageError> {
    if account.status == AccountStatus::Closed {
        return Err(PageError::conflict(PageErrorCode::Closed, "a closed account cannot be reopened"));
    }
    app.store.set_status(&account.id, status).await?;
    if status != AccountStatus::Active {
        session::end_sockets(app, &account.id);
        for challenge in app.lobby.challenges.of(&account.id) {
            // It may have been answered meanwhile.
            let _ = app.lobby.expire(challenge.id).await;
        }
    }
    Ok(())
}

pub(crate) async fn rename(app: &App, id: &PlayerId, name: &str) -> Result<(), PageError> {
    let name = UserName::parse(name).map_err(AccountError::Name)?;
    if app.store.rename_account(id, &name).await? { Ok(()) } else { Err(AccountError::Taken(name).into()) }
}

async fn make_link(
    app: &App,
    account: &Account,
    kind: EntryKind,
    limits: (u32, Option<u32>),
    site: &Site,
) -> Result<LinkAnswer, PageError> {
    if !account.is_active() {
        return Err(PageError::conflict(PageErrorCode::Blocked, "this account is blocked or closed"));
    }
    let (secret, expires) =
        entry::make(&app.store, app.clock.now(), kind, Some(account.id.clone()), limits).await?;
    Ok(LinkAnswer {
        link: format!("{}{}", site.for_others(app).0, entry::path(&secret)),
        expires: expires.millis(),
    })
}

/// Creates an account for each line of a list, with a login link.
pub(crate) async fn create(
    State(app): State<App>,
    Admin(admin): Admin,
    site: Site,
    body: Bytes,
) -> Result<(StatusCode, Json<Cards>), PageError> {
    let NewAccounts { list, once, days, kid } = read_json(&body)?;
    let all = app.store.accounts().await?;
    let entries = roster::parse(&list, |id| all.iter().any(|account| account.id.as_str() == id));
    if entries.len() > roster::MAX_PEOPLE {
        let why = format!("expected at most {} lines, found {}", roster::MAX_PEOPLE, entries.len());
        return Err(PageError::bad(PageErrorCode::TooManyLines, why));
    }
    let (mut cards, limits) = (Vec::new(), (days, once.then_some(1)));
    for entry in entries {
        let mut card = Card {
            line: entry.line,
            name: None,
            real_name: None,
            link: None,
            expires: None,
            error: None,
            code: None,
        };
        match make_account(&app, entry.name, entry.real_name, kid).await {
            Ok(account) => {
                let LinkAnswer { link, expires } =
                    make_link(&app, &account, EntryKind::LogIn, limits, &site).await?;
                (card.name, card.real_name) = (Some(account.name), account.real_name);
                (card.link, card.expires) = (Some(link), Some(expires));
            }
            Err(AccountError::Store(error)) => return Err(error.into()),
            Err(error) => {
                let error = PageError::from(error);
                (card.error, card.code) = (Some(error.why().into()), Some(error.code()));
            }
        }
        cards.push(card);
    }
    let made: Vec<_> = cards.iter().filter_map(|card| card.name.clone()).collect();
    audit::note(&app, &admin, "accounts", AuditAction::Create(Creation::Accounts { names: &made })).await?;
    Ok((StatusCode::CREATED, Json(Cards { cards })))
}

async fn make_account(
    app: &App,
    name: Result<UserName, crate::identity::name::BadName>,
    real_name: Option<String>,
    kid: bool,
) -> Result<Account, AccountError> {
    let new = NewAccount { name: name?, password: None, title: None, roles: Roles::NONE };
    let name = new.name.clone();
    let id = accounts::make(&app.store, app.clock.now(), new).await?;
    app.store.set_real_name(&id, real_name).await?;
    if kid {
        app.store.set_kid(&id, true).await?;
    }
    app.store.account(&id).await?.ok_or(AccountError::Taken(name))
}

/// Creates an invitation link to register.
pub(crate) async fn invite(
    State(app): State<App>,
    Admin(admin): Admin,
    site: Site,
    body: Bytes,
) -> Result<(StatusCode, Json<LinkAnswer>), PageError> {
    let invite: NewInvite = read_json(&body)?;
    let uses = invite.uses.clamp(1, entry::MAX_USES);
    let (secret, expires) =
        entry::make(&app.store, app.clock.now(), EntryKind::Invite, None, (invite.days, Some(uses))).await?;
    audit::note(&app, &admin, "invitation", AuditAction::Invite(&invite)).await?;
    let link = format!("{}{}", site.for_others(&app).0, entry::invitation_path(&secret));
    Ok((StatusCode::CREATED, Json(LinkAnswer { link, expires: expires.millis() })))
}
