//! How two players find each other.

pub mod challenge;
pub mod challenges;
pub mod seeks;
pub mod terms;

use crate::app::App;
use axum::Router;
use challenges::Challenges;

/// Everything about games that have not begun.
#[derive(Clone, Default)]
pub struct Lobby {
    /// The challenges; those to anybody are the seeks.
    pub challenges: Challenges,
}

/// What is served here.
pub fn routes() -> Router<App> {
    Router::new()
}
