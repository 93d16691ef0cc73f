//! Reports about players. Only admins can read them.

use super::audit::before;
use super::staff::Admin;
use crate::app::App;
use crate::http::error::PageError;
use crate::identity::Person;
use crate::sanitize::one_line;
use crate::store::LogKind;
use axum::Json;
use axum::extract::{RawQuery, State};
use serde::{Deserialize, Serialize};
use wire::club::{NewReport, ReportJson, Reports};
use wire::page::PageErrorCode;

/// The number of reports per page.
const PAGE_SIZE: u32 = 100;
/// The longest text of a report, in characters.
const MAX_TEXT: usize = 1000;

/// The stored form of a report.
#[derive(Serialize, Deserialize)]
struct StoredReport {
    by: String,
    about: String,
    game: Option<String>,
    text: String,
}

/// Stores a report about a player.
pub(crate) async fn keep(
    app: &App,
    by: &Person,
    about: &Person,
    report: &NewReport,
) -> Result<(), PageError> {
    let text = one_line(&report.text, MAX_TEXT);
    if text.is_empty() {
        return Err(PageError::bad(PageErrorCode::Empty, "say what happened"));
    }
    let game = match report.game.as_deref().filter(|game| !game.is_empty()) {
        None => None,
        Some(game) => {
            let id = game.parse::<crate::ids::GameId>();
            Some(id.map_err(|error| PageError::bad(PageErrorCode::BadGame, error.to_string()))?.to_string())
        }
    };
    let kept = StoredReport { by: by.name.clone(), about: about.name.clone(), game, text };
    let payload = serde_json::to_string(&kept).expect("a report is plain JSON");
    Ok(app.store.note(LogKind::Report, app.clock.now(), payload).await?)
}

/// The latest reports; with `before`, those before that report.
pub(crate) async fn list(
    State(app): State<App>,
    _: Admin,
    RawQuery(query): RawQuery,
) -> Result<Json<Reports>, PageError> {
    let records = app.store.latest_records(LogKind::Report, before(query), PAGE_SIZE).await?;
    let shown = records.into_iter().filter_map(|record| {
        let StoredReport { by, about, game, text } = serde_json::from_str(&record.payload).ok()?;
        Some(ReportJson { n: record.n, at: record.at.millis(), by, about, game, text })
    });
    Ok(Json(Reports { reports: shown.collect() }))
}
