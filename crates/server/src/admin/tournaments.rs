//! Tournaments on the page: creating, entering and pairing them, with results and standings.

use super::audit::{self, AuditAction, Creation};
use super::real_names::RealNames;
use super::staff::Organizer;
use crate::app::App;
use crate::http::error::PageError;
use crate::http::form::read_json;
use crate::http::session;
use crate::identity::Person;
use crate::ids::PlayerId;
use crate::ratings::{Rating, perf};
use crate::rounds::Board;
use crate::sanitize::one_line;
use crate::store::Account;
use crate::tournaments::{MAX_ROUNDS, Terms, Tournament, TournamentError};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use game::TimeControl;
use pairing::standings::crosstable_cell;
use rules::Variant;
use wire::club::{
    NewTournament, TournamentAction, TournamentBoard, TournamentJson, TournamentList, TournamentRound,
    TournamentRow, TournamentSystem,
};
use wire::page::PageErrorCode;

/// The longest name of a tournament, in characters.
const MAX_NAME: usize = 80;
/// The most tournaments listed.
const MAX_LISTED: usize = 50;
/// The default number of rounds of a Swiss tournament.
const DEFAULT_ROUNDS: u32 = 5;

impl From<TournamentError> for PageError {
    fn from(error: TournamentError) -> PageError {
        let why = error.to_string();
        match error {
            TournamentError::Unknown => PageError::not_found(why),
            TournamentError::NotNow(_) => PageError::conflict(PageErrorCode::NotNow, why),
            TournamentError::Store(error) => error.into(),
        }
    }
}

/// The latest tournaments, for everybody.
pub(crate) async fn list(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<TournamentList>, PageError> {
    let reader = reader(&app, &headers).await?;
    let (all, names) = (app.tournaments.all(), RealNames::default());
    let shown = all.iter().take(MAX_LISTED).map(|tournament| json(&app, tournament, reader.as_ref(), &names));
    Ok(Json(TournamentList { tournaments: shown.collect() }))
}

async fn reader(app: &App, headers: &HeaderMap) -> Result<Option<PlayerId>, PageError> {
    Ok(session::recognize(app, headers).await?.map(|visitor| visitor.person.id))
}

/// One tournament, for everybody.
pub(crate) async fn get(
    State(app): State<App>,
    names: RealNames,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<TournamentJson>, PageError> {
    let reader = reader(&app, &headers).await?;
    Ok(Json(json(&app, &app.tournaments.get(&id)?, reader.as_ref(), &names)))
}

pub(crate) async fn create(
    State(app): State<App>,
    Organizer(by): Organizer,
    names: RealNames,
    body: Bytes,
) -> Result<(StatusCode, Json<TournamentJson>), PageError> {
    let new: NewTournament = read_json(&body)?;
    let name = one_line(&new.name, MAX_NAME);
    if name.is_empty() {
        return Err(PageError::bad(PageErrorCode::BadName, "a tournament needs a name"));
    }
    let rounds = new.rounds.unwrap_or(DEFAULT_ROUNDS);
    if new.system == TournamentSystem::Swiss && !(1..=MAX_ROUNDS).contains(&rounds) {
        let why = format!("expected 1 to {MAX_ROUNDS} rounds, found {rounds}");
        return Err(PageError::bad(PageErrorCode::BadRounds, why));
    }
    let mut people = Vec::new();
    for player in &new.players {
        people.push(account(&app, &names, player).await?);
    }
    let terms = Terms {
        name,
        by: (by.id.to_string(), by.name.clone()),
        system: new.system,
        rounds,
        time: new.time,
        rated: new.rated,
        default_minutes: new.default_minutes.filter(|minutes| *minutes > 0),
    };
    let mut tournament = app.tournaments.create(terms).await?;
    for person in people {
        let rating = rating(&app, &tournament, &person.id).await?;
        tournament = app.tournaments.enter(&tournament.id, &person, rating).await?;
    }
    let created = Creation::Tournament { name: &tournament.terms.name };
    audit::note(&app, &by, &tournament.id, AuditAction::Create(created)).await?;
    Ok((StatusCode::CREATED, Json(json(&app, &tournament, Some(&by.id), &names))))
}

/// Carries out an organiser's action.
pub(crate) async fn act(
    State(app): State<App>,
    Organizer(by): Organizer,
    names: RealNames,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<TournamentJson>, PageError> {
    let action: TournamentAction = read_json(&body)?;
    let tournament = match &action {
        TournamentAction::Enter { name } => {
            let person = account(&app, &names, name).await?;
            let rating = rating(&app, &app.tournaments.get(&id)?, &person.id).await?;
            app.tournaments.enter(&id, &person, rating).await?
        }
        TournamentAction::Withdraw { name } => {
            app.tournaments.withdraw(&id, &account(&app, &names, name).await?.id).await?
        }
        TournamentAction::StartRound {} => app.tournaments.start_round(&id).await?,
        TournamentAction::Result { round, board, score } => {
            app.tournaments.enter_result(&id, (*round, *board), *score).await?
        }
    };
    audit::note(&app, &by, &id, AuditAction::Tournament(&action)).await?;
    Ok(Json(json(&app, &tournament, Some(&by.id), &names)))
}

/// A player enters a tournament.
pub(crate) async fn enter(
    State(app): State<App>,
    names: RealNames,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<TournamentJson>, PageError> {
    let person = member(&app, &headers).await?;
    let rating = rating(&app, &app.tournaments.get(&id)?, &person.id).await?;
    let tournament = app.tournaments.enter(&id, &person, rating).await?;
    Ok(Json(json(&app, &tournament, Some(&person.id), &names)))
}

/// A player leaves a tournament.
pub(crate) async fn leave(
    State(app): State<App>,
    names: RealNames,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<TournamentJson>, PageError> {
    let person = member(&app, &headers).await?;
    let tournament = app.tournaments.withdraw(&id, &person.id).await?;
    Ok(Json(json(&app, &tournament, Some(&person.id), &names)))
}

async fn member(app: &App, headers: &HeaderMap) -> Result<Person, PageError> {
    let visitor = session::recognize(app, headers).await?.filter(|visitor| !visitor.is_guest());
    Ok(visitor.ok_or_else(|| PageError::unauthorized(PageErrorCode::LogIn, "Log in first."))?.person)
}

/// The report file that federations exchange.
pub(crate) async fn report(
    State(app): State<App>,
    names: RealNames,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    // Federations know people by their real names.
    let report = app.tournaments.get(&id)?.report(|account| names.of(account).unwrap_or(account));
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], report).into_response())
}

/// Finds a player by account name, or by a real name that only one player has.
pub(super) async fn account(app: &App, names: &RealNames, name: &str) -> Result<Person, PageError> {
    let name = name.trim();
    let account = match (app.store.account(&PlayerId::account(name)).await?, names.account_of(name)) {
        (None, Some(known)) => app.store.account(&PlayerId::account(known)).await?,
        (account, _) => account,
    };
    let account = account.filter(Account::is_active);
    let account = account.ok_or_else(|| PageError::not_found(format!("there is no player {name:?}")))?;
    Ok(Person { id: account.id, name: account.name, title: account.title })
}

/// The player's rating for the tournament's time control.
async fn rating(app: &App, tournament: &Tournament, player: &PlayerId) -> Result<u32, PageError> {
    let control = tournament.terms.time.parse::<TimeControl>().unwrap_or_default();
    let perf = perf(Variant::Standard, control.class());
    let rating: Rating = app.store.rating(player, perf, app.clock.now()).await?;
    Ok(rating.rounded().into())
}

fn json(app: &App, tournament: &Tournament, reader: Option<&PlayerId>, names: &RealNames) -> TournamentJson {
    let (table, rows) = tournament.standings();
    // Not the rank, which players can share.
    let line_of = |number: u32| rows.iter().position(|row| row.number == number).map(|index| index + 1);
    let name = |number: u32| tournament.player(number).map(|player| player.name.clone()).unwrap_or_default();
    let standings = rows.iter().filter_map(|row| {
        let player = tournament.player(row.number)?;
        let rounds = 1..=tournament.rounds.len();
        Some(TournamentRow {
            rank: row.rank,
            name: player.name.clone(),
            rating: player.rating,
            withdrawn: player.left_before.is_some(),
            points: row.points.to_string(),
            values: row.values.iter().map(ToString::to_string).collect(),
            cells: rounds
                .map(|round| crosstable_cell(table.players[row.index].entry(round), line_of))
                .collect(),
        })
    });
    let rounds = tournament.rounds.iter().map(|round| {
        let games = app.rounds.get(&round.id).map(|round| round.plan.boards).unwrap_or_default();
        let boards =
            round.pairs.iter().zip(&round.scores).enumerate().map(|(index, ((white, black), score))| {
                let game = games.get(index).map(|Board { game, .. }| game.clone());
                TournamentBoard { white: name(*white), black: name(*black), score: *score, game }
            });
        TournamentRound { round: round.id.clone(), boards: boards.collect(), bye: round.bye.map(name) }
    });
    let takes_part = |reader: &PlayerId| {
        let own = tournament.players.iter().find(|player| player.id == reader.as_str());
        own.is_some_and(|player| player.left_before.is_none())
    };
    TournamentJson {
        id: tournament.id.clone(),
        name: tournament.terms.name.clone(),
        by: tournament.terms.by.1.clone(),
        system: tournament.terms.system,
        time: tournament.terms.time.clone(),
        rated: tournament.terms.rated,
        created: tournament.created.millis(),
        all_rounds: tournament.total_rounds(),
        over: tournament.is_over(),
        entered: reader.is_some_and(takes_part),
        rounds: rounds.collect(),
        tie_breaks: tournament.tie_breaks().iter().map(ToString::to_string).collect(),
        standings: standings.collect(),
        real_names: names.of_all(tournament.players.iter().map(|player| player.name.as_str())),
    }
}
