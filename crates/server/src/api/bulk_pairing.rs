//! `/api/bulk-pairing`: an organiser pairs many players at once, as on Lichess.
//!
//! Players are given by their tokens, which shows their consent; an arbiter or admin can also give names.

use super::commands::{OkResponse, done};
use super::downloads;
use super::error::{ApiError, FormErrors};
use super::exports::Exports;
use super::gate::{Caller, Site};
use super::lichess_names::ApiTime;
use super::new_game_form;
use crate::admin::audit::{self, AuditAction, Creation, RoundStep};
use crate::app::App;
use crate::http::admission::Client;
use crate::http::form::Fields;
use crate::identity::Person;
use crate::identity::scopes::Scope;
use crate::ids::PlayerId;
use crate::lobby::terms;
use crate::people::tokens;
use crate::rounds::{Board, NewRound, Round, RoundError};
use crate::store::Account;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Json};
use game::TimeControl;
use serde_json::{Value, json};
use std::sync::Arc;
use wire::club::RoundAction;
use wire::live::OpponentChoice;
use wire::settings::VariantName;

impl From<RoundError> for ApiError {
    fn from(error: RoundError) -> ApiError {
        match error {
            RoundError::Unknown => ApiError::not_found(),
            RoundError::Terms(why) => FormErrors::global(why).into(),
            RoundError::NotNow(why) => ApiError::bad(why),
            RoundError::Store(error) => error.into(),
        }
    }
}

pub async fn create(State(app): State<App>, caller: Caller, fields: Fields) -> Result<Json<Value>, ApiError> {
    let game = new_game_form::challenge(&fields, OpponentChoice::Link {})?;
    let pairs = pairs(&app, &caller, fields.text("players").unwrap_or_default()).await?;
    let (pair_at, start_at) = (moment(&fields, "pairAt")?, moment(&fields, "startClocksAt")?);
    let start = terms::agreed(&app.rooms, &game).await.map_err(FormErrors::global)?;
    let new = NewRound {
        id: None,
        name: String::new(),
        by: caller.person(),
        pairs,
        hold: start_at.is_some() && game.time.is_some(),
        start,
        rated: game.rated,
        pair_at,
        start_at,
        default_minutes: None,
    };
    let round = app.rounds.create(new).await?;
    let created = Creation::Round { name: &round.plan.name };
    note(&app, &caller, &round.id, AuditAction::Create(created)).await?;
    Ok(Json(shown(&round)))
}

/// Actions of arbiters and admins go to the audit log; what players do with each other's tokens does not.
async fn note(app: &App, caller: &Caller, round: &str, action: AuditAction<'_>) -> Result<(), ApiError> {
    if caller.account.roles.may_arbitrate() {
        audit::note(app, &caller.person(), round, action).await?;
    }
    Ok(())
}

fn moment(fields: &Fields, name: &'static str) -> Result<Option<u64>, ApiError> {
    Ok(fields.parsed(name, "milliseconds since 1970")?)
}

/// The players of `white:black,white:black`.
async fn pairs(app: &App, caller: &Caller, text: &str) -> Result<Vec<(Person, Person)>, ApiError> {
    let mut pairs = Vec::new();
    for pair in text.split([',', '\n']).map(str::trim).filter(|pair| !pair.is_empty()) {
        let (white, black) = pair.split_once(':').ok_or_else(|| {
            let found: String = pair.chars().take(12).collect();
            FormErrors::one("players", format!("Expected white:black, found {found:?}"))
        })?;
        pairs.push((player(app, caller, white.trim()).await?, player(app, caller, black.trim()).await?));
    }
    if pairs.is_empty() {
        return Err(FormErrors::one("players", "Expected pairs such as white:black,white:black").into());
    }
    Ok(pairs)
}

/// A player by a token with the scope `challenge:write`, or, for an arbiter, by name.
async fn player(app: &App, caller: &Caller, text: &str) -> Result<Person, ApiError> {
    let token = tokens::find(&app.store, app.clock.now(), text).await?;
    let id = match token {
        Some(token) if token.scopes.allow(&[Scope::ChallengeWrite]) => Some(token.player),
        Some(_) => None,
        None if caller.account.roles.may_arbitrate() => Some(PlayerId::account(text)),
        None => None,
    };
    let account = match &id {
        Some(id) => app.store.account(id).await?.filter(Account::is_active),
        None => None,
    };
    // Not the whole text: it may be a token with a typo.
    let shown: String = text.chars().take(8).collect();
    let unknown = || FormErrors::one("players", format!("No such player, or no such token: {shown:?}…"));
    let account = account.ok_or_else(unknown)?;
    Ok(Person { id: account.id, name: account.name, title: account.title })
}

/// A round in the API's format.
fn shown(round: &Round) -> Value {
    let games: Vec<_> = round
        .plan
        .boards
        .iter()
        .map(|Board { game, white, black }| json!({ "id": game, "white": white.0, "black": black.0 }))
        .collect();
    let start = &round.plan.start;
    let variant = match (start.variant, &start.fen) {
        (VariantName::Chess960, _) => "chess960",
        (VariantName::Standard, Some(_)) => "fromPosition",
        (VariantName::Standard, None) => "standard",
    };
    let mut shown = json!({
        "id": round.id,
        "games": games,
        "variant": variant,
        "rated": round.plan.rated,
        "pairAt": round.plan.pair_at,
        "pairedAt": round.paired_at.map(game::Timestamp::millis),
        "scheduledAt": round.created.millis(),
    });
    let control = start.time.as_deref().and_then(|text| text.parse::<TimeControl>().ok()).unwrap_or_default();
    match ApiTime::of(&control) {
        ApiTime::Clock { limit, increment } => {
            shown["clock"] = json!({ "limit": limit, "increment": increment });
        }
        ApiTime::Days(days) => shown["correspondence"] = json!({ "daysPerTurn": days }),
        ApiTime::Unlimited => {}
    }
    if let Some(at) = round.plan.start_at {
        shown["startClocksAt"] = at.into();
    }
    shown
}

/// One of the caller's rounds; an arbiter may use any.
fn find(app: &App, caller: &Caller, id: &str) -> Result<Round, ApiError> {
    let is_theirs =
        |round: &Round| round.plan.by.0 == caller.account.id.as_str() || caller.account.roles.may_arbitrate();
    app.rounds.get(id).filter(is_theirs).ok_or_else(ApiError::not_found)
}

/// The caller's upcoming rounds.
pub async fn list(State(app): State<App>, caller: Caller) -> Json<Value> {
    let is_upcoming = |round: &Round| {
        let waits =
            round.paired_at.is_none() || (round.plan.start_at.is_some() && round.started_at.is_none());
        waits && !round.is_canceled && round.plan.by.0 == caller.account.id.as_str()
    };
    let rounds: Vec<_> = app.rounds.all().iter().filter(|round| is_upcoming(round)).map(shown).collect();
    Json(json!({ "bulks": rounds }))
}

pub async fn get(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    Ok(Json(shown(&find(&app, &caller, &id)?)))
}

/// Starts all clocks. Does nothing if that is not possible.
pub async fn start_clocks(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> OkResponse {
    find(&app, &caller, &id)?;
    act(&app, &caller, &id, RoundAction::Start).await
}

/// Cancels a round whose games do not exist yet. Does nothing otherwise.
pub async fn cancel(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> OkResponse {
    if find(&app, &caller, &id)?.paired_at.is_some() {
        return done();
    }
    act(&app, &caller, &id, RoundAction::Cancel).await
}

async fn act(app: &App, caller: &Caller, id: &str, action: RoundAction) -> OkResponse {
    match app.rounds.act(id, action).await {
        Ok(_) => {
            note(app, caller, id, AuditAction::Round(RoundStep { r#do: action })).await?;
            done()
        }
        Err(RoundError::NotNow(_)) => done(),
        Err(error) => Err(error.into()),
    }
}

/// The games of a round as PGN or NDJSON.
pub async fn games(
    State(app): State<App>,
    caller: Caller,
    Extension(client): Extension<Client>,
    Extension(exports): Extension<Arc<Exports>>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let round = find(&app, &caller, &id)?;
    let ids = round.plan.boards.iter().filter_map(Board::id).collect();
    let fields = Fields::from_form(query.unwrap_or_default().as_bytes());
    let site: Site = caller.site;
    downloads::these(app, (client, exports), (&fields, &headers, &site), ids).await
}
