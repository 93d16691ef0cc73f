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
use wire::PlayerAction;
use wire::club::{
    AccountAction, Audit, AuditEntry, NewInvite, RoundAction, SettingsChange, TournamentAction,
};

/// The number of entries per page.
const PAGE_SIZE: u32 = 100;

/// The stored form of an entry.
#[derive(Serialize, Deserialize)]
struct Entry {
    by: String,
    about: String,
    action: serde_json::Value,
}

/// What was done. Requests are stored as they were sent; the other actions have a form of their own.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub(crate) enum AuditAction<'a> {
    ChangeSettings(&'a SettingsChange),
    ChangeAccount(&'a AccountAction),
    Invite(&'a NewInvite),
    Arbitrate(&'a PlayerAction),
    Round(RoundStep),
    Tournament(&'a TournamentAction),
    Create(Creation<'a>),
}

/// A round that was started, stopped or cancelled.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct RoundStep {
    pub(crate) r#do: RoundAction,
}

#[derive(Clone, Copy, Serialize)]
#[serde(tag = "do")]
pub(crate) enum Creation<'a> {
    #[serde(rename = "create")]
    Accounts { names: &'a [String] },
    #[serde(rename = "create_round")]
    Round { name: &'a str },
    #[serde(rename = "create_tournament")]
    Tournament { name: &'a str },
}

/// Records what somebody did to what.
pub(crate) async fn note(
    app: &App,
    by: &Person,
    about: &str,
    action: AuditAction<'_>,
) -> Result<(), StoreError> {
    app.store.note(LogKind::Audit, app.clock.now(), stored(&by.name, about, action)).await
}

/// The text of an entry in the store.
fn stored(by: &str, about: &str, action: AuditAction<'_>) -> String {
    let action = serde_json::to_value(action).expect("an action is plain JSON");
    let entry = Entry { by: by.to_owned(), about: about.to_owned(), action };
    serde_json::to_string(&entry).expect("an entry is plain JSON")
}

/// The latest entries; with `before`, those before that entry.
pub(crate) async fn list(
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries of older versions stay in the log, so the spelling never changes.
    #[test]
    fn entries_keep_their_spelling() {
        let settings = SettingsChange { guests: Some(false), ..SettingsChange::default() };
        let names = ["ann".to_owned(), "ben".to_owned()];
        for (action, expected) in [
            (AuditAction::ChangeSettings(&settings), r#"{"guests":false}"#),
            (AuditAction::ChangeAccount(&AccountAction::Mute { on: true }), r#"{"do":"mute","on":true}"#),
            (AuditAction::Invite(&NewInvite { uses: 5, days: 7 }), r#"{"days":7,"uses":5}"#),
            (AuditAction::Arbitrate(&PlayerAction::Pause), r#"{"do":"pause"}"#),
            (AuditAction::Round(RoundStep { r#do: RoundAction::Start }), r#"{"do":"start"}"#),
            (AuditAction::Round(RoundStep { r#do: RoundAction::Cancel }), r#"{"do":"cancel"}"#),
            (
                AuditAction::Tournament(&TournamentAction::Enter { name: "ann".into() }),
                r#"{"do":"enter","name":"ann"}"#,
            ),
            (
                AuditAction::Create(Creation::Accounts { names: &names }),
                r#"{"do":"create","names":["ann","ben"]}"#,
            ),
            (AuditAction::Create(Creation::Round { name: "One" }), r#"{"do":"create_round","name":"One"}"#),
            (
                AuditAction::Create(Creation::Tournament { name: "Open" }),
                r#"{"do":"create_tournament","name":"Open"}"#,
            ),
        ] {
            let row = stored("boss", "it", action);
            assert_eq!(row, format!(r#"{{"by":"boss","about":"it","action":{expected}}}"#));
        }
    }
}
