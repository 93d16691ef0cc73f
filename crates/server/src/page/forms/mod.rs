//! Pages that are plain forms and need no script: logging in, letting an application in, making a token with a link.

mod application;
mod enter;
mod html;
mod new_token;
mod sign_in;
mod words;

pub use application::ask as ask_for_application;
pub use new_token::ask as ask_for_token;

use crate::app::App;
use axum::Router;
use axum::http::header;
use axum::routing::{get, post};

const STYLE: &str = include_str!("forms.css");

/// What is served here; the pages themselves are on the API's list, because programs send their users there.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/oauth", post(application::answer))
        .route("/account/oauth/token/create", post(new_token::make))
        .route("/account/sign-in", post(sign_in::sign_in))
        .route("/enter/{secret}", get(enter::ask).post(enter::enter))
        .route(
            "/account/forms.css",
            get(async || ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE)),
        )
}
