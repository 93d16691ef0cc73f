//! Who somebody is.

pub mod accounts;
pub mod guests;
pub mod password;
pub mod person;
pub mod roles;
pub mod scopes;
pub mod session;
pub mod tokens;

pub use person::Person;

use crate::app::App;
use axum::Router;

/// What is served here.
pub fn routes() -> Router<App> {
    Router::new()
}
