//! Administration: settings, accounts, games, and the audit log.
//!
//! The same handlers serve the page (`/app/admin/…`, with the session cookie) and programs (`/api/admin/…`, with a
//! token that has the scope `admin`). [`staff`] authenticates both.

pub(crate) mod audit;
pub(crate) mod games;
pub(crate) mod real_names;
pub(crate) mod reports;
pub(crate) mod rounds;
pub(crate) mod settings;
pub(crate) mod staff;
pub(crate) mod tournaments;
pub(crate) mod users;

use crate::http::route::Audience::{Account, Admin, Everybody, Organizer};
use crate::http::route::Route;

/// The routes for the page.
pub(crate) fn routes() -> Vec<Route> {
    vec![
        Route::get("/app/admin/settings", Admin, settings::get_settings),
        Route::post("/app/admin/settings", Admin, settings::change_settings),
        Route::get("/app/admin/users", Admin, users::list),
        Route::post("/app/admin/users", Admin, users::create),
        Route::post("/app/admin/users/{name}", Admin, users::act),
        Route::post("/app/admin/invites", Admin, users::invite),
        Route::get("/app/admin/games", Organizer, games::list),
        Route::get("/app/admin/audit", Admin, audit::list),
        Route::get("/app/admin/reports", Admin, reports::list),
        Route::get("/app/tournaments", Everybody, tournaments::list),
        Route::post("/app/tournaments", Organizer, tournaments::create),
        Route::get("/app/tournaments/{id}", Everybody, tournaments::get),
        Route::post("/app/tournaments/{id}", Organizer, tournaments::act),
        Route::post("/app/tournaments/{id}/entry", Account, tournaments::enter),
        Route::delete("/app/tournaments/{id}/entry", Account, tournaments::leave),
        Route::get("/app/tournaments/{id}/report.trf", Everybody, tournaments::report),
        Route::get("/app/players", Organizer, rounds::players),
        Route::get("/app/rounds", Organizer, rounds::list),
        Route::post("/app/rounds", Organizer, rounds::create),
        Route::get("/app/rounds/{id}", Organizer, rounds::get),
        Route::post("/app/rounds/{id}", Organizer, rounds::act),
        Route::get("/app/rounds/{id}/results.txt", Organizer, rounds::text),
        Route::get("/app/rounds/{id}/results.csv", Organizer, rounds::csv),
    ]
}
