//! Rounds on the page: creating, starting, stopping and showing them, with results as text and CSV.

use super::audit::{self, AuditAction, Creation, RoundStep};
use super::games::shown;
use super::real_names::RealNames;
use super::staff::Organizer;
use super::tournaments::account;
use crate::app::App;
use crate::http::error::PageError;
use crate::http::form::read_json;
use crate::lobby::terms;
use crate::rounds::{self, Board, Round, RoundError};
use crate::sanitize::one_line;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use rules::Color;
use std::fmt::Write;
use wire::Side;
use wire::club::{LiveGame, NewRound, PlayerName, PlayerNames, RoundCommand, RoundJson, RoundList};
use wire::codes::{Reason, ResultCode};
use wire::live::{NewGame, OpponentChoice};
use wire::page::PageErrorCode;
use wire::settings::ConductName;

/// The longest name of a round, in characters.
const MAX_NAME: usize = 80;
/// The most rounds listed.
const MAX_LISTED: usize = 50;
/// The most players offered for selection; others can be entered by name.
const MAX_PLAYERS: u32 = 1000;

impl From<RoundError> for PageError {
    fn from(error: RoundError) -> PageError {
        let why = error.to_string();
        match error {
            RoundError::Unknown => PageError::not_found(why),
            RoundError::Terms(_) => PageError::bad(PageErrorCode::BadGame, why),
            RoundError::NotNow(_) => PageError::conflict(PageErrorCode::NotNow, why),
            RoundError::Store(error) => error.into(),
        }
    }
}

/// The players an organiser can choose from.
pub(crate) async fn players(
    State(app): State<App>,
    _: Organizer,
    names: RealNames,
) -> Result<Json<PlayerNames>, PageError> {
    let accounts = app.store.search_accounts("", MAX_PLAYERS).await?;
    let active = accounts.into_iter().filter(crate::store::Account::is_active);
    let players = active.map(|account| PlayerName {
        online: app.is_online(&account.id),
        real_name: names.of(&account.name).map(str::to_owned),
        name: account.name,
    });
    Ok(Json(PlayerNames { players: players.collect() }))
}

/// The latest rounds without their boards.
pub(crate) async fn list(State(app): State<App>, _: Organizer) -> Json<RoundList> {
    let rounds = app.rounds.all();
    Json(RoundList {
        rounds: rounds
            .iter()
            .take(MAX_LISTED)
            .map(|round| json(round, Vec::new(), &RealNames::default()))
            .collect(),
    })
}

pub(crate) async fn create(
    State(app): State<App>,
    Organizer(by): Organizer,
    names: RealNames,
    body: Bytes,
) -> Result<(StatusCode, Json<RoundJson>), PageError> {
    let new: NewRound = read_json(&body)?;
    let mut pairs = Vec::new();
    for (white, black) in &new.pairs {
        pairs.push((account(&app, &names, white).await?, account(&app, &names, black).await?));
    }
    let game = NewGame {
        opponent: OpponentChoice::Link {},
        color: wire::live::ColorChoice::White,
        time: Some(new.time).filter(|time| time != "-"),
        time_white: None,
        time_black: None,
        variant: new.variant,
        fen: new.fen.filter(|fen| !fen.trim().is_empty()),
        rated: new.rated,
        conduct: ConductName::Online,
        draw_offers_from_move: None,
        fifty_move_rule: true,
        draw_odds: new.draw_odds,
        default_time: None,
        chat: true,
        rematch_of: None,
    };
    let start =
        terms::agreed(&app.rooms, &game).await.map_err(|why| PageError::bad(PageErrorCode::BadGame, why))?;
    let round = rounds::NewRound {
        id: None,
        name: one_line(&new.name, MAX_NAME),
        by: by.clone(),
        pairs,
        // Without a clock there is nothing to start.
        hold: game.time.is_some(),
        start,
        rated: new.rated,
        pair_at: None,
        start_at: new.start_at,
        default_minutes: new.default_minutes.filter(|minutes| *minutes > 0),
    };
    let round = app.rounds.create(round).await?;
    let created = Creation::Round { name: &round.plan.name };
    audit::note(&app, &by, &round.id, AuditAction::Create(created)).await?;
    let boards = boards(&app, &round).await?;
    Ok((StatusCode::CREATED, Json(json(&round, boards, &names))))
}

/// One round with its boards.
pub(crate) async fn get(
    State(app): State<App>,
    _: Organizer,
    names: RealNames,
    Path(id): Path<String>,
) -> Result<Json<RoundJson>, PageError> {
    let round = app.rounds.get(&id).ok_or(RoundError::Unknown)?;
    let boards = boards(&app, &round).await?;
    Ok(Json(json(&round, boards, &names)))
}

/// Starts, stops or cancels all games of a round.
pub(crate) async fn act(
    State(app): State<App>,
    Organizer(by): Organizer,
    names: RealNames,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<RoundJson>, PageError> {
    let RoundCommand { r#do: action } = read_json(&body)?;
    let round = app.rounds.act(&id, action).await?;
    audit::note(&app, &by, &id, AuditAction::Round(RoundStep { r#do: action })).await?;
    let boards = boards(&app, &round).await?;
    Ok(Json(json(&round, boards, &names)))
}

/// The results as text, one board per line.
pub(crate) async fn text(
    State(app): State<App>,
    _: Organizer,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let round = app.rounds.get(&id).ok_or(RoundError::Unknown)?;
    let mut out = String::new();
    for (number, board) in boards(&app, &round).await?.iter().enumerate() {
        let result = board.result.unwrap_or(ResultCode::None).as_str();
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "{:>3}  {:<24} - {:<24} {result}", number + 1, board.white, board.black);
    }
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], out).into_response())
}

/// The results as CSV.
pub(crate) async fn csv(
    State(app): State<App>,
    _: Organizer,
    names: RealNames,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let round = app.rounds.get(&id).ok_or(RoundError::Unknown)?;
    let mut out = String::from("board,white,black,result,reason,game,white_name,black_name\r\n");
    for (number, board) in boards(&app, &round).await?.iter().enumerate() {
        let result = board.result.unwrap_or(ResultCode::None).as_str();
        let reason = board.reason.map(Reason::as_str).unwrap_or_default();
        let (white, black) = (csv_field(&board.white), csv_field(&board.black));
        let real_name = |account: &str| csv_field(names.of(account).unwrap_or_default());
        let (white_name, black_name) = (real_name(&board.white), real_name(&board.black));
        let _ = write!(
            out,
            "{},{white},{black},{result},{reason},{},{white_name},{black_name}\r\n",
            number + 1,
            board.id
        );
    }
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8")], out).into_response())
}

/// A CSV field. Text that starts like a formula is quoted, so that no spreadsheet executes it.
fn csv_field(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// The games of a round, live or over; before they are created, the planned ones.
pub(crate) async fn boards(app: &App, round: &Round) -> Result<Vec<LiveGame>, PageError> {
    let mut boards = Vec::new();
    for board in &round.plan.boards {
        let room = match board.id() {
            Some(id) => app.rooms.find(id).await?,
            None => None,
        };
        boards.push(room.map_or_else(|| planned(round, board), |room| shown(&room, app.clock.now())));
    }
    Ok(boards)
}

fn planned(round: &Round, board: &Board) -> LiveGame {
    LiveGame {
        id: board.game.clone(),
        white: board.white.1.clone(),
        black: board.black.1.clone(),
        time: round.plan.start.time.clone(),
        plies: 0,
        turn: Side::from(Color::White),
        fen: rules::Position::start().fen(),
        began: round.plan.pair_at,
        paused: true,
        clock_white: None,
        clock_black: None,
        white_here: false,
        black_here: false,
        result: None,
        reason: None,
    }
}

fn json(round: &Round, boards: Vec<LiveGame>, names: &RealNames) -> RoundJson {
    let players = boards.iter().flat_map(|board| [board.white.as_str(), board.black.as_str()]);
    let real_names = names.of_all(players);
    let millis = |at: Option<game::Timestamp>| at.map(game::Timestamp::millis);
    RoundJson {
        id: round.id.clone(),
        name: round.plan.name.clone(),
        by: round.plan.by.1.clone(),
        created: round.created.millis(),
        time: round.plan.start.time.clone(),
        variant: round.plan.start.variant,
        rated: round.plan.rated,
        draw_odds: round.plan.start.draw_odds,
        pair_at: round.plan.pair_at,
        paired_at: millis(round.paired_at),
        start_at: round.plan.start_at,
        started_at: millis(round.started_at),
        canceled: round.is_canceled,
        default_minutes: round.plan.default_minutes,
        boards,
        real_names,
    }
}

#[cfg(test)]
mod tests {
    use super::csv_field;

    #[test]
    fn a_field_is_never_a_formula() {
        assert_eq!(csv_field("Ann"), "Ann");
        assert_eq!(csv_field("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(csv_field("-1+cmd"), "'-1+cmd");
    }
}
