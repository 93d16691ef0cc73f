//! Pages with plain forms that need no script: logging in, authorizing an application, creating a token.

mod application;
mod enter;
mod html;
mod new_token;
mod sign_in;
mod words;

pub(crate) use application::ask as ask_for_application;
pub(crate) use new_token::ask as ask_for_token;

use crate::http::route::Audience::{Account, Everybody};
use crate::http::route::Route;
use axum::http::header;

const STYLE: &str = include_str!("forms.css");

/// The routes of the forms. The pages themselves are in the API's list, because programs send their users there.
pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/oauth", Account, application::answer),
        Route::post("/account/oauth/token/create", Account, new_token::make),
        Route::post("/account/sign-in", Everybody, sign_in::sign_in),
        Route::get("/enter/{secret}", Everybody, enter::ask),
        Route::post("/enter/{secret}", Everybody, enter::enter),
        Route::get("/account/forms.css", Everybody, async || {
            ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE)
        }),
    ]
}
