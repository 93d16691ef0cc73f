//! What existing clients rely on, each found by reading or breaking one of them.

mod challenges;
pub(crate) mod client;
mod document;
mod exports;
mod identity;
mod import;
pub(crate) mod oauth;
mod offers;
mod playing;
pub(crate) mod server;
mod streams;
mod text;
mod tv;
mod users;
