//! The audit log: what admins and arbiters did.

use super::staff::Admin;
use crate::app::App;
use crate::http::error::PageError;
use crate::http::form::Fields;
use crate::identity::Person;
use crate::store::{LogKind, StoreError};
use axum::Json;
use axum::extract::{RawQuery, State};
use serde::{Deserialize, Serialize};
use wire::club::{Audit, AuditEntry};

/// The number of entries per page.
const PAGE_SIZE: u32 = 100;

/// The stored form of an entry.
#[derive(Serialize, Deserialize)]
struct Entry {
    by: String,
    about: String,
    action: serde_json::Value,
}

/// Records what somebody did to what.
pub async fn note(
    app: &App,
    by: &Person,
    about: &str,
    action: &(impl Serialize + Sync),
) -> Result<(), StoreError> {
    let action = serde_json::to_value(action).expect("an action is plain JSON");
    let entry = Entry { by: by.name.clone(), about: about.to_owned(), action };
    let text = serde_json::to_string(&entry).expect("an entry is plain JSON");
    app.store.note(LogKind::Audit, app.clock.now(), text).await
}

/// The latest entries; with `before`, those before that entry.
pub async fn list(
    State(app): State<App>,
    _: Admin,
    RawQuery(query): RawQuery,
) -> Result<Json<Audit>, PageError> {
    let records = app.store.latest_records(LogKind::Audit, before(query), PAGE_SIZE).await?;
    let shown = records.into_iter().filter_map(|record| {
        let Entry { by, about, action } = serde_json::from_str(&record.payload).ok()?;
        Some(AuditEntry { n: record.n, at: record.at.millis(), by, about, action: action.to_string() })
    });
    Ok(Json(Audit { entries: shown.collect() }))
}

/// The `before` parameter of a paged log.
pub(super) fn before(query: Option<String>) -> Option<u64> {
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    query.text("before").and_then(|number| number.parse().ok())
}
