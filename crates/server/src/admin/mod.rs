//! What admins and arbiters do: settings, people, games, and the log of who did what.
//!
//! The same handlers answer the page (`/app/admin/…`, by cookie) and programs (`/api/admin/…`, by a token with the scope
//! `admin`). [`staff`] decides in both cases who asks.

pub mod audit;
pub mod games;
pub mod reports;
pub mod rounds;
pub mod settings;
pub mod staff;
pub mod tournaments;
pub mod users;

use crate::app::App;
use axum::Router;
use axum::routing::{get, post};

/// What the page asks for.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/app/admin/settings", get(settings::get_settings).post(settings::change_settings))
        .route("/app/admin/users", get(users::list).post(users::create))
        .route("/app/admin/users/{name}", post(users::act))
        .route("/app/admin/invites", post(users::invite))
        .route("/app/admin/games", get(games::list))
        .route("/app/admin/audit", get(audit::list))
        .route("/app/admin/reports", get(reports::list))
        .route("/app/tournaments", get(tournaments::list).post(tournaments::create))
        .route("/app/tournaments/{id}", get(tournaments::get).post(tournaments::act))
        .route("/app/tournaments/{id}/entry", post(tournaments::enter).delete(tournaments::leave))
        .route("/app/tournaments/{id}/report.trf", get(tournaments::report))
        .route("/app/rounds", get(rounds::list).post(rounds::create))
        .route("/app/rounds/{id}", get(rounds::get).post(rounds::act))
        .route("/app/rounds/{id}/results.txt", get(rounds::text))
        .route("/app/rounds/{id}/results.csv", get(rounds::csv))
}
