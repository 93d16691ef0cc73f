//! Reading and changing the server settings.

use super::audit::{self, AuditAction};
use super::staff::Admin;
use crate::app::App;
use crate::http::error::PageError;
use crate::http::form::read_json;
use crate::settings::changed;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use wire::club::{ServerSettings, SettingsChange};
use wire::page::PageErrorCode;

pub(crate) async fn get_settings(State(app): State<App>, _: Admin) -> Json<ServerSettings> {
    Json(ServerSettings::clone(&app.settings.get()))
}

/// Changes some settings; they take effect at once.
pub(crate) async fn change_settings(
    State(app): State<App>,
    Admin(admin): Admin,
    body: Bytes,
) -> Result<Json<ServerSettings>, PageError> {
    let change: SettingsChange = read_json(&body)?;
    let next = changed(&app.settings.get(), change.clone())
        .map_err(|error| PageError::bad(PageErrorCode::BadSetting, error.to_string()))?;
    let text = serde_json::to_string(&next).expect("settings are plain JSON");
    app.store.save_settings(text).await?;
    app.settings.set(next.clone());
    audit::note(&app, &admin, "settings", AuditAction::ChangeSettings(&change)).await?;
    Ok(Json(next))
}
