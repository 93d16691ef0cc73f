//! Who is online: accounts by name, guests as a number.

use crate::app::App;
use crate::http::error::PageError;
use crate::http::session;
use crate::ids::PlayerId;
use crate::ratings::Rating;
use crate::store::{Account, StoreError};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::{Extension, Json};
use game::{Duration, Timestamp};
use std::sync::Arc;
use tokio::sync::Mutex;
use wire::page::{Online, OnlinePlayer};

/// The most accounts listed.
const MAX_LISTED: usize = 200;
/// How long the list is cached, for all clients.
const CACHE_DURATION: Duration = Duration::from_seconds(2);

/// An online account, and whether it is a child's.
struct OnlineAccount {
    player: OnlinePlayer,
    kid: bool,
}

#[derive(Default)]
struct List {
    players: Vec<OnlineAccount>,
    accounts: usize,
    guests: usize,
}

#[derive(Default)]
pub(super) struct OnlineList(Mutex<Option<(Timestamp, Arc<List>)>>);

impl OnlineList {
    async fn get(&self, app: &App) -> Result<Arc<List>, StoreError> {
        // Held while the store is queried, so that concurrent requests wait for the same answer.
        let mut made = self.0.lock().await;
        let now = app.clock.now();
        if let Some((at, list)) = &*made
            && now.since(*at) < CACHE_DURATION
        {
            return Ok(Arc::clone(list));
        }
        let list = Arc::new(list(app, now).await?);
        *made = Some((now, Arc::clone(&list)));
        Ok(list)
    }
}

async fn list(app: &App, now: Timestamp) -> Result<List, StoreError> {
    let (accounts, guests) = app.inboxes.online();
    let mut ids: Vec<PlayerId> = accounts.into_iter().collect();
    ids.sort_by(|a, b| a.as_str().cmp(b.as_str()));
    let mut accounts = ids.len();
    let mut players = Vec::new();
    for id in ids.iter().take(MAX_LISTED) {
        let Some(account) = app.store.account(id).await?.filter(Account::is_active) else {
            accounts -= 1;
            continue;
        };
        let ratings = app.store.ratings(id, now).await?;
        let most_played = ratings.into_iter().map(|(_, rating)| rating).max_by_key(|rating| rating.games);
        let rating = most_played.filter(|rating| rating.games > 0).map(Rating::rounded);
        let (id, kid) = (account.id.to_string(), account.kid);
        players.push(OnlineAccount {
            player: OnlinePlayer { id, name: account.name, title: account.title, rating },
            kid,
        });
    }
    Ok(List { players, accounts, guests })
}

/// Who is online. Guests see no children, and nobody at all if the server is not open to guests; users do not see
/// those they have blocked.
pub(super) async fn get_online(
    State(app): State<App>,
    Extension(online): Extension<Arc<OnlineList>>,
    headers: HeaderMap,
) -> Result<Json<Online>, PageError> {
    let visitor = session::recognize(&app, &headers).await?.filter(|visitor| !visitor.is_guest());
    let blocked = match &visitor {
        Some(visitor) => app.store.blocks(&visitor.person.id).await?,
        None => Vec::new(),
    };
    let list = online.get(&app).await?;
    let is_for_guests = app.settings.get().guests;
    let is_shown = |listed: &&OnlineAccount| {
        let is_blocked = blocked.iter().any(|person| person.id.as_str() == listed.player.id);
        (visitor.is_some() || (is_for_guests && !listed.kid)) && !is_blocked
    };
    let players: Vec<_> = list.players.iter().filter(is_shown).map(|listed| listed.player.clone()).collect();
    let hidden = list.players.len() - players.len();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(Json(Online { accounts: count(list.accounts - hidden), guests: count(list.guests), players }))
}
